import { transferMachine } from '../../domain/warehouse/transferMachine.ts';
import { VIEW_PARTS_COST } from '../abilities.ts';
import { column, defineReport } from '../report.ts';

export const TRANSIT_AGES = ['0-3', '4-7', '8-14', '15-30', '>30'] as const;

export const partsTransfer = defineReport('parts-transfer-report', {
  summary: 'Transfers of parts line by line: what was shipped, what arrived, what is under way',
  columns: {
    transfer: column.document('transfers'),
    documentDate: column.date(),
    fromWarehouse: column.ref('warehouse'),
    toWarehouse: column.ref('warehouse'),
    part: column.ref('part', { width: 180 }),
    category: column.ref('category', { hidden: true }),
    shippedQty: column.quantity(),
    receivedQty: column.quantity(),
    damagedQty: column.quantity({ hidden: true }),
    lostQty: column.quantity(),
    inTransitQty: column.quantity({ hidden: true }),
    transitDays: column.number(),
    transitAge: column.choice(TRANSIT_AGES, { hidden: true, inOrder: true }),
    lostValue: column.money({ needs: VIEW_PARTS_COST, hidden: true }),
    isLate: column.flag({ hidden: true }),
    status: column.status(transferMachine),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'transfer'],
  filters: ['fromWarehouse', 'toWarehouse', 'part', 'category', 'transitAge', 'isLate', 'status'],
  groups: ['fromWarehouse', 'toWarehouse', 'part', 'transitAge', 'month'],
  measures: {
    shippedQty: { kind: 'quantity', more: 'neutral' },
    receivedQty: { kind: 'quantity', more: 'neutral' },
    inTransitQty: { kind: 'quantity', more: 'neutral' },
    inTransitValue: { kind: 'money', needs: VIEW_PARTS_COST, more: 'neutral' },
    lostValue: { kind: 'money', needs: VIEW_PARTS_COST, more: 'worse' },
    transitDays: { kind: 'number', more: 'worse' },
  },
  charts: {
    ages: { kind: 'bar', by: 'transitAge', measures: ['inTransitQty'] },
    routes: {
      kind: 'heat',
      by: 'fromWarehouse',
      series: 'toWarehouse',
      measures: ['shippedQty'],
    },
  },
  opens: { column: 'transfer', page: 'parts-transfer-detail' },
});
