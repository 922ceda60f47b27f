import { containerReceiptMachine } from '../../domain/containers/receiptMachine.ts';
import {
  PRODUCT_CONDITIONS,
  RECEIPT_LINE_STATUSES,
  RECEIPT_SOURCES,
} from '../../domain/containers/statuses.ts';
import { column, defineReport } from '../report.ts';

export const importWarehouseProduction = defineReport('import-warehouse-production-report', {
  summary: 'Received containers one by one: where from, in which condition, accepted or refused',
  columns: {
    receipt: column.document('containerReceipts'),
    documentDate: column.date(),
    sourceType: column.choice(RECEIPT_SOURCES),
    warehouse: column.ref('warehouse'),
    serialNumber: column.text(),
    productModel: column.ref('productModel', { show: 'name' }),
    conditionIn: column.choice(PRODUCT_CONDITIONS, { hidden: true }),
    lineStatus: column.choice(RECEIPT_LINE_STATUSES),
    rejectReason: column.text({ hidden: true }),
    receiver: column.ref('user'),
    receivedAt: column.instant({ hidden: true }),
    status: column.status(containerReceiptMachine, { hidden: true }),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'receipt'],
  filters: ['warehouse', 'sourceType', 'lineStatus', 'productModel', 'receiver', 'status'],
  groups: ['warehouse', 'sourceType', 'productModel', 'lineStatus', 'rejectReason', 'month'],
  measures: {
    accepted: { kind: 'quantity', filter: { name: 'lineStatus', value: ['accepted'] } },
    refused: {
      kind: 'quantity',
      more: 'worse',
      filter: { name: 'lineStatus', value: ['rejected'] },
    },
    missing: {
      kind: 'quantity',
      more: 'worse',
      filter: { name: 'lineStatus', value: ['missing'] },
    },
    firstPassPct: { kind: 'percent' },
  },
  charts: {
    results: {
      kind: 'bar',
      by: 'month',
      measures: ['accepted', 'refused', 'missing'],
      stacked: true,
    },
    reasons: { kind: 'pareto', by: 'rejectReason', measures: ['refused'] },
  },
  opens: { column: 'receipt', page: 'import-warehouse-inventory-detail' },
});
