import { REORDER_LEVELS } from '@boxyard/shared/contract';
import { addQuantities, STORAGE_KINDS } from '@boxyard/shared/domain';
import {
  projectedStock,
  type ReorderFigures,
  suggestedOrder,
} from '@boxyard/shared/domain/warehouse/reorder.ts';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Ctx, defineList, folded, type Input, today } from '../../../kernel/index.ts';
import { mustRef, refOf } from '../../masterData/index.ts';
import { blindSpot } from './blind.ts';
import { REORDER_WORDS } from './labels.ts';

/** What the list reads: the watched levels of companies and of warehouses, as one. */
interface Watched {
  key: string;
  companyId: string;
  partId: string;
  warehouseId: string | null;
  level: (typeof REORDER_LEVELS)[number];
  partNo: string;
  categoryId: string;
  subCategoryId: string | null;
  supplierId: string | null;
}
type Source = SelectQueryBuilder<{ s: Watched }, 's', object>;

const COLUMNS = sql`level, part_no, category_id, sub_category_id, supplier_id`;
const ofCompany = (where: RawBuilder<unknown>) =>
  sql`select key, company_id, id as part_id, null::uuid as warehouse_id, ${COLUMNS}
    from part_stock_levels where is_watched and ${where}`;
const ofWarehouse = (where: RawBuilder<unknown>) =>
  sql`select id as key, company_id, part_id, warehouse_id, ${COLUMNS}
    from stock_rules where is_watched and ${where}`;

/** One of many, or none said: each of them is a piece of an index. */
const each = (column: RawBuilder<unknown>, ids: readonly string[] | null) =>
  ids === null ? [sql`true`] : ids.map((id) => sql`${column} = ${id}::uuid`);

/**
 * Levels of the person's companies and of their warehouses, merged in order from as many pieces of
 * the indexes. A warehouse that is asked for has its own levels only.
 */
function watched(ctx: Ctx, { query }: Input<'stock.reorder'>): Source {
  const { companyIds, warehouseIds } = ctx.actor;
  const { level: levels = REORDER_LEVELS, warehouseId: chosen } = query.filters;
  const mine = chosen?.filter((id) => warehouseIds === null || warehouseIds.includes(id));
  const places = mine ?? warehouseIds;
  const inWarehouses =
    places === null
      ? each(sql`company_id`, companyIds)
      : each(sql`warehouse_id`, places).map((one) =>
          companyIds === null ? one : sql`${one} and company_id = any(${companyIds}::uuid[])`,
        );
  const pieces = levels.flatMap((level) => {
    const at = sql`level = ${level}`;
    return [
      ...inWarehouses.map((one) => ofWarehouse(sql`${at} and ${one}`)),
      ...(chosen === undefined
        ? each(sql`company_id`, companyIds).map((one) => ofCompany(sql`${at} and ${one}`))
        : []),
    ];
  });
  const descending = query.sort[0]?.descending === true;
  const direction = descending ? sql`desc` : sql`asc`;
  // As the list of parts: a limit that cuts nothing makes a piece come in the order of its index.
  const inOrder = pieces.map(
    (piece) => sql`(${piece} order by part_no ${direction}, key ${direction} limit 2000000000)`,
  );
  const none = sql`(${ofCompany(sql`false`)})`;
  const from = sql<Watched>`(${inOrder.length === 0 ? none : sql.join(inOrder, sql` union all `)})`;
  return ctx.db.selectFrom(from.as('s') as never) as unknown as Source;
}

const withLevels = (query: Source) =>
  query.select([
    's.key as id',
    's.companyId',
    's.partId',
    's.warehouseId',
    's.level',
    's.supplierId',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withLevels>['execute']>>[number];

interface Place {
  readonly companyId: string;
  readonly partId: string;
  readonly warehouseId: string | null;
}

type Figures = Record<'available' | 'incoming' | 'onOrder' | 'requested', number>;

/**
 * What there is and what is on its way of each part, in a warehouse or in the company, in one
 * statement. Lots are looked at as of `today`, Bangkok.
 */
async function figuresOf(ctx: Ctx, places: readonly Place[]): Promise<Figures[]> {
  const { rows } = await ctx.pg.query<Record<keyof Figures, string>>({
    name: 'stock.reorderFigures',
    text: `select
        coalesce((select sum(b.on_hand - b.reserved) from stock_balances b
          join bins n on n.id = b.location_id join warehouses w on w.id = n.warehouse_id
          left join lots l on l.id = b.lot_id
          where b.item_id = k.part_id and b.item_type = 'part' and b.company_id = k.company_id
            and b.is_physical and w.is_pickable and not n.is_locked and b.condition <> 'defective'
            and (l.expiry_date is null or l.expiry_date >= $4::date)
            and (k.warehouse_id is null or w.id = k.warehouse_id)), 0)::text as available,
        coalesce((select sum(i.expected_qty) from goods_import_items i join goods_imports g on g.id = i.import_id
          where i.part_id = k.part_id and i.posted_at is null and g.company_id = k.company_id
            and g.status in ('pending', 'inspecting')
            and (k.warehouse_id is null or g.warehouse_id = k.warehouse_id)), 0)::text as incoming,
        coalesce((select sum(greatest(o.quantity - o.received_qty - o.closed_qty, 0) * o.unit_factor)
          from purchase_order_items o where o.part_id = k.part_id and o.company_id = k.company_id
            and o.order_status in ('approved', 'booking', 'onGoing')
            and (k.warehouse_id is null or o.warehouse_id = k.warehouse_id)), 0)::text as "onOrder",
        (coalesce((select sum((i.quantity - i.ordered_qty - i.cancelled_qty)
            * case i.unit_id when p.unit_id then 1 when p.purchase_unit_id then p.purchase_factor else coalesce(u.factor, 1) end)
          from purchase_request_items i join purchase_requests r on r.id = i.request_id
          join material_parts p on p.id = i.part_id join units u on u.id = i.unit_id
          where i.part_id = k.part_id and r.company_id = k.company_id
            and r.status in ('pending', 'approved', 'booking', 'onGoing')
            and (k.warehouse_id is null or r.warehouse_id = k.warehouse_id)), 0)
        + coalesce((select sum(o.quantity * o.unit_factor)
          from purchase_order_items o where o.part_id = k.part_id and o.company_id = k.company_id
            and o.order_status in ('draft', 'pending')
            and (k.warehouse_id is null or o.warehouse_id = k.warehouse_id)), 0))::numeric(18, 3)::text as requested
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as k(company_id, part_id, warehouse_id, at)
      order by k.at`,
    values: [
      places.map(({ companyId }) => companyId),
      places.map(({ partId }) => partId),
      places.map(({ warehouseId }) => warehouseId),
      today(ctx.clock),
    ],
  });
  return rows.map((row) => ({
    available: Number(row.available),
    incoming: Number(row.incoming),
    onOrder: Number(row.onOrder),
    requested: Number(row.requested),
  }));
}

const number = (value: string | number | null): number | null =>
  value === null ? null : Number(value);

async function partsOf(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('materialParts as p')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .leftJoin('suppliers as v', 'v.id', 'p.preferredSupplierId')
    .select([
      'p.id',
      'p.partNo',
      'p.name',
      'p.nameTh',
      'p.minStock',
      'p.reorderPoint',
      'p.maxStock',
      'p.reorderQty',
      'p.purchaseFactor',
      'p.leadTimeDays',
      'u.id as unitId',
      'u.code as unitCode',
      'u.name as unitName',
      'u.nameTh as unitNameTh',
      'v.id as supplierId',
      'v.code as supplierCode',
      'v.name as supplierName',
      'v.nameTh as supplierNameTh',
    ])
    .where('p.id', '=', (on) => on.fn.any(on.val([...new Set(ids)])))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Levels of the parts' warehouses, all of them: what they get, the company need not buy again. */
async function rulesOfParts(ctx: Ctx, ids: readonly string[]) {
  return ctx.db
    .selectFrom('stockRules')
    .select([
      'id',
      'companyId',
      'partId',
      'warehouseId',
      'minStock',
      'reorderPoint',
      'maxStock',
      'reorderQty',
    ])
    .where('partId', '=', (on) => on.fn.any(on.val([...new Set(ids)])))
    .where('isWatched', '=', true)
    .execute();
}

/** Where a company has its parts delivered unless a warehouse has levels of its own. */
async function placesOf(ctx: Ctx, companyIds: readonly string[]) {
  const { warehouseIds } = ctx.actor;
  const { rows } = await ctx.pg.query<{
    id: string;
    company_id: string;
    company: string;
    company_name: string;
    company_name_th: string | null;
    code: string;
    name: string;
    name_th: string | null;
    kind: string;
    mine: boolean;
  }>({
    name: 'stock.reorderPlaces',
    text: `select w.id, w.company_id, c.code as company, c.name_en as company_name, c.name_th as company_name_th,
        w.code, w.name, w.name_th, w.kind, $2::uuid[] is null or w.id = any($2::uuid[]) as mine
      from warehouses w join companies c on c.id = w.company_id
      where w.company_id = any($1::uuid[]) and w.kind = any($3::text[]) and w.is_active
      order by (w.kind <> 'main'), w.code`,
    values: [[...new Set(companyIds)], warehouseIds, STORAGE_KINDS],
  });
  return rows;
}

async function shown(ctx: Ctx, rows: readonly Row[]) {
  const partIds = rows.map(({ partId }) => partId);
  const [blind, parts, rules, places] = await Promise.all([
    blindSpot(ctx, partIds),
    partsOf(ctx, partIds),
    rulesOfParts(ctx, partIds),
    placesOf(
      ctx,
      rows.map(({ companyId }) => companyId),
    ),
  ]);
  const figures = await figuresOf(ctx, [...rows, ...rules]);
  const at = (partId: string) => {
    const part = parts.get(partId);
    if (!part) throw new Error(`a level names a part that is not there: ${partId}`);
    return part;
  };
  const levels = (
    one: Record<'minStock' | 'reorderPoint' | 'maxStock' | 'reorderQty', unknown>,
  ) => ({
    minStock: number(one.minStock as string | null),
    reorderPoint: number(one.reorderPoint as string | null),
    maxStock: number(one.maxStock as string | null),
    reorderQty: number(one.reorderQty as string | null),
  });
  const none: Figures = { available: 0, incoming: 0, onOrder: 0, requested: 0 };
  const ruled = rules.map((rule, index) => ({
    ...rule,
    suggested: suggestedOrder({
      ...levels(rule),
      ...(figures[rows.length + index] ?? none),
      pack: Number(at(rule.partId).purchaseFactor),
    }),
  }));
  const byId = new Map(ruled.map((rule) => [rule.id, rule]));
  return rows.map((row, index) => {
    const part = at(row.partId);
    const rule = byId.get(row.id);
    const found = figures[index] ?? none;
    const pack = Number(part.purchaseFactor);
    const own: ReorderFigures = { ...levels(rule ?? part), ...found, pack };
    const forWarehouses = ruled
      .filter((one) => one.companyId === row.companyId && one.partId === row.partId)
      .map(({ suggested }) => suggested);
    const ofCompany = places.filter(({ company_id }) => company_id === row.companyId);
    const place = ofCompany.find(({ id, mine }) =>
      row.warehouseId === null ? mine : id === row.warehouseId,
    );
    const [any] = ofCompany;
    const isHidden =
      row.warehouseId === null
        ? blind.hasPart(row.partId)
        : blind.hasPartIn(row.partId, row.warehouseId);
    const suggestedQty = rule
      ? rule.suggested
      : suggestedOrder({ ...own, requested: addQuantities(own.requested, ...forWarehouses) });
    return {
      id: row.id,
      part: mustRef(part.id, part.partNo, { name: part.name, nameTh: part.nameTh }),
      company: mustRef(row.companyId, any?.company ?? '', {
        name: any?.company_name ?? '',
        nameTh: any?.company_name_th ?? null,
      }),
      warehouse: refOf(place?.id, place?.code, { name: place?.name, nameTh: place?.name_th }),
      ofWarehouse: row.warehouseId !== null,
      level: isHidden ? null : row.level,
      unit: mustRef(part.unitId, part.unitCode, { name: part.unitName, nameTh: part.unitNameTh }),
      ...levels(rule ?? part),
      ...found,
      ...(isHidden
        ? { available: null, projected: null, suggestedQty: null, warehousesQty: null }
        : {
            projected: projectedStock(found),
            suggestedQty,
            warehousesQty: rule ? 0 : addQuantities(0, ...forWarehouses),
          }),
      pack,
      supplier: refOf(part.supplierId, part.supplierCode, {
        name: part.supplierName,
        nameTh: part.supplierNameTh,
      }),
      leadTimeDays: part.leadTimeDays,
    };
  });
}

/**
 * Parts at or below their levels, a row for each company and each warehouse with rules, and how much
 * to buy (domain-warehouse 1.4, 4.1).
 */
export const reorderList = defineList('stock.reorder', {
  id: 's.key',
  from: watched,
  select: withLevels,
  map: (rows, ctx) => shown(ctx, rows),
  sorts: { partNo: 's.part_no' },
  filters: {
    // The source is chosen by these.
    level: (query) => query,
    warehouseId: (query) => query,
    // Opaque to the planner, which therefore reads the order from its index.
    categoryId: (query, ids) =>
      query.where(
        sql<boolean>`case when s.category_id = any(${ids}::uuid[]) then true
          else s.sub_category_id = any(${ids}::uuid[]) end`,
      ),
    supplierId: (query, ids) =>
      query.where(sql<boolean>`case when s.supplier_id = any(${ids}::uuid[]) then true end`),
  },
  search: (query, term) =>
    query.where(
      sql<boolean>`s.part_id in (select m.id from material_parts m where ${folded('m.search_text', term)})`,
    ),
  export: {
    fileName: 'reorder',
    columns: {
      part: { title: REORDER_WORDS.field.part, type: 'text' },
      warehouse: { title: REORDER_WORDS.field.warehouse, type: 'text' },
      level: {
        title: REORDER_WORDS.field.level,
        type: 'status',
        labels: REORDER_WORDS.choice.level,
      },
      available: { title: REORDER_WORDS.field.available, type: 'quantity' },
      incoming: { title: REORDER_WORDS.field.incoming, type: 'quantity' },
      onOrder: { title: REORDER_WORDS.field.onOrder, type: 'quantity' },
      requested: { title: REORDER_WORDS.field.requested, type: 'quantity' },
      projected: { title: REORDER_WORDS.field.projected, type: 'quantity' },
      reorderPoint: { title: REORDER_WORDS.field.reorderPoint, type: 'quantity' },
      maxStock: { title: REORDER_WORDS.field.maxStock, type: 'quantity' },
      suggestedQty: { title: REORDER_WORDS.field.suggestedQty, type: 'quantity' },
      unit: { title: REORDER_WORDS.field.unit, type: 'text' },
      supplier: { title: REORDER_WORDS.field.supplier, type: 'text' },
      leadTimeDays: { title: REORDER_WORDS.field.leadTimeDays, type: 'number' },
    },
  },
});
