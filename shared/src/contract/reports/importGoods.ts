import { goodsImportMachine } from '../../domain/purchasing/machines.ts';
import { IMPORT_SOURCES } from '../../domain/stock/importSources.ts';
import { column, defineReport } from '../report.ts';

export const importGoods = defineReport('import-goods-report', {
  summary: 'Goods put away line by line: expected, received, damaged, missing',
  columns: {
    import: column.document('goodsImports'),
    documentDate: column.date(),
    sourceType: column.choice(IMPORT_SOURCES),
    source: column.document('receipts', { hidden: true }),
    warehouse: column.ref('warehouse'),
    bin: column.text({ hidden: true }),
    part: column.ref('part', { width: 180 }),
    category: column.ref('category', { hidden: true }),
    expectedQty: column.quantity(),
    receivedQty: column.quantity(),
    damagedQty: column.quantity(),
    missingQty: column.quantity(),
    hours: column.number(),
    countedBy: column.ref('user', { hidden: true }),
    status: column.status(goodsImportMachine, { hidden: true }),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'import'],
  filters: ['sourceType', 'warehouse', 'part', 'category', 'countedBy', 'status'],
  groups: ['sourceType', 'warehouse', 'part', 'category', 'countedBy', 'month'],
  measures: {
    expectedQty: { kind: 'quantity', more: 'neutral' },
    receivedQty: { kind: 'quantity', more: 'neutral' },
    damagedQty: { kind: 'quantity', more: 'worse' },
    missingQty: { kind: 'quantity', more: 'worse' },
    accuracyPct: { kind: 'percent' },
    hours: { kind: 'number', more: 'worse' },
  },
  charts: {
    outcomes: {
      kind: 'bar',
      by: 'month',
      measures: ['receivedQty', 'damagedQty', 'missingQty'],
      stacked: true,
    },
    dockToStock: { kind: 'line', by: 'month', measures: ['hours'] },
  },
  opens: { column: 'import', page: 'import-warehouse-detail' },
});
