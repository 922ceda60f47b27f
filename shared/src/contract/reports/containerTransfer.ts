import {
  containerTransferMachine,
  TRANSFER_LINE_STATUSES,
} from '../../domain/containers/containerTransferMachine.ts';
import { column, defineReport } from '../report.ts';

export const containerTransfer = defineReport('container-transfer-report', {
  summary: 'Transfers of containers one by one: from, to, days on the road, what did not arrive',
  columns: {
    transfer: column.document('containerTransfers'),
    documentDate: column.date(),
    fromWarehouse: column.ref('warehouse'),
    toWarehouse: column.ref('warehouse'),
    company: column.ref('company', { hidden: true, show: 'name' }),
    toCompany: column.ref('company', { hidden: true, show: 'name' }),
    interCompany: column.flag({ hidden: true }),
    serialNumber: column.text(),
    productModel: column.ref('productModel', { show: 'name', hidden: true }),
    sentDate: column.date({ hidden: true }),
    receivedDate: column.date(),
    transitDays: column.number(),
    isLate: column.flag({ hidden: true }),
    lineStatus: column.choice(TRANSFER_LINE_STATUSES),
    status: column.status(containerTransferMachine, { hidden: true }),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'transfer'],
  filters: [
    'fromWarehouse',
    'toWarehouse',
    'interCompany',
    'lineStatus',
    'productModel',
    'isLate',
    'status',
  ],
  groups: ['fromWarehouse', 'toWarehouse', 'productModel', 'lineStatus', 'month'],
  measures: {
    transfers: { kind: 'quantity', more: 'neutral' },
    containers: { kind: 'quantity', more: 'neutral' },
    transitDays: { kind: 'number', more: 'worse' },
    notArrived: {
      kind: 'quantity',
      more: 'worse',
      filter: { name: 'lineStatus', value: ['rejected', 'lost', 'found', 'writtenOff'] },
    },
  },
  charts: {
    routes: {
      kind: 'heat',
      by: 'fromWarehouse',
      series: 'toWarehouse',
      measures: ['containers'],
    },
    days: { kind: 'line', by: 'month', measures: ['transitDays'] },
  },
  opens: { column: 'transfer', page: 'container-transfer-detail' },
});
