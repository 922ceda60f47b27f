import { sql } from 'kysely';
import { audienceOf, type Ctx, created, json, newId, notify } from '../../../kernel/index.ts';
import { matchLines } from './propose.ts';
import { undecided } from './release.ts';
import { linePath } from './type.ts';

interface GatewayLine {
  readonly bookedOn: string;
  readonly bookedAt: string;
  readonly amount: string;
  readonly reference: string;
  readonly payerReference: string;
  readonly payerName: string;
}

/** The statement that holds what a gateway told of one account on one day. */
async function statementOf(
  ctx: Ctx,
  { id: bankAccountId, companyId }: { readonly id: string; readonly companyId: string },
  { bookedOn, amount }: GatewayLine,
): Promise<{ readonly id: string; readonly lineCount: number }> {
  return ctx.db
    .insertInto('bankStatements')
    .values({
      id: newId(),
      companyId,
      bankAccountId,
      format: 'gateway',
      fileName: `Gateway ${bookedOn}`,
      fileSha256: `gateway:${bookedOn}`,
      fromDate: bookedOn,
      toDate: bookedOn,
      openingBalance: null,
      closingBalance: null,
      balanceGap: null,
      lineCount: 1,
      repeatedCount: 0,
      faultCount: 0,
      faults: json([]),
      creditTotal: amount,
      debitTotal: '0',
      ...created(ctx),
    })
    .onConflict((conflict) =>
      conflict.constraint('bank_statements_file_uq').doUpdateSet({
        lineCount: sql`bank_statements.line_count + 1`,
        creditTotal: sql`bank_statements.credit_total + excluded.credit_total`,
        version: sql`bank_statements.version + 1`,
        updatedAt: ctx.clock.now(),
      }),
    )
    .returning(['id', 'lineCount'])
    .executeTakeFirstOrThrow();
}

/**
 * Keeps money of which nobody knows whose it is as a line of its account, whose lock is held: there it
 * is proposed, confirmed or ignored like any other, and the bank's own file brings it no second time.
 */
export async function lineOfGateway(
  ctx: Ctx,
  account: { readonly id: string; readonly companyId: string },
  line: GatewayLine,
): Promise<string> {
  const there = await ctx.db
    .selectFrom('bankLines')
    .where('bankAccountId', '=', account.id)
    .where('bookedOn', '=', line.bookedOn)
    .where('amount', '=', line.amount)
    .where(sql<boolean>`upper(reference) = upper(${line.reference})`)
    .select('id')
    .executeTakeFirst();
  if (there) return there.id;
  const statement = await statementOf(ctx, account, line);
  const id = newId();
  await ctx.db
    .insertInto('bankLines')
    .values({
      id,
      companyId: account.companyId,
      bankAccountId: account.id,
      statementId: statement.id,
      rowNo: statement.lineCount,
      ...line,
      valueOn: null,
      balance: null,
      payerAccount: '',
      description: '',
      occurrence: 1,
      status: 'unmatched',
      statusReason: null,
      ...undecided,
      ...created(ctx),
    })
    .execute();
  await matchLines(ctx, account.companyId);
  const people = await audienceOf(ctx, {
    ability: 'payment-data:import-statement',
    companyId: account.companyId,
  });
  await notify(ctx, people, {
    category: 'reminder',
    type: 'warning',
    title: {
      en: `${line.amount} THB came in that names no invoice`,
      th: `มีเงินเข้า ${line.amount} บาท ที่ไม่ตรงกับใบแจ้งหนี้ใด`,
    },
    description: {
      en: `${line.payerName} ${line.payerReference}`.trim(),
      th: `${line.payerName} ${line.payerReference}`.trim(),
    },
    action: linePath(id),
    actionTitle: { en: 'Open', th: 'เปิดรายการ' },
    entity: { type: 'bankLines', id },
    dedupeKey: `bankLines:${id}:gateway`,
  });
  return id;
}
