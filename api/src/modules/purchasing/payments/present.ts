import { sql } from 'kysely';
import { anyId, type Ctx, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import { type PaymentRow, paymentType } from './type.ts';

type Shown = Pick<PaymentRow, DocumentFieldName | 'supplierId' | 'method' | 'reference' | 'amount'>;

/** Rows of the list, and the head of the detail. */
export async function presentPayments(ctx: Ctx, rows: readonly Shown[]) {
  const [refs, counts] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      supplier: rows.map((row) => row.supplierId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
    }),
    ctx.db
      .selectFrom('supplierPaymentItems')
      .where('paymentId', '=', anyId(rows.map((row) => row.id)))
      .groupBy('paymentId')
      .select(['paymentId', sql<number>`count(*)::int`.as('items')])
      .execute(),
  ]);
  const itemsOf = new Map(counts.map(({ paymentId, items }) => [paymentId, items]));
  return rows.map((row) => ({
    ...documentFields(row, refs),
    supplier: refs.ref(row.supplierId),
    method: row.method,
    reference: row.reference,
    amount: money(row.amount),
    itemCount: itemsOf.get(row.id) ?? 0,
  }));
}

/** A payment with what it settles. 404 outside this person's scope. */
export async function presentPayment(ctx: Ctx, id: string) {
  const [row, trail, lines] = await Promise.all([
    loadVisible(ctx, paymentType, { id }),
    trailOf(ctx, paymentType.subject, id),
    ctx.db
      .selectFrom('supplierPaymentItems as i')
      .innerJoin('creditPurchases as c', 'c.id', 'i.creditPurchaseId')
      .innerJoin('purchaseOrderReceipts as r', 'r.id', 'c.receiptId')
      .where('i.paymentId', '=', id)
      .orderBy('i.lineNo')
      .select(['i.id', 'i.creditPurchaseId', 'i.amount', 'c.invoiceNo', 'c.dueDate'])
      .select([
        'c.outstanding',
        'c.receiptId',
        'r.documentNo as receiptNo',
        'r.status as receiptStatus',
      ])
      .execute(),
  ]);
  const [head] = await presentPayments(ctx, [row]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    ...actionContext(ctx, paymentType, row),
    related: lines.map((line) => ({
      type: 'receipt',
      id: line.receiptId,
      documentNo: line.receiptNo,
      status: line.receiptStatus,
    })),
    items: lines.map((line) => ({
      id: line.id,
      creditPurchaseId: line.creditPurchaseId,
      receipt: { id: line.receiptId, documentNo: line.receiptNo },
      invoiceNo: line.invoiceNo,
      dueDate: line.dueDate,
      outstanding: money(line.outstanding),
      amount: money(line.amount),
    })),
  };
}
