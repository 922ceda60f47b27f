import {
  biddingMachine,
  can,
  purchaseOrderMachine,
  quotationMachine,
  startsFrom,
  voidStatuses,
} from '@boxyard/shared/domain';
import { isSealed } from '@boxyard/shared/domain/purchasing/bids.ts';
import { type Selectable, sql } from 'kysely';
import type { BiddingTables } from '../../../db/schema/biddings.ts';
import { type Actor, type Ctx, notFound, qty, today } from '../../../kernel/index.ts';
import {
  type DocumentRow,
  type DocumentType,
  defineFamily,
  loadVisible,
  type RowOfFamily,
} from '../../../workflow/index.ts';

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

const isOpenAt = (ctx: Ctx, row: { readonly closesAt: Date }): boolean =>
  row.closesAt.getTime() > ctx.clock.now().getTime();

/** Bidding rounds; one whose time has run out counts as closed from that moment on (2.3). */
export const biddings = defineFamily('biddings', {
  as: 'b',
  owners: ['assigneeId'],
  fields: (query) => query.select('b.status as storedStatus'),
  statusNow: (row, ctx) =>
    startsFrom(biddingMachine, 'close', row.status) && !isOpenAt(ctx, row) ? 'closed' : row.status,
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
  path: ({ id, supplierIds }) =>
    `/warehouse-management/suppliers/${supplierIds[0] ?? ''}/bidding/${id}`,
});
export type BiddingRow = RowOfFamily<typeof biddings>;

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

export type QuotationRow = Selectable<BiddingTables['quotations']> &
  DocumentRow & {
    readonly storedStatus: string;
    readonly biddingNo: string;
    readonly biddingTitle: string;
    readonly biddingStatus: string;
    readonly closesAt: Date;
    readonly closedAt: Date | null;
    readonly roundOpen: boolean;
    readonly roundDecided: boolean;
    readonly isSealed: boolean;
    readonly hasItems: boolean;
    readonly hasWinners: boolean;
  };

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

async function loadQuotation(
  ctx: Ctx,
  { id, lock, lazy }: { id: string; lock: boolean; lazy: boolean },
): Promise<QuotationRow | undefined> {
  // Whether the round takes changes has to stay so until they are written.
  if (lock && lazy) await holdRoundOf(ctx, id);
  const query = ctx.db
    .selectFrom('quotations as q')
    .innerJoin('biddings as b', 'b.id', 'q.biddingId')
    .where('q.id', '=', id)
    .selectAll('q')
    .select(['b.documentNo as biddingNo', 'b.title as biddingTitle', 'b.status as biddingStatus'])
    .select(['b.closesAt', 'b.closedAt'])
    .select(
      sql<boolean>`exists (select 1 from quotation_items i where i.quotation_id = q.id and i.won_quantity > 0)`.as(
        'hasWinners',
      ),
    );
  const row = await (lock ? query.forUpdate('q') : query).executeTakeFirst();
  if (!row) return undefined;
  const isExpired =
    lazy &&
    startsFrom(quotationMachine, 'expire', row.status) &&
    row.validUntil < today(ctx.clock) &&
    !row.hasWinners;
  const roundOpen = startsFrom(biddingMachine, 'close', row.biddingStatus) && isOpenAt(ctx, row);
  return {
    ...row,
    documentNo: row.supplierQuoteNo,
    storedStatus: row.status,
    status: isExpired ? 'expired' : row.status,
    biddingStatus:
      startsFrom(biddingMachine, 'close', row.biddingStatus) && !roundOpen
        ? 'closed'
        : row.biddingStatus,
    roundOpen,
    roundDecided: !startsFrom(biddingMachine, 'award', row.biddingStatus),
    isSealed: isSealedFor(ctx, row, row.enteredBy),
    hasItems: row.itemCount > 0,
  };
}

/** Quotations; one whose validity has run out counts as expired from that midnight on. */
export const quotationType: DocumentType<QuotationRow, 'quotations'> = {
  machine: quotationMachine,
  subject: 'quotations',
  table: 'quotations',
  docType: 'QT',
  label: { en: 'Quotation', th: 'ใบเสนอราคา' },
  path: (row) => `/warehouse-management/suppliers/${row.supplierId}/quotation/${row.id}`,
  load: (ctx, id, { lock }) => loadQuotation(ctx, { id, lock, lazy: true }),
  scope: (row) => ({ companyId: row.companyId, warehouseIds: [row.warehouseId] }),
  // What a supplier sends names its prices as well.
  sealed: (ctx, row) => ({ forMe: row.isSealed, forAny: isSealed(row, ctx.clock.now()) }),
};

/** As stored: for the job that writes the expiry down. */
export const storedQuotationType: DocumentType<QuotationRow, 'quotations'> = {
  ...quotationType,
  load: (ctx, id, { lock }) => loadQuotation(ctx, { id, lock, lazy: false }),
};

/** A quotation of this supplier, or 404. */
export async function quotationOf(
  ctx: Ctx,
  { supplierId, id, lock = false }: { supplierId: string; id: string; lock?: boolean },
): Promise<QuotationRow> {
  const row = await loadVisible(ctx, quotationType, { id, lock });
  if (row.supplierId !== supplierId) throw notFound();
  return row;
}

/** A quotation whose prices this person may see; its files are prices, too. */
export async function unsealedQuotation(ctx: Ctx, id: string): Promise<QuotationRow> {
  const row = await loadVisible(ctx, quotationType, { id });
  if (row.isSealed) throw notFound();
  return row;
}

/** Who has entered something of a quotation, this person among them. */
export const enteredByWith = (actor: Actor, before: readonly string[]): string[] => [
  ...new Set([...before, actor.userId]),
];
