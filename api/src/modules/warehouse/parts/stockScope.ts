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

/** As `stock_level` of the database: out, low at or below the reorder point, over the maximum. */
export function levelOf(
  available: number,
  { reorderPoint, maxStock }: { reorderPoint: string | null; maxStock: string | null },
): StockLevel {
  if (available <= 0) return 'out';
  if (reorderPoint !== null && available <= Number(reorderPoint)) return 'low';
  return maxStock !== null && available > Number(maxStock) ? 'over' : 'ok';
}
