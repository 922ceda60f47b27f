import { sql } from 'kysely';
import { billingNotes } from './billingNotes/type.ts';
import { creditNotes } from './creditNotes/type.ts';
import { debitNotes } from './debitNotes/type.ts';
import { invoices } from './invoices/type.ts';
import { payments } from './payments/type.ts';

const customerTitle = {
  en: '(select coalesce(c.name_en, c.name) from customers c where c.id = d.customer_id)',
  th: '(select c.name from customers c where c.id = d.customer_id)',
};

export const invoiceWorkItems = invoices.workItems({
  title: customerTitle,
  amount: 'd.grand_total',
  due: 'd.due_date',
  steps: [
    {
      key: 'issueInvoice',
      action: 'issue',
      status: 'draft',
      // Opening balances are issued by somebody who did not take them over.
      where: ({ actor }) =>
        sql<boolean>`(d.source_type <> 'opening' or d.created_by is distinct from ${actor.userId}::uuid)`,
    },
  ],
});

export const paymentWorkItems = payments.workItems({
  title: customerTitle,
  amount: 'd.amount',
  steps: [
    { key: 'verifyPayment', action: 'verify', status: 'pending' },
    { key: 'approveRefund', action: 'approve-refund', status: 'refundRequested' },
  ],
});

export const creditNoteWorkItems = creditNotes.workItems({
  title: customerTitle,
  amount: 'd.grand_total',
  steps: [{ key: 'approveCreditNote', action: 'approve', status: 'pending' }],
});

export const debitNoteWorkItems = debitNotes.workItems({
  title: customerTitle,
  amount: 'd.grand_total',
  steps: [{ key: 'approveDebitNote', action: 'approve', status: 'pending' }],
});

export const billingNoteWorkItems = billingNotes.workItems({
  title: customerTitle,
  amount: 'd.grand_total',
  due: 'd.collect_on',
  steps: [{ key: 'issueBillingNote', action: 'issue', status: 'draft' }],
});
