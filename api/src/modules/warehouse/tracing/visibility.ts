import { can } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, scopeCondition } from '../../../kernel/index.ts';

/**
 * Whether a serial or a lot is anything of this person's: it has been in a company of theirs and, of
 * its warehouses, in one of theirs or in none but the system's (domain-conventions "Scope"). `b` is a balance of
 * it, and every place where it has been keeps one.
 */
export function hasBeenVisible({ actor }: Ctx, ofIt: ReturnType<typeof sql<boolean>>) {
  const { companyIds, warehouseIds } = actor;
  if (companyIds === null && warehouseIds === null) return sql<boolean>`true`;
  const been = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<boolean>`exists (select 1 from stock_balances b join bins n on n.id = b.location_id
      join warehouses w on w.id = n.warehouse_id where ${ofIt} and b.item_type = 'part'
        and ${condition})`;
  const ofCompany =
    companyIds === null
      ? sql<boolean>`true`
      : sql<boolean>`w.company_id = any(${companyIds}::uuid[])`;
  if (warehouseIds === null) return been(ofCompany);
  const theirs = sql<boolean>`${ofCompany} and w.id = any(${warehouseIds}::uuid[])`;
  return sql<boolean>`(${been(theirs)}
    or (${been(ofCompany)} and not ${been(sql<boolean>`not w.is_system`)}))`;
}

/** Whether a container `pd` is one that this person may look at. */
export const containerInScope = ({ actor }: Ctx) =>
  can(actor.grants, 'container-warehouse:view')
    ? (scopeCondition(actor, { company: 'pd.companyId', warehouse: 'pd.warehouseId' }) ??
      sql<boolean>`true`)
    : sql<boolean>`false`;
