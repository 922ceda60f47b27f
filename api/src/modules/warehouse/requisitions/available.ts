import { addQuantities } from '@boxyard/shared/domain';
import { misfitOf, type Replaceable } from '@boxyard/shared/domain/warehouse/substitutes.ts';
import { type Ctx, type Input, today } from '../../../kernel/index.ts';
import { stockScopeOf } from '../parts/stockScope.ts';
import { blindSpot } from '../stock/blind.ts';

interface WarehouseRef {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameTh: string | null;
}
interface Stock {
  readonly warehouse: WarehouseRef;
  /** null: bins of it are under a blind count of this person. */
  readonly available: number | null;
}

/**
 * What may be picked of parts, by warehouse, as far as this person's scope reaches: unreserved, in
 * unlocked bins of warehouses that are picked from, neither defective nor expired.
 */
export async function availableOf(
  ctx: Ctx,
  { partIds, companyId = null }: { partIds: readonly string[]; companyId?: string | null },
): Promise<Map<string, Stock[]>> {
  const scope = stockScopeOf(ctx.actor);
  const blind = await blindSpot(ctx, partIds);
  const { rows } = await ctx.pg.query<{
    part_id: string;
    id: string;
    code: string;
    name: string;
    name_th: string | null;
    available: string;
  }>({
    name: 'requisitions.available',
    text: `select b.item_id as part_id, w.id, w.code, w.name, w.name_th,
        sum(b.on_hand - b.reserved)::text as available
      from stock_balances b join bins n on n.id = b.location_id
      join warehouses w on w.id = n.warehouse_id left join lots l on l.id = b.lot_id
      where b.item_id = any($1::uuid[]) and b.item_type = 'part' and b.is_physical
        and b.condition <> 'defective' and w.is_pickable and not w.is_system and n.is_active
        and not n.is_locked and (l.expiry_date is null or l.expiry_date >= $2::date)
        and ($3::uuid[] is null or w.company_id = any($3::uuid[]))
        and ($4::uuid[] is null or w.id = any($4::uuid[]))
        and ($5::uuid is null or w.company_id = $5::uuid)
      group by b.item_id, w.id having sum(b.on_hand - b.reserved) > 0
      order by w.code`,
    values: [
      [...new Set(partIds)],
      today(ctx.clock),
      scope.companyIds,
      scope.warehouseIds,
      companyId,
    ],
  });
  return Map.groupBy(
    rows.map(({ part_id, name_th, available, ...warehouse }) => ({
      partId: part_id,
      warehouse: { ...warehouse, nameTh: name_th },
      available: blind.hasPartIn(part_id, warehouse.id) ? null : Number(available),
    })),
    ({ partId }) => partId,
  );
}

/** Of several places; nothing is told of a sum of which a part is hidden. */
function sumOf(stock: readonly Stock[]): number | null {
  const known = stock.flatMap(({ available }) => available ?? []);
  return known.length < stock.length ? null : addQuantities(...known);
}

/** The look-up: in one warehouse, or in all of the scope. */
export async function availableParts(ctx: Ctx, { query }: Input<'requisitions.available'>) {
  const { partIds, warehouseId } = query;
  const found = await availableOf(ctx, { partIds });
  return {
    data: [...new Set(partIds)].map((partId) => {
      const all = found.get(partId) ?? [];
      const here = all.filter(({ warehouse }) => !warehouseId || warehouse.id === warehouseId);
      return {
        partId,
        available: sumOf(here),
        warehouses: all.map(({ warehouse, available }) => ({ warehouse, available })),
      };
    }),
  };
}

/** What decides whether parts may stand for one another. */
export async function replaceables(
  ctx: Ctx,
  partIds: readonly string[],
): Promise<ReadonlyMap<string, Replaceable>> {
  const { rows } = await ctx.pg.query<Replaceable & { readonly id: string }>({
    name: 'requisitions.replaceables',
    text: `select p.id, p.category_id as "categoryId", p.sub_category_id as "subCategoryId",
        p.unit_id as "unitId", p.tracking_type as "trackingType",
        array(select f.product_model_id from part_product_models f where f.part_id = p.id) as "modelIds"
      from material_parts p where p.id = any($1::uuid[])`,
    values: [[...new Set(partIds)]],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

interface Lacking {
  readonly id: string;
  /** What was asked for: a second substitute has to fit it, too. */
  readonly partId: string;
  readonly outPartId: string;
}
interface Alternative extends Stock {
  readonly part: {
    readonly id: string;
    readonly code: string;
    readonly name: string;
    readonly nameTh: string | null;
  } | null;
}

/** Few enough to choose from at a glance. */
const MOST_SUBSTITUTES = 3;
/** A fan of another voltage may stand for a fan, a filter may not: names that share less are left out. */
const ALIKE = 0.4;

/**
 * Where else a line that lacks stock may come from: the part in another warehouse of the company, or
 * another part that fits in its place and has much the same name, in the same warehouse (2.7 "offer").
 */
export async function alternativesOf(
  ctx: Ctx,
  {
    items,
    warehouseId,
    companyId,
  }: { items: readonly Lacking[]; warehouseId: string; companyId: string },
): Promise<Map<string, Alternative[]>> {
  if (items.length === 0) return new Map();
  const partIds = items.map((item) => item.outPartId);
  const { rows: alike } = await ctx.pg.query<{
    of: string;
    id: string;
    code: string;
    name: string;
    name_th: string | null;
  }>({
    name: 'requisitions.similar',
    text: `select p.id as of, o.id, o.part_no as code, o.name, o.name_th
      from material_parts p join material_parts o on o.sub_category_id = p.sub_category_id
        and o.id <> p.id and o.is_active and similarity(o.name, p.name) >= $2
      where p.id = any($1::uuid[]) order by similarity(o.name, p.name) desc, o.part_no`,
    values: [partIds, ALIKE],
  });
  const asked = items.map((item) => item.partId);
  const known = await replaceables(ctx, [...asked, ...alike.map(({ id }) => id)]);
  const fits = (partId: string, otherId: string): boolean => {
    const [part, other] = [known.get(partId), known.get(otherId)];
    return part !== undefined && other !== undefined && misfitOf(part, other) === null;
  };
  const stock = await availableOf(ctx, {
    partIds: [...partIds, ...alike.map(({ id }) => id)],
    companyId,
  });
  return new Map(
    items.map((item) => {
      const elsewhere = (stock.get(item.outPartId) ?? [])
        .filter(({ warehouse }) => warehouse.id !== warehouseId)
        .map(({ warehouse, available }) => ({ warehouse, available, part: null }));
      const others = alike
        .filter(({ of, id }) => of === item.outPartId && id !== item.partId)
        .filter(({ id }) => fits(item.partId, id))
        .flatMap(({ of: _of, name_th, ...part }) =>
          (stock.get(part.id) ?? [])
            .filter(({ warehouse }) => warehouse.id === warehouseId)
            .map(({ warehouse, available }) => ({
              warehouse,
              available,
              part: { ...part, nameTh: name_th },
            })),
        )
        .slice(0, MOST_SUBSTITUTES);
      return [item.id, [...elsewhere, ...others]];
    }),
  );
}
