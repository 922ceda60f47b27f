import {
  addDays,
  awaitingOrderStatuses,
  decimal,
  receiptMachine,
  terminalStatuses,
} from '@boxyard/shared/domain';
import { isUnpaidCredit } from '@boxyard/shared/domain/purchasing/creditPurchases.ts';
import { sql } from 'kysely';
import type { HeaderSnapshot } from '../../../db/schema/purchasing.ts';
import {
  afterPendingQueries,
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
  qty,
  record,
  refuseFaults,
  takeNumber,
  today,
} from '../../../kernel/index.ts';
import {
  approvedNow,
  fractionsOf,
  headerFaults,
  headerFor,
  notifyNewDocument,
  searchTextOf,
} from '../../../workflow/index.ts';
import { claimInputTax, takeBackInputTax } from '../../money/index.ts';
import { type OrderRow, purchaseOrders } from '../orders/type.ts';
import { lockRequests, requestIdsOf } from '../progress.ts';
import {
  amountsOfLine,
  expectOpen,
  type OrderItem,
  orderItemsOf,
  type ReceiptLine,
  receiptLines,
  toleranceOf,
  totalsOf,
} from './draft.ts';
import {
  announceReceipt,
  applyToOrder,
  type Counted,
  type LockedOrder,
  type Posting,
  postReceipt,
  prepareArrival,
  unpostReceipt,
} from './post.ts';
import { type ReceiptRow, receipts } from './type.ts';

type Body = Input<'receipts.create'>['body'];

/** Query families that change with what comes or goes back. */
const CHANGED = ['purchaseOrders', 'purchaseRequests', 'goodsImports', 'parts'];

/** An order's lines, and the requests that they serve, which are locked; call it under its lock. */
async function under(ctx: Ctx, order: OrderRow): Promise<LockedOrder> {
  const [requestIds, items] = await Promise.all([
    requestIdsOf(ctx, order.id),
    orderItemsOf(ctx, order.id),
  ]);
  await lockRequests(ctx, requestIds);
  return { order, items, requestIds };
}

/** The order of a receipt, locked with the requests it serves; it waits for goods, or 409. */
async function lockOrder(ctx: Ctx, orderId: string): Promise<LockedOrder> {
  const order = await purchaseOrders.type.load(ctx, orderId, { lock: true });
  // Whoever receives need not see orders: company and warehouse decide, as in the look-up.
  const seen =
    order && inScope(ctx.actor, { companyId: order.companyId, warehouseIds: [order.warehouseId] });
  if (!order || !seen) throw notFound();
  const isOpen = awaitingOrderStatuses.some((status) => status === order.status);
  if (!isOpen) throw conflict('INVALID_STATE', { current: order.status, allowedActions: [] });
  return under(ctx, order);
}

/** A receiver is neither an author of the order nor its approver (ADR 0014). */
function expectOtherHands(ctx: Ctx, order: OrderRow): void {
  if ([order.createdBy, order.approvedBy, ...order.authorIds].includes(ctx.actor.userId)) {
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

interface InvoiceOfSupplier {
  readonly supplierId: string;
  readonly taxInvoiceNo: string | null;
  readonly taxInvoiceDate: string | null;
}

/** Whether a receipt that counts has this invoice already: its number of that year, however it is spelled. */
async function isInvoiceKnown(
  ctx: Ctx,
  { supplierId, taxInvoiceNo, taxInvoiceDate }: InvoiceOfSupplier,
): Promise<boolean> {
  if (taxInvoiceNo === null || taxInvoiceDate === null) return false;
  const duplicate = await ctx.db
    .selectFrom('purchaseOrderReceipts')
    .select('id')
    .where('supplierId', '=', supplierId)
    .where(sql<boolean>`paper_key(tax_invoice_no) = paper_key(${taxInvoiceNo})`)
    .where(
      sql<boolean>`extract(year from tax_invoice_date) = ${Number(taxInvoiceDate.slice(0, 4))}`,
    )
    // What was taken back or withdrawn gives its invoice free.
    .where('status', 'not in', terminalStatuses(receiptMachine))
    .executeTakeFirst();
  return duplicate !== undefined;
}

/** Receives goods at the dock; they are posted at once unless an approval is asked for. */
export async function createReceipt(ctx: Ctx, { body }: Input<'receipts.create'>) {
  const locked = await lockOrder(ctx, body.orderId);
  const { order } = locked;
  expectOtherHands(ctx, order);
  const day = today(ctx.clock);
  refuseFaults([
    ...headFaults(body, order, day),
    ...(await headerFaults(ctx, {
      companyId: order.companyId,
      type: 'acceptance',
      headerId: body.documentHeaderId ?? null,
    })),
  ]);
  const taxInvoiceNo = body.taxInvoiceNo || null;
  const taxInvoiceDate = taxInvoiceNo === null ? null : (body.taxInvoiceDate ?? body.receivedDate);
  const [fractions, tolerance, isKnown] = await Promise.all([
    fractionsOf(
      ctx,
      locked.items.map((item) => item.unitId),
    ),
    toleranceOf(ctx, order, body.receivedDate),
    isInvoiceKnown(ctx, { supplierId: order.supplierId, taxInvoiceNo, taxInvoiceDate }),
  ]);
  const lines = receiptLines(ctx, body, { orderItems: locked.items, fractions });
  expectOpen(lines, tolerance);
  if (isKnown) throw duplicate('taxInvoiceNo');
  const counted = lines.map((line) => ({ line, amounts: amountsOfLine(order, line) }));
  const isPosted = body.post !== false;
  const draft = {
    id: newId(),
    companyId: order.companyId,
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
    taxInvoiceDate,
    vatMode: order.vatMode,
    vatRate: order.vatRate,
    ...totalsOf(order, counted),
    committee: json(body.committee ?? []),
    documentHeaderId: body.documentHeaderId ?? null,
    itemCount: lines.length,
    searchText: searchTextOf({
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
    ...created(ctx),
  };
  const { stockValues, ...outcome } = isPosted
    ? await post(ctx, { receipt: { ...draft, documentNo: null }, locked, counted })
    : await waiting(ctx, draft);
  // Written whole and once, when all is known: each further writing of a row costs all its indexes.
  const receipt = { ...draft, ...outcome };
  ctx.background(ctx.db.insertInto('purchaseOrderReceipts').values(receipt).execute());
  ctx.background(writeItems(ctx, { receipt, order, stockValues }, counted));
  if (isPosted) {
    writeDebt(ctx, receipt, order);
    claimInputTax(ctx, { ...receipt, supplier: order.supplierSnapshot });
  }
  await record(ctx, {
    subject: receipts.type.subject,
    subjectId: draft.id,
    companyId: order.companyId,
    action: 'create',
    to: receipt.status,
    after: { documentNo: receipt.documentNo, orderId: order.id, grandTotal: receipt.grandTotal },
    version: 1,
    touches: isPosted ? CHANGED : [],
  });
  // What is read from now on comes after it.
  await afterPendingQueries();
  if (!isPosted) await notifyNewDocument(ctx, receipts.type, draft.id);
  return { id: draft.id };
}

/** A receipt that waits for an approval has its number, and nothing is posted yet. */
async function waiting(ctx: Ctx, receipt: Numbered): Promise<Outcome> {
  return {
    status: 'pending',
    documentNo: await numberOf(ctx, receipt),
    goodsImportId: null,
    postedAt: null,
    headerSnapshot: null,
    stockValues: new Map(),
  };
}

const writeItems = (
  ctx: Ctx,
  {
    receipt,
    order,
    stockValues,
  }: {
    readonly receipt: Pick<ReceiptRow, 'id' | 'documentNo' | 'receivedDate' | 'status'>;
    readonly order: OrderRow;
    readonly stockValues: ReadonlyMap<string, string>;
  },
  counted: readonly Counted[],
): Promise<unknown> =>
  ctx.db
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
        ...worth(stockValues.get(line.id)),
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
        receiptNo: receipt.documentNo,
        receivedDate: receipt.receivedDate,
        receiptStatus: receipt.status,
        promisedDate: line.orderItem.promisedDate ?? order.promisedDate,
      })),
    )
    .execute();

/** What a new receipt becomes beside what was said of it. */
interface Outcome {
  readonly status: string;
  readonly documentNo: string;
  readonly goodsImportId: string | null;
  readonly postedAt: Date | null;
  readonly headerSnapshot: ReturnType<typeof json<HeaderSnapshot>> | null;
  /** By line: what the ledger took the goods in at. */
  readonly stockValues: ReadonlyMap<string, string>;
}

type Numbered = Pick<ReceiptRow, 'companyId' | 'documentDate'>;

const numberOf = (ctx: Ctx, { companyId, documentDate }: Numbered): Promise<string> =>
  takeNumber(ctx, { companyId, docType: 'RC', date: documentDate });

const worth = (stockValue: string | undefined) => (stockValue === undefined ? {} : { stockValue });

/**
 * Everything that a receipt does when it counts: order, requests, stock, and last its number and
 * its import's, since others wait for their counters until the commit: nothing is waited for from
 * then on. Answers what its row says then; what is owed for it (`writeDebt`) needs that row.
 */
async function post(
  ctx: Ctx,
  {
    receipt,
    locked,
    counted,
  }: {
    receipt: Numbered &
      Pick<
        ReceiptRow,
        'id' | 'documentNo' | 'warehouseId' | 'receivedDate' | 'grandTotal' | 'documentHeaderId'
      >;
    locked: LockedOrder;
    counted: readonly Counted[];
  },
): Promise<Outcome> {
  const { order } = locked;
  await applyToOrder(ctx, locked, {
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
  const posting: Posting = {
    id: receipt.id,
    documentNo: receipt.documentNo,
    companyId: receipt.companyId,
    warehouseId: receipt.warehouseId,
    receivedDate: receipt.receivedDate,
    order,
    isVatRegistered: order.supplierSnapshot.isVatRegistered,
  };
  const header = await headerFor(ctx, {
    companyId: receipt.companyId,
    type: 'acceptance',
    headerId: receipt.documentHeaderId,
  });
  const stockValues = await postReceipt(ctx, posting, counted);
  const [documentNo, prepared] = await Promise.all([
    receipt.documentNo ?? numberOf(ctx, receipt),
    prepareArrival(ctx, posting, counted),
  ]);
  const announced = { ...posting, documentNo };
  return {
    status: 'posted',
    documentNo,
    goodsImportId: prepared && (await announceReceipt(ctx, announced, { counted, prepared })),
    postedAt: ctx.clock.now(),
    headerSnapshot: json(header),
    stockValues,
  };
}

type Owed = Pick<
  ReceiptRow,
  | 'id'
  | 'companyId'
  | 'supplierId'
  | 'grandTotal'
  | 'whtAmount'
  | 'receivedDate'
  | 'taxInvoiceNo'
  | 'taxInvoiceDate'
>;

/** What is owed for a receipt of an order on credit (domain-warehouse 1.7). */
function writeDebt(ctx: Ctx, receipt: Owed, order: OrderRow): void {
  if (order.paymentType !== 'credit' || decimal.isZero(receipt.grandTotal)) return;
  const invoiceDate = receipt.taxInvoiceDate ?? receipt.receivedDate;
  const written = ctx.db
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
  ctx.background(written);
}

/** Posts a receipt that waited; what came meanwhile counts first. */
export const approveReceipt = receipts.action('approve', async (ctx, row) => {
  const locked = await lockOrder(ctx, row.orderId);
  const { order } = locked;
  const lines = await linesOf(ctx, row.id, locked.items);
  expectOpen(lines, await toleranceOf(ctx, order, row.receivedDate));
  const counted = lines.map((line) => ({ line, amounts: amountsOfLine(order, line) }));
  const totals = totalsOf(order, counted);
  const receipt = { ...row, ...totals };
  const { stockValues, status, ...posted } = await post(ctx, { receipt, locked, counted });
  for (const { line, amounts } of counted) {
    await ctx.db
      .updateTable('purchaseOrderReceiptItems')
      .set({ ...amounts, ...worth(stockValues.get(line.id)) })
      .where('id', '=', line.id)
      .execute();
  }
  writeDebt(ctx, receipt, order);
  claimInputTax(ctx, { ...receipt, supplier: row.supplierSnapshot });
  return {
    to: status,
    set: { ...totals, ...posted, ...approvedNow(ctx) },
    touches: CHANGED,
  };
});

async function linesOf(
  ctx: Ctx,
  receiptId: string,
  itemsOfOrder: readonly OrderItem[],
): Promise<ReceiptLine[]> {
  const orderItems = new Map(itemsOfOrder.map((item) => [item.id, item]));
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
export const cancelReceipt = receipts.action('cancel');

/** Takes a receipt back while nobody has touched its import (domain-warehouse 2.5). */
export const reverseReceipt = receipts.action('reverse', async (ctx, row, { reason }) => {
  await expectUnpaid(ctx, row.id);
  const order = await purchaseOrders.type.load(ctx, row.orderId, { lock: true });
  if (!order) throw new Error(`the order of receipt ${row.id} is missing`);
  const items = await ctx.db
    .selectFrom('purchaseOrderReceiptItems')
    .select(['orderItemId', 'acceptedQty', 'shareBase', 'shareVat', 'shareDiscount'])
    .where('receiptId', '=', row.id)
    .execute();
  await applyToOrder(ctx, await under(ctx, order), {
    sign: -1,
    grandTotal: row.grandTotal,
    lines: items.map((item) => ({ ...item, acceptedQty: qty(item.acceptedQty) })),
  });
  await unpostReceipt(ctx, row, reason);
  await takeBackInputTax(ctx, row);
  return { to: 'reversed', touches: CHANGED };
});

/** What was paid is settled with the supplier first; otherwise the debt is void with its receipt. */
async function expectUnpaid(ctx: Ctx, receiptId: string): Promise<void> {
  const debt = await ctx.db
    .selectFrom('creditPurchases')
    .select(['id', 'status', 'version'])
    .where('receiptId', '=', receiptId)
    .forUpdate()
    .executeTakeFirst();
  if (!debt) return;
  if (!isUnpaidCredit(debt.status))
    throw conflict('IN_USE', { references: [{ family: 'creditPurchases', count: 1 }] });
  await ctx.db
    .updateTable('creditPurchases')
    .set({ status: 'void', version: debt.version + 1, updatedAt: ctx.clock.now() })
    .where('id', '=', debt.id)
    .execute();
}
