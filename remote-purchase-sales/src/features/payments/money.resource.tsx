import { registerContract } from '@boxyard/shared/client';
import { moneyArea } from '@boxyard/shared/contract/areas/money.ts';
import { startsFrom } from '@boxyard/shared/domain';
import { BANK_CODES } from '@boxyard/shared/domain/money/bankAccounts.ts';
import {
  CREDIT_REASONS,
  creditNoteMachine,
} from '@boxyard/shared/domain/money/creditNoteMachine.ts';
import { invoiceMachine, TAX_POINTS } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { Money } from '@boxyard/shared/ui';
import { AmountsPanel } from '../../AmountsPanel.tsx';
import { amountsOf } from '../../amounts.ts';
import { type Discount, DiscountInput } from '../../DiscountInput.tsx';
import { DiscountWithReason, type ReasonedDiscount } from './DiscountWithReason.tsx';
import '../../kitTexts.ts';
import { RunProgress } from './RunProgress.tsx';

registerContract(moneyArea);

const PAGE = 'payment-data';
const VAT_MODES = ['exclusive', 'inclusive', 'none'] as const;

/** Invoices to customers (docs/domain/containers.md "Money"). */
export const invoices = defineResource({
  list: 'invoices.list',
  texts: 'remote-purchase-sales:invoices',
  page: PAGE,
  machine: invoiceMachine,
  abilities: { create: 'payment-data:create-invoice' },
  columns: (c) => [
    c.text('documentNo', { card: 'title' }),
    c.ref('customer'),
    c.choice('sourceType'),
    c.text('sourceLabel', { hidden: true }),
    c.date('documentDate', { hidden: true }),
    // Whoever may still be reminded of it has not paid it.
    c.date('dueDate', { due: ({ status }) => startsFrom(invoiceMachine, 'notify', status) }),
    c.money('grandTotal'),
    c.money('paidAmount', { hidden: true }),
    c.money('balance'),
    c.status(invoiceMachine),
  ],
  form: (f) => [
    f.section('customer', [
      f.record('companyId', 'companies.all', { span: 3, habit: true, only: 'create' }),
      f.record('customerId', 'customers.master', { span: 3, autoFocus: true }),
      f.date('dueDate', { span: 2 }),
      f.choice('vatMode', VAT_MODES, { span: 2 }),
      f.choice('taxPoint', TAX_POINTS, { span: 2, help: 'help.taxPoint' }),
      f.percent('whtRate', { span: 2, help: 'help.whtRate' }),
      f.custom(
        'discount',
        ({ value, onChange, id, disabled }) => (
          <DiscountInput
            id={id}
            value={value as Discount | null | undefined}
            onChange={onChange}
            disabled={disabled}
          />
        ),
        { span: 2 },
      ),
      f.record('bankAccountId', 'bankAccounts.master', { span: 2, help: 'help.bankAccount' }),
    ]),
    f.section('items', [
      f.lines('items', {
        max: 100,
        newLine: () => ({ quantity: 1, isService: true }),
        columns: (l) => [
          l.text('description', { width: '34%' }),
          l.quantity('quantity', { width: 90 }),
          l.text('unit', { width: 90 }),
          l.price('unitPrice', { width: 130 }),
          l.flag('isService', { width: 80 }),
          l.computed(
            'lineTotal',
            (line) => <Money value={amountsOf({ items: [line] }).lines[0]?.lineTotal ?? '0.00'} />,
            { width: 110 },
          ),
        ],
        totals: (values) => <AmountsPanel amounts={amountsOf(values)} />,
      }),
    ]),
    f.section('terms', [f.longText('remark', { span: 6 })]),
  ],
});

/** A new discount on what was issued; nothing takes it back. */
export const discountFields = actionFields('invoices.discount', (f) => [
  f.custom(
    'discount',
    ({ value, onChange, id }) => (
      <DiscountWithReason
        id={id}
        value={value as ReasonedDiscount | null | undefined}
        onChange={onChange}
      />
    ),
    { span: 6 },
  ),
]);

export const deferFields = actionFields('invoices.defer', (f) => [f.date('dueDate', { span: 3 })]);

export const voidFields = actionFields('invoices.void', (f) => [f.flag('replace', { span: 6 })]);

/** Runs that bill what contracts ask for until a day. */
export const invoiceRuns = defineResource({
  list: 'invoiceRuns.list',
  texts: 'remote-purchase-sales:invoiceRuns',
  page: PAGE,
  columns: (c) => [
    c.date('until', { card: 'title' }),
    c.ref('company', { show: 'name' }),
    c.custom('progress', { render: (row) => <RunProgress run={row} /> }),
    c.number('invoiceCount'),
    c.money('amount'),
    c.person('createdBy'),
    c.dateTime('createdAt'),
  ],
});

/** Credit notes. */
export const creditNotes = defineResource({
  list: 'creditNotes.list',
  texts: 'remote-purchase-sales:creditNotes',
  page: PAGE,
  machine: creditNoteMachine,
  columns: (c) => [
    c.text('documentNo', { card: 'title' }),
    c.ref('customer'),
    c.custom('invoice', { render: (row) => row.invoice.documentNo }),
    c.choice('cause'),
    c.date('documentDate'),
    c.money('vatAmount', { hidden: true }),
    c.money('grandTotal'),
    c.status(creditNoteMachine),
  ],
});

export const creditFields = actionFields('creditNotes.create', (f) => [
  f.money('amount', { span: 3, help: 'help.amount' }),
  f.choice('cause', CREDIT_REASONS, { span: 3 }),
  f.longText('reason', { span: 6 }),
]);

/** What each customer owes, by how late it is. */
export const ageing = defineResource({
  list: 'receivables.ageing',
  texts: 'remote-purchase-sales:ageing',
  page: PAGE,
  // Chosen beside the list.
  filters: { asOf: { hidden: true } },
  columns: (c) => [
    c.ref('customer', { card: 'title' }),
    c.money('notDue'),
    c.money('days30'),
    c.money('days60'),
    c.money('days90'),
    c.money('over90'),
    c.money('credit'),
    c.money('balance'),
  ],
});

/** Bank accounts that customers pay to. */
export const bankAccounts = defineResource({
  list: 'bankAccounts.list',
  texts: 'remote-purchase-sales:bankAccounts',
  page: PAGE,
  columns: (c) => [
    c.choice('bank', { card: 'title' }),
    c.text('accountNo'),
    c.text('accountName'),
    c.ref('company'),
    c.text('promptPayId'),
    c.flag('isDefault'),
    c.flag('isActive'),
  ],
  form: (f) => [
    f.record('companyId', 'companies.all', { span: 6, only: 'create' }),
    f.choice('bank', BANK_CODES, { span: 6 }),
    f.text('branch', { span: 6 }),
    f.text('accountNo', { span: 6 }),
    f.text('accountName', { span: 6 }),
    f.text('accountNameEn', { span: 6 }),
    f.text('promptPayId', { span: 6, help: 'help.promptPayId' }),
    f.text('billerId', { span: 6, help: 'help.billerId' }),
    f.flag('isDefault', { span: 6, help: 'help.isDefault' }),
  ],
});
