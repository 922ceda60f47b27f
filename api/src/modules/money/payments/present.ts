import { type Ctx, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  hiddenDocuments,
  loadRefs,
  loadVisible,
  textsFor,
  trailOf,
} from '../../../workflow/index.ts';
import { customerRefs } from '../../partners/index.ts';
import { bankAccountRefs } from '../accounts/refs.ts';
import { taxInvoicesBy } from '../tax/of.ts';
import { allocationsOf, type PaymentRow, payments } from './type.ts';

type Shown = Pick<
  PaymentRow,
  | DocumentFieldName
  | 'customerId'
  | 'method'
  | 'paidAt'
  | 'amount'
  | 'bankAccountId'
  | 'bankReference'
  | 'chequeDate'
  | 'receiptNo'
  | 'creditAmount'
>;

/** Rows of the list, and the head of the detail. */
export async function presentPayments(ctx: Ctx, rows: readonly Shown[]) {
  const [refs, customer, account, said] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
    }),
    customerRefs(
      ctx,
      rows.map((row) => row.customerId),
    ),
    bankAccountRefs(
      ctx,
      rows.map((row) => row.bankAccountId),
    ),
    textsFor(
      ctx,
      rows.flatMap((row) => [row.remark, row.statusReason]),
    ),
  ]);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    remark: said(row.remark),
    statusReason: said(row.statusReason),
    customer: customer(row.customerId),
    method: row.method,
    paidAt: row.paidAt,
    amount: money(row.amount),
    bankAccount: account(row.bankAccountId),
    bankReference: row.bankReference,
    chequeDate: row.chequeDate,
    receiptNo: row.receiptNo,
    creditAmount: money(row.creditAmount),
  }));
}

/** A payment with what it settled. 404 outside this person's scope. */
export async function presentPayment(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, payments.type, { id });
  const [[head], allocations, trail, taxInvoices] = await Promise.all([
    presentPayments(ctx, [row]),
    allocationsOf(ctx, id),
    trailOf(ctx, payments.type.subject, id),
    taxInvoicesBy(ctx, { paymentId: id }),
  ]);
  if (!head) throw new Error('one row in, one row out');
  const withheld = await hiddenDocuments(
    ctx,
    allocations.map(({ invoiceId }) => ({ type: 'invoices', id: invoiceId })),
  );
  // Money is the payer's whoever reads it; what it paid is told as the invoice is.
  const isTold = ({ invoiceId }: { readonly invoiceId: string }) => !withheld.has(invoiceId);
  return {
    ...head,
    ...trail,
    ...actionContext(ctx, payments.type, row),
    related: allocations.filter(isTold).map((one) => ({
      type: 'invoice',
      id: one.invoiceId,
      documentNo: one.documentNo,
      status: one.status,
    })),
    payerBank: row.payerBank,
    payerName: row.payerName,
    chequeNo: row.chequeNo,
    whtCertNo: row.whtCertNo,
    whtCertDate: row.whtCertDate,
    receiptDate: row.receiptDate,
    allocatedAmount: money(row.allocatedAmount),
    refundedAmount: money(row.refundedAmount),
    refundAmount: row.refundAmount === null ? null : money(row.refundAmount),
    refundAskedBy: row.refundAskedBy,
    allocations: allocations.map((one) => ({
      id: one.id,
      invoice: isTold(one) ? { id: one.invoiceId, documentNo: one.documentNo } : null,
      dueDate: isTold(one) ? one.dueDate : null,
      balance: isTold(one) ? money(one.balance) : null,
      amount: money(one.amount),
    })),
    taxInvoices,
  };
}
