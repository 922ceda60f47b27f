import { productMachine } from '../../domain/containers/productMachine.ts';
import { VIEW_CONTAINER_COST } from '../abilities.ts';
import { column, defineReport } from '../report.ts';

export const containerProduction = defineReport('container-production-report', {
  summary: 'Containers as they were built: time, parts, labour and what each cost',
  columns: {
    container: column.document('products'),
    documentNo: column.text(),
    documentDate: column.date(),
    completedAt: column.instant(),
    productModel: column.ref('productModel', { show: 'name' }),
    productType: column.ref('productType', { hidden: true, show: 'name' }),
    company: column.ref('company', { hidden: true, show: 'name' }),
    producer: column.ref('user', { hidden: true }),
    leadDays: column.number(),
    partsCost: column.money({ needs: VIEW_CONTAINER_COST, hidden: true }),
    labour: column.money({ needs: VIEW_CONTAINER_COST, hidden: true }),
    unitCost: column.money({ needs: VIEW_CONTAINER_COST }),
    deviationPct: column.percent(),
    deviationReason: column.text({ hidden: true }),
    isBuilt: column.flag({ hidden: true }),
    status: column.status(productMachine),
  },
  date: 'documentDate',
  sorts: ['documentDate', 'container'],
  filters: ['productModel', 'productType', 'company', 'producer', 'isBuilt', 'status'],
  groups: ['productModel', 'productType', 'producer', 'company', 'month'],
  measures: {
    started: { kind: 'quantity', more: 'neutral' },
    built: { kind: 'quantity', filter: { name: 'isBuilt', value: ['true'] } },
    inWork: { kind: 'quantity', more: 'neutral', filter: { name: 'isBuilt', value: ['false'] } },
    unitCost: { kind: 'money', needs: VIEW_CONTAINER_COST, more: 'neutral' },
    averageCost: { kind: 'money', needs: VIEW_CONTAINER_COST, more: 'worse' },
    averageDays: { kind: 'number', more: 'worse' },
  },
  charts: {
    byMonth: {
      kind: 'bar',
      by: 'month',
      series: 'productModel',
      measures: ['built'],
      stacked: true,
    },
    costs: { kind: 'line', by: 'month', measures: ['averageCost'] },
  },
  opens: { column: 'container', page: 'container-warehouse-tracking-info' },
});
