import { registerContract } from '@boxyard/shared/client';
import { debitNotesArea } from '@boxyard/shared/contract/areas/debitNotes.ts';
import { DEBIT_REASONS, debitNoteMachine } from '@boxyard/shared/domain/money/debitNoteMachine.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import '../../kitTexts.ts';

registerContract(debitNotesArea);

const PAGE = 'payment-data';

/** Debit notes. */
export const debitNotes = defineResource({
  list: 'debitNotes.list',
  texts: 'remote-purchase-sales:debitNotes',
  page: PAGE,
  machine: debitNoteMachine,
  columns: (c) => [
    c.text('documentNo', { card: 'title' }),
    c.ref('customer'),
    c.custom('invoice', { render: (row) => row.invoice.documentNo }),
    c.choice('cause'),
    c.date('documentDate'),
    c.money('vatAmount', { hidden: true }),
    c.money('grandTotal'),
    c.status(debitNoteMachine),
  ],
});

export const debitFields = actionFields('debitNotes.create', (f) => [
  f.money('amount', { span: 3, help: 'help.amount' }),
  f.choice('cause', DEBIT_REASONS, { span: 3 }),
  f.longText('reason', { span: 6 }),
]);
