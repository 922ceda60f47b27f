import { sql } from 'kysely';
import { type Ctx, compiledQuery, money, price } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  hiddenDocuments,
  loadRefs,
  loadVisible,
  textsFor,
  toldOf,
  trailOf,
} from '../../../workflow/index.ts';
import { customerRefs } from '../../partners/index.ts';
import { bankAccountRefs } from '../accounts/refs.ts';
import { shownReceiver, shownSnapshot, snapshotOf } from '../customers.ts';
import { taxInvoicesBy } from '../tax/of.ts';
import { readItems, sourceLabels, sourceOf } from './source.ts';
import { type InvoiceRow, invoices } from './type.ts';

type Shown = Pick<
  InvoiceRow,
  | DocumentFieldName
  | 'type'
  | 'sourceType'
  | 'sourceId'
  | 'sourceKey'
  | 'sourceLabel'
  | 'customerId'
  | 'dueDate'
  | 'grandTotal'
  | 'netReceivable'
  | 'paidAmount'
  | 'balance'
>;

/** Rows of the list, and the head of the detail. */
export async function presentInvoices(ctx: Ctx, rows: readonly Shown[]) {
  const [refs, customer, labelOf, said] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
    }),
    customerRefs(
      ctx,
      rows.map((row) => row.customerId),
    ),
    sourceLabels(ctx, rows),
    textsFor(
      ctx,
      rows.map((row) => row.statusReason),
    ),
  ]);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    statusReason: said(row.statusReason),
    type: row.type,
    sourceType: row.sourceType,
    sourceLabel: labelOf(row),
    customer: customer(row.customerId),
    dueDate: row.dueDate,
    grandTotal: money(row.grandTotal),
    netReceivable: money(row.netReceivable),
    paidAmount: money(row.paidAmount),
    balance: money(row.balance),
  }));
}

const paymentsOf = compiledQuery((db, given: { invoiceId: string }) =>
  db
    .selectFrom('paymentAllocations as a')
    .innerJoin('payments as p', 'p.id', 'a.paymentId')
    .where('a.invoiceId', '=', given.invoiceId)
    .where('a.amount', '>', '0')
    .orderBy('p.paidAt')
    .orderBy('a.id')
    .select(['a.id', 'a.amount', 'p.id as paymentId', 'p.documentNo', 'p.status', 'p.paidAt']),
);

const noticesOf = compiledQuery((db, given: { invoiceId: string }) =>
  db
    .selectFrom('invoiceNotices as n')
    .leftJoin('mails as m', 'm.id', 'n.mailId')
    .where('n.invoiceId', '=', given.invoiceId)
    .orderBy('n.sentAt', 'desc')
    .select(['n.id', 'n.channel', 'n.kind', 'n.stage', 'n.sentAt', 'n.sentBy', 'n.sentTo'])
    .select(sql<string | null>`coalesce(n.status, m.status)`.as('status')),
);

const notesOf = compiledQuery((db, given: { invoiceId: string }) =>
  db
    .selectFrom('creditNotes')
    .where('invoiceId', '=', given.invoiceId)
    .select(['id', 'documentNo', 'status', 'createdAt', sql<string>`'creditNote'`.as('type')])
    .unionAll(
      db
        .selectFrom('debitNotes')
        .where('invoiceId', '=', given.invoiceId)
        .select(['id', 'documentNo', 'status', 'createdAt', sql<string>`'debitNote'`.as('type')]),
    )
    .unionAll(
      db
        .selectFrom('billingNotes as b')
        .innerJoin('billingNoteLines as l', 'l.billingNoteId', 'b.id')
        .where('l.invoiceId', '=', given.invoiceId)
        .select([
          'b.id',
          'b.documentNo',
          'b.status',
          'b.createdAt',
          sql<string>`'billingNote'`.as('type'),
        ]),
    )
    .orderBy('createdAt'),
);

const neighboursOf = compiledQuery((db, given: { invoiceId: string; replacesId: string | null }) =>
  db
    .selectFrom('invoices')
    .where((eb) => eb.or([eb('replacesId', '=', given.invoiceId), eb('id', '=', given.replacesId)]))
    .orderBy('createdAt')
    .select(['id', 'documentNo', 'status']),
);

/** An invoice with everything that its page shows. 404 outside this person's scope. */
export async function presentInvoice(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, invoices.type, { id });
  const [[head], items, trail, payments, notices, notes, taxes, beside, to, account] =
    await Promise.all([
      presentInvoices(ctx, [row]),
      readItems(ctx, id),
      trailOf(ctx, invoices.type.subject, id),
      paymentsOf(ctx, { invoiceId: id }),
      noticesOf(ctx, { invoiceId: id }),
      notesOf(ctx, { invoiceId: id }),
      taxInvoicesBy(ctx, { invoiceId: id }),
      neighboursOf(ctx, { invoiceId: id, replacesId: row.replacesId }),
      row.customerSnapshot ?? snapshotOf(ctx, row.customerId),
      bankAccountRefs(ctx, [row.bankAccountId]),
    ]);
  if (!head) throw new Error('one row in, one row out');
  const source = sourceOf(row);
  const [people, withheld] = await Promise.all([
    loadRefs(ctx, { user: notices.map(({ sentBy }) => sentBy) }),
    hiddenDocuments(ctx, [
      ...(source === null ? [] : [source]),
      ...payments.map((one) => ({ type: 'payments', id: one.paymentId })),
      ...beside.map((one) => ({ type: 'invoices', id: one.id })),
    ]),
  ]);
  const isTold = source === null || !withheld.has(source.id);
  const replaced = beside.find((one) => one.id === row.replacesId && !withheld.has(one.id));
  return {
    ...head,
    ...trail,
    related: await toldOf(ctx, [
      ...beside.map((one) => ({ type: 'invoice', ...one })),
      ...payments.map((one) => ({
        type: 'payment',
        id: one.paymentId,
        documentNo: one.documentNo,
        status: one.status,
      })),
      ...notes.map(({ createdAt: _at, ...one }) => one),
    ]),
    ...actionContext(ctx, invoices.type, row),
    sourceId: isTold ? row.sourceId : null,
    source: isTold ? source : null,
    originalDueDate: row.originalDueDate,
    taxPoint: row.taxPoint,
    billedTo: shownSnapshot(ctx, to),
    bankAccount: account(row.bankAccountId),
    vatMode: row.vatMode,
    vatRate: money(row.vatRate),
    whtRate: money(row.whtRate),
    discount:
      row.discountType === null || row.discountValue === null
        ? null
        : { type: row.discountType, value: money(row.discountValue) },
    subTotal: money(row.subTotal),
    discountTotal: money(row.discountTotal),
    baseAmount: money(row.baseAmount),
    vatAmount: money(row.vatAmount),
    whtAmount: money(row.whtAmount),
    whtDue: money(row.whtDue),
    whtPaid: money(row.whtPaid),
    creditedAmount: money(row.creditedAmount),
    debitedAmount: money(row.debitedAmount),
    items: items.map((item) => ({
      id: item.id,
      description: item.description,
      quantity: Number(item.quantity),
      unit: item.unit,
      unitPrice: price(item.unitPrice),
      isService: item.isService,
      lineTotal: money(item.lineTotal),
    })),
    allocations: payments.map((one) => ({
      id: one.id,
      payment: withheld.has(one.paymentId)
        ? null
        : { id: one.paymentId, documentNo: one.documentNo },
      status: one.status,
      paidAt: one.paidAt,
      amount: money(one.amount),
    })),
    taxInvoices: taxes,
    notifyLog: notices.map((one) => ({
      id: one.id,
      channel: one.channel,
      kind: one.kind,
      stage: one.stage,
      at: one.sentAt,
      by: people.userOrNull(one.sentBy),
      to: shownReceiver(ctx, one),
      result: one.status,
    })),
    replaces: replaced ? { id: replaced.id, documentNo: replaced.documentNo } : null,
  };
}
