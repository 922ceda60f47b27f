import {
  addDays,
  awaitingOrderStatuses,
  decimal,
  receiptMachine,
  terminalStatuses,
} from '@boxyard/shared/domain';
import {
  type Ctx,
  conflict,
  created,
  duplicate,
  type FieldFault,
  type Input,
  inScope,
  json,
  newId,
  notFound,
  record,
  refuseFaults,
  takeNumber,
  today,
} from '../../../kernel/index.ts';
import { approvedNow, loadVisible, runAction } from '../../../workflow/index.ts';
import { tellOfSubmission } from '../../../workflow/tell.ts';
import { headerFor } from '../../paperHeader.ts';
import { qty, searchTextOf } from '../common.ts';
import { type OrderRow, orderType } from '../orders/type.ts';
import { lockRequests, requestIdsOf } from '../progress.ts';
import {
  amountsOfLine,
  expectOpen,
  orderItemsOf,
  type ReceiptLine,
  receiptLines,
  totalsOf,
} from './draft.ts';
import {
  announceReceipt,
  applyToOrder,
  type Counted,
  type Posting,
  postReceipt,
  unpostReceipt,
} from './post.ts';
import { receiptDetail } from './present.ts';
import { type ReceiptRow, receiptType } from './type.ts';

type Body = Input<'receipts.create'>['body'];

/** The order of a receipt, locked with the requests it serves; it waits for goods, or 409. */
async function lockOrder(ctx: Ctx, orderId: string): Promise<OrderRow> {
  const order = await orderType.load(ctx, orderId, { lock: true });
  // Whoever receives need not see orders: company and warehouse decide, as in the look-up.
  const seen =
    order && inScope(ctx.actor, { companyId: order.companyId, warehouseIds: [order.warehouseId] });
  if (!order || !seen) throw notFound();
  const isOpen = awaitingOrderStatuses.some((status) => status === order.status);
  if (!isOpen) throw conflict('INVALID_STATE', { current: order.status, allowedActions: [] });
  await lockRequests(ctx, await requestIdsOf(ctx, orderId));
  return order;
}

/** A receiver is neither the order's creator nor its approver (handbook "Nobody approves…"). */
function expectOtherHands(ctx: Ctx, order: OrderRow): void {
  if ([order.createdBy, order.approvedBy].includes(ctx.actor.userId)) {
    throw conflict('SELF_RECEIPT');
  }
}

function headFaults(body: Body, order: OrderRow, day: string): FieldFault[] {
  const faults: FieldFault[] = [];
  if (body.receivedDate > day) faults.push({ field: 'receivedDate', code: 'FUTURE_DATE' });
  if (body.receivedDate < order.documentDate) {
    faults.push({ field: 'receivedDate', code: 'BEFORE_ORDER' });
  }
  if (body.taxInvoiceDate && body.taxInvoiceDate > day) {
    faults.push({ field: 'taxInvoiceDate', code: 'FUTURE_DATE' });
  }
  return faults;
}

async function expectNewInvoice(ctx: Ctx, supplierId: string, taxInvoiceNo: string | null) {
  if (taxInvoiceNo === null) return;
  const twin = await ctx.db
    .selectFrom('purchaseOrderReceipts')
    .select('id')
    .where('supplierId', '=', supplierId)
    .where('taxInvoiceNo', '=', taxInvoiceNo)
    // What was taken back or withdrawn gives its invoice free.
    .where('status', 'not in', terminalStatuses(receiptMachine))
    .executeTakeFirst();
  if (twin) throw duplicate('taxInvoiceNo');
}

/** Receives goods at the dock; they are posted at once unless an approval is asked for. */
export async function createReceipt(ctx: Ctx, { body }: Input<'receipts.create'>) {
  const order = await lockOrder(ctx, body.orderId);
  expectOtherHands(ctx, order);
  const day = today(ctx.clock);
  refuseFaults(headFaults(body, order, day));
  const lines = await receiptLines(ctx, body, await orderItemsOf(ctx, order.id));
  await expectOpen(ctx, order, lines);
  const taxInvoiceNo = body.taxInvoiceNo || null;
  await expectNewInvoice(ctx, order.supplierId, taxInvoiceNo);
  const counted = lines.map((line) => ({ line, amounts: amountsOfLine(order, line) }));
  const id = newId();
  const now = created(ctx);
  const isPosted = body.post !== false;
  await ctx.db
    .insertInto('purchaseOrderReceipts')
    .values({
      id,
      companyId: order.companyId,
      documentNo: null,
      status: 'pending',
      documentDate: day,
      remark: body.remark || null,
      approvedBy: null,
      approvedAt: null,
      statusReason: null,
      orderId: order.id,
      supplierId: order.supplierId,
      supplierSnapshot: json(order.supplierSnapshot),
      warehouseId: order.warehouseId,
      receivedDate: body.receivedDate,
      supplierDeliveryNo: body.supplierDeliveryNo || null,
      taxInvoiceNo,
      taxInvoiceDate: taxInvoiceNo === null ? null : (body.taxInvoiceDate ?? body.receivedDate),
      vatMode: order.vatMode,
      vatRate: order.vatRate,
      ...totalsOf(order, counted),
      committee: json(body.committee ?? []),
      itemCount: lines.length,
      goodsImportId: null,
      postedAt: null,
      headerSnapshot: null,
      searchText: await searchTextOf(ctx, {
        documentNo: null,
        partIds: lines.map((line) => line.orderItem.partId),
        words: [
          order.documentNo,
          order.supplierSnapshot.code,
          order.supplierSnapshot.name,
          taxInvoiceNo,
          body.supplierDeliveryNo,
          ctx.actor.name,
          ...lines.map((line) => line.orderItem.description),
        ],
      }),
      ...now,
    })
    .execute();
  await writeItems(ctx, { id, receivedDate: body.receivedDate, order }, counted);
  const receipt = await loadVisible(ctx, receiptType, { id });
  const documentNo = isPosted
    ? await post(ctx, { receipt, order, counted })
    : await number(ctx, receipt);
  await record(ctx, {
    subject: receiptType.subject,
    subjectId: id,
    companyId: order.companyId,
    action: 'create',
    to: isPosted ? 'posted' : 'pending',
    after: { documentNo, orderId: order.id, grandTotal: receipt.grandTotal },
    version: 1,
    touches: isPosted ? ['purchaseOrders', 'purchaseRequests', 'goodsImports', 'parts'] : [],
  });
  if (!isPosted) await tellOfSubmission(ctx, receiptType, { ...receipt, documentNo });
  return { data: await receiptDetail(ctx, id) };
}

async function writeItems(
  ctx: Ctx,
  receipt: { readonly id: string; readonly receivedDate: string; readonly order: OrderRow },
  counted: readonly Counted[],
): Promise<void> {
  const { order } = receipt;
  await ctx.db
    .insertInto('purchaseOrderReceiptItems')
    .values(
      counted.map(({ line, amounts }) => ({
        id: line.id,
        receiptId: receipt.id,
        lineNo: line.lineNo,
        orderItemId: line.orderItem.id,
        acceptedQty: line.acceptedQty,
        rejectedQty: line.rejectedQty,
        rejectReason: line.rejectReason,
        unitPrice: line.unitPrice,
        orderUnitPrice: line.orderItem.unitPrice,
        ...amounts,
        lots: json(line.lots),
        serials: json(line.serials),
        companyId: order.companyId,
        orderId: order.id,
        orderNo: order.documentNo,
        orderQuantity: line.orderItem.quantity,
        partId: line.orderItem.partId,
        description: line.orderItem.description,
        unitId: line.orderItem.unitId,
        isService: line.orderItem.isService,
        categoryId: line.orderItem.categoryId,
        subCategoryId: line.orderItem.subCategoryId,
        supplierId: order.supplierId,
        warehouseId: order.warehouseId,
        receiptNo: null,
        receivedDate: receipt.receivedDate,
        receiptStatus: 'pending',
        promisedDate: line.orderItem.promisedDate ?? order.promisedDate,
      })),
    )
    .execute();
}

async function number(ctx: Ctx, receipt: ReceiptRow): Promise<string> {
  const documentNo = await takeNumber(ctx, {
    companyId: receipt.companyId,
    docType: 'RC',
    date: receipt.documentDate,
  });
  await Promise.all([
    ctx.db
      .updateTable('purchaseOrderReceipts')
      .set({ documentNo })
      .where('id', '=', receipt.id)
      .execute(),
    ctx.db
      .updateTable('purchaseOrderReceiptItems')
      .set({ receiptNo: documentNo })
      .where('receiptId', '=', receipt.id)
      .execute(),
  ]);
  return documentNo;
}

/**
 * Everything that a receipt does when it counts: order, requests, stock, debt, and last its number
 * and its import's, since others wait for their counters until the commit. Returns the number.
 */
async function post(
  ctx: Ctx,
  {
    receipt,
    order,
    counted,
  }: {
    receipt: ReceiptRow;
    order: OrderRow;
    counted: readonly Counted[];
  },
): Promise<string> {
  await applyToOrder(ctx, order, {
    sign: 1,
    grandTotal: receipt.grandTotal,
    lines: counted.map(({ line, amounts }) => ({
      orderItemId: line.orderItem.id,
      acceptedQty: line.acceptedQty,
      shareBase: amounts.shareBase,
      shareVat: amounts.shareVat,
      shareDiscount: amounts.shareDiscount,
    })),
  });
  if (order.paymentType === 'credit') await writeDebt(ctx, receipt, order);
  const posting: Posting = {
    id: receipt.id,
    documentNo: receipt.documentNo,
    companyId: receipt.companyId,
    warehouseId: receipt.warehouseId,
    receivedDate: receipt.receivedDate,
    order,
    isVatRegistered: order.supplierSnapshot.isVatRegistered,
  };
  await postReceipt(ctx, posting, counted);
  await ctx.pg.query({
    name: 'purchasing.stockValues',
    text: `update purchase_order_receipt_items i set stock_value = s.value
      from (select doc_item_id, sum(value) as value from stock_moves
        where doc_id = $1 and doc_type = 'receipt' group by doc_item_id) s
      where i.id = s.doc_item_id`,
    values: [receipt.id],
  });
  const header = await headerFor(ctx, { companyId: receipt.companyId, type: 'acceptance' });
  const documentNo = receipt.documentNo ?? (await number(ctx, receipt));
  const goodsImportId = await announceReceipt(ctx, { ...posting, documentNo }, counted);
  await ctx.db
    .updateTable('purchaseOrderReceipts')
    .set({
      status: 'posted',
      goodsImportId,
      postedAt: ctx.clock.now(),
      headerSnapshot: json(header),
    })
    .where('id', '=', receipt.id)
    .execute();
  return documentNo;
}

/** What is owed for a receipt of an order on credit (domain-warehouse 1.7). */
async function writeDebt(ctx: Ctx, receipt: ReceiptRow, order: OrderRow): Promise<void> {
  if (decimal.isZero(receipt.grandTotal)) return;
  const invoiceDate = receipt.taxInvoiceDate ?? receipt.receivedDate;
  await ctx.db
    .insertInto('creditPurchases')
    .values({
      companyId: receipt.companyId,
      supplierId: receipt.supplierId,
      orderId: order.id,
      receiptId: receipt.id,
      invoiceNo: receipt.taxInvoiceNo,
      invoiceDate,
      dueDate: addDays(invoiceDate, order.creditDays),
      amount: receipt.grandTotal,
      wht: receipt.whtAmount,
      status: 'unpaid',
      ...created(ctx),
    })
    .execute();
}

/** Posts a receipt that waited; what came meanwhile counts first. */
export async function approveReceipt(ctx: Ctx, { params, body }: Input<'receipts.approval'>) {
  const { orderId } = await loadVisible(ctx, receiptType, { id: params.id });
  // Order before receipt, as everywhere: two receipts of one order wait for each other.
  await orderType.load(ctx, orderId, { lock: true });
  await runAction(ctx, receiptType, {
    action: 'approval',
    id: params.id,
    version: body.version,
    effect: async (row) => {
      const order = await lockOrder(ctx, row.orderId);
      const lines = await linesOf(ctx, row.id, order.id);
      await expectOpen(ctx, order, lines);
      const counted = lines.map((line) => ({ line, amounts: amountsOfLine(order, line) }));
      const totals = totalsOf(order, counted);
      await ctx.db
        .updateTable('purchaseOrderReceipts')
        .set(totals)
        .where('id', '=', row.id)
        .execute();
      for (const { line, amounts } of counted) {
        await ctx.db
          .updateTable('purchaseOrderReceiptItems')
          .set(amounts)
          .where('id', '=', line.id)
          .execute();
      }
      await post(ctx, {
        receipt: { ...row, ...totals },
        order,
        counted,
      });
      return {
        to: 'posted',
        set: approvedNow(ctx),
        touches: ['purchaseOrders', 'purchaseRequests', 'goodsImports', 'parts'],
      };
    },
  });
  return { data: await receiptDetail(ctx, params.id) };
}

async function linesOf(ctx: Ctx, receiptId: string, orderId: string): Promise<ReceiptLine[]> {
  const orderItems = new Map((await orderItemsOf(ctx, orderId)).map((item) => [item.id, item]));
  const rows = await ctx.db
    .selectFrom('purchaseOrderReceiptItems')
    .selectAll()
    .where('receiptId', '=', receiptId)
    .orderBy('lineNo')
    .execute();
  return rows.map((row) => {
    const orderItem = orderItems.get(row.orderItemId);
    if (!orderItem) throw new Error('a receipt line without its order line');
    return {
      id: row.id,
      lineNo: row.lineNo,
      orderItem,
      acceptedQty: qty(row.acceptedQty),
      rejectedQty: qty(row.rejectedQty),
      rejectReason: row.rejectReason,
      unitPrice: row.unitPrice,
      lots: row.lots,
      serials: row.serials,
    };
  });
}

/** Withdraws a receipt that waits: nothing was posted, so the order stands as before. */
export async function cancelReceipt(ctx: Ctx, { params, body }: Input<'receipts.cancel'>) {
  await runAction(ctx, receiptType, {
    action: 'cancel',
    id: params.id,
    version: body.version,
    reason: body.reason,
  });
  return { data: await receiptDetail(ctx, params.id) };
}

/** Takes a receipt back while nobody has touched its import (domain-warehouse 2.5). */
export async function reverseReceipt(ctx: Ctx, { params, body }: Input<'receipts.reverse'>) {
  const { orderId } = await loadVisible(ctx, receiptType, { id: params.id });
  const order = await orderType.load(ctx, orderId, { lock: true });
  if (!order) throw notFound();
  await runAction(ctx, receiptType, {
    action: 'reverse',
    id: params.id,
    version: body.version,
    reason: body.reason,
    effect: async (row) => {
      await expectUnpaid(ctx, row.id);
      const items = await ctx.db
        .selectFrom('purchaseOrderReceiptItems')
        .select(['orderItemId', 'acceptedQty', 'shareBase', 'shareVat', 'shareDiscount'])
        .where('receiptId', '=', row.id)
        .execute();
      await lockRequests(ctx, await requestIdsOf(ctx, order.id));
      await applyToOrder(ctx, order, {
        sign: -1,
        grandTotal: row.grandTotal,
        lines: items.map((item) => ({ ...item, acceptedQty: qty(item.acceptedQty) })),
      });
      await unpostReceipt(ctx, row, body.reason);
      return {
        to: 'reversed',
        touches: ['purchaseOrders', 'purchaseRequests', 'goodsImports', 'parts'],
      };
    },
  });
  return { data: await receiptDetail(ctx, params.id) };
}

/** What was paid is settled with the supplier first; otherwise the debt is void with its receipt. */
async function expectUnpaid(ctx: Ctx, receiptId: string): Promise<void> {
  const debt = await ctx.db
    .selectFrom('creditPurchases')
    .select(['id', 'status', 'version'])
    .where('receiptId', '=', receiptId)
    .forUpdate()
    .executeTakeFirst();
  if (!debt) return;
  if (debt.status !== 'unpaid') throw conflict('IN_USE', { by: 'creditPurchases' });
  await ctx.db
    .updateTable('creditPurchases')
    .set({ status: 'void', version: debt.version + 1, updatedAt: ctx.clock.now() })
    .where('id', '=', debt.id)
    .execute();
}
