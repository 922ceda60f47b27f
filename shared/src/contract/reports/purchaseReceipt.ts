import { receiptMachine } from '../../domain/purchasing/machines.ts';
import { column, defineReport } from '../report.ts';

export const purchaseReceipt = defineReport('purchase-receipt-report', {
  summary: 'Receipts line by line: prices, rejections, input tax',
  columns: {
    receipt: column.document('receipts'),
    receivedDate: column.date(),
    order: column.document('purchaseOrders', { hidden: true }),
    supplier: column.ref('supplier', { show: 'name', width: 190 }),
    taxInvoiceNo: column.text(),
    part: column.ref('part', { width: 180, orElse: 'description' }),
    description: column.text({ hidden: true }),
    category: column.ref('category', { hidden: true }),
    warehouse: column.ref('warehouse', { hidden: true }),
    orderedQty: column.quantity({ hidden: true }),
    acceptedQty: column.quantity({ unit: 'unit' }),
    rejectedQty: column.quantity(),
    unit: column.ref('unit', { hidden: true }),
    unitPrice: column.price(),
    priceVariance: column.price({ hidden: true }),
    base: column.money(),
    vat: column.money({ hidden: true }),
    dueDate: column.date({ hidden: true }),
    dueWeek: column.text({ hidden: true, inOrder: true }),
    paidState: column.choice(['unpaid', 'partial', 'paid', 'overdue', 'cash']),
    status: column.status(receiptMachine, { hidden: true }),
  },
  date: 'receivedDate',
  sorts: ['receivedDate', 'receipt'],
  filters: ['supplier', 'part', 'category', 'warehouse', 'paidState', 'status'],
  groups: ['supplier', 'month', 'dueWeek', 'paidState'],
  measures: {
    base: { kind: 'money' },
    vat: { kind: 'money' },
    rejectedPct: { kind: 'percent', more: 'worse' },
    onTimePct: { kind: 'percent' },
  },
  charts: {
    byMonth: { kind: 'line', by: 'month', measures: ['base'] },
    onTime: { kind: 'line', by: 'month', measures: ['onTimePct'] },
  },
  opens: { column: 'receipt', page: 'receipt-detail' },
});
