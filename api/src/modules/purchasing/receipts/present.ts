import { decimal } from '@boxyard/shared/domain';
import { anyOf, type Ctx, compiledQuery, money, price, qty } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  type Refs,
  toldOf,
  trailOf,
} from '../../../workflow/index.ts';
import { isInputTaxClaimed } from '../../money/index.ts';
import { type ReceiptRow, receipts } from './type.ts';

/** The columns of a list's row. */
export type ReceiptListRow = Pick<
  ReceiptRow,
  | DocumentFieldName
  | 'orderId'
  | 'supplierId'
  | 'warehouseId'
  | 'receivedDate'
  | 'taxInvoiceNo'
  | 'itemCount'
  | 'baseAmount'
  | 'grandTotal'
  | 'goodsImportId'
>;

interface Links {
  readonly refs: Refs;
  readonly orders: ReadonlyMap<string, { documentNo: string | null; status: string }>;
  readonly imports: ReadonlyMap<string, { documentNo: string | null; status: string }>;
}

async function linksOf(
  ctx: Ctx,
  rows: readonly ReceiptListRow[],
  more: {
    readonly part?: readonly (string | null)[];
    readonly unit?: readonly string[];
    readonly user?: readonly (string | null)[];
    readonly header?: readonly (string | null)[];
  } = {},
): Promise<Links> {
  const labels = loadRefs(ctx, {
    company: rows.map((row) => row.companyId),
    warehouse: rows.map((row) => row.warehouseId),
    supplier: rows.map((row) => row.supplierId),
    ...more,
    user: [...rows.flatMap((row) => [row.createdBy, row.approvedBy]), ...(more.user ?? [])],
  });
  const linked = ctx.pg.query<{
    id: string;
    document_no: string | null;
    status: string;
    is_order: boolean;
  }>({
    name: 'purchasing.receiptLinks',
    text: `select id, document_no, status, true as is_order from purchase_orders where id = ${anyOf('$1')}
      union all select id, document_no, status, false from goods_imports where id = ${anyOf('$2')}`,
    values: [
      [...new Set(rows.map((row) => row.orderId))],
      rows.flatMap((row) => (row.goodsImportId === null ? [] : [row.goodsImportId])),
    ],
  });
  const [refs, { rows: documents }] = await Promise.all([labels, linked]);
  const linksTo = (isOrder: boolean) =>
    new Map(
      documents
        .filter((row) => row.is_order === isOrder)
        .map((row) => [row.id, { documentNo: row.document_no, status: row.status }]),
    );
  return { refs, orders: linksTo(true), imports: linksTo(false) };
}

function rowOf(row: ReceiptListRow, { refs, orders, imports }: Links) {
  const goodsImport = row.goodsImportId === null ? undefined : imports.get(row.goodsImportId);
  return {
    ...documentFields(row, refs),
    order: { id: row.orderId, documentNo: orders.get(row.orderId)?.documentNo ?? null },
    supplier: refs.ref(row.supplierId),
    warehouse: refs.ref(row.warehouseId),
    receivedDate: row.receivedDate,
    taxInvoiceNo: row.taxInvoiceNo,
    itemCount: row.itemCount,
    baseAmount: money(row.baseAmount),
    grandTotal: money(row.grandTotal),
    goodsImport:
      row.goodsImportId === null || goodsImport === undefined
        ? null
        : { id: row.goodsImportId, ...goodsImport },
  };
}

/** Rows of the list as the contract has them. */
export async function presentReceipts(ctx: Ctx, rows: readonly ReceiptListRow[]) {
  const links = await linksOf(ctx, rows);
  return rows.map((row) => rowOf(row, links));
}

const itemsOf = compiledQuery((db, given: { receiptId: string }) =>
  db
    .selectFrom('purchaseOrderReceiptItems')
    .selectAll()
    .where('receiptId', '=', given.receiptId)
    .orderBy('lineNo'),
);

/** A receipt with everything that its page shows. 404 outside this person's scope. */
export async function receiptDetail(ctx: Ctx, id: string) {
  // All that only needs the id is asked for at once, all that needs their answers after it.
  const [row, items, trail] = await Promise.all([
    loadVisible(ctx, receipts.type, { id }),
    itemsOf(ctx, { receiptId: id }),
    trailOf(ctx, receipts.type.subject, id),
  ]);
  const isTaxLate =
    row.taxInvoiceNo !== null &&
    !decimal.isZero(row.vatAmount) &&
    !(await isInputTaxClaimed(ctx, row));
  const links = await linksOf(ctx, [row], {
    part: items.map((item) => item.partId),
    unit: items.map((item) => item.unitId),
    user: [row.assigneeId],
    header: [row.documentHeaderId],
  });
  const order = links.orders.get(row.orderId);
  if (!order) throw new Error(`the order of receipt ${id} is missing`);
  const shown = rowOf(row, links);
  return {
    ...shown,
    ...trail,
    related: await toldOf(ctx, [
      { type: 'purchaseOrder', id: row.orderId, ...order },
      ...(shown.goodsImport === null ? [] : [{ type: 'goodsImport', ...shown.goodsImport }]),
    ]),
    ...actionContext(ctx, receipts.type, row),
    assignee: links.refs.userOrNull(row.assigneeId ?? row.createdBy),
    subTotal: money(row.subTotal),
    discountTotal: money(row.discountTotal),
    vatAmount: money(row.vatAmount),
    whtBase: money(row.whtBase),
    whtRate: money(row.whtRate),
    whtAmount: money(row.whtAmount),
    netPayable: money(row.netPayable),
    supplierSnapshot: row.supplierSnapshot,
    supplierDeliveryNo: row.supplierDeliveryNo,
    taxInvoiceDate: row.taxInvoiceDate,
    isTaxLate,
    vatMode: row.vatMode,
    vatRate: money(row.vatRate),
    committee: row.committee,
    documentHeader: links.refs.refOrNull(row.documentHeaderId),
    importUntouched: row.importUntouched,
    items: items.map((item) => ({
      id: item.id,
      lineNo: item.lineNo,
      orderItemId: item.orderItemId,
      part: links.refs.refOrNull(item.partId),
      description: item.description,
      unit: links.refs.ref(item.unitId),
      orderedQty: qty(item.orderQuantity),
      acceptedQty: qty(item.acceptedQty),
      rejectedQty: qty(item.rejectedQty),
      rejectReason: item.rejectReason,
      unitPrice: price(item.unitPrice),
      orderUnitPrice: price(item.orderUnitPrice),
      isService: item.isService,
      lineTotal: money(item.lineTotal),
      documentDiscount: money(item.documentDiscount),
      baseAmount: money(item.baseAmount),
      vatAmount: money(item.vatAmount),
      lots: item.lots,
      serials: item.serials,
    })),
  };
}
