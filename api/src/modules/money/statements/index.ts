import {
  DECIDED_LINE_STATUSES,
  OPEN_LINE_STATUSES,
} from '@boxyard/shared/domain/money/bankLineMachine.ts';
import bankStatementsEn from '@boxyard/shared/domain/texts/families/bankStatements.en.json' with {
  type: 'json',
};
import bankStatementsTh from '@boxyard/shared/domain/texts/families/bankStatements.th.json' with {
  type: 'json',
};
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { BankStatementTables } from '../../../db/schema/bankStatements.ts';
import {
  bothLanguages,
  type Ctx,
  defineList,
  type Family,
  type HandlersOf,
  inScope,
  money,
  notFound,
  record,
  whereInScope,
} from '../../../kernel/index.ts';
import { actionHandlers, loadRefs } from '../../../workflow/index.ts';
import { bankAccountRefs } from '../accounts/refs.ts';
import { confirmLine, ignoreLine, linkLine, refuseDecided, reopenLine } from './decide.ts';
import { type GapBefore, gapsBefore } from './gaps.ts';
import { TEXTS } from './labels.ts';
import { presentLine, presentLines } from './present.ts';
import { matchLines } from './propose.ts';
import { accountOf, shownFaults } from './read.ts';
import { inspectStatement, takeStatement } from './take.ts';
import { lineSource, STATEMENT_SCOPE, withFile } from './type.ts';

type StatementRow = Selectable<BankStatementTables['bankStatements']>;

/** How many lines of each statement wait, are proposed and are recorded. */
async function countsOf(ctx: Ctx, ids: readonly string[]) {
  const { rows } = await ctx.pg.query<{
    id: string;
    openCount: number;
    suggestedCount: number;
    recordedCount: number;
    alikeCount: number;
  }>({
    name: 'money.countsOfStatements',
    text: `select statement_id as id, count(*) filter (where status = any($2))::int as "openCount",
        count(*) filter (where status = 'suggested')::int as "suggestedCount",
        count(*) filter (where status = 'recorded')::int as "recordedCount",
        count(*) filter (where alike_id is not null and not (status = any($3)))::int as "alikeCount"
      from bank_lines where statement_id = any($1::uuid[]) group by statement_id`,
    values: [ids, OPEN_LINE_STATUSES, DECIDED_LINE_STATUSES],
  });
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

const isOpenLine = sql<boolean>`l.status in (${sql.join([...OPEN_LINE_STATUSES])})`;
const whereTrue = (summand: RawBuilder<unknown>, condition: RawBuilder<boolean>) =>
  sql`case when ${condition} then ${summand} end`;

const NONE = { openCount: 0, suggestedCount: 0, recordedCount: 0, alikeCount: 0 };

const gapShown = (gap: GapBefore | undefined) =>
  gap === undefined
    ? null
    : {
        fileName: gap.fileName,
        closedOn: gap.closedOn,
        closingBalance: money(gap.closingBalance),
        amount: money(gap.amount),
      };

async function presentStatements(ctx: Ctx, rows: readonly StatementRow[]) {
  const [refs, account, counts, gaps] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map(({ companyId }) => companyId),
      user: rows.map(({ createdBy }) => createdBy),
    }),
    bankAccountRefs(
      ctx,
      rows.map(({ bankAccountId }) => bankAccountId),
    ),
    countsOf(
      ctx,
      rows.map(({ id }) => id),
    ),
    gapsBefore(
      ctx,
      rows.map(({ id }) => id),
    ),
  ]);
  const orNull = (amount: string | null) => (amount === null ? null : money(amount));
  return rows.map((row) => {
    const bankAccount = account(row.bankAccountId);
    if (!bankAccount) throw new Error('a statement without its account');
    return {
      id: row.id,
      version: row.version,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      company: refs.ref(row.companyId),
      bankAccount,
      format: row.format,
      fileName: row.fileName,
      fromDate: row.fromDate,
      toDate: row.toDate,
      openingBalance: orNull(row.openingBalance),
      closingBalance: orNull(row.closingBalance),
      balanceGap: orNull(row.balanceGap),
      gapBefore: gapShown(gaps.get(row.id)),
      lineCount: row.lineCount,
      repeatedCount: row.repeatedCount,
      faultCount: row.faultCount,
      creditTotal: money(row.creditTotal),
      debitTotal: money(row.debitTotal),
      ...(counts.get(row.id) ?? NONE),
      createdBy: refs.userOrNull(row.createdBy),
    };
  });
}

async function lockedStatement(ctx: Ctx, id: string, lock: boolean): Promise<StatementRow> {
  const query = ctx.db.selectFrom('bankStatements').selectAll().where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  const isSeen = row && inScope(ctx.actor, { companyId: row.companyId, ownerIds: [row.createdBy] });
  if (!isSeen) throw notFound();
  return row;
}

async function presentStatement(ctx: Ctx, id: string) {
  const row = await lockedStatement(ctx, id, false);
  const [shown] = await presentStatements(ctx, [row]);
  if (!shown) throw new Error('one row in, one row out');
  return { ...shown, faults: shownFaults(ctx, row.faults) };
}

/** The words of the family, which its page and its export share (ADR 0087). */
const STATEMENT_WORDS = bothLanguages({ en: bankStatementsEn, th: bankStatementsTh });

const statementList = defineList('bankStatements.list', {
  id: 's.id',
  from: (ctx) => whereInScope(ctx.db.selectFrom('bankStatements as s'), ctx.actor, STATEMENT_SCOPE),
  select: (query) => query.selectAll('s'),
  map: (rows, ctx) => presentStatements(ctx, rows),
  sorts: { createdAt: 's.created_at' },
  filters: { bankAccountId: 's.bank_account_id' },
  export: {
    fileName: 'bank-statements',
    columns: {
      fileName: { title: STATEMENT_WORDS.field.fileName, type: 'text' },
      bankAccount: { title: STATEMENT_WORDS.field.bankAccount, type: 'text' },
      fromDate: { title: STATEMENT_WORDS.field.fromDate, type: 'date' },
      toDate: { title: STATEMENT_WORDS.field.toDate, type: 'date' },
      format: {
        title: STATEMENT_WORDS.field.format,
        type: 'status',
        labels: STATEMENT_WORDS.choice.format,
      },
      lineCount: { title: STATEMENT_WORDS.field.lineCount, type: 'number' },
      repeatedCount: { title: STATEMENT_WORDS.field.repeatedCount, type: 'number' },
      faultCount: { title: STATEMENT_WORDS.field.faultCount, type: 'number' },
      alikeCount: { title: STATEMENT_WORDS.field.alikeCount, type: 'number' },
      gapBefore: {
        title: STATEMENT_WORDS.field.gapBefore,
        type: 'money',
        value: ({ gapBefore }) => gapBefore?.amount ?? null,
      },
      recordedCount: { title: STATEMENT_WORDS.field.recordedCount, type: 'number' },
      openCount: { title: STATEMENT_WORDS.field.openCount, type: 'number' },
      creditTotal: { title: STATEMENT_WORDS.field.creditTotal, type: 'money' },
      debitTotal: { title: STATEMENT_WORDS.field.debitTotal, type: 'money' },
      createdAt: { title: STATEMENT_WORDS.field.createdAt, type: 'datetime' },
      createdBy: { title: STATEMENT_WORDS.field.createdBy, type: 'text' },
    },
  },
});

const lineList = defineList('bankLines.list', {
  id: 'l.id',
  from: lineSource,
  select: withFile,
  map: (rows, ctx) => presentLines(ctx, rows),
  sorts: { bookedOn: 'l.booked_on', amount: 'l.amount' },
  filters: {
    status: 'l.status',
    matchLevel: 'l.match_level',
    bankAccountId: 'l.bank_account_id',
    statementId: 'l.statement_id',
  },
  search: 'l.search_text',
  dates: { column: 'l.booked_on', kind: 'date' },
  countsColumn: 'l.status',
  sums: {
    incoming: whereTrue(sql`l.amount`, sql<boolean>`l.amount > 0`),
    recorded: whereTrue(sql`l.amount`, sql<boolean>`l.status = 'recorded'`),
    open: whereTrue(sql`l.amount`, isOpenLine),
    openCount: whereTrue(sql`1`, isOpenLine),
  },
  sumsAs: ({ openCount, ...amounts }) => ({ ...amounts, openCount: Number(openCount) }),
  export: {
    fileName: 'bank-lines',
    columns: {
      bookedOn: { title: TEXTS.field.bookedOn, type: 'date' },
      bankAccount: { title: TEXTS.field.bankAccount, type: 'text' },
      amount: { title: TEXTS.field.amount, type: 'money' },
      reference: { title: TEXTS.field.reference, type: 'text' },
      payerName: { title: TEXTS.field.payerName, type: 'text' },
      payerReference: { title: TEXTS.field.payerReference, type: 'text' },
      description: { title: TEXTS.field.description, type: 'text', width: 40 },
      status: { title: TEXTS.field.status, type: 'status', labels: TEXTS.status },
      customer: { title: TEXTS.field.customer, type: 'text' },
      confidence: { title: { en: 'Confidence %', th: 'ความมั่นใจ %' }, type: 'number' },
      payment: {
        title: { en: 'Payment no.', th: 'เลขที่รับชำระ' },
        type: 'text',
        value: (row) => row.payment?.documentNo ?? null,
      },
      statusReason: { title: TEXTS.field.statusReason, type: 'text' },
    },
  },
});

const acting = actionHandlers(presentLine);

export const bankStatementHandlers: HandlersOf<Family<'bankStatements'> | Family<'bankLines'>> = {
  'bankStatements.list': statementList.run,
  'bankStatements.get': async (ctx, { params }) => ({
    data: await presentStatement(ctx, params.id),
  }),
  'bankStatements.inspect': inspectStatement,
  'bankStatements.create': async (ctx, input) => {
    const { id } = await takeStatement(ctx, input);
    return { data: await presentStatement(ctx, id) };
  },
  'bankStatements.delete': async (ctx, { params }) => {
    const { id, companyId, fileName } = await lockedStatement(ctx, params.id, true);
    await refuseDecided(ctx, id);
    await ctx.db.deleteFrom('bankStatements').where('id', '=', id).execute();
    await record(ctx, {
      subject: 'bankStatements',
      subjectId: id,
      companyId,
      action: 'delete',
      before: { fileName },
      label: fileName,
      touches: ['bankLines'],
    });
    return { data: {} };
  },

  'bankLines.list': lineList.run,
  'bankLines.get': async (ctx, { params }) => ({ data: await presentLine(ctx, params.id) }),
  'bankLines.confirm': acting(confirmLine),
  'bankLines.link': acting(linkLine),
  'bankLines.ignore': acting(ignoreLine),
  'bankLines.reopen': acting(reopenLine),
  'bankLines.match': async (ctx, { body }) => {
    const account = await accountOf(ctx, body.bankAccountId);
    return { data: await matchLines(ctx, account.companyId) };
  },
};

export const bankStatementScopes = {
  bankStatements: {
    table: 'bank_statements',
    scope: { company: 'd.company_id', owner: ['d.created_by'] },
  },
  bankLines: { table: 'bank_lines', scope: { company: 'd.company_id', owner: ['d.created_by'] } },
} as const;

/** Unique constraints a person can meet. */
export const bankStatementConstraints = {
  bank_statements_file_uq: 'file',
  bank_lines_payment_uq: 'paymentId',
} as const;
