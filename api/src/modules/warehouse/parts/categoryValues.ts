import { sql } from 'kysely';
import { money } from '../../../kernel/index.ts';
import type { CategoryValues } from '../../../workflow/index.ts';
import { blindSpot } from '../stock/blind.ts';
import { seesCost } from './partRows.ts';
import { ownedIn, stockScopeOf } from './stockScope.ts';

/**
 * The value of each category's stock in the reader's companies and warehouses, in THB. A person who counts
 * blind is not told: the contents of the counted bins would follow from it (docs/adr/0022).
 */
export const categoryValues: CategoryValues = async (ctx, categoryIds) => {
  if (categoryIds.length === 0 || !seesCost(ctx) || (await blindSpot(ctx)).binIds.length > 0) {
    return () => null;
  }
  const { rows } = await sql<{ id: string; value: string | null }>`
    select t.id, sum(v.value)::text as value from (
      select p.category_id as id, p.id as part_id from material_parts p
        where p.category_id = any(${categoryIds}::uuid[])
      union all
      select p.sub_category_id, p.id from material_parts p
        where p.sub_category_id = any(${categoryIds}::uuid[])
    ) t join ${ownedIn(stockScopeOf(ctx.actor))} v on v.item_id = t.part_id
    group by t.id`.execute(ctx.db);
  const values = new Map(rows.map(({ id, value }) => [id, money(value ?? '0')]));
  return (id) => values.get(id) ?? '0.00';
};
