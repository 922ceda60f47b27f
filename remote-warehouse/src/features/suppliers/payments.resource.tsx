import { PAYMENT_METHODS, supplierPaymentMachine } from '@boxyard/shared/domain';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { DateText, Money } from '@boxyard/shared/ui';

/** Payments to a supplier (domain-warehouse 1.7); the supplier's page lists them. */
export const supplierPayments = defineResource({
  list: 'supplierPayments.list',
  texts: 'remote-warehouse:supplierPayments',
  page: 'suppliers',
  machine: supplierPaymentMachine,
  columns: (c) => [
    c.text('documentNo', { card: 'title' }),
    c.date('documentDate'),
    c.choice('method'),
    c.text('reference'),
    c.number('itemCount'),
    c.money('amount'),
    c.status(supplierPaymentMachine),
  ],
});

/** What a debt shows beside the amount that is paid of it. */
export interface PaidLine {
  readonly creditPurchaseId: string;
  readonly amount: string;
  readonly receiptNo: string;
  readonly dueDate: string;
  readonly outstanding: string;
}

/** The dialog that pays chosen receipts; lines come from the list of what is owed. */
export const paymentFields = actionFields('supplierPayments.create', (f) => [
  f.date('paymentDate', { span: 2 }),
  f.choice('method', PAYMENT_METHODS, { span: 2 }),
  f.text('reference', { span: 2 }),
  f.lines('items', {
    fixed: true,
    columns: (l) => [
      l.computed('receipt', (line) => String((line as unknown as PaidLine).receiptNo)),
      l.computed('dueDate', (line) => <DateText value={(line as unknown as PaidLine).dueDate} />),
      l.computed('outstanding', (line) => (
        <Money value={(line as unknown as PaidLine).outstanding} />
      )),
      l.money('amount', { width: 160 }),
    ],
  }),
  f.longText('remark', { span: 6 }),
]);
