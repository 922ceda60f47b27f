import { registerContract } from '@boxyard/shared/client';
import { moneyArea } from '@boxyard/shared/contract/areas/money.ts';
import { taxesArea } from '@boxyard/shared/contract/areas/taxes.ts';
import { paymentMachine } from '@boxyard/shared/domain/money/paymentMachine.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { PageLink } from '@boxyard/shared/ui';
import '../../kitTexts.ts';
import { MonthReports } from './MonthReports.tsx';

registerContract(moneyArea);
registerContract(taxesArea);

const PAGE = 'payment-data';

/** Output VAT in the Revenue Department's columns. */
export const taxInvoices = defineResource({
  list: 'taxInvoices.list',
  texts: 'remote-purchase-sales:taxInvoices',
  page: PAGE,
  columns: (c) => [
    c.number('sequence'),
    c.date('taxDate'),
    c.text('documentNo', { card: 'title' }),
    c.text('customerName'),
    c.text('taxId'),
    c.text('branchCode'),
    c.money('baseAmount'),
    c.money('vatAmount'),
    c.money('grandTotal', { hidden: true }),
    c.choice('kind'),
    c.text('replaces', { hidden: true }),
  ],
});

/** Input VAT: what suppliers charged. */
export const inputTax = defineResource({
  list: 'inputTax.list',
  texts: 'remote-purchase-sales:inputTax',
  page: PAGE,
  columns: (c) => [
    c.number('sequence'),
    c.date('invoiceDate'),
    c.text('documentNo', { card: 'title' }),
    c.text('supplierName'),
    c.text('taxId'),
    c.text('branchCode'),
    c.money('baseAmount'),
    c.money('vatAmount'),
    c.money('grandTotal', { hidden: true }),
    c.date('taxDate', { hidden: true }),
    c.choice('kind'),
    c.custom('receipt', {
      render: (row) => (
        <PageLink page="receipt-detail" params={{ id: row.receipt.id }}>
          {row.receipt.documentNo}
        </PageLink>
      ),
    }),
  ],
});

/** Months that were closed, with what was declared. */
export const taxPeriods = defineResource({
  list: 'taxPeriods.list',
  texts: 'remote-purchase-sales:taxPeriods',
  page: PAGE,
  columns: (c) => [
    c.text('period', { card: 'title' }),
    c.ref('company', { show: 'name' }),
    c.money('baseAmount', { hidden: true }),
    c.money('vatAmount'),
    c.number('entryCount', { hidden: true }),
    c.money('inputBaseAmount', { hidden: true }),
    c.money('inputVatAmount'),
    c.number('inputEntryCount', { hidden: true }),
    c.money('payable'),
    c.dateTime('closedAt'),
    c.person('closedBy'),
    c.custom('reports', {
      render: (row) => <MonthReports companyId={row.company.id} period={row.period} />,
    }),
  ],
});

/** Certificates of withheld tax that customers have sent. */
export const certificates = defineResource({
  list: 'whtCertificates.list',
  texts: 'remote-purchase-sales:certificates',
  page: PAGE,
  columns: (c) => [
    c.date('whtCertDate'),
    c.text('whtCertNo', { card: 'title' }),
    c.ref('customer'),
    c.text('taxId'),
    c.custom('invoices', { render: (row) => row.invoices.join(', ') }),
    c.money('income'),
    c.money('amount'),
    c.status(paymentMachine),
  ],
});

/** Invoices that wait for one. */
export const missingCertificates = defineResource({
  list: 'whtCertificates.missing',
  texts: 'remote-purchase-sales:missingCertificates',
  page: PAGE,
  columns: (c) => [
    c.text('documentNo', { card: 'title' }),
    c.ref('customer'),
    c.text('taxId', { hidden: true }),
    c.date('dueDate'),
    c.money('baseAmount'),
    c.custom('whtRate', { render: (row) => `${Number(row.whtRate)}%` }),
    c.money('missing'),
    c.date('paidOn'),
  ],
});

export const closeFields = actionFields('taxPeriods.close', (f) => [
  f.record('companyId', 'companies.all', { span: 3, habit: true }),
  f.text('period', { span: 3, help: 'help.period' }),
]);
