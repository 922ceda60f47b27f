import {
  REPAIR_OUTCOMES,
  REPAIR_SOURCES,
  repairMachine,
} from '../../domain/warehouse/repairMachine.ts';
import { VIEW_PARTS_COST } from '../abilities.ts';
import { column, defineReport } from '../report.ts';

export const repair = defineReport('repair-report', {
  summary: 'Own repairs: what they cost, how long they took and what came of them',
  columns: {
    repair: column.document('repairs'),
    documentDate: column.date(),
    part: column.ref('part', { width: 180 }),
    category: column.ref('category', { hidden: true }),
    warehouse: column.ref('warehouse', { hidden: true }),
    quantity: column.quantity({ hidden: true }),
    serialNo: column.text({ hidden: true }),
    source: column.choice(REPAIR_SOURCES, { hidden: true }),
    technician: column.ref('user'),
    symptom: column.text({ width: 180 }),
    partsCost: column.money({ needs: VIEW_PARTS_COST, hidden: true }),
    laborCost: column.money({ needs: VIEW_PARTS_COST, hidden: true }),
    externalCost: column.money({ needs: VIEW_PARTS_COST, hidden: true }),
    cost: column.money({ needs: VIEW_PARTS_COST }),
    outcome: column.choice(REPAIR_OUTCOMES),
    days: column.number(),
    isRepeat: column.flag({ hidden: true }),
    status: column.status(repairMachine),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'repair'],
  filters: [
    'technician',
    'part',
    'category',
    'warehouse',
    'source',
    'outcome',
    'isRepeat',
    'status',
  ],
  groups: ['technician', 'part', 'outcome', 'source', 'month'],
  measures: {
    repairs: { kind: 'quantity', more: 'neutral' },
    cost: { kind: 'money', needs: VIEW_PARTS_COST, more: 'worse' },
    successPct: { kind: 'percent' },
    averageDays: { kind: 'number', more: 'worse' },
    repeatPct: { kind: 'percent', more: 'worse', filter: { name: 'isRepeat', value: ['true'] } },
  },
  charts: {
    outcomes: { kind: 'donut', by: 'outcome', measures: ['repairs'] },
    costs: { kind: 'bar', by: 'month', measures: ['cost'] },
  },
  opens: { column: 'repair', page: 'repair-update' },
});
