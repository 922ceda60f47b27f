import { can, decimal } from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { documentFamilies, hiddenBesideGoods, moveCondition } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { stockScopeOf, warehouseInScope } from '../parts/stockScope.ts';
import { blindSpot } from './blind.ts';

/** What the pages of one part, of all parts and of one serial share of the ledger's moves (3.1). */

/** What a person's stock is of: what is owned (domain-warehouse 3.2). */
const OWNED = sql<boolean>`(w.kind <> 'virtual' or w.code = 'CLAIM')`;

export const within = (ids: readonly string[] | undefined) =>
  ids === undefined ? sql<boolean>`true` : sql<boolean>`w.id = any(${ids}::uuid[])`;

/** Whether a place (warehouse `w`) counts: owned, in the person's scope, in the warehouses chosen. */
export const isCounted = ({ actor }: Ctx, chosen: readonly string[] | undefined) =>
  sql<boolean>`${OWNED} and ${warehouseInScope(stockScopeOf(actor))} and ${within(chosen)}`;

/** Places of a part where it has been, which are those that hold a balance of it, empty or not. */
export const placesOf = (partId: string, condition: RawBuilder<boolean>) =>
  sql<{ id: string }>`(select n.id from bins n join warehouses w on w.id = n.warehouse_id
    where n.id in (select b.location_id from stock_balances b
      where b.item_id = ${partId} and b.item_type = 'part') and ${condition})`;

/**
 * One of a move's ends is such a place, by its warehouse `w`. Of a part's moves by their own columns:
 * the index still gives the order. Of all parts the two places of each move are looked up, since a
 * company has more places than a page has moves.
 */
export const touches = (partId: string | null, condition: RawBuilder<boolean>) => {
  if (partId === null) {
    return sql<boolean>`exists (select 1 from bins n join warehouses w on w.id = n.warehouse_id
      where n.id in (m.from_location_id, m.to_location_id) and ${condition})`;
  }
  const places = placesOf(partId, condition);
  return sql<boolean>`(m.from_location_id in ${places} or m.to_location_id in ${places})`;
};

/** Moves of which the person may see an end. */
export function isVisible({ actor }: Ctx, partId: string | null): RawBuilder<boolean> {
  const { companyIds, warehouseIds } = actor;
  const ofCompany =
    companyIds === null
      ? sql<boolean>`true`
      : sql<boolean>`(m.company_id = any(${companyIds}::uuid[])
          or m.to_company_id = any(${companyIds}::uuid[]))`;
  if (warehouseIds === null) return ofCompany;
  // Between two places of the system, such as the dock and quarantine, the document says whose it is.
  const ofDocument = moveCondition(actor, { type: 'm.doc_type', id: 'm.doc_id' });
  return sql<boolean>`(${ofCompany} and (${touches(partId, within(warehouseIds))}
    or (not ${touches(partId, sql<boolean>`not w.is_system`)}
      and ${ofDocument ?? sql<boolean>`true`})))`;
}

/**
 * How many moves of these parts are `inSight`, as their postings counted them. Undefined where that
 * is not known: places decide, or several companies, between which a move is of both.
 */
export async function cachedCount(
  { actor, db }: Ctx,
  partIds: readonly string[],
): Promise<number | undefined> {
  const { companyIds, warehouseIds } = actor;
  if (warehouseIds !== null || (companyIds !== null && companyIds.length !== 1)) return undefined;
  const kept = db
    .selectFrom('partValuations as v')
    .where('v.itemType', '=', 'part')
    .where('v.itemId', 'in', partIds);
  const [companyId] = companyIds ?? [];
  const { moves } = await (companyId === undefined
    ? kept.select(sql<number>`coalesce(sum(v.own_moves), 0)::bigint`.as('moves'))
    : kept
        .where('v.companyId', '=', companyId)
        .select(sql<number>`coalesce(sum(v.own_moves + v.received_moves), 0)::bigint`.as('moves'))
  ).executeTakeFirstOrThrow();
  return moves;
}

/** Moves by the kind of document; `reversal` is what any of them took back. */
export const ofTypes = (types: readonly string[] | undefined) => {
  if (types === undefined) return sql<boolean>`true`;
  const [first, ...more] = types.filter((type) => type !== 'reversal');
  // One stays an equality: the index on (item, type, seq) then gives the order.
  const plain =
    more.length > 0 ? sql`any(${[first, ...more]}::text[])` : sql`${first ?? null}::text`;
  return types.includes('reversal')
    ? sql<boolean>`(m.doc_type = ${plain} or m.reverses_move_id is not null)`
    : sql<boolean>`m.doc_type = ${plain}`;
};

/** The moves of parts, all of them. */
export const movesOf = (ctx: Ctx) =>
  ctx.db.selectFrom('stockMoves as m').where('m.itemType', '=', 'part');

/**
 * The piece of the ledger in which the moves of some days lie: from the first of them to the last, by
 * one look a day. What was posted later for a day long ago makes the piece longer, not the list wrong.
 */
export function amongDays({
  startDate,
  endDate,
}: {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}): RawBuilder<boolean> {
  if (startDate === undefined && endDate === undefined) return sql<boolean>`true`;
  const ends = (which: 'asc' | 'desc') => sql`
    select x.seq from generate_series(
        greatest(${startDate ?? null}::date, (select min(effective_date) from stock_moves)),
        least(${endDate ?? null}::date, (select max(effective_date) from stock_moves)), interval '1 day') as d
      cross join lateral (select seq from stock_moves
        where effective_date = d::date order by seq ${sql.raw(which)} limit 1) x`;
  return sql<boolean>`m.seq between (select min(seq) from (${ends('asc')}) f)
    and (select max(seq) from (${ends('desc')}) l)`;
}

/** Looked up for the rows of the page; ten tables joined would take longer to plan than to read. */
export const withNames = (query: ReturnType<typeof movesOf>) =>
  query.select([
    'm.seq',
    'm.id',
    'm.postedAt',
    'm.effectiveDate',
    'm.docType',
    'm.docId',
    'm.action',
    'm.itemType',
    'm.itemId',
    'm.qty',
    'm.conditionTo',
    'm.unitCost',
    'm.value',
    'm.fromLocationId',
    'm.toLocationId',
    'm.postedBy',
    sql<string | null>`(select l.lot_no from lots l where l.id = m.lot_id)`.as('lotNo'),
    sql<string | null>`(select s.serial_no from serials s where s.id = m.serial_id)`.as('serialNo'),
    sql<string | null>`(select btrim(u.first_name || ' ' || u.last_name) from users u
      where u.id = m.posted_by)`.as('byName'),
    // Numbers are taken last, after a document posted its moves.
    sql<string | null>`coalesce(m.document_no,
      (select r.document_no from purchase_order_receipts r where r.id = m.doc_id),
      (select gi.document_no from goods_imports gi where gi.id = m.doc_id))`.as('documentNo'),
  ]);

type MoveRow = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

interface Place {
  readonly id: string;
  readonly bin: string;
  readonly warehouse: ReturnType<typeof mustRef>;
  readonly isCounted: boolean;
}

type PlaceRow = Omit<Place, 'warehouse'> &
  Record<'warehouseId' | 'code' | 'name', string> & { readonly nameTh: string | null };

/** Both ends of the moves of a page. */
async function placesShown(
  ctx: Ctx,
  ids: readonly string[],
  chosen: readonly string[] | undefined,
) {
  const { rows } = await sql<PlaceRow>`
    select n.id, n.code as bin, w.id as warehouse_id, w.code, w.name, w.name_th,
      ${isCounted(ctx, chosen)} as is_counted
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

/**
 * What a move is worth where it is counted: what goes out is less. The ledger books nothing for what stays
 * within the company, which is worth what it costs all the same.
 */
function worthOf(row: Pick<MoveRow, 'qty' | 'unitCost' | 'value'>, goesOut: boolean): string {
  const worth = decimal.isZero(row.value) ? decimal.multiply(row.qty, row.unitCost) : row.value;
  return decimal.round(goesOut ? decimal.subtract('0', worth) : worth);
}

/** Ids of the documents of moves that this person is not told of. */
function hiddenSources(ctx: Ctx, rows: readonly Pick<MoveRow, 'docType' | 'docId'>[]) {
  const families = documentFamilies();
  return hiddenBesideGoods(
    ctx,
    'moves',
    // Moves are taken back under one name, whatever family posted them.
    rows.flatMap(({ docType, docId: id }) =>
      families.flatMap(({ subject: type, moveTypes = [] }) =>
        moveTypes.includes(docType) ? [{ type, id }] : [],
      ),
    ),
  );
}

/** Moves as the pages show them: what came into, went out of or stayed within what is counted. */
export async function presentMoves(
  ctx: Ctx,
  rows: readonly MoveRow[],
  chosen?: readonly string[] | undefined,
) {
  const ends = rows.flatMap((row) => [row.fromLocationId, row.toLocationId]);
  const [blind, places, withheld] = await Promise.all([
    blindSpot(ctx),
    placesShown(ctx, ends, chosen),
    hiddenSources(ctx, rows),
  ]);
  const place = (id: string): Place => {
    const found = places.get(id);
    if (!found) throw new Error(`a move names a place that is not there: ${id}`);
    return found;
  };
  const seesCost = can(ctx.actor.grants, 'parts-warehouse:view-cost');
  return rows.map((row) => {
    const from = place(row.fromLocationId);
    const to = place(row.toLocationId);
    // What came into a bin and went out of it adds up to what lies there.
    const isHidden = blind.hasBin(from.id) || blind.hasBin(to.id);
    return {
      id: row.id,
      postedAt: row.postedAt,
      effectiveDate: row.effectiveDate,
      document: {
        type: row.docType,
        ...(withheld.has(row.docId)
          ? { id: null, documentNo: null }
          : { id: row.docId, documentNo: row.documentNo }),
      },
      action: row.action,
      from: { warehouse: from.warehouse, bin: from.bin },
      to: { warehouse: to.warehouse, bin: to.bin },
      condition: row.conditionTo,
      lotNo: row.lotNo,
      serialNo: row.serialNo,
      quantity: isHidden ? null : row.qty,
      qtyIn: isHidden ? null : to.isCounted ? row.qty : 0,
      qtyOut: isHidden ? null : from.isCounted ? row.qty : 0,
      unitCost: seesCost ? decimal.round(row.unitCost, 4) : null,
      value: seesCost && !isHidden ? worthOf(row, from.isCounted && !to.isCounted) : null,
      by: row.postedBy === null ? null : { id: row.postedBy, name: row.byName ?? '' },
    };
  });
}

interface Ended {
  readonly warehouse: { readonly code: unknown };
  readonly bin: unknown;
}
const endOf = ({ warehouse, bin }: Ended): string => `${warehouse.code} ${bin}`;

/** Columns of an export of moves. */
export const MOVE_EXPORT = {
  postedAt: { title: { en: 'Posted at', th: 'เวลาบันทึก' }, type: 'datetime' },
  effectiveDate: { title: { en: 'Effective date', th: 'วันที่มีผล' }, type: 'date' },
  document: { title: { en: 'Document', th: 'เอกสาร' }, type: 'text' },
  action: { title: { en: 'Action', th: 'รายการ' }, type: 'text' },
  from: {
    title: { en: 'From', th: 'จาก' },
    type: 'text',
    value: ({ from }: { readonly from: Ended }) => endOf(from),
  },
  to: {
    title: { en: 'To', th: 'ไปยัง' },
    type: 'text',
    value: ({ to }: { readonly to: Ended }) => endOf(to),
  },
  qtyIn: { title: { en: 'In', th: 'เข้า' }, type: 'quantity' },
  qtyOut: { title: { en: 'Out', th: 'ออก' }, type: 'quantity' },
  unitCost: { title: { en: 'Unit cost', th: 'ต้นทุนต่อหน่วย' }, type: 'number' },
  value: { title: { en: 'Value', th: 'มูลค่า' }, type: 'money' },
  by: { title: { en: 'By', th: 'โดย' }, type: 'text' },
} as const;
