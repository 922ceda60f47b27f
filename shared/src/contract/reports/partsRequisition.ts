import {
  REQUISITION_PURPOSES,
  requisitionMachine,
} from '../../domain/warehouse/requisitionMachine.ts';
import { VIEW_PARTS_COST } from '../abilities.ts';
import { column, defineReport } from '../report.ts';

export const partsRequisition = defineReport('parts-requisition-report', {
  summary: 'Requisitions line by line: what was asked for, issued and given back',
  columns: {
    requisition: column.document('requisitions'),
    documentDate: column.date(),
    requester: column.ref('user'),
    purpose: column.choice(REQUISITION_PURPOSES),
    job: column.document('repairs', { hidden: true }),
    warehouse: column.ref('warehouse', { hidden: true }),
    part: column.ref('part', { width: 180 }),
    category: column.ref('category', { hidden: true }),
    serials: column.text({ hidden: true }),
    requestedQty: column.quantity(),
    approvedQty: column.quantity({ hidden: true }),
    dispatchedQty: column.quantity(),
    returnedQty: column.quantity({ hidden: true }),
    cancelledQty: column.quantity({ hidden: true }),
    fillPct: column.percent(),
    value: column.money({ needs: VIEW_PARTS_COST }),
    hours: column.number({ hidden: true }),
    status: column.status(requisitionMachine),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'requisition'],
  filters: ['requester', 'purpose', 'part', 'category', 'warehouse', 'status'],
  groups: ['requester', 'purpose', 'part', 'category', 'warehouse', 'month'],
  measures: {
    requestedQty: { kind: 'quantity', more: 'neutral' },
    dispatchedQty: { kind: 'quantity', more: 'neutral' },
    value: { kind: 'money', needs: VIEW_PARTS_COST, more: 'neutral' },
    fillPct: { kind: 'percent' },
    hours: { kind: 'number', more: 'worse' },
  },
  charts: {
    fill: { kind: 'line', by: 'month', measures: ['fillPct'] },
    topParts: { kind: 'ranking', by: 'part', measures: ['dispatchedQty'] },
  },
  opens: { column: 'requisition', page: 'parts-requisition-view' },
});
