import { CONTRACT_PAYMENT_STATUSES, contractMachine } from '../../domain/sales/contractMachine.ts';
import { CONTRACT_TYPES } from '../../domain/sales/paymentPlan.ts';
import { column, defineReport } from '../report.ts';

export const purchaseContract = defineReport('purchase-contract-report', {
  summary: 'Contracts with what they are worth, what was given away and what is still owed',
  columns: {
    contract: column.document('contracts'),
    documentDate: column.date(),
    customer: column.ref('customer', { show: 'name', width: 200 }),
    sale: column.ref('user'),
    zone: column.ref('zone', { hidden: true }),
    company: column.ref('company', { hidden: true }),
    type: column.choice(CONTRACT_TYPES),
    productModel: column.ref('productModel', { hidden: true }),
    startDate: column.date({ hidden: true }),
    endDate: column.date({ hidden: true }),
    versions: column.number({ hidden: true }),
    price: column.money({ hidden: true }),
    discount: column.money({ hidden: true }),
    discountPct: column.percent(),
    value: column.money(),
    outstanding: column.money(),
    paymentStatus: column.choice([...CONTRACT_PAYMENT_STATUSES, 'paidToDate'], { inOrder: true }),
    status: column.status(contractMachine),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'contract'],
  filters: [
    'type',
    'sale',
    'customer',
    'zone',
    'company',
    'productModel',
    'paymentStatus',
    'status',
  ],
  groups: ['sale', 'customer', 'zone', 'type', 'productModel', 'paymentStatus', 'status', 'month'],
  measures: {
    value: { kind: 'money' },
    contracts: { kind: 'number' },
    discount: { kind: 'money', more: 'worse' },
    discountPct: { kind: 'percent', more: 'worse' },
    outstanding: { kind: 'money', more: 'worse' },
    inForcePct: { kind: 'percent' },
    price: { kind: 'money', isInner: true },
  },
  charts: {
    byStatus: { kind: 'ranking', by: 'status', measures: ['contracts'] },
    byMonth: { kind: 'bar', by: 'month', series: 'type', measures: ['value'], stacked: true },
  },
  opens: { column: 'contract', page: 'purchase-contract-detail' },
});
