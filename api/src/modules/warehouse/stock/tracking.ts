import { sql } from 'kysely';
import { type Ctx, defineList, figuresRow, type Input, notFound } from '../../../kernel/index.ts';
import { normaliseSerial } from '../../../ledger/index.ts';
import { blindSpot } from './blind.ts';
import {
  isCounted,
  isVisible,
  MOVE_EXPORT,
  movesOf,
  ofTypes,
  placesOf,
  presentMoves,
  touches,
  within,
  withNames,
} from './moves.ts';

type Tracking = Input<'parts.tracking'>;

const ofSerial = (column: string, { params, query }: Tracking) => {
  const { serialNo } = query.filters;
  if (serialNo === undefined) return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(column)} = (select s.id from serials s where s.item_type = 'part'
    and s.item_id = ${params.id} and s.serial_no = ${normaliseSerial(serialNo)})`;
};

/**
 * Moves of the part with what each changed in the counted places: 0 within them. One pass over the
 * part's piece of stock_moves_item, which holds every column that is read.
 */
const flows = (ctx: Ctx, input: Tracking) => sql`
  counted as (select id from ${placesOf(
    input.params.id,
    isCounted(ctx, input.query.filters.warehouseId),
  )} c),
  flows as (
    select m.seq, m.effective_date as day, ${ofTypes(input.query.filters.docType)} as is_asked,
      m.qty * ((m.to_location_id in (select id from counted))::int
        - (m.from_location_id in (select id from counted))::int) as net
    from stock_moves m
    where m.item_id = ${input.params.id} and m.item_type = 'part' and ${ofSerial('m.serialId', input)}
  )`;

/** Stock after each of the moves: today's, less whatever came later. */
async function balancesAfter(
  ctx: Ctx,
  seqs: readonly number[],
  input: Tracking,
): Promise<Map<number, string>> {
  if (seqs.length === 0) return new Map();
  const { rows } = await sql<{ seq: number; balance: string }>`
    with ${flows(ctx, input)}, later as (
      select seq, net, sum(net) over (order by seq desc) as reached
      from flows where seq >= ${Math.min(...seqs)}
    ), present as (
      select coalesce(sum(b.on_hand), 0) as qty from stock_balances b
      where b.item_id = ${input.params.id} and b.item_type = 'part'
        and b.location_id in (select id from counted) and ${ofSerial('b.serialId', input)}
    )
    select seq, (present.qty - reached + net)::text as balance
    from later cross join present where seq = any(${seqs}::bigint[])`.execute(ctx.db);
  return new Map(rows.map((row) => [Number(row.seq), row.balance]));
}

/** Opening and closing stock of the days asked for, and what came and went between (I8 in pieces). */
async function totals(ctx: Ctx, input: Tracking) {
  const blind = await blindSpot(ctx, [input.params.id]);
  if (blind.hasPart(input.params.id)) {
    return { opening: null, closing: null, qtyIn: null, qtyOut: null };
  }
  const { startDate = null, endDate = null } = input.query;
  const sums = sql<Record<'opening' | 'closing' | 'qtyIn' | 'qtyOut', string>>`
    with ${flows(ctx, input)}
    select
      coalesce(sum(net) filter (where day < ${startDate}::date), 0)::text as opening,
      coalesce(sum(net) filter (where ${endDate}::date is null or day <= ${endDate}::date), 0)::text as closing,
      coalesce(sum(net) filter (where net > 0 and is_within), 0)::text as "qtyIn",
      coalesce(-sum(net) filter (where net < 0 and is_within), 0)::text as "qtyOut"
    from (
      select day, net, is_asked and (${startDate}::date is null or day >= ${startDate}::date)
        and (${endDate}::date is null or day <= ${endDate}::date) as is_within
      from flows
    ) f`.compile(ctx.db);
  return figuresRow(ctx, 'parts', sums);
}

/** Moves of a part with the running balance (domain-warehouse 4.1, page parts-warehouse/:id). */
export const trackingList = defineList('parts.tracking', {
  id: 'm.seq',
  rowId: 'm.id',
  isOfOne: true,
  from: (ctx, input) => {
    const { id } = input.params;
    const chosen = input.query.filters.warehouseId;
    const shown = chosen === undefined ? sql<boolean>`true` : touches(id, within(chosen));
    return (
      movesOf(ctx)
        .where('m.itemId', '=', id)
        // Opaque to the planner, which else takes the two ends for a rarity and sorts all moves.
        .where(sql<boolean>`case when ${isVisible(ctx, id)} and ${shown} then true end`)
        .where(ofSerial('m.serialId', input))
    );
  },
  select: withNames,
  map: async (rows, ctx, input) => {
    const [blind, balances] = await Promise.all([
      blindSpot(ctx, [input.params.id]),
      balancesAfter(
        ctx,
        rows.map((row) => row.seq),
        input,
      ),
    ]);
    const isHidden = blind.hasPart(input.params.id);
    const shown = await presentMoves(ctx, rows, input.query.filters.warehouseId);
    return shown.map((row, index) => ({
      ...row,
      balanceAfter: isHidden ? null : (balances.get(Number(rows[index]?.seq)) ?? 0),
    }));
  },
  sorts: { postedAt: 'm.seq' },
  compares: { postedAt: 'm.posted_at' },
  filters: {
    // Applied in `from`.
    warehouseId: (query) => query,
    serialNo: (query) => query,
    docType: (query, types) => query.where(ofTypes(types)),
  },
  dates: { column: 'm.effectiveDate', kind: 'date', opaque: true },
  summary: (_query, ctx, input) => totals(ctx, input),
  export: {
    fileName: 'part-tracking',
    columns: {
      ...MOVE_EXPORT,
      balanceAfter: { title: { en: 'In all places', th: 'รวมทุกที่' }, type: 'quantity' },
    },
  },
});

/** 404 for a part that does not exist; one without moves answers an empty list. */
export async function trackPart(ctx: Ctx, input: Tracking) {
  if (input.query.format !== undefined) {
    await expectPart(ctx, input.params.id);
    return trackingList.run(ctx, input);
  }
  const found = await trackingList.run(ctx, input);
  // Rows say by themselves that there is a part.
  if ('rows' in found && found.rows.length === 0) await expectPart(ctx, input.params.id);
  return found;
}

async function expectPart({ db }: Ctx, id: string): Promise<void> {
  const query = db.selectFrom('materialParts').where('id', '=', id).select('id');
  if ((await query.executeTakeFirst()) === undefined) throw notFound();
}
