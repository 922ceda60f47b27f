import { BANK_CODES } from '@boxyard/shared/domain/money/bankAccounts.ts';
import {
  EVIDENCE,
  paymentMachine,
  RECEIPT_METHODS,
  type ReceiptMethod,
} from '@boxyard/shared/domain/money/paymentMachine.ts';
import { actionFields, defineResource, type FormValues } from '@boxyard/shared/kit';
import { allocationLines, clearedFor } from './allocations.ts';
import './money.resource.tsx';
import { PaidAt } from './PaidAt.tsx';
import { SlipInput } from './SlipInput.tsx';

const PAGE = 'payment-data';

const needs =
  (evidence: keyof (typeof EVIDENCE)[ReceiptMethod]) =>
  ({ method }: FormValues): boolean =>
    EVIDENCE[(method ?? 'transfer') as ReceiptMethod][evidence] === true;

/** Whether the certificate of withheld tax is the payment. */
const isCertificate = needs('certificate');

/** Beside the slip, whose place it must not take, or alone where it is the payment. */
const takesCertificate = (values: FormValues): boolean =>
  values.slip instanceof File || isCertificate(values);

/** The files of a payment that is entered: what proves it comes first, since the server goes by that one. */
export const filesOf = (values: FormValues): File[] =>
  [
    isCertificate(values) ? null : values.slip,
    takesCertificate(values) ? values.certificate : null,
  ].filter((file) => file instanceof File);

/** Payments of customers, entered with their slip. */
export const payments = defineResource({
  list: 'payments.list',
  texts: 'remote-purchase-sales:payments',
  page: PAGE,
  machine: paymentMachine,
  columns: (c) => [
    c.text('documentNo', { card: 'title' }),
    c.ref('customer'),
    c.choice('method'),
    c.dateTime('paidAt'),
    c.text('bankReference', { hidden: true }),
    c.date('chequeDate', { hidden: true }),
    c.text('receiptNo'),
    c.money('amount'),
    c.money('creditAmount'),
    c.status(paymentMachine),
  ],
  form: (f) => [
    f.section('money', [
      f.record('customerId', 'customers.master', {
        span: 3,
        autoFocus: true,
        query: () => ({ paying: true }),
        onPick: clearedFor,
      }),
      f.choice('method', RECEIPT_METHODS, { span: 3 }),
      f.money('amount', { span: 2 }),
      f.custom('paidAt', (props) => <PaidAt {...props} />, { span: 4 }),
      f.record('bankAccountId', 'bankAccounts.master', { span: 3, show: needs('bankAccount') }),
      f.text('bankReference', { span: 3, show: needs('bankAccount') }),
      f.text('payerName', { span: 3, show: (values) => !isCertificate(values) }),
      f.choice('payerBank', BANK_CODES, { span: 2, show: needs('cheque') }),
      f.text('chequeNo', { span: 2, show: needs('cheque') }),
      f.date('chequeDate', { span: 2, show: needs('cheque') }),
      f.text('whtCertNo', { span: 3, show: isCertificate }),
      f.date('whtCertDate', { span: 3, show: isCertificate }),
      f.panel('slip', (props) => <SlipInput {...props} />, {
        span: 3,
        show: (values) => !isCertificate(values),
      }),
      f.panel('certificate', (props) => <SlipInput {...props} of="Certificate" />, {
        span: 3,
        show: takesCertificate,
      }),
    ]),
    f.section('allocations', [
      f.lines('allocations', allocationLines),
      f.longText('remark', { span: 6 }),
    ]),
  ],
});

export const allocateFields = actionFields('payments.allocate', (f) => [
  f.lines('allocations', allocationLines),
]);

export const refundFields = actionFields('payments.requestRefund', (f) => [
  f.money('refundAmount', { span: 3 }),
]);
