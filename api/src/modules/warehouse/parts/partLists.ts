import { contract, parseListQuery, type Sort, STOCK_LEVELS } from '@boxyard/shared/contract';
import { type RawBuilder, sql } from 'kysely';
import type { StockLevel } from '../../../db/schema/masters.ts';
import {
  type Ctx,
  capped,
  defineList,
  figuresRow,
  folded,
  isBeyond,
} from '../../../kernel/index.ts';
import { COMMON_WORDS } from '../../../workflow/index.ts';
import { mustRef, refOf } from '../../masterData/index.ts';
import { blindSpot } from '../stock/blind.ts';
import { coversOf } from './covers.ts';
import { TEXTS } from './labels.ts';
import { shelvesOf } from './onShelf.ts';
import {
  allParts,
  type PartSource,
  partSource,
  seesCost,
  shownParts,
  withPart,
} from './partRows.ts';
import { ownedIn, stockScopeOf, warehouseInScope } from './stockScope.ts';

const SORTS = { partNo: 'part_no', name: 'name', createdAt: 'created_at' } as const;

/** So many pieces of index are merged at most; beyond it companies are filtered on the way. */
const MAX_PIECES = 12;

/**
 * Parts at one of these levels in any company of the scope, along the indexes over the kept levels.
 * A level belongs to a company: its reorder point counts against what all its warehouses have, so a
 * person's warehouses do not change it (domain-warehouse 1.4). Several companies or levels are as
 * many pieces of an index, merged in order; of a part found more than once the first one counts.
 */
function atLevel(ctx: Ctx, levels: readonly StockLevel[], [first]: readonly Sort[]) {
  const { companyIds } = ctx.actor;
  const pieces = levels.flatMap((level) => {
    const mine = sql`select * from part_stock_levels where level = ${level}`;
    if (companyIds === null) return [mine];
    if (companyIds.length * levels.length > MAX_PIECES) {
      return [sql`${mine} and company_id = any(${companyIds}::uuid[])`];
    }
    return companyIds.map((companyId) => sql`${mine} and company_id = ${companyId}::uuid`);
  });
  if (pieces.length === 0) return partSource(ctx).where(sql<boolean>`false`);
  if (first === undefined) throw new Error('a list is always sorted');
  // A piece of several is in order only if it says so; alone it takes the order of the whole. A limit
  // that cuts nothing tells PostgreSQL that the first rows matter, else it may sort the whole piece.
  const direction = first.descending ? sql`desc` : sql`asc`;
  const order = sql`order by ${sql.ref(SORTS[first.field as keyof typeof SORTS])} ${direction}, id ${direction} limit 2000000000`;
  const inOrder = pieces.map((piece) => sql`(${piece} ${order})`);
  const found =
    pieces.length === 1
      ? sql`(${pieces[0]})`.as('s')
      : sql`(${sql.join(inOrder, sql` union all `)})`.as('s');
  const query = ctx.db.selectFrom(found as never) as unknown as PartSource;
  if (companyIds?.length === 1) return query;
  const inScope = companyIds === null ? sql`true` : sql`k.company_id = any(${companyIds}::uuid[])`;
  return query.where(
    sql<boolean>`not exists (select 1 from part_stock_levels k
      where k.id = s.id and k.company_id < s.company_id and k.level = any(${levels})
        and ${inScope})`,
  );
}

/** Of which something lies in one of the warehouses. */
const lyingIn = (ctx: Ctx, warehouseIds: readonly string[]) =>
  sql<boolean>`(select true from stock_balances b
    join bins n on n.id = b.location_id join warehouses w on w.id = n.warehouse_id
    where b.item_id = s.id and b.item_type = 'part' and b.on_hand > 0
      and w.id = any(${warehouseIds}::uuid[]) and ${warehouseInScope(stockScopeOf(ctx.actor))}
    limit 1)`;

/**
 * Of which something lies in the scope's places in this way. In a bin under a blind count it does not
 * matter whether it is empty: the filter would tell (docs/adr/0022).
 */
const lying = (ctx: Ctx, how: RawBuilder<boolean>) =>
  sql<boolean>`(select true from stock_balances b
    join bins n on n.id = b.location_id join warehouses w on w.id = n.warehouse_id
    where b.item_id = s.id and b.item_type = 'part' and b.is_physical and ${how}
      and (b.on_hand > 0 or exists (select 1 from audit_bins ab join audits a on a.id = ab.audit_id
        where ab.bin_id = b.location_id and ab.is_open and a.is_blind))
      and ${warehouseInScope(stockScopeOf(ctx.actor))}
    limit 1)`;

/**
 * At one of the levels by the rule of one of the warehouses, whatever the company has elsewhere: what
 * is out there lies there no more (domain-warehouse 1.4, 4.1). Parts without a rule there have no level.
 */
const ruledAt = (ctx: Ctx, levels: readonly StockLevel[], warehouseIds: readonly string[]) =>
  sql<boolean>`(select true from stock_rules r join warehouses w on w.id = r.warehouse_id
    where r.part_id = s.id and r.warehouse_id = any(${warehouseIds}::uuid[])
      and r.level = any(${levels}) and ${warehouseInScope(stockScopeOf(ctx.actor))}
    limit 1)`;

export const partList = defineList('parts.list', {
  id: 's.id',
  from: (ctx, { query }) => {
    const { stock, warehouseId } = query.filters;
    // Every part is at one of the four.
    const levels = new Set(stock).size === STOCK_LEVELS.length ? undefined : stock;
    if (warehouseId !== undefined) {
      const inWarehouse = levels ? ruledAt(ctx, levels, warehouseId) : lyingIn(ctx, warehouseId);
      return allParts(ctx).where(inWarehouse);
    }
    return levels === undefined ? allParts(ctx) : atLevel(ctx, levels, query.sort);
  },
  select: withPart,
  map: (rows, ctx, { query }) =>
    shownParts(ctx, rows, {
      scope: stockScopeOf(ctx.actor, query.filters.warehouseId),
      asked: query.filters.stock,
      chosen: query.filters.warehouseId,
    }),
  sorts: {
    partNo: `s.${SORTS.partNo}`,
    name: `s.${SORTS.name}`,
    createdAt: `s.${SORTS.createdAt}`,
  },
  filters: {
    // The source is chosen by these.
    stock: (query) => query,
    warehouseId: (query) => query,
    // Main or sub. Opaque to the planner, which therefore reads the order from its index.
    categoryId: (query, ids) =>
      query.where(
        sql<boolean>`case when s.category_id = any(${ids}::uuid[]) then true
          else s.sub_category_id = any(${ids}::uuid[]) end`,
      ),
    trackingType: 's.tracking_type',
    binId: (query, ids, ctx) =>
      query.where(lying(ctx, sql<boolean>`b.location_id = any(${ids}::uuid[])`)),
    condition: (query, conditions, ctx) =>
      query.where(lying(ctx, sql<boolean>`b.condition = any(${conditions})`)),
    hasSerial: (query, has, ctx) => {
      const some = lying(ctx, sql<boolean>`b.serial_id is not null`);
      return query.where(sql<boolean>`coalesce(${some}, false) = ${has}`);
    },
    // Opaque to the planner as those above: the order is read, and each part asked whether it fits.
    productModelId: (query, ids) =>
      query.where(
        sql<boolean>`(select true from part_product_models f
          where f.part_id = s.id and f.product_model_id = any(${ids}::uuid[]) limit 1)`,
      ),
    isActive: 's.is_active',
  },
  search: (query, term) =>
    query.where(
      sql<boolean>`s.id in (select m.id from material_parts m where ${folded('m.search_text', term)})`,
    ),
  summary: async (all, ctx, { query: asked }) => {
    const query = capped(all, asked);
    // With the value of all other parts, that of a hidden one is the difference.
    if (!seesCost(ctx) || (await blindSpot(ctx)).binIds.length > 0) {
      const count = ctx.db
        .selectFrom(query.select('s.id').as('f'))
        .select(sql<number>`count(*)::int`.as('parts'))
        .compile();
      const { parts } = await figuresRow(ctx, 'parts', count);
      return isBeyond(parts, asked) ? undefined : { parts, totalValue: null };
    }
    const sums = sql<{ parts: number; totalValue: string }>`
      select count(*)::int as parts, coalesce(sum(value), 0)::numeric(17, 2)::text as total_value
      from (
        select f.id, sum(v.value) as value
        from (${query.select('s.id')}) f
        left join ${ownedIn(stockScopeOf(ctx.actor))} v on v.item_id = f.id
        group by f.id
      ) x
    `.compile(ctx.db);
    const found = await figuresRow(ctx, 'parts', sums);
    return isBeyond(found.parts, asked) ? undefined : found;
  },
  export: {
    fileName: 'parts',
    columns: {
      partNo: { title: TEXTS.field.partNo, type: 'text' },
      name: { title: COMMON_WORDS.field.name, type: 'text' },
      nameTh: { title: { en: 'Name (Thai)', th: 'ชื่อไทย' }, type: 'text' },
      category: { title: { en: 'Category', th: 'หมวด' }, type: 'text' },
      subCategory: { title: TEXTS.field.subCategory, type: 'text' },
      unit: { title: COMMON_WORDS.field.unit, type: 'text' },
      brand: { title: TEXTS.field.brand, type: 'text' },
      model: { title: TEXTS.field.model, type: 'text' },
      onHand: {
        title: { en: 'On hand', th: 'คงคลัง' },
        type: 'quantity',
        value: (row) => row.stock.onHand,
      },
      reserved: {
        title: { en: 'Reserved', th: 'จอง' },
        type: 'quantity',
        value: (row) => row.stock.reserved,
      },
      available: {
        title: TEXTS.field.available,
        type: 'quantity',
        value: (row) => row.stock.available,
      },
      onOrder: {
        title: { en: 'On order', th: 'กำลังสั่งซื้อ' },
        type: 'quantity',
        value: (row) => row.stock.onOrder,
      },
      reorderPoint: { title: TEXTS.field.reorderPoint, type: 'quantity' },
      standardPrice: { title: TEXTS.field.standardPrice, type: 'money' },
      averageCost: { title: TEXTS.field.averageCost, type: 'money' },
      stockValue: { title: { en: 'Stock value', th: 'มูลค่าคงคลัง' }, type: 'money' },
      isActive: { title: TEXTS.field.isActive, type: 'text' },
    },
  },
});

type PartQuery = ReturnType<typeof activeParts>;
const activeParts = (ctx: Ctx) => ctx.db.selectFrom('materialParts as p');

/** A part as a line of a form needs it. */
const choiceColumns = (query: PartQuery) =>
  query
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .leftJoin('units as pu', 'pu.id', 'p.purchaseUnitId')
    .select([
      'p.id',
      'p.partNo as code',
      'p.name',
      'p.nameTh',
      'p.purchaseFactor',
      'p.trackingType',
      'p.warrantyMonths',
      'p.defaultCondition',
      'p.barcode',
      'u.id as unitId',
      'u.code as unitCode',
      'u.name as unitName',
      'u.nameTh as unitNameTh',
      'u.allowFraction as unitAllowsFraction',
      'pu.id as purchaseUnitId',
      'pu.code as purchaseUnitCode',
      'pu.name as purchaseUnitName',
      'pu.nameTh as purchaseUnitNameTh',
    ]);
type ChoiceRow = Awaited<ReturnType<ReturnType<typeof choiceColumns>['execute']>>[number];

const unitsOf = (row: ChoiceRow) => ({
  unit: mustRef(row.unitId, row.unitCode, { name: row.unitName, nameTh: row.unitNameTh }),
  purchaseUnit: refOf(row.purchaseUnitId, row.purchaseUnitCode, {
    name: row.purchaseUnitName,
    nameTh: row.purchaseUnitNameTh,
  }),
});

const choiceFilters = {
  categoryId: (query: PartQuery, ids: readonly string[]) =>
    query.where(
      sql<boolean>`case when p.category_id = any(${ids}::uuid[]) then true
        else p.sub_category_id = any(${ids}::uuid[]) end`,
    ),
  supplierId: (query: PartQuery, ids: readonly string[]) =>
    query.where(
      sql<boolean>`case when p.preferred_supplier_id = any(${ids}::uuid[]) then true
        else (select true from supplier_parts sp where sp.part_id = p.id
          and sp.supplier_id = any(${ids}::uuid[]) limit 1) end`,
    ),
  // Says whose stock is told, and cuts nothing.
  stockIn: (query: PartQuery) => query,
};

/** By what people know parts apart: the picture, and what lies where. */
async function shownOf(ctx: Ctx, rows: readonly ChoiceRow[], stockIn?: readonly string[]) {
  const ids = rows.map(({ id }) => id);
  const [coverOf, shelfOf] = await Promise.all([coversOf(ctx, ids), shelvesOf(ctx, ids, stockIn)]);
  return (id: string) => ({ cover: coverOf(id), ...shelfOf(id) });
}

/** Parts to choose from, with what the chooser fills in. */
const choices = {
  id: 'p.id',
  from: activeParts,
  offered: 'p.is_active',
  select: choiceColumns,
  map: async (
    rows: readonly ChoiceRow[],
    ctx: Ctx,
    { query }: { readonly query: { readonly filters: { readonly stockIn?: readonly string[] } } },
  ) => {
    const showOf = await shownOf(ctx, rows, query.filters.stockIn);
    return rows.map((row) => ({ ...row, ...unitsOf(row), ...showOf(row.id) }));
  },
  sorts: { partNo: 'p.part_no' },
  search: 'p.search_text',
} as const;
export const partChoices = defineList('parts.master', { ...choices, filters: choiceFilters });

/** The same for jobs, whose dispatchers have no other forms of parts. */
export const jobPartChoices = defineList('jobs.parts', {
  ...choices,
  filters: { stockIn: choiceFilters.stockIn },
});

/**
 * The same with prices, as they are today: no history of them is kept. The last purchase price is for
 * those who see costs (domain-warehouse 1.4, 4.1).
 */
export const partPrices = defineList('parts.price', {
  id: 'p.id',
  from: activeParts,
  offered: 'p.is_active',
  select: (query) => choiceColumns(query).select(['p.standardPrice', 'p.lastPurchasePrice']),
  map: async (rows, ctx, { query }) => {
    const showOf = await shownOf(ctx, rows, query.filters.stockIn);
    return rows.map((row) => ({
      ...row,
      ...unitsOf(row),
      ...showOf(row.id),
      lastPurchasePrice: seesCost(ctx) ? row.lastPurchasePrice : null,
    }));
  },
  sorts: { partNo: 'p.part_no' },
  filters: choiceFilters,
  search: 'p.search_text',
});

/**
 * Cards above the list: active parts by level, each as many as the list finds under that filter,
 * and how many lie in quarantine or at the dock.
 */
export async function partCounts(ctx: Ctx) {
  const scope = stockScopeOf(ctx.actor);
  const { companyIds } = scope;
  const { rows } = await sql<Record<'total' | 'low' | 'out' | 'over' | 'quarantine', number>>`
    with levels as (
      select level, count(distinct id)::int as parts from part_stock_levels
      where is_active and level <> 'ok'
        and (${companyIds}::uuid[] is null or company_id = any(${companyIds}::uuid[]))
      group by level
    ), waiting as (
      select distinct b.item_id
      from warehouses w join bins n on n.warehouse_id = w.id
      join stock_balances b on b.location_id = n.id
      where w.kind in ('quarantine', 'receiving') and b.item_type = 'part' and b.is_physical
        and b.on_hand > 0 and ${warehouseInScope(scope)}
    )
    select (select count(*)::int from material_parts where is_active) as total,
      coalesce((select parts from levels where level = 'low'), 0) as low,
      coalesce((select parts from levels where level = 'out'), 0) as out,
      coalesce((select parts from levels where level = 'over'), 0) as over,
      (select count(*)::int from waiting x join material_parts p on p.id = x.item_id
        where p.is_active) as quarantine
  `.execute(ctx.db);
  const [counts] = rows;
  if (!counts) throw new Error('counting parts gave no row');
  return counts;
}

/** So many parts are named of those that are to be ordered again. */
const NAMED = 5;

/** Parts to be ordered again, those that are out first, each level as its list finds it. */
export async function partsToReorder(ctx: Ctx) {
  const at = async (level: StockLevel) => {
    const { query } = parseListQuery(contract['parts.list'].list, { stock: level });
    const input = { params: {}, query, body: undefined, files: [] } as never;
    const found = await partList.run(ctx, input);
    if (!('rows' in found)) throw new Error('a page of parts is no file');
    return found;
  };
  const [out, low] = await Promise.all([at('out'), at('low')]);
  return {
    out: out.meta.totalItems,
    low: low.meta.totalItems,
    parts: [...out.rows, ...low.rows].slice(0, NAMED),
  };
}
