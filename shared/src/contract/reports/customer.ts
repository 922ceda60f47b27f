import { PROVINCES } from '../../domain/places/provinces.ts';
import { CUSTOMER_TYPES } from '../../domain/sales/customers.ts';
import { column, defineReport } from '../report.ts';

const CONTRACTS = 'purchase-contract:view';
const MONEY = 'payment-data:view';
const JOBS = 'repair-list:view';

export const customer = defineReport('customer-report', {
  summary:
    'Customers with their contracts, what they were billed, paid and owe, and the last contact',
  columns: {
    code: column.document('customers'),
    customer: column.ref('customer', { show: 'name', width: 220 }),
    since: column.instant(),
    type: column.choice(CUSTOMER_TYPES, { hidden: true }),
    province: column.choice(PROVINCES, { hidden: true }),
    zone: column.ref('zone', { show: 'name' }),
    sale: column.ref('user'),
    company: column.ref('company', { hidden: true }),
    contracts: column.number({ needs: CONTRACTS }),
    containers: column.number({ needs: CONTRACTS, hidden: true }),
    openJobs: column.number({ needs: JOBS }),
    billed: column.money({ needs: MONEY }),
    paid: column.money({ needs: MONEY }),
    outstanding: column.money({ needs: MONEY }),
    lastContact: column.instant(),
    isBlacklisted: column.flag({ hidden: true }),
    isActive: column.flag({ hidden: true }),
  },
  date: 'since',
  sorts: ['since', 'code'],
  filters: ['zone', 'province', 'sale', 'type', 'company', 'isBlacklisted', 'isActive'],
  groups: ['zone', 'province', 'sale', 'type', 'company', 'isBlacklisted', 'month'],
  measures: {
    customers: { kind: 'number' },
    withContract: { kind: 'number', needs: CONTRACTS },
    contracts: { kind: 'number', needs: CONTRACTS },
    containers: { kind: 'number', needs: CONTRACTS },
    openJobs: { kind: 'number', needs: JOBS, more: 'worse' },
    billed: { kind: 'money', needs: MONEY },
    paid: { kind: 'money', needs: MONEY },
    outstanding: { kind: 'money', needs: MONEY, more: 'worse' },
  },
  charts: {
    byMonth: { kind: 'bar', by: 'month', measures: ['customers'] },
    byZone: { kind: 'donut', by: 'zone', measures: ['customers'] },
    byProvince: { kind: 'map', by: 'province', measures: ['customers'] },
  },
  asOf: true,
  opens: { column: 'code', page: 'customer-data', beside: {} },
});
