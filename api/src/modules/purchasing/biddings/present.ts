import { comparedQuotationStatuses } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, money, notFound, price, qty } from '../../../kernel/index.ts';
import {
  actionContext,
  fractionsOf,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import {
  awardsOf,
  type BiddingRow,
  biddings,
  isSealedFor,
  type QuotationRow,
  quotationOf,
  quotationType,
  VOID_ORDERS,
} from './type.ts';

/** Parts and units of lines, and which units are counted in fractions. */
const namesOf = (
  ctx: Ctx,
  items: readonly { readonly partId: string | null; readonly unitId: string }[],
) =>
  Promise.all([
    loadRefs(ctx, {
      part: items.map((item) => item.partId),
      unit: items.map((item) => item.unitId),
    }),
    fractionsOf(
      ctx,
      items.map((item) => item.unitId),
    ),
  ]);

/** The columns of a list's row. */
export type BiddingListRow = Pick<
  BiddingRow,
  | 'id'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'createdBy'
  | 'documentNo'
  | 'status'
  | 'documentDate'
  | 'companyId'
  | 'title'
  | 'requestId'
  | 'warehouseId'
  | 'closesAt'
  | 'closedAt'
  | 'itemCount'
>;

const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`;

/** Rows of the list as the contract has them. */
export async function presentBiddings(ctx: Ctx, rows: readonly BiddingListRow[]) {
  const ids = rows.map((row) => row.id);
  const [invited, quoted, requests] = await Promise.all([
    ctx.db
      .selectFrom('biddingSuppliers')
      .select(['biddingId', 'supplierId'])
      .where('biddingId', '=', anyOf(ids))
      .orderBy('lineNo')
      .execute(),
    ctx.db
      .selectFrom('quotations')
      .select('biddingId')
      .where('biddingId', '=', anyOf(ids))
      .where('status', 'in', comparedQuotationStatuses)
      .execute(),
    ctx.db
      .selectFrom('purchaseRequests')
      .select(['id', 'documentNo'])
      .where('id', '=', anyOf(rows.flatMap(({ requestId }) => (requestId ? [requestId] : []))))
      .execute(),
  ]);
  const refs = await loadRefs(ctx, {
    company: rows.map((row) => row.companyId),
    warehouse: rows.map((row) => row.warehouseId),
    supplier: invited.map((one) => one.supplierId),
    user: rows.map((row) => row.createdBy),
  });
  const numbers = new Map(requests.map((request) => [request.id, request.documentNo]));
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    documentNo: row.documentNo,
    status: row.status,
    documentDate: row.documentDate,
    title: row.title,
    company: refs.ref(row.companyId),
    warehouse: refs.ref(row.warehouseId),
    request:
      row.requestId === null
        ? null
        : { id: row.requestId, documentNo: numbers.get(row.requestId) ?? null },
    closesAt: row.closesAt,
    closedAt: row.closedAt,
    itemCount: row.itemCount,
    suppliers: invited
      .filter((one) => one.biddingId === row.id)
      .map((one) => refs.ref(one.supplierId)),
    quotationCount: quoted.filter((one) => one.biddingId === row.id).length,
    createdBy: refs.userOrNull(row.createdBy),
  }));
}

/** A round's quotations by supplier, sealed where this person may not see them yet. */
export async function bidHeadsOf(ctx: Ctx, round: BiddingRow) {
  const found = await ctx.db
    .selectFrom('quotations')
    .select('id')
    .where('biddingId', '=', round.id)
    .orderBy('createdAt')
    .execute();
  const rows = await Promise.all(
    found.map(async ({ id }) => quotationType.load(ctx, id, { lock: false })),
  );
  const quotations = rows.flatMap((row) => (row ? [row] : []));
  const refs = await loadRefs(ctx, { supplier: quotations.map((row) => row.supplierId) });
  return quotations.map((row) => ({
    row,
    head: {
      id: row.id,
      supplier: refs.ref(row.supplierId),
      supplierQuoteNo: row.supplierQuoteNo,
      status: row.status,
      revisionNo: row.revisionNo,
      validUntil: row.validUntil,
      submittedAt: row.submittedAt,
      landedTotal: isSealedFor(ctx, round, row.enteredBy) ? null : money(row.landedTotal),
    },
  }));
}

/** What a round asks for, and what of it is won and ordered. */
export async function biddingItemsOf(ctx: Ctx, biddingId: string) {
  const [items, awards, bids] = await Promise.all([
    ctx.db
      .selectFrom('biddingItems')
      .selectAll()
      .where('biddingId', '=', biddingId)
      .orderBy('lineNo')
      .execute(),
    awardsOf(ctx, biddingId),
    ctx.db
      .selectFrom('quotationItems as i')
      .innerJoin('quotations as q', 'q.id', 'i.quotationId')
      .select('i.biddingItemId')
      .where('q.biddingId', '=', biddingId)
      .where('q.status', 'in', comparedQuotationStatuses)
      .execute(),
  ]);
  const [refs, units] = await namesOf(ctx, items);
  return items.map((item) => {
    const own = awards.filter((award) => award.biddingItemId === item.id);
    return {
      id: item.id,
      lineNo: item.lineNo,
      part: refs.refOrNull(item.partId),
      description: item.description,
      quantity: qty(item.quantity),
      unit: refs.ref(item.unitId),
      unitAllowsFraction: units.has(item.unitId),
      neededBy: item.neededBy,
      requestItemId: item.requestItemId,
      isReleased: item.isReleased,
      wonQuantity: own.reduce((sum, award) => sum + award.wonQuantity, 0),
      orderedQuantity: own.reduce((sum, award) => sum + award.orderedQty, 0),
      bidCount: bids.filter((bid) => bid.biddingItemId === item.id).length,
    };
  });
}

const ordersOf = (ctx: Ctx, biddingId: string) =>
  ctx.db
    .selectFrom('purchaseOrders')
    .select(['id', 'documentNo', 'status'])
    .where('biddingId', '=', biddingId)
    .orderBy('createdAt')
    .execute();

const requestOf = (ctx: Ctx, requestId: string | null) =>
  requestId === null
    ? []
    : ctx.db
        .selectFrom('purchaseRequests')
        .select(['id', 'documentNo', 'status'])
        .where('id', '=', requestId)
        .execute();

/** A round with everything that its page shows. 404 outside this person's scope. */
export async function biddingDetail(ctx: Ctx, id: string, supplierId?: string) {
  const row = await loadVisible(ctx, biddings.type, { id });
  if (supplierId !== undefined && !row.supplierIds.includes(supplierId)) throw notFound();
  const [[shown], items, heads, trail, orders, requests] = await Promise.all([
    presentBiddings(ctx, [row]),
    biddingItemsOf(ctx, id),
    bidHeadsOf(ctx, row),
    trailOf(ctx, biddings.type.subject, id),
    ordersOf(ctx, id),
    requestOf(ctx, row.requestId),
  ]);
  if (!shown) throw notFound();
  return {
    ...shown,
    ...trail,
    remark: row.remark,
    statusReason: row.statusReason,
    related: [
      ...requests.map((request) => ({ type: 'purchaseRequest', ...request })),
      ...orders.map((order) => ({ type: 'purchaseOrder', ...order })),
    ],
    ...actionContext(ctx, biddings.type, row),
    isSealed: isSealedFor(ctx, row),
    hasWinners: row.hasWinners,
    hasUnordered: row.hasUnordered,
    items,
    quotations: heads.map(({ head }) => head),
  };
}

/** The columns of a quotation in a list. */
export type QuotationListRow = Pick<
  QuotationRow,
  | 'id'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'createdBy'
  | 'status'
  | 'documentDate'
  | 'supplierId'
  | 'biddingId'
  | 'biddingNo'
  | 'biddingTitle'
  | 'biddingStatus'
  | 'closesAt'
  | 'closedAt'
  | 'supplierQuoteNo'
  | 'validUntil'
  | 'revisionNo'
  | 'itemCount'
  | 'submittedAt'
  | 'enteredBy'
  | 'landedTotal'
>;

/** Rows of a supplier's quotations as the contract has them. */
export async function presentQuotations(ctx: Ctx, rows: readonly QuotationListRow[]) {
  const refs = await loadRefs(ctx, {
    supplier: rows.map((row) => row.supplierId),
    user: rows.map((row) => row.createdBy),
  });
  return rows.map((row) => {
    const isSealed = isSealedFor(ctx, row, row.enteredBy);
    return {
      id: row.id,
      version: row.version,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      documentNo: row.supplierQuoteNo,
      status: row.status,
      documentDate: row.documentDate,
      supplier: refs.ref(row.supplierId),
      bidding: {
        id: row.biddingId,
        documentNo: row.biddingNo,
        title: row.biddingTitle,
        status: row.biddingStatus,
      },
      supplierQuoteNo: row.supplierQuoteNo,
      validUntil: row.validUntil,
      revisionNo: row.revisionNo,
      itemCount: row.itemCount,
      submittedAt: row.submittedAt,
      isSealed,
      landedTotal: isSealed ? null : money(row.landedTotal),
      createdBy: refs.userOrNull(row.createdBy),
    };
  });
}

/** The lines of a quotation, prices and all. */
async function linesOf(ctx: Ctx, quotationId: string) {
  const items = await ctx.db
    .selectFrom('quotationItems as q')
    .innerJoin('biddingItems as b', 'b.id', 'q.biddingItemId')
    .where('q.quotationId', '=', quotationId)
    .orderBy('b.lineNo')
    .selectAll('q')
    .select(['b.lineNo', 'b.partId', 'b.description', 'b.unitId', 'b.quantity as requestedQty'])
    .execute();
  const [refs, units] = await namesOf(ctx, items);
  return items.map((item) => ({
    id: item.id,
    biddingItemId: item.biddingItemId,
    lineNo: item.lineNo,
    part: refs.refOrNull(item.partId),
    description: item.description,
    requestedQty: qty(item.requestedQty),
    unit: refs.ref(item.unitId),
    unitAllowsFraction: units.has(item.unitId),
    quantity: qty(item.quantity),
    moq: item.moq === null ? null : qty(item.moq),
    unitPrice: price(item.unitPrice),
    discountPct: money(item.discountPct),
    leadTimeDays: item.leadTimeDays,
    warrantyMonths: item.warrantyMonths,
    brandOffered: item.brandOffered,
    landedUnitPrice: price(item.landedUnitPrice),
    landedTotal: money(item.landedTotal),
    isWinner: qty(item.wonQuantity) > 0,
    wonQuantity: qty(item.wonQuantity),
    wonReason: item.wonReason,
  }));
}

type Line = Awaited<ReturnType<typeof linesOf>>[number];

const hidden = (line: Line) => ({
  ...line,
  unitPrice: null,
  discountPct: null,
  landedUnitPrice: null,
  landedTotal: null,
});

/** The lines as this person may see them. */
export async function quotedLines(ctx: Ctx, row: QuotationRow) {
  const lines = await linesOf(ctx, row.id);
  return row.isSealed ? lines.map(hidden) : lines;
}

const termsOf = (row: QuotationRow) => ({
  supplierQuoteNo: row.supplierQuoteNo,
  validUntil: row.validUntil,
  vatMode: row.vatMode,
  vatRate: money(row.vatRate),
  creditDays: row.creditDays,
  deliveryDays: row.deliveryDays,
  shippingFee: money(row.shippingFee),
  landedTotal: money(row.landedTotal),
});

/** What a revision keeps of a quotation. */
export async function quotationSnapshot(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, quotationType, { id });
  return { ...termsOf(row), items: await linesOf(ctx, id) };
}
type Snapshot = Awaited<ReturnType<typeof quotationSnapshot>>;

interface Asked {
  readonly supplierId: string;
  readonly id: string;
}

/** A quotation with everything that its page shows. 404 outside this person's scope. */
export async function quotationDetail(ctx: Ctx, asked: Asked) {
  const row = await quotationOf(ctx, asked);
  const [[shown], items, trail, orders] = await Promise.all([
    presentQuotations(ctx, [row]),
    quotedLines(ctx, row),
    trailOf(ctx, quotationType.subject, row.id),
    ctx.db
      .selectFrom('purchaseOrders')
      .select(['id', 'documentNo', 'status'])
      .where('biddingId', '=', row.biddingId)
      .where('supplierId', '=', row.supplierId)
      .orderBy('createdAt')
      .execute(),
  ]);
  if (!shown) throw notFound();
  return {
    ...shown,
    ...termsOf(row),
    ...trail,
    // What a supplier sends names its prices as well.
    attachments: shown.isSealed ? [] : trail.attachments,
    shippingFee: shown.isSealed ? null : money(row.shippingFee),
    landedTotal: shown.landedTotal,
    remark: row.remark,
    statusReason: row.statusReason,
    related: orders.map((order) => ({ type: 'purchaseOrder', ...order })),
    ...actionContext(ctx, quotationType, row),
    roundOpen: row.roundOpen,
    hasItems: row.hasItems,
    hasWinners: row.hasWinners,
    enteredBy: row.enteredBy,
    items,
  };
}

/** The quotation as it was before each change, newest first; sealed as the quotation is. */
export async function quotationRevisions(ctx: Ctx, asked: Asked) {
  const row = await quotationOf(ctx, asked);
  const kept = await ctx.db
    .selectFrom('quotationRevisions')
    .selectAll()
    .where('quotationId', '=', row.id)
    .orderBy('revisionNo', 'desc')
    .execute();
  const refs = await loadRefs(ctx, { user: kept.map((revision) => revision.byUserId) });
  const { isSealed } = row;
  return kept.map(({ revisionNo, snapshot, at, byUserId }) => {
    const { items, ...terms } = snapshot as Snapshot;
    return {
      ...terms,
      revisionNo,
      at,
      by: refs.userOrNull(byUserId),
      shippingFee: isSealed ? null : terms.shippingFee,
      landedTotal: isSealed ? null : terms.landedTotal,
      items: isSealed ? items.map(hidden) : items,
    };
  });
}

/** Winning lines that an order holds: their award stands. */
export async function orderedLines(ctx: Ctx, itemIds: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('purchaseOrderItems')
    .select('quotationItemId')
    .where('quotationItemId', '=', anyOf(itemIds))
    .where('orderStatus', 'not in', VOID_ORDERS)
    .execute();
  return new Set(rows.flatMap((row) => (row.quotationItemId ? [row.quotationItemId] : [])));
}
