import { registerContract } from '@boxyard/shared/client';
import { billingNotesArea } from '@boxyard/shared/contract/areas/billingNotes.ts';
import { startsFrom } from '@boxyard/shared/domain';
import { billingNoteMachine } from '@boxyard/shared/domain/money/billingNoteMachine.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import './money.resource.tsx';

registerContract(billingNotesArea);

/** Billing notes: invoices of a customer that are presented together. */
export const billingNotes = defineResource({
  list: 'billingNotes.list',
  texts: 'remote-purchase-sales:billingNotes',
  page: 'payment-data',
  machine: billingNoteMachine,
  columns: (c) => [
    c.text('documentNo', { card: 'title' }),
    c.ref('customer'),
    c.date('documentDate', { hidden: true }),
    c.date('collectOn', { due: ({ status }) => startsFrom(billingNoteMachine, 'collect', status) }),
    c.number('invoiceCount'),
    c.money('grandTotal'),
    c.money('balance'),
    c.status(billingNoteMachine),
  ],
  form: (f) => [
    f.section('customer', [
      f.record('customerId', 'customers.master', { span: 3, autoFocus: true }),
      f.date('collectOn', { span: 3, help: 'help.collectOn' }),
    ]),
    f.section('lines', [
      f.lines('lines', {
        max: 100,
        columns: (l) => [
          l.record('invoiceId', 'invoices.owed', {
            width: '100%',
            query: ({ customerId }) => ({ customerId: customerId ?? undefined, unbilled: true }),
          }),
        ],
      }),
      f.longText('remark', { span: 6 }),
    ]),
  ],
});

export const acknowledgeFields = actionFields('billingNotes.acknowledge', (f) => [
  f.date('acknowledgedOn', { span: 3 }),
  f.date('collectOn', { span: 3 }),
  f.text('acknowledgedBy', { span: 6 }),
]);
