import { defineList } from '../../../kernel/index.ts';
import { documentExport, moneySums, namesPart } from '../../../workflow/index.ts';
import { STATUS_LABELS } from './labels.ts';
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
  summary: (query, ctx) =>
    moneySums(ctx, { family: 'partSales', query, columns: { grandTotal: 'ps.grandTotal' } }),
  export: {
    fileName: 'parts-sales',
    columns: {
      ...documentExport({ en: 'Sale no.', th: 'เลขที่ใบขาย' }, STATUS_LABELS),
      customer: { title: { en: 'Customer', th: 'ลูกค้า' }, type: 'text' },
      sale: { title: { en: 'Salesperson', th: 'พนักงานขาย' }, type: 'text' },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      neededBy: { title: { en: 'Deliver by', th: 'ส่งมอบภายใน' }, type: 'date' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      baseAmount: { title: { en: 'Before VAT', th: 'มูลค่าก่อนภาษี' }, type: 'money' },
      vatAmount: { title: { en: 'VAT', th: 'ภาษีมูลค่าเพิ่ม' }, type: 'money' },
      grandTotal: { title: { en: 'Grand total', th: 'ยอดรวมทั้งสิ้น' }, type: 'money' },
      deliveredDate: { title: { en: 'Delivered', th: 'วันที่ส่งมอบ' }, type: 'date' },
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
