import { comparedQuotationStatuses } from '@boxyard/shared/domain';
import { anyId, type Ctx, type Input, money, price, qty } from '../../../kernel/index.ts';
import { fractionsOf, loadRefs, loadVisible, toldOf } from '../../../workflow/index.ts';
import {
  awardsOf,
  biddings,
  isSealedFor,
  type QuotationRow,
  quotations,
  roundStatus,
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

export const biddingRows = biddings.rows({
  apart: ['request', 'suppliers', 'quotationCount'],
  reads: ['requestId'],
  more: async (ctx, rows) => {
    const ids = rows.map((row) => row.id);
    const [invited, quoted, requests] = await Promise.all([
      ctx.db
        .selectFrom('biddingSuppliers')
        .select(['biddingId', 'supplierId'])
        .where('biddingId', '=', anyId(ids))
        .orderBy('lineNo')
        .execute(),
      ctx.db
        .selectFrom('quotations')
        .select('biddingId')
        .where('biddingId', '=', anyId(ids))
        .where('status', 'in', comparedQuotationStatuses)
        .execute(),
      ctx.db
        .selectFrom('purchaseRequests')
        .select(['id', 'documentNo'])
        .where('id', '=', anyId(rows.flatMap(({ requestId }) => (requestId ? [requestId] : []))))
        .execute(),
    ]);
    const refs = await loadRefs(ctx, { supplier: invited.map((one) => one.supplierId) });
    return rows.map((row) => ({
      request: requests.find(({ id }) => id === row.requestId) ?? null,
      suppliers: invited
        .filter((one) => one.biddingId === row.id)
        .map((one) => refs.ref(one.supplierId)),
      quotationCount: quoted.filter((one) => one.biddingId === row.id).length,
    }));
  },
});

/** A round's quotations by supplier, sealed where this person may not see them yet. */
export async function bidHeadsOf(ctx: Ctx, biddingId: string) {
  const found = await ctx.db
    .selectFrom('quotations')
    .select('id')
    .where('biddingId', '=', biddingId)
    .orderBy('createdAt')
    .execute();
  const loaded = await Promise.all(
    found.map(({ id }) => quotations.type.load(ctx, id, { lock: false })),
  );
  const rows = loaded.flatMap((row) => (row ? [row] : []));
  const refs = await loadRefs(ctx, { supplier: rows.map((row) => row.supplierId) });
  return rows.map((row) => ({
    row,
    head: {
      id: row.id,
      supplier: refs.ref(row.supplierId),
      supplierQuoteNo: row.supplierQuoteNo,
      status: row.status,
      revisionNo: row.revisionNo,
      validUntil: row.validUntil,
      submittedAt: row.submittedAt,
      landedTotal: row.isSealed ? null : row.landedTotal,
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

/** A round with everything that its page shows. */
export const presentBidding = biddings.document({
  rows: biddingRows,
  related: { from: { purchaseRequests: 'requestId' }, to: { purchaseOrders: 'biddingId' } },
  load: (ctx, id) => Promise.all([biddingItemsOf(ctx, id), bidHeadsOf(ctx, id)]),
  more: (ctx, row, [items, bids]) => ({
    isSealed: isSealedFor(ctx, row),
    items,
    quotations: bids.map(({ head }) => head),
  }),
});

export const quotationRows = quotations.rows({
  apart: ['documentNo', 'bidding', 'isSealed', 'landedTotal'],
  reads: ['biddingId', 'enteredBy', 'landedTotal'],
  more: async (ctx, rows) => {
    const rounds = await ctx.db
      .selectFrom('biddings')
      .where('id', '=', anyId(rows.map((row) => row.biddingId)))
      .select(['id', 'documentNo', 'title', 'status', 'closesAt', 'closedAt'])
      .execute();
    const byId = new Map(rounds.map((round) => [round.id, round]));
    return rows.map((row) => {
      const round = byId.get(row.biddingId);
      if (!round) throw new Error(`the round of quotation ${row.id} is missing`);
      const isSealed = isSealedFor(ctx, round, row.enteredBy);
      return {
        documentNo: row.supplierQuoteNo,
        bidding: { ...round, status: roundStatus(round, ctx) },
        isSealed,
        landedTotal: isSealed ? null : row.landedTotal,
      };
    });
  },
});

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

/** What a revision keeps of a quotation. */
export const quotationSnapshot = async (ctx: Ctx, row: QuotationRow) => ({
  supplierQuoteNo: row.supplierQuoteNo,
  validUntil: row.validUntil,
  vatMode: row.vatMode,
  vatRate: row.vatRate,
  creditDays: row.creditDays,
  deliveryDays: row.deliveryDays,
  shippingFee: row.shippingFee,
  landedTotal: row.landedTotal,
  items: await linesOf(ctx, row.id),
});
type Snapshot = Awaited<ReturnType<typeof quotationSnapshot>>;

/** A quotation with everything that its page shows. */
export const presentQuotation = quotations.document({
  rows: quotationRows,
  more: async (ctx, row) => {
    const [items, orders] = await Promise.all([
      quotedLines(ctx, row),
      ctx.db
        .selectFrom('purchaseOrders')
        .select(['id', 'documentNo', 'status'])
        .where('biddingId', '=', row.biddingId)
        .where('supplierId', '=', row.supplierId)
        .orderBy('createdAt')
        .execute(),
    ]);
    return {
      shippingFee: row.isSealed ? null : row.shippingFee,
      enteredBy: row.enteredBy,
      related: await toldOf(
        ctx,
        orders.map((order) => ({ type: 'purchaseOrder', ...order })),
      ),
      items,
    };
  },
});

/** The quotation as it was before each change, newest first; sealed as the quotation is. */
export async function quotationRevisions(ctx: Ctx, { params }: Input<'quotations.revisions'>) {
  const row = await loadVisible(ctx, quotations.type, { id: params.id, path: params });
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
    .where('quotationItemId', '=', anyId(itemIds))
    .where('orderStatus', 'not in', VOID_ORDERS)
    .execute();
  return new Set(rows.flatMap((row) => (row.quotationItemId ? [row.quotationItemId] : [])));
}
