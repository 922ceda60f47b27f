import { CLAIM_RESOLUTIONS, claimMachine } from '../../domain/warehouse/claimMachine.ts';
import { VIEW_PARTS_COST } from '../abilities.ts';
import { column, defineReport } from '../report.ts';

export const claim = defineReport('claim-report', {
  summary: 'Claims line by line: what was asked for, and what the supplier gave',
  columns: {
    claim: column.document('claims'),
    documentDate: column.date(),
    supplier: column.ref('supplier', { show: 'name', width: 190 }),
    warehouse: column.ref('warehouse', { hidden: true }),
    part: column.ref('part', { width: 180 }),
    category: column.ref('category', { hidden: true }),
    quantity: column.quantity(),
    serialNo: column.text({ hidden: true }),
    newSerialNo: column.text({ hidden: true }),
    defect: column.text(),
    inWarranty: column.flag({ hidden: true }),
    sentDate: column.date({ hidden: true }),
    dueDate: column.date({ hidden: true }),
    daysOpen: column.number(),
    resolution: column.choice(CLAIM_RESOLUTIONS),
    claimedValue: column.money({ needs: VIEW_PARTS_COST }),
    refundAmount: column.money({ needs: VIEW_PARTS_COST, hidden: true }),
    status: column.status(claimMachine),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'claim'],
  filters: ['supplier', 'part', 'category', 'warehouse', 'resolution', 'inWarranty', 'status'],
  groups: ['supplier', 'part', 'defect', 'month', 'resolution'],
  measures: {
    claimed: { kind: 'quantity', more: 'worse' },
    claimedValue: { kind: 'money', needs: VIEW_PARTS_COST, more: 'worse' },
    refundAmount: { kind: 'money', needs: VIEW_PARTS_COST },
    wonPct: { kind: 'percent' },
    averageDays: { kind: 'number', more: 'worse' },
  },
  charts: {
    defects: { kind: 'pareto', by: 'defect', measures: ['claimed'] },
    suppliers: { kind: 'ranking', by: 'supplier', measures: ['claimed'] },
  },
  opens: { column: 'claim', page: 'claim-detail' },
});
