import { can, decimal } from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, defineList, type Input, notFound } from '../../../kernel/index.ts';
import { normaliseSerial } from '../../../ledger/lots.ts';
import { mustRef } from '../../masterData/masters.ts';
import { stockScopeOf, warehouseInScope } from '../parts/stockScope.ts';

type Tracking = Input<'parts.tracking'>;

/** What a person's stock is of: what is owned (domain-warehouse 3.2). */
const OWNED = sql<boolean>`(w.kind <> 'virtual' or w.code = 'CLAIM')`;

const within = (ids: readonly string[] | undefined) =>
  ids === undefined ? sql<boolean>`true` : sql<boolean>`w.id = any(${ids}::uuid[])`;

/** Whether a place (warehouse `w`) counts: owned, in the person's scope, in the warehouse chosen. */
const isCounted = (ctx: Ctx, { query }: Tracking) =>
  sql<boolean>`${OWNED} and ${warehouseInScope(stockScopeOf(ctx.actor))}
    and ${within(query.filters.warehouseId)}`;

/** Places where the part has been, which are those that hold a balance of it, empty or not. */
const placesOf = (partId: string, condition: RawBuilder<boolean>) =>
  sql<{ id: string }>`(select n.id from bins n join warehouses w on w.id = n.warehouse_id
    where n.id in (select b.location_id from stock_balances b
      where b.item_id = ${partId} and b.item_type = 'part') and ${condition})`;

/** One of a move's ends is such a place. By its own columns: the index still gives the order. */
const touches = (partId: string, condition: RawBuilder<boolean>) => {
  const places = placesOf(partId, condition);
  return sql<boolean>`(m.from_location_id in ${places} or m.to_location_id in ${places})`;
};

/** Moves of which the person may see an end. */
function inSight({ actor }: Ctx, partId: string): RawBuilder<boolean> {
  const { companyIds, warehouseIds } = actor;
  if (companyIds === null && warehouseIds === null) return sql<boolean>`true`;
  const seen = touches(partId, warehouseInScope(stockScopeOf(actor)));
  if (warehouseIds === null) return seen;
  // Goods between two warehouses that are both somebody else's touch a system place at most.
  const others = placesOf(partId, sql<boolean>`not w.is_system`);
  return sql<boolean>`(${seen} and (${touches(partId, within(warehouseIds))}
    or not (m.from_location_id in ${others} or m.to_location_id in ${others})))`;
}

const ofSerial = (column: string, { params, query }: Tracking) => {
  const { serialNo } = query.filters;
  if (serialNo === undefined) return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(column)} = (select s.id from serials s where s.item_type = 'part'
    and s.item_id = ${params.id} and s.serial_no = ${normaliseSerial(serialNo)})`;
};

const ofTypes = (types: readonly string[] | undefined) => {
  if (types === undefined) return sql<boolean>`true`;
  const [first, ...more] = types.filter((type) => type !== 'reversal');
  // One stays an equality: the index on (item, type, seq) then gives the order.
  const plain =
    more.length > 0 ? sql`any(${[first, ...more]}::text[])` : sql`${first ?? null}::text`;
  return types.includes('reversal')
    ? sql<boolean>`(m.doc_type = ${plain} or m.reverses_move_id is not null)`
    : sql<boolean>`m.doc_type = ${plain}`;
};

/**
 * Moves of the part with what each changed in the counted places: 0 within them. One pass over the
 * part's piece of stock_moves_item, which holds every column that is read.
 */
const flows = (ctx: Ctx, input: Tracking) => sql`
  counted as (select id from ${placesOf(input.params.id, isCounted(ctx, input))} c),
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
  const { startDate = null, endDate = null } = input.query;
  const { rows } = await sql<Record<'opening' | 'closing' | 'qtyIn' | 'qtyOut', string>>`
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
    ) f`.execute(ctx.db);
  return rows[0] ?? {};
}

interface Place {
  readonly id: string;
  readonly bin: string;
  readonly warehouse: ReturnType<typeof mustRef>;
  readonly isCounted: boolean;
}

type PlaceRow = Omit<Place, 'warehouse'> &
  Record<'warehouseId' | 'code' | 'name', string> & { readonly nameTh: string | null };

/** Both ends of the moves of a page. */
async function placesShown(ctx: Ctx, ids: readonly string[], input: Tracking) {
  const { rows } = await sql<PlaceRow>`
    select n.id, n.code as bin, w.id as warehouse_id, w.code, w.name, w.name_th, ${isCounted(ctx, input)} as is_counted
    from bins n join warehouses w on w.id = n.warehouse_id where n.id = any(${ids}::uuid[])`.execute(
    ctx.db,
  );
  return new Map(
    rows.map(({ warehouseId, code, name, nameTh, ...row }): [string, Place] => [
      row.id,
      { ...row, warehouse: mustRef(warehouseId, code, { name, nameTh }) },
    ]),
  );
}

/** Moves of a part with the running balance (domain-warehouse 4.1, page parts-warehouse/:id). */
export const trackingList = defineList('parts.tracking', {
  id: 'm.seq',
  from: (ctx, input) => {
    const { id } = input.params;
    const chosen = input.query.filters.warehouseId;
    const shown = chosen === undefined ? sql<boolean>`true` : touches(id, within(chosen));
    return (
      ctx.db
        .selectFrom('stockMoves as m')
        .where('m.itemId', '=', id)
        .where('m.itemType', '=', 'part')
        // Opaque to the planner, which else takes the two ends for a rarity and sorts all moves.
        .where(sql<boolean>`case when ${inSight(ctx, id)} and ${shown} then true end`)
        .where(ofSerial('m.serialId', input))
    );
  },
  // Looked up for the rows of the page; ten tables joined would take longer to plan than to read.
  select: (query) =>
    query.select([
      'm.seq',
      'm.id',
      'm.postedAt',
      'm.effectiveDate',
      'm.docType',
      'm.docId',
      'm.action',
      'm.qty',
      'm.conditionTo',
      'm.unitCost',
      'm.value',
      'm.fromLocationId',
      'm.toLocationId',
      'm.postedBy',
      sql<string | null>`(select l.lot_no from lots l where l.id = m.lot_id)`.as('lotNo'),
      sql<string | null>`(select s.serial_no from serials s where s.id = m.serial_id)`.as(
        'serialNo',
      ),
      sql<string | null>`(select btrim(u.first_name || ' ' || u.last_name) from users u
        where u.id = m.posted_by)`.as('byName'),
      // Numbers are taken last, after a document posted its moves.
      sql<string | null>`coalesce(m.document_no,
        (select r.document_no from purchase_order_receipts r where r.id = m.doc_id),
        (select gi.document_no from goods_imports gi where gi.id = m.doc_id))`.as('documentNo'),
    ]),
  map: async (rows, ctx, input) => {
    const ends = rows.flatMap((row) => [row.fromLocationId, row.toLocationId]);
    const places = await placesShown(ctx, ends, input);
    const place = (id: string): Place => {
      const found = places.get(id);
      if (!found) throw new Error(`a move names a place that is not there: ${id}`);
      return found;
    };
    const seqs = rows.map((row) => row.seq);
    const balances = await balancesAfter(ctx, seqs, input);
    const seesCost = can(ctx.actor.grants, 'parts-warehouse:view-cost');
    return rows.map((row) => {
      const from = place(row.fromLocationId);
      const to = place(row.toLocationId);
      return {
        id: row.id,
        postedAt: row.postedAt,
        effectiveDate: row.effectiveDate,
        document: { type: row.docType, id: row.docId, documentNo: row.documentNo },
        action: row.action,
        from: { warehouse: from.warehouse, bin: from.bin },
        to: { warehouse: to.warehouse, bin: to.bin },
        condition: row.conditionTo,
        lotNo: row.lotNo,
        serialNo: row.serialNo,
        qtyIn: to.isCounted ? row.qty : 0,
        qtyOut: from.isCounted ? row.qty : 0,
        balanceAfter: balances.get(Number(row.seq)) ?? 0,
        unitCost: seesCost ? decimal.round(row.unitCost, 4) : null,
        value: seesCost ? decimal.round(row.value) : null,
        by: row.postedBy === null ? null : { id: row.postedBy, name: row.byName ?? '' },
      };
    });
  },
  sorts: { postedAt: 'm.seq' },
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
      postedAt: { title: { en: 'Posted at', th: 'เวลาบันทึก' }, type: 'datetime' },
      effectiveDate: { title: { en: 'Effective date', th: 'วันที่มีผล' }, type: 'date' },
      document: { title: { en: 'Document', th: 'เอกสาร' }, type: 'text' },
      action: { title: { en: 'Action', th: 'รายการ' }, type: 'text' },
      from: {
        title: { en: 'From', th: 'จาก' },
        type: 'text',
        value: ({ from }) => `${from.warehouse.code} ${from.bin}`,
      },
      to: {
        title: { en: 'To', th: 'ไปยัง' },
        type: 'text',
        value: ({ to }) => `${to.warehouse.code} ${to.bin}`,
      },
      qtyIn: { title: { en: 'In', th: 'เข้า' }, type: 'quantity' },
      qtyOut: { title: { en: 'Out', th: 'ออก' }, type: 'quantity' },
      balanceAfter: { title: { en: 'Balance', th: 'คงเหลือ' }, type: 'quantity' },
      unitCost: { title: { en: 'Unit cost', th: 'ต้นทุนต่อหน่วย' }, type: 'number' },
      value: { title: { en: 'Value', th: 'มูลค่า' }, type: 'money' },
      by: { title: { en: 'By', th: 'โดย' }, type: 'text' },
    },
  },
});

/** 404 for a part that does not exist; one without moves answers an empty list. */
export async function trackPart(ctx: Ctx, input: Tracking) {
  const part = await ctx.db
    .selectFrom('materialParts')
    .where('id', '=', input.params.id)
    .select('id')
    .executeTakeFirst();
  if (!part) throw notFound();
  return trackingList.run(ctx, input);
}
