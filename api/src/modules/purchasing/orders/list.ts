import { defineList } from '../../../kernel/index.ts';
import { documentExport, moneySums, namesPart, STATUS_LABELS } from '../../../workflow/index.ts';
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
  summary: (query, ctx) =>
    moneySums(ctx, { family: 'purchaseOrders', query, columns: { grandTotal: 'po.grandTotal' } }),
  export: {
    fileName: 'purchase-orders',
    columns: {
      ...documentExport({ en: 'Order no.', th: 'เลขที่ใบสั่งซื้อ' }, STATUS_LABELS),
      supplier: { title: { en: 'Supplier', th: 'ผู้จำหน่าย' }, type: 'text' },
      warehouse: { title: { en: 'Deliver to', th: 'คลังปลายทาง' }, type: 'text' },
      paymentType: {
        title: { en: 'Payment', th: 'การชำระเงิน' },
        type: 'status',
        labels: { cash: { en: 'Cash', th: 'เงินสด' }, credit: { en: 'Credit', th: 'เครดิต' } },
      },
      promisedDate: { title: { en: 'Promised', th: 'กำหนดส่ง' }, type: 'date' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      baseAmount: { title: { en: 'Before VAT', th: 'มูลค่าก่อนภาษี' }, type: 'money' },
      vatAmount: { title: { en: 'VAT', th: 'ภาษีมูลค่าเพิ่ม' }, type: 'money' },
      grandTotal: { title: { en: 'Grand total', th: 'ยอดรวมทั้งสิ้น' }, type: 'money' },
      receivedPct: { title: { en: 'Received (%)', th: 'รับแล้ว (%)' }, type: 'number' },
    },
  },
});
