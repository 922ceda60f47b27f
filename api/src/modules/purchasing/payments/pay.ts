import { decimal } from '@boxyard/shared/domain';
import { isVoidCredit } from '@boxyard/shared/domain/purchasing/creditPurchases.ts';
import { sql } from 'kysely';
import {
  anyId,
  type Ctx,
  type FieldFault,
  type Input,
  mayUseCompany,
  mayUseWarehouse,
  money,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { createDocument, searchTextOf } from '../../../workflow/index.ts';
import { supplierPayments } from './type.ts';

type Body = Input<'supplierPayments.create'>['body'];

/**
 * The debts that the lines name, locked until the end of the transaction in one order, so that two
 * payments of the same receipt follow each other and neither waits for the other in a circle.
 */
const lockDebts = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .selectFrom('creditPurchases')
    .where('id', '=', anyId(ids))
    .orderBy('id')
    .select(['id', 'companyId', 'supplierId', 'outstanding', 'status'])
    .select(
      sql<string>`(select r.warehouse_id from purchase_order_receipts r
        where r.id = credit_purchases.receipt_id)`.as('warehouseId'),
    )
    .forUpdate()
    .execute();

type Debt = Awaited<ReturnType<typeof lockDebts>>[number];

/** What is wrong with each line: unknown, named twice, of another company, more than is owed. */
function lineFaults(ctx: Ctx, body: Body, debts: ReadonlyMap<string, Debt>): FieldFault[] {
  const seen = new Set<string>();
  const first = debts.get(body.items[0]?.creditPurchaseId ?? '');
  return body.items.flatMap((line, index): FieldFault[] => {
    const at = (field: string, code: string, params?: Record<string, string>): FieldFault[] => [
      { field: `items[${index}].${field}`, code, ...(params ? { params } : {}) },
    ];
    const debt = debts.get(line.creditPurchaseId);
    const isKnown =
      debt?.supplierId === body.supplierId &&
      !isVoidCredit(debt.status) &&
      mayUseCompany(ctx.actor, debt.companyId) &&
      mayUseWarehouse(ctx.actor, debt.warehouseId);
    if (!debt || !isKnown) return at('creditPurchaseId', 'UNKNOWN_ID');
    if (seen.has(debt.id)) return at('creditPurchaseId', 'DUPLICATE');
    seen.add(debt.id);
    // A payment belongs to the books of one company.
    if (debt.companyId !== first?.companyId) return at('creditPurchaseId', 'ONE_COMPANY');
    if (decimal.compare(line.amount, debt.outstanding) > 0) {
      return at('amount', 'OVER_OWED', { max: money(debt.outstanding) });
    }
    return [];
  });
}

/** Adds to what was paid of each debt; a negative amount takes it back. */
async function settle(
  ctx: Ctx,
  lines: readonly { readonly creditPurchaseId: string; readonly amount: string }[],
): Promise<void> {
  await sql`update credit_purchases c set paid_amount = c.paid_amount + p.amount,
      status = case when c.paid_amount + p.amount = 0 then 'unpaid'
        when c.paid_amount + p.amount = c.amount - c.wht then 'paid' else 'partial' end,
      version = c.version + 1, updated_at = ${ctx.clock.now()}
    from unnest(${lines.map((line) => line.creditPurchaseId)}::uuid[],
      ${lines.map((line) => line.amount)}::numeric[]) as p(id, amount)
    where c.id = p.id`.execute(ctx.db);
}

/** Enters a payment; it counts at once, and credit is free again by what it settles. */
export async function createPayment(
  ctx: Ctx,
  { body }: Input<'supplierPayments.create'>,
): Promise<{ readonly id: string }> {
  const debts = new Map(
    (
      await lockDebts(
        ctx,
        body.items.map((line) => line.creditPurchaseId),
      )
    ).map((debt) => [debt.id, debt]),
  );
  const late: FieldFault[] =
    body.paymentDate > today(ctx.clock) ? [{ field: 'paymentDate', code: 'FUTURE_DATE' }] : [];
  refuseFaults([...late, ...lineFaults(ctx, body, debts)]);
  const companyId = debts.get(body.items[0]?.creditPurchaseId ?? '')?.companyId;
  if (companyId === undefined) throw new Error('a payment has a line, and its debt was found');
  const amount = decimal.round(decimal.add('0', ...body.items.map((line) => line.amount)));
  const reference = body.reference?.trim() || null;
  const { id } = await createDocument(ctx, supplierPayments.type, {
    companyId,
    status: 'posted',
    documentDate: body.paymentDate,
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('supplierPayments')
        .values({
          ...head,
          supplierId: body.supplierId,
          method: body.method,
          reference,
          amount,
          remark: body.remark || null,
          searchText: searchTextOf({
            documentNo: head.documentNo,
            partIds: [],
            words: [reference, body.remark],
          }),
        })
        .execute();
      await ctx.db
        .insertInto('supplierPaymentItems')
        .values(
          body.items.map((line, index) => ({ ...line, paymentId: head.id, lineNo: index + 1 })),
        )
        .execute();
      await settle(ctx, body.items);
    },
    after: { amount, method: body.method, reference },
  });
  return { id };
}

/** Takes a payment back: its receipts are owed again. */
export const reversePayment = supplierPayments.action('reverse', async (ctx, row) => {
  const lines = await ctx.db
    .selectFrom('supplierPaymentItems')
    .where('paymentId', '=', row.id)
    .select(['creditPurchaseId', 'amount'])
    .execute();
  await lockDebts(
    ctx,
    lines.map((line) => line.creditPurchaseId),
  );
  await settle(
    ctx,
    lines.map((line) => ({ ...line, amount: decimal.subtract('0', line.amount) })),
  );
  return { touches: ['creditPurchases', 'suppliers'] };
});
