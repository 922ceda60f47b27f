import { defineList } from '../../../kernel/index.ts';
import { TEXTS } from './labels.ts';
import { presentReports } from './present.ts';
import { reportColumns, reportSource } from './type.ts';

const { field } = TEXTS;

/** Reports, the latest first. */
export const reportList = defineList('faultReports.list', {
  id: 'd.id',
  from: reportSource,
  select: reportColumns,
  map: (rows, ctx) => presentReports(ctx, rows),
  sorts: { createdAt: 'd.created_at' },
  filters: { status: 'd.status', productId: 'd.product_id' },
  search: 'd.search_text',
  dates: { column: 'd.created_at', kind: 'instant' },
  countsColumn: 'd.status',
  export: {
    fileName: 'fault-reports',
    columns: {
      createdAt: { title: field.createdAt, type: 'datetime' },
      product: { title: field.product, type: 'text', value: ({ product }) => product.serialNumber },
      productModel: { title: field.productModel, type: 'text' },
      symptomCode: { title: field.symptomCode, type: 'text' },
      symptom: { title: field.symptom, type: 'text' },
      entryCount: { title: field.entryCount, type: 'number' },
      photoCount: { title: field.photoCount, type: 'number' },
      status: { title: field.status, type: 'status', labels: TEXTS.status },
      job: { title: field.job, type: 'text', value: ({ job }) => job?.documentNo ?? null },
    },
  },
});
