import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { decimal } from '@boxyard/shared/domain';
import { BANK_CODES } from '@boxyard/shared/domain/money/bankAccounts.ts';
import {
  EVIDENCE,
  RECEIPT_METHODS,
  type ReceiptMethod,
} from '@boxyard/shared/domain/money/paymentMachine.ts';
import { actionFields, type CustomFieldProps, type FormValues } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { FileChoice } from '@boxyard/shared/ui';
import { InstantInput } from '../../InstantInput.tsx';

/** A line of the invoice while it is typed. */
interface Line {
  readonly quantity?: unknown;
  readonly unitPrice?: unknown;
}

const amountOf = ({ quantity, unitPrice }: Line): string => {
  const price = typeof unitPrice === 'string' ? unitPrice : '';
  const isReady = typeof quantity === 'number' && /^\d+(\.\d+)?$/.test(price);
  return isReady ? decimal.round(decimal.multiply(String(quantity), price)) : '0.00';
};

const totalOf = (items: unknown): string =>
  decimal.add('0', ...(Array.isArray(items) ? (items as readonly Line[]) : []).map(amountOf));

/** Tells lines that charge less than list prices come to. */
const isBelowList =
  ({ billing }: JobDetail) =>
  ({ items }: FormValues): boolean =>
    decimal.compare(totalOf(items), billing?.proposal?.listTotal ?? '0') < 0;

/** Tells lines that charge more than the customer said yes to. */
const isAboveEstimate =
  ({ billing }: JobDetail) =>
  ({ items }: FormValues): boolean => {
    const approved = billing?.proposal?.approvedTotal ?? null;
    return approved !== null && decimal.compare(totalOf(items), approved) > 0;
  };

/** Charges the customer of a job: what is proposed at list prices stands in the form. */
export const invoiceAction = {
  fields: (doc: JobDetail) => {
    const isLess = isBelowList(doc);
    const isMore = isAboveEstimate(doc);
    const needsReason = (values: FormValues): boolean => isLess(values) || isMore(values);
    return actionFields('jobs.invoice', (f) => [
      f.date('dueDate', { span: 3 }),
      f.lines('items', {
        newLine: () => ({ quantity: 1, isService: true }),
        columns: (l) => [
          l.text('description', { width: 300 }),
          l.quantity('quantity', { width: 100 }),
          l.text('unit', { width: 100 }),
          l.price('unitPrice', { width: 140 }),
          l.flag('isService', { width: 90 }),
        ],
      }),
      f.text('reason', {
        span: 6,
        show: needsReason,
        required: needsReason,
        help: 'help.chargeReason',
      }),
      f.longText('remark', { span: 6 }),
    ]);
  },
  initialValues: ({ billing }: JobDetail) => ({
    dueDate: billing?.proposal?.dueDate ?? null,
    items: billing?.proposal?.items ?? [],
  }),
};

const needs =
  (evidence: keyof (typeof EVIDENCE)[ReceiptMethod]) =>
  ({ method }: FormValues): boolean =>
    EVIDENCE[(method ?? 'transfer') as ReceiptMethod][evidence] === true;

/** A field of evidence, where the method asks for it. */
const asked = (evidence: Parameters<typeof needs>[0]) =>
  ({ span: 3, show: needs(evidence), required: needs(evidence) }) as const;

/** Enters what the customer paid; what the method needs as evidence is asked for. */
export const paymentAction = {
  fields: actionFields('jobs.manualPayment', (f) => [
    f.choice('method', RECEIPT_METHODS, { span: 3 }),
    f.money('amount', { span: 3 }),
    f.custom('paidAt', (props) => <InstantInput {...props} usual="12:00" />, { span: 6 }),
    f.record('bankAccountId', 'bankAccounts.master', asked('bankAccount')),
    f.text('bankReference', { ...asked('bankAccount'), required: needs('reference') }),
    f.choice('payerBank', BANK_CODES, asked('cheque')),
    f.text('chequeNo', asked('cheque')),
    f.date('chequeDate', asked('cheque')),
    f.text('whtCertNo', asked('certificate')),
    f.date('whtCertDate', asked('certificate')),
    f.custom('slip' as 'remark', (props) => <Slip {...props} />, { span: 6 }),
    f.longText('remark', { span: 6 }),
  ]),
  initialValues: ({ billing }: JobDetail) => ({
    method: 'transfer',
    amount: billing?.balance ?? '0.00',
    paidAt: new Date().toISOString(),
  }),
  body: () => ({ slip: undefined }),
  toFiles: ({ slip }: FormValues) => (slip instanceof File ? [slip] : []),
};

/** Slip of a payment, or the certificate of withheld tax where that is the payment. */
function Slip({ id, value, disabled, onChange }: CustomFieldProps) {
  const t = useT('remote-repair-maintenance');
  return (
    <FileChoice
      id={id}
      value={value}
      disabled={disabled}
      onChange={onChange}
      words={{
        choose: t('jobs.slip.choose'),
        none: t('jobs.slip.none'),
        label: t('jobs.field.slip'),
      }}
    />
  );
}
