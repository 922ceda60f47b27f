import { sql } from 'kysely';
import { anyId, type Ctx } from '../../../kernel/index.ts';
import { hiddenBesideGoods, toldOf } from '../../../workflow/index.ts';
import { supplierPayments } from './type.ts';

export const paymentRows = supplierPayments.rows({
  apart: ['itemCount'],
  more: async (ctx, rows) => {
    const counts = await ctx.db
      .selectFrom('supplierPaymentItems')
      .where('paymentId', '=', anyId(rows.map((row) => row.id)))
      .groupBy('paymentId')
      .select(['paymentId', sql<number>`count(*)::int`.as('items')])
      .execute();
    const itemsOf = new Map(counts.map(({ paymentId, items }) => [paymentId, items]));
    return rows.map((row) => ({ itemCount: itemsOf.get(row.id) ?? 0 }));
  },
});

const linesOf = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('supplierPaymentItems as i')
    .innerJoin('creditPurchases as c', 'c.id', 'i.creditPurchaseId')
    .innerJoin('purchaseOrderReceipts as r', 'r.id', 'c.receiptId')
    .where('i.paymentId', '=', id)
    .orderBy('i.lineNo')
    .select(['i.id', 'i.creditPurchaseId', 'i.amount', 'c.invoiceNo', 'c.dueDate'])
    .select(['c.outstanding', 'c.receiptId', 'r.documentNo', 'r.status'])
    .execute();

/** A payment with what it settles. */
export const presentPayment = supplierPayments.document({
  rows: paymentRows,
  load: linesOf,
  more: async (ctx, _row, lines) => {
    const [related, withheld] = await Promise.all([
      toldOf(
        ctx,
        lines.map(({ receiptId: id, documentNo, status }) => ({
          type: 'receipt',
          id,
          documentNo,
          status,
        })),
      ),
      hiddenBesideGoods(
        ctx,
        'debts',
        lines.map(({ receiptId: id }) => ({ type: 'receipts', id })),
      ),
    ]);
    return {
      related,
      items: lines.map(({ receiptId, documentNo, ...line }) => ({
        ...line,
        // One payment may pay for goods of several warehouses.
        receipt: withheld.has(receiptId)
          ? { id: null, documentNo: null }
          : { id: receiptId, documentNo },
      })),
    };
  },
});
