import { awaitingOrderStatuses, purchaseOrderMachine } from '../../domain/purchasing/machines.ts';
import { column, defineReport } from '../report.ts';

export const purchase = defineReport('purchase-report', {
  summary: 'Orders line by line with their course',
  columns: {
    order: column.document('purchaseOrders'),
    documentDate: column.date(),
    request: column.document('purchaseRequests', { hidden: true }),
    // The code is in the choice of the filter; a line of a report has no room for it.
    supplier: column.ref('supplier', { show: 'name', width: 200 }),
    requester: column.ref('user', { hidden: true }),
    part: column.ref('part', { orElse: 'description' }),
    description: column.text({ hidden: true }),
    category: column.ref('category', { hidden: true }),
    warehouse: column.ref('warehouse', { hidden: true }),
    quantity: column.quantity({ unit: 'unit' }),
    unit: column.ref('unit', { hidden: true }),
    unitPrice: column.price(),
    discount: column.money({ hidden: true }),
    base: column.money({ hidden: true }),
    vat: column.money({ hidden: true }),
    wht: column.money({ hidden: true }),
    grand: column.money(),
    receivedPct: column.percent(),
    leadDays: column.number({ hidden: true }),
    status: column.status(purchaseOrderMachine),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'order'],
  filters: ['supplier', 'part', 'category', 'warehouse', 'requester', 'status'],
  groups: ['supplier', 'category', 'part', 'month', 'requester'],
  measures: {
    grand: { kind: 'money' },
    base: { kind: 'money' },
    vat: { kind: 'money' },
    wht: { kind: 'money' },
    open: { kind: 'money', filter: { name: 'status', value: awaitingOrderStatuses } },
  },
  charts: {
    byMonth: { kind: 'bar', by: 'month', series: 'status', measures: ['grand'], stacked: true },
    topSuppliers: { kind: 'ranking', by: 'supplier', measures: ['grand'] },
  },
  opens: { column: 'order', page: 'purchase-order-detail' },
});
