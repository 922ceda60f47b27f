import {
  biddingMachine,
  can,
  purchaseOrderMachine,
  quotationMachine,
  startsFrom,
  voidStatuses,
} from '@boxyard/shared/domain';
import { isSealed } from '@boxyard/shared/domain/purchasing/bids.ts';
import { sql } from 'kysely';
import { type Actor, type Ctx, qty, today } from '../../../kernel/index.ts';
import { defineFamily, loadVisible, type RowOfFamily } from '../../../workflow/index.ts';
import { refreshRequests } from '../progress.ts';

/** Orders that came to nothing hold none of what was won. */
export const VOID_ORDERS = voidStatuses(purchaseOrderMachine);

/** What was won of each line of a round's quotations, and how much of it live orders hold. */
export async function awardsOf(ctx: Ctx, biddingId: string) {
  const { rows } = await ctx.pg.query<{
    id: string;
    quotation_id: string;
    bidding_item_id: string;
    won: string;
    ordered: string;
    to_order: string;
  }>({
    name: 'biddings.awards',
    // Of what an order was closed short of, the request's line may want nothing any more.
    text: `select qi.id, qi.quotation_id, qi.bidding_item_id, qi.won_quantity as won, x.ordered,
        greatest(0, least(qi.won_quantity - x.ordered, r.quantity - r.ordered_qty - r.cancelled_qty)) as to_order
      from quotations q join quotation_items qi on qi.quotation_id = q.id
      join bidding_items b on b.id = qi.bidding_item_id
      left join purchase_request_items r on r.id = b.request_item_id
      cross join lateral (
        select coalesce(sum(o.quantity - o.closed_qty), 0) as ordered from purchase_order_items o
        where o.quotation_item_id = qi.id and not (o.order_status = any($2))
      ) x
      where q.bidding_id = $1 and qi.won_quantity > 0`,
    values: [biddingId, VOID_ORDERS],
  });
  return rows.map((row) => ({
    id: row.id,
    quotationId: row.quotation_id,
    biddingItemId: row.bidding_item_id,
    wonQuantity: qty(row.won),
    orderedQty: qty(row.ordered),
    toOrderQty: qty(row.to_order),
  }));
}

const isOpenAt = (ctx: Ctx, { closesAt }: { readonly closesAt: Date }): boolean =>
  closesAt.getTime() > ctx.clock.now().getTime();

/** A round whose time has run out counts as closed from that moment on (2.3). */
export const roundStatus = (
  round: { readonly status: string; readonly closesAt: Date },
  ctx: Ctx,
): string => (takesQuotations(round) && !isOpenAt(ctx, round) ? 'closed' : round.status);

/** Bidding rounds. */
export const biddings = defineFamily('biddings', {
  as: 'b',
  owners: ['assigneeId'],
  fields: (query) => query.select('b.status as storedStatus'),
  statusNow: roundStatus,
  read: async (row, ctx) => {
    const [invited, awards] = await Promise.all([
      ctx.db
        .selectFrom('biddingSuppliers')
        .select('supplierId')
        .where('biddingId', '=', row.id)
        .orderBy('lineNo')
        .execute(),
      awardsOf(ctx, row.id),
    ]);
    return {
      ...row,
      supplierIds: invited.map(({ supplierId }) => supplierId),
      hasWinners: awards.length > 0,
      hasUnordered: awards.some((award) => award.toOrderQty > 0),
      hasOrdered: awards.some((award) => award.orderedQty > 0),
    };
  },
  // A round is looked at beside one of its suppliers.
  under: ({ supplierIds }) => ({ supplierId: supplierIds }),
  path: ({ id, supplierIds }) =>
    `/warehouse-management/suppliers/${supplierIds[0] ?? ''}/bidding/${id}`,
});
export type BiddingRow = RowOfFamily<typeof biddings>;

/** Counts anew, once the round's status is written, what is held of its request. */
export const recountRequest = async (ctx: Ctx, { requestId }: BiddingRow): Promise<void> => {
  if (requestId !== null) await refreshRequests(ctx, [requestId]);
};

/** Columns that say when a round closed whose time ran out before anybody wrote it down. */
export const closingOf = (row: BiddingRow): { closedAt?: Date } =>
  row.status === row.storedStatus ? {} : { closedAt: row.closesAt };

/** Whether suppliers may still quote. */
export const takesQuotations = (row: Pick<BiddingRow, 'status'>): boolean =>
  startsFrom(biddingMachine, 'close', row.status);

/**
 * Whether prices of a round are hidden from this person: until it closes, without
 * `suppliers:view-bids` (2.3). Whoever entered a quotation knows what they typed.
 */
export const isSealedFor = (
  ctx: Ctx,
  round: { readonly closedAt: Date | null; readonly closesAt: Date },
  enteredBy: readonly string[] = [],
): boolean =>
  isSealed(round, ctx.clock.now()) &&
  !can(ctx.actor.grants, `${biddingMachine.page}:view-bids`) &&
  !enteredBy.includes(ctx.actor.userId);

/** Keeps a quotation's round from being closed or decided, as every action of a round locks it first. */
const holdRoundOf = (ctx: Ctx, quotationId: string) =>
  ctx.db
    .selectFrom('biddings')
    .select('id')
    .where('id', '=', (eb) =>
      eb.selectFrom('quotations').select('biddingId').where('id', '=', quotationId),
    )
    .forShare()
    .execute();

const hasWinners = sql<boolean>`exists (select 1 from quotation_items i
  where i.quotation_id = q.id and i.won_quantity > 0)`.as('hasWinners');

/** Quotations; one whose validity has run out counts as expired from that midnight on. */
export const quotations = defineFamily('quotations', {
  as: 'q',
  ownersOnly: true,
  // Whether the round takes changes has to stay so until they are written.
  lockFirst: holdRoundOf,
  fields: (query) =>
    query
      .innerJoin('biddings as b', 'b.id', 'q.biddingId')
      .select(['q.supplierQuoteNo as documentNo', 'b.status as roundStatus'])
      .select(['b.closesAt', 'b.closedAt', hasWinners]),
  statusNow: (row, ctx) =>
    startsFrom(quotationMachine, 'expire', row.status) &&
    row.validUntil < today(ctx.clock) &&
    !row.hasWinners
      ? 'expired'
      : row.status,
  read: (row, ctx) => {
    const status = roundStatus({ status: row.roundStatus, closesAt: row.closesAt }, ctx);
    return {
      ...row,
      roundOpen: takesQuotations({ status }),
      roundDecided: !startsFrom(biddingMachine, 'award', status),
      isSealed: isSealedFor(ctx, row, row.enteredBy),
      hasItems: row.itemCount > 0,
    };
  },
  under: ({ supplierId }) => ({ supplierId }),
  path: ({ id, supplierId }) => `/warehouse-management/suppliers/${supplierId}/quotation/${id}`,
  // What a supplier sends names its prices as well.
  sealed: (ctx, row) => ({ forMe: row.isSealed, forAny: isSealed(row, ctx.clock.now()) }),
});
export type QuotationRow = RowOfFamily<typeof quotations>;

/** A quotation of this supplier, or 404. */
export const quotationOf = (
  ctx: Ctx,
  {
    supplierId,
    quotationId: id,
    lock = false,
  }: { readonly supplierId: string; readonly quotationId: string; readonly lock?: boolean },
): Promise<QuotationRow> => loadVisible(ctx, quotations.type, { id, lock, path: { supplierId } });

/** Who has entered something of a quotation, this person among them. */
export const enteredByWith = (actor: Actor, before: readonly string[]): string[] => [
  ...new Set([...before, actor.userId]),
];
