import { type Ctx, today } from '../../../kernel/index.ts';
import { blindSpot } from '../stock/blind.ts';
import { stockScopeOf } from './stockScope.ts';

/** What a choice of a part says of its stock. */
export interface OnShelf {
  /** null: being counted by this person. */
  readonly available: number | null;
  /** The bin with the most of it; with its warehouse, where none was named. */
  readonly place: string | null;
}

const NOTHING: OnShelf = { available: 0, place: null };
const HIDDEN: OnShelf = { available: null, place: null };

/** What may be picked of parts as far as this person's scope reaches, and where most of it lies. */
export async function shelvesOf(
  ctx: Ctx,
  partIds: readonly string[],
  chosen?: readonly string[],
): Promise<(partId: string) => OnShelf> {
  if (partIds.length === 0) return () => NOTHING;
  const { companyIds, warehouseIds } = stockScopeOf(ctx.actor, chosen);
  const [blind, { rows }] = await Promise.all([
    blindSpot(ctx, partIds),
    ctx.pg.query<{ id: string; available: string; bin: string; warehouse: string }>({
      name: 'parts.onShelf',
      text: `with free as (
          select b.item_id as id, n.code as bin, w.code as warehouse,
            sum(b.on_hand - b.reserved) as quantity
          from stock_balances b join bins n on n.id = b.location_id
          join warehouses w on w.id = n.warehouse_id left join lots l on l.id = b.lot_id
          where b.item_id = any($1::uuid[]) and b.item_type = 'part' and b.is_physical
            and b.condition <> 'defective' and w.is_pickable and not w.is_system and n.is_active
            and not n.is_locked and (l.expiry_date is null or l.expiry_date >= $2::date)
            and ($3::uuid[] is null or w.company_id = any($3::uuid[]))
            and ($4::uuid[] is null or w.id = any($4::uuid[]))
          group by b.item_id, n.id, w.id having sum(b.on_hand - b.reserved) > 0
        )
        select id, sum(quantity)::text as available,
          (array_agg(bin order by quantity desc, warehouse, bin))[1] as bin,
          (array_agg(warehouse order by quantity desc, warehouse, bin))[1] as warehouse
        from free group by id`,
      values: [partIds, today(ctx.clock), companyIds, warehouseIds],
    }),
  ]);
  const found = new Map(
    rows.map(({ id, available, bin, warehouse }): [string, OnShelf] => [
      id,
      {
        available: Number(available),
        place: chosen === undefined ? `${warehouse} / ${bin}` : bin,
      },
    ]),
  );
  return (partId) => (blind.hasPart(partId) ? HIDDEN : (found.get(partId) ?? NOTHING));
}
