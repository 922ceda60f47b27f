import { defineList } from '../../../kernel/index.ts';
import { AMOUNT_WORDS, documentExport, namesPart } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentPartSales } from './present.ts';
import { partSales } from './type.ts';

export const partSaleList = defineList('partSales.list', {
  ...partSales.list,
  select: (query) =>
    query.select([
      ...partSales.columns,
      'ps.customerId',
      'ps.saleId',
      'ps.warehouseId',
      'ps.neededBy',
      'ps.itemCount',
      'ps.baseAmount',
      'ps.vatAmount',
      'ps.grandTotal',
      'ps.deliveredDate',
    ]),
  map: (rows, ctx) => presentPartSales(ctx, rows),
  sorts: {
    createdAt: 'ps.createdAt',
    documentNo: { column: 'ps.documentNo', nullable: true },
    neededBy: 'ps.neededBy',
    grandTotal: 'ps.grandTotal',
  },
  filters: {
    status: 'ps.status',
    createdBy: 'ps.createdBy',
    partId: namesPart({ document: 'ps.id', lines: 'part_sale_items', of: 'document_id' }),
    customerId: 'ps.customerId',
    warehouseId: 'ps.warehouseId',
  },
  sums: { grandTotal: 'ps.grandTotal' },
  export: {
    fileName: 'parts-sales',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      customer: { title: TEXTS.field.customer, type: 'text' },
      sale: { title: TEXTS.field.sale, type: 'text' },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      neededBy: { title: TEXTS.field.neededBy, type: 'date' },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
      baseAmount: { title: AMOUNT_WORDS.baseAmount, type: 'money' },
      vatAmount: { title: AMOUNT_WORDS.vatAmount, type: 'money' },
      grandTotal: { title: TEXTS.field.grandTotal, type: 'money' },
      deliveredDate: { title: TEXTS.field.deliveredDate, type: 'date' },
    },
  },
});

export const partSaleMaster = defineList('partSales.master', {
  ...partSales.choice,
  select: (query) =>
    query
      .innerJoin('customers as c', 'c.id', 'ps.customerId')
      .select(['ps.id', 'ps.documentNo as code', 'c.name']),
  map: (rows) => rows,
});
