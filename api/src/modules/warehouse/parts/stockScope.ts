import { type RawBuilder, sql } from 'kysely';
import type { StockLevel } from '../../../db/schema/masters.ts';
import type { Actor } from '../../../kernel/index.ts';

/** Whose stock a person's figures add up: their companies' and, of those, their warehouses'. */
export interface StockScope {
  readonly companyIds: readonly string[] | null;
  readonly warehouseIds: readonly string[] | null;
}

/** `chosen`: the list is cut to these warehouses besides. */
export function stockScopeOf(actor: Actor, chosen?: readonly string[]): StockScope {
  const mine = actor.warehouseIds;
  const warehouseIds =
    chosen === undefined ? mine : chosen.filter((id) => mine === null || mine.includes(id));
  return { companyIds: actor.companyIds, warehouseIds };
}

/** Warehouses of the scope, as the ledger cuts them (system places belong to the company). */
export const warehouseInScope = ({ companyIds, warehouseIds }: StockScope): RawBuilder<boolean> =>
  sql<boolean>`(${companyIds}::uuid[] is null or w.company_id = any(${companyIds}::uuid[]))
    and (${warehouseIds}::uuid[] is null or w.is_system or w.id = any(${warehouseIds}::uuid[]))`;

/**
 * SQL of the value of owned parts in a scope, as rows of item_id and value in THB. A warehouse has the
 * same share of its company's value as of its quantity, as in the list of balances.
 */
export const ownedIn = (scope: StockScope): RawBuilder<unknown> => {
  const { companyIds, warehouseIds } = scope;
  const ofCompanies = sql`v.item_type = 'part'
    and (${companyIds}::uuid[] is null or v.company_id = any(${companyIds}::uuid[]))`;
  if (warehouseIds === null) {
    return sql`(select v.item_id, v.owned_value as value from part_valuations v where ${ofCompanies})`;
  }
  return sql`(select v.item_id,
      round(v.owned_value * held.quantity / nullif(v.owned_qty, 0), 2) as value
    from part_valuations v cross join lateral (
      select sum(b.on_hand) as quantity from stock_balances b
      join bins n on n.id = b.location_id join warehouses w on w.id = n.warehouse_id
      where b.item_id = v.item_id and b.item_type = 'part' and b.company_id = v.company_id
        and b.is_physical and ${warehouseInScope(scope)}) held
    where ${ofCompanies})`;
};

/** As `stock_level` of the database: out, low at or below the reorder point, over the maximum. */
export function levelOf(
  available: number,
  { reorderPoint, maxStock }: { reorderPoint: string | null; maxStock: string | null },
): StockLevel {
  if (available <= 0) return 'out';
  if (reorderPoint !== null && available <= Number(reorderPoint)) return 'low';
  return maxStock !== null && available > Number(maxStock) ? 'over' : 'ok';
}
