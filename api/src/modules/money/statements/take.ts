import { knownColumns } from '@boxyard/shared/contract';
import { decimal } from '@boxyard/shared/domain';
import { BANKS } from '@boxyard/shared/domain/money/bankAccounts.ts';
import { formatMoney } from '../../../documents/format.ts';
import {
  balancesOf,
  type ReadLines,
  withRunningBalances,
} from '../../../documents/statements/readLines.ts';
import {
  audienceOf,
  type Ctx,
  created,
  type Input,
  invalid,
  json,
  newId,
  notify,
  record,
} from '../../../kernel/index.ts';
import { type FreshLine, type LineThere, newLines } from './known.ts';
import { type Matched, matchLines } from './propose.ts';
import {
  accountOf,
  knownFile,
  missingColumns,
  readFile,
  refuseKnown,
  type StatementAccount,
  shownFaults,
  totalsOf,
} from './read.ts';

const PREVIEW = 10;

/** What a file holds and how it would be taken; nothing is written. */
export async function inspectStatement(ctx: Ctx, { body, files }: Input<'bankStatements.inspect'>) {
  const account = await accountOf(ctx, body.bankAccountId);
  const read = readFile(ctx, account, {
    files,
    columns: body.columns && knownColumns(body.columns),
  });
  const known = await knownFile(ctx, account, read.file.sha256);
  const { lines = [], faults = [] } = read.lines ?? {};
  return {
    data: {
      format: read.head.format,
      accountNo: read.head.accountNo,
      known: known ? { id: known.id, createdAt: known.createdAt } : null,
      headings: read.headings,
      sample: read.sample,
      columns: read.columns,
      isSaved: read.isSaved,
      newHeadings: read.newHeadings,
      missing:
        read.head.format === 'csv'
          ? missingColumns(read.columns ?? { headings: {}, dateOrder: 'dmy' })
          : [],
      lineCount: lines.length,
      ...totalsOf(lines),
      faultCount: faults.length,
      faults: shownFaults(ctx, faults),
      lines: lines.slice(0, PREVIEW).map((line) => ({
        row: line.row,
        bookedOn: line.bookedOn,
        amount: line.amount,
        reference: line.reference,
        payer: line.payerName,
        description: [line.payerReference, line.description].filter(Boolean).join(' · '),
      })),
    },
  };
}

/**
 * Takes a statement: lines that are not there yet come in, payments that were entered already are
 * linked with theirs, for the rest invoices are proposed. All of it or nothing.
 */
export async function takeStatement(ctx: Ctx, { body, files }: Input<'bankStatements.create'>) {
  const account = await accountOf(ctx, body.bankAccountId);
  const {
    file,
    head,
    columns,
    headings,
    lines: read,
  } = readFile(ctx, account, {
    files,
    columns: body.columns && knownColumns(body.columns),
  });
  refuseUnread(columns, read);
  // Held until the end: a second file of the account waits, and sees what this one brought.
  await ctx.db
    .selectFrom('bankAccounts')
    .where('id', '=', account.id)
    .select('id')
    .forNoKeyUpdate()
    .execute();
  await refuseKnown(ctx, account, file);
  const days = read.lines.map(({ bookedOn }) => bookedOn).sort();
  const there = await linesThere(ctx, account, days);
  const fresh = newLines(withRunningBalances(read, head), {
    there,
    format: head.format,
    openingBalance: balancesOf(read, head).openingBalance,
  });
  const id = newId();
  const stamp = created(ctx);
  const totals = totalsOf(fresh.map(({ line }) => line));
  const common = { companyId: account.companyId, bankAccountId: account.id };
  await ctx.db
    .insertInto('bankStatements')
    .values({
      id,
      ...common,
      format: head.format,
      fileName: file.fileName,
      fileSha256: file.sha256,
      fromDate: days[0] ?? '',
      toDate: days.at(-1) ?? '',
      ...balancesOf(read, head),
      lineCount: fresh.length,
      repeatedCount: read.lines.length - fresh.length,
      faultCount: read.faults.length,
      faults: json(read.faults.slice(0, MOST_FAULTS)),
      ...totals,
      ...stamp,
    })
    .execute();
  if (columns) {
    await ctx.db
      .updateTable('bankAccounts')
      .set({ statementColumns: json({ ...columns, seen: headings.filter(Boolean) }) })
      .where('id', '=', account.id)
      .execute();
  }
  await insertLines(ctx, fresh, { ...common, statementId: id });
  const matched = await matchLines(ctx, account.companyId);
  await record(ctx, {
    subject: 'bankStatements',
    subjectId: id,
    companyId: account.companyId,
    action: 'create',
    label: file.fileName,
    after: {
      fileName: file.fileName,
      lineCount: fresh.length,
      repeatedCount: read.lines.length - fresh.length,
      faultCount: read.faults.length,
      ...totals,
    },
    version: 1,
    touches: ['bankLines', 'payments'],
  });
  await notifyTotals(ctx, account, {
    id,
    count: fresh.length,
    creditTotal: totals.creditTotal,
    matched,
  });
  return { id };
}

const MOST_FAULTS = 1000;

/** 422 where the columns are not known, or no line can be taken. */
function refuseUnread(
  columns: ReturnType<typeof readFile>['columns'],
  read: ReadLines | null,
): asserts read is ReadLines {
  if (read === null) {
    const missing = columns ? missingColumns(columns) : (['date', 'credit'] as const);
    throw invalid([
      { field: 'columns', code: 'STATEMENT_COLUMNS' },
      ...missing.map((field) => ({ field: `columns.headings.${field}`, code: 'COLUMN_NEEDED' })),
    ]);
  }
  if (read.lines.length === 0) throw invalid([{ field: 'file', code: 'STATEMENT_EMPTY' }]);
}

/** Lines of the account on the days of a file. */
async function linesThere(
  ctx: Ctx,
  account: StatementAccount,
  days: readonly string[],
): Promise<LineThere[]> {
  return ctx.db
    .selectFrom('bankLines as l')
    .innerJoin('bankStatements as s', 's.id', 'l.statementId')
    .where('l.bankAccountId', '=', account.id)
    .where('l.bookedOn', '>=', days[0] ?? '')
    .where('l.bookedOn', '<=', days.at(-1) ?? '')
    .orderBy('l.bookedOn')
    .orderBy('l.id')
    .select([
      'l.id',
      'l.bookedOn',
      'l.amount',
      'l.reference',
      'l.occurrence',
      'l.bookedAt',
      'l.balance',
      'l.payerReference',
      'l.payerName',
      'l.payerAccount',
      'l.description',
      's.format',
      'l.statementId',
      's.toDate',
      's.closingBalance',
    ])
    .execute();
}

/** Lines of one statement of the database. */
const TOGETHER = 500;

async function insertLines(
  ctx: Ctx,
  fresh: readonly FreshLine[],
  common: {
    readonly companyId: string;
    readonly bankAccountId: string;
    readonly statementId: string;
  },
): Promise<void> {
  const stamp = created(ctx);
  for (let from = 0; from < fresh.length; from += TOGETHER) {
    await ctx.db
      .insertInto('bankLines')
      .values(
        fresh.slice(from, from + TOGETHER).map(({ line, id, occurrence, alikeId }) => {
          const { row, ...said } = line;
          return {
            id,
            alikeId,
            ...common,
            ...said,
            rowNo: row,
            occurrence,
            status: decimal.isNegative(line.amount)
              ? ('outgoing' as const)
              : ('unmatched' as const),
            statusReason: null,
            customerId: null,
            confidence: null,
            matchLevel: null,
            allocations: json([]),
            paymentId: null,
            ...stamp,
          };
        }),
      )
      .execute();
  }
}

/** How far the lines of a statement are, for the colleagues who decide on what is left. */
async function notifyTotals(
  ctx: Ctx,
  account: StatementAccount,
  {
    id,
    count,
    creditTotal,
    matched,
  }: {
    readonly id: string;
    readonly count: number;
    readonly creditTotal: string;
    readonly matched: Matched;
  },
): Promise<void> {
  const people = await audienceOf(ctx, {
    ability: 'payment-data:import-statement',
    companyId: account.companyId,
    except: [ctx.actor.userId],
  });
  const { linked, suggested, unmatched } = matched;
  const amount = formatMoney(creditTotal);
  await notify(ctx, people, {
    category: 'message',
    type: unmatched > 0 ? 'warning' : 'info',
    title: {
      en: `A statement of ${BANKS[account.bank].en} ${account.accountNo} came in`,
      th: `นำเข้ารายการเดินบัญชี ${BANKS[account.bank].th} ${account.accountNo} แล้ว`,
    },
    description: {
      en: `${count} new lines, ${amount} THB received. ${linked} linked with payments, ${suggested} to confirm, ${unmatched} not matched.`,
      th: `รายการใหม่ ${count} รายการ เงินเข้า ${amount} บาท เชื่อมกับรายการรับชำระแล้ว ${linked} รอยืนยัน ${suggested} ยังไม่จับคู่ ${unmatched} รายการ`,
    },
    action: `/sales-management/payment-data?tab=bank-lines&statementId=${id}`,
    actionTitle: { en: 'Open', th: 'เปิดรายการ' },
    entity: { type: 'bankStatements', id },
    dedupeKey: `bankStatements:${id}:taken`,
  });
}
