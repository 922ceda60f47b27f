import {
  DESTRUCTION_METHODS,
  DESTRUCTION_REASONS,
  destructionMachine,
} from '../../domain/warehouse/destructionMachine.ts';
import { VIEW_PARTS_COST } from '../abilities.ts';
import { column, defineReport } from '../report.ts';

export const destruction = defineReport('destruction-report', {
  summary: 'Destroyed goods line by line: why, how, and what they were worth',
  columns: {
    destruction: column.document('destructions'),
    documentDate: column.date(),
    destroyedAt: column.date({ hidden: true }),
    reason: column.choice(DESTRUCTION_REASONS),
    method: column.choice(DESTRUCTION_METHODS, { hidden: true }),
    warehouse: column.ref('warehouse', { hidden: true }),
    part: column.ref('part', { width: 180 }),
    category: column.ref('category', { hidden: true }),
    serials: column.text({ hidden: true }),
    quantity: column.quantity(),
    lossValue: column.money({ needs: VIEW_PARTS_COST }),
    salvage: column.money({ needs: VIEW_PARTS_COST, hidden: true }),
    netLoss: column.money({ needs: VIEW_PARTS_COST }),
    approver: column.ref('user', { hidden: true }),
    witnesses: column.text({ hidden: true }),
    status: column.status(destructionMachine),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'destruction'],
  filters: ['reason', 'method', 'part', 'category', 'warehouse', 'status'],
  groups: ['reason', 'category', 'part', 'method', 'month'],
  measures: {
    destroyed: { kind: 'quantity', more: 'worse' },
    lossValue: { kind: 'money', needs: VIEW_PARTS_COST, more: 'worse' },
    salvage: { kind: 'money', needs: VIEW_PARTS_COST },
    netLoss: { kind: 'money', needs: VIEW_PARTS_COST, more: 'worse' },
  },
  charts: {
    losses: {
      kind: 'bar',
      by: 'month',
      series: 'reason',
      measures: ['netLoss'],
      stacked: true,
    },
    reasons: { kind: 'pareto', by: 'reason', measures: ['destroyed'] },
  },
  opens: { column: 'destruction', page: 'destruction-update' },
});
