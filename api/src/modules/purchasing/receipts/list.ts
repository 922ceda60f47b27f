import { can } from '@boxyard/shared/domain';
import { openOrderQty } from '@boxyard/shared/domain/purchasing/status.ts';
import { defineList, price, qty, whereInScope } from '../../../kernel/index.ts';
import {
  COMMON_WORDS,
  loadCatalogue,
  loadRefs,
  namesPart,
  type Refs,
} from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentReceipts } from './present.ts';
import { receipts } from './type.ts';

export const receiptList = defineList('receipts.list', {
  ...receipts.list,
  dates: { column: 'rc.receivedDate', kind: 'date' },
  select: (query) =>
    query.select([
      ...receipts.columns,
      'rc.orderId',
      'rc.supplierId',
      'rc.warehouseId',
      'rc.receivedDate',
      'rc.taxInvoiceNo',
      'rc.itemCount',
      'rc.baseAmount',
      'rc.grandTotal',
      'rc.goodsImportId',
    ]),
  map: (rows, ctx) => presentReceipts(ctx, rows),
  sorts: { ...receipts.list.sorts, documentNo: { column: 'rc.documentNo', nullable: true } },
  filters: {
    ...receipts.list.filters,
    partId: namesPart({
      document: 'rc.id',
      lines: 'purchase_order_receipt_items',
      of: 'receipt_id',
    }),
  },
  sums: { baseAmount: 'rc.baseAmount', grandTotal: 'rc.grandTotal' },
  export: {
    fileName: 'receipts',
    columns: {
      documentNo: { title: { en: 'Receipt no.', th: 'เลขที่ใบตรวจรับ' }, type: 'text' },
      receivedDate: { title: TEXTS.field.receivedDate, type: 'date' },
      order: { title: TEXTS.field.order, type: 'text' },
      supplier: { title: TEXTS.field.supplier, type: 'text' },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      taxInvoiceNo: { title: TEXTS.field.taxInvoiceNo, type: 'text' },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
      baseAmount: { title: TEXTS.field.baseAmount, type: 'money' },
      grandTotal: { title: TEXTS.field.grandTotal, type: 'money' },
      status: { title: COMMON_WORDS.field.status, type: 'status', labels: TEXTS.status },
    },
  },
});

/** An order is chosen by its number and by whom it was placed with, as the reader calls them. */
const namesOf = ({ name, nameTh }: ReturnType<Refs['ref']>) => ({ name, nameTh: nameTh ?? null });

/** Orders that still expect goods, for whoever stands at the dock. */
export const receivableList = defineList('receipts.receivable', {
  id: 'po.id',
  from: (ctx) =>
    whereInScope(
      ctx.db.selectFrom('purchaseOrders as po').where('po.isReceivable', '=', true),
      ctx.actor,
      { company: 'po.companyId', warehouse: 'po.warehouseId' },
    ),
  select: (query) =>
    query.select([
      'po.id',
      'po.documentNo',
      'po.supplierId',
      'po.supplierSnapshot',
      'po.warehouseId',
      'po.promisedDate',
    ]),
  map: async (rows, ctx) => {
    if (rows.length === 0) return [];
    const items = await ctx.db
      .selectFrom('purchaseOrderItems')
      .selectAll()
      .where(
        'orderId',
        'in',
        rows.map((row) => row.id),
      )
      .orderBy('lineNo')
      .execute();
    const refs = await loadRefs(ctx, {
      supplier: rows.map((row) => row.supplierId),
      warehouse: rows.map((row) => row.warehouseId),
      part: items.map((item) => item.partId),
      unit: items.map((item) => item.unitId),
    });
    const { units } = await loadCatalogue(ctx, {
      partIds: [],
      unitIds: items.map((item) => item.unitId),
    });
    const byOrder = Map.groupBy(items, (item) => item.orderId);
    return rows.map((row) => ({
      id: row.id,
      code: row.documentNo,
      ...namesOf(refs.ref(row.supplierId)),
      supplier: refs.ref(row.supplierId),
      warehouse: refs.ref(row.warehouseId),
      isVatRegistered: row.supplierSnapshot.isVatRegistered,
      promisedDate: row.promisedDate,
      items: (byOrder.get(row.id) ?? [])
        .map((item) => ({
          id: item.id,
          part: refs.refOrNull(item.partId),
          description: item.description,
          unit: refs.ref(item.unitId),
          unitAllowsFraction: units.get(item.unitId)?.allowFraction ?? false,
          trackingType: item.trackingType,
          unitFactor: qty(item.unitFactor),
          isService: item.isService,
          orderedQty: qty(item.quantity),
          unitPrice: can(ctx.actor.grants, 'receipt:override-price') ? price(item.unitPrice) : null,
          openQty: openOrderQty({
            quantity: qty(item.quantity),
            receivedQty: qty(item.receivedQty),
            closedQty: qty(item.closedQty),
          }),
        }))
        .filter((item) => item.openQty > 0),
    }));
  },
  sorts: { documentNo: { column: 'po.documentNo', nullable: true } },
  filters: { orderId: 'po.id' },
  search: 'po.searchText',
});
