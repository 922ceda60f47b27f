import { type SelectQueryBuilder, sql } from 'kysely';
import type { Actor } from '../../../kernel/index.ts';

/**
 * Warehouses (alias `w`) that a person sees: of their companies, and of those their own. The places
 * that the system made belong to the whole company, as the ledger counts them.
 */
export function warehousesInScope<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { companyIds, warehouseIds }: Pick<Actor, 'companyIds' | 'warehouseIds'>,
): SelectQueryBuilder<DB, TB, O> {
  let cut = query;
  if (companyIds !== null) {
    cut = cut.where(
      companyIds.length === 1
        ? sql<boolean>`w.company_id = ${companyIds[0]}::uuid`
        : sql<boolean>`w.company_id = any(${companyIds}::uuid[])`,
    );
  }
  if (warehouseIds !== null) {
    cut = cut.where(sql<boolean>`(w.is_system or w.id = any(${warehouseIds}::uuid[]))`);
  }
  return cut;
}
