import { WARRANTY_CHANNELS, WARRANTY_TYPES } from '../../domain/sales/warranties.ts';
import { warrantyMachine } from '../../domain/sales/warrantyMachine.ts';
import { VIEW_CONTAINER_COST } from '../abilities.ts';
import { column, defineReport } from '../report.ts';

/** Outcomes of a warranty: renewed, still open, or lapsed. */
const RENEWALS = ['renewed', 'open', 'lapsed'] as const;

export const warrantyExtension = defineReport('warranty-extension-report', {
  summary: 'Warranties by their last day, each with the one that goes on with it',
  columns: {
    warranty: column.document('warranties'),
    previousEnd: column.date(),
    serialNumber: column.text(),
    productModel: column.ref('productModel', { hidden: true }),
    customer: column.ref('customer', { show: 'name', width: 200 }),
    sale: column.ref('user', { hidden: true }),
    company: column.ref('company', { hidden: true }),
    type: column.choice(WARRANTY_TYPES, { hidden: true }),
    renewal: column.choice(RENEWALS, { inOrder: true }),
    next: column.document('warranties'),
    startDate: column.date({ hidden: true }),
    endDate: column.date(),
    months: column.number(),
    price: column.money(),
    gapDays: column.number(),
    channel: column.choice(WARRANTY_CHANNELS, { hidden: true }),
    partsCost: column.money({ hidden: true, needs: VIEW_CONTAINER_COST }),
    status: column.status(warrantyMachine, { hidden: true }),
  },
  date: 'previousEnd',
  sorts: ['previousEnd', 'warranty'],
  filters: ['renewal', 'productModel', 'customer', 'sale', 'company', 'type', 'channel', 'status'],
  groups: ['sale', 'customer', 'productModel', 'renewal', 'channel', 'type', 'month'],
  measures: {
    expiring: { kind: 'number', more: 'neutral' },
    renewed: { kind: 'number', filter: { name: 'renewal', value: ['renewed'] } },
    renewedPct: { kind: 'percent' },
    price: { kind: 'money' },
    gapDays: { kind: 'number', more: 'worse' },
    partsCost: { kind: 'money', needs: VIEW_CONTAINER_COST, more: 'worse' },
  },
  charts: {
    byMonth: { kind: 'bar', by: 'month', measures: ['expiring', 'renewed'] },
    rate: { kind: 'line', by: 'month', measures: ['renewedPct'] },
  },
  opens: { column: 'warranty', page: 'warranty', beside: { tab: 'warranties' } },
});
