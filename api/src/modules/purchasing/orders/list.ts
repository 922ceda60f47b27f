import { defineList } from '../../../kernel/index.ts';
import { AMOUNT_WORDS, documentExport, namesPart } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentOrders } from './present.ts';
import { purchaseOrders } from './type.ts';

export const orderList = defineList('purchaseOrders.list', {
  ...purchaseOrders.list,
  select: (query) =>
    query.select([
      ...purchaseOrders.columns,
      'po.supplierId',
      'po.warehouseId',
      'po.paymentType',
      'po.promisedDate',
      'po.validUntil',
      'po.itemCount',
      'po.baseAmount',
      'po.vatAmount',
      'po.grandTotal',
      'po.receivedPct',
    ]),
  map: (rows, ctx) => presentOrders(ctx, rows),
  sorts: {
    ...purchaseOrders.list.sorts,
    documentNo: { column: 'po.documentNo', nullable: true },
    promisedDate: { column: 'po.promisedDate', nullable: true },
  },
  filters: {
    ...purchaseOrders.list.filters,
    partId: namesPart({ document: 'po.id', lines: 'purchase_order_items', of: 'order_id' }),
  },
  sums: { grandTotal: 'po.grandTotal' },
  export: {
    fileName: 'purchase-orders',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      supplier: { title: TEXTS.field.supplier, type: 'text' },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      paymentType: {
        title: TEXTS.field.paymentType,
        type: 'status',
        labels: TEXTS.choice.paymentType,
      },
      promisedDate: { title: TEXTS.field.promisedDate, type: 'date' },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
      baseAmount: { title: AMOUNT_WORDS.baseAmount, type: 'money' },
      vatAmount: { title: AMOUNT_WORDS.vatAmount, type: 'money' },
      grandTotal: { title: TEXTS.field.grandTotal, type: 'money' },
      receivedPct: { title: { en: 'Received (%)', th: 'รับแล้ว (%)' }, type: 'number' },
    },
  },
});
