import { partSaleMachine } from '../../domain/sales/partSaleMachine.ts';
import { VIEW_PARTS_COST } from '../abilities.ts';
import { column, defineReport } from '../report.ts';

export const partsSales = defineReport('parts-sales-report', {
  summary: 'Sales of parts line by line: price, discount, cost and margin',
  columns: {
    partSale: column.document('partSales'),
    documentDate: column.date(),
    customer: column.ref('customer', { show: 'name', width: 190 }),
    sale: column.ref('user', { hidden: true }),
    warehouse: column.ref('warehouse', { hidden: true }),
    part: column.ref('part', { width: 180 }),
    category: column.ref('category', { hidden: true }),
    serials: column.text({ hidden: true }),
    quantity: column.quantity(),
    unitPrice: column.price(),
    discount: column.money({ hidden: true }),
    base: column.money(),
    vat: column.money({ hidden: true }),
    cost: column.money({ needs: VIEW_PARTS_COST, hidden: true }),
    margin: column.money({ needs: VIEW_PARTS_COST }),
    marginPct: column.percent({ needs: VIEW_PARTS_COST }),
    status: column.status(partSaleMachine),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'partSale'],
  filters: ['customer', 'sale', 'part', 'category', 'warehouse', 'status'],
  groups: ['customer', 'sale', 'part', 'category', 'month'],
  measures: {
    base: { kind: 'money' },
    vat: { kind: 'money', more: 'neutral' },
    discount: { kind: 'money', more: 'worse' },
    cost: { kind: 'money', needs: VIEW_PARTS_COST, more: 'neutral' },
    margin: { kind: 'money', needs: VIEW_PARTS_COST },
    marginPct: { kind: 'percent', needs: VIEW_PARTS_COST },
  },
  charts: {
    byMonth: { kind: 'bar', by: 'month', measures: ['base', 'margin'], lines: ['margin'] },
    topParts: { kind: 'ranking', by: 'part', measures: ['base'] },
  },
  opens: { column: 'partSale', page: 'part-sale-detail' },
});
