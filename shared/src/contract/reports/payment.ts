import {
  PAYMENT_METHODS,
  paymentMachine,
  VERIFIED_PAYMENT_STATUSES,
} from '../../domain/money/paymentMachine.ts';
import { column, defineReport } from '../report.ts';

export const payment = defineReport('payment-report', {
  summary: 'Payments of customers: by which method, into which account, verified by whom',
  columns: {
    payment: column.document('payments'),
    documentDate: column.date(),
    paidAt: column.instant({ hidden: true }),
    invoice: column.document('invoices', { hidden: true }),
    customer: column.ref('customer', { show: 'name', width: 200 }),
    sale: column.ref('user', { hidden: true }),
    company: column.ref('company', { hidden: true }),
    method: column.choice(PAYMENT_METHODS),
    bankAccount: column.ref('bankAccount', { width: 200 }),
    bankReference: column.text(),
    receiptNo: column.text({ hidden: true }),
    gross: column.money(),
    vat: column.money({ hidden: true }),
    wht: column.money(),
    net: column.money({ hidden: true }),
    verifiedBy: column.ref('user', { hidden: true }),
    status: column.status(paymentMachine),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'payment'],
  filters: ['method', 'bankAccount', 'customer', 'sale', 'company', 'status'],
  groups: ['method', 'bankAccount', 'customer', 'sale', 'verifiedBy', 'status', 'month', 'week'],
  measures: {
    gross: { kind: 'money' },
    verified: { kind: 'money', filter: { name: 'status', value: VERIFIED_PAYMENT_STATUSES } },
    unverified: {
      kind: 'money',
      filter: { name: 'status', value: paymentMachine.actions.verify.from },
      more: 'worse',
    },
    wht: { kind: 'money', more: 'neutral' },
    net: { kind: 'money' },
    vat: { kind: 'money', more: 'neutral', isInner: true },
  },
  charts: {
    byMonth: { kind: 'bar', by: 'month', series: 'method', measures: ['verified'], stacked: true },
    byAccount: { kind: 'ranking', by: 'bankAccount', measures: ['verified'] },
  },
  opens: { column: 'payment', page: 'payment-data', beside: { tab: 'payments' } },
});
