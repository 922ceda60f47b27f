import { column, defineReport } from '../report.ts';

const MONEY = 'payment-data:view';

export const salesAgent = defineReport('sales-agent-report', {
  summary: 'Salespeople month by month: what they agreed and collected, against their targets',
  columns: {
    period: column.date(),
    sale: column.ref('user'),
    team: column.ref('team'),
    company: column.ref('company', { hidden: true }),
    contracts: column.number(),
    value: column.money(),
    collected: column.money({ needs: MONEY }),
    outstanding: column.money(),
    discount: column.money({ hidden: true }),
    discountPct: column.percent({ hidden: true }),
    renewals: column.number({ hidden: true }),
    commissionBase: column.money({ hidden: true }),
    commission: column.money({ hidden: true }),
    target: column.money(),
    attainmentPct: column.percent(),
  },
  date: 'period',
  filters: ['sale', 'team', 'company'],
  groups: ['sale', 'team', 'company', 'month'],
  measures: {
    value: { kind: 'money' },
    target: { kind: 'money', more: 'neutral' },
    attainmentPct: { kind: 'percent' },
    contracts: { kind: 'number' },
    collected: { kind: 'money', needs: MONEY },
    outstanding: { kind: 'money', more: 'worse' },
    discount: { kind: 'money', isInner: true },
    discountPct: { kind: 'percent', more: 'worse' },
    renewals: { kind: 'number' },
    commissionBase: { kind: 'money' },
    commission: { kind: 'money', more: 'neutral' },
  },
  charts: {
    bySale: { kind: 'bar', by: 'sale', measures: ['value', 'target'] },
    byMonth: { kind: 'line', by: 'month', measures: ['value', 'collected', 'target'] },
  },
  searchable: false,
});
