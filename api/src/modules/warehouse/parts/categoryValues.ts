import { money } from '../../../kernel/index.ts';
import type { CategoryValues } from '../../../workflow/index.ts';
import { blindSpot } from '../stock/blind.ts';
import { seesCost } from './partRows.ts';

/**
 * What the company's own stock of each category is worth. Nobody who counts blind is told it: what
 * lies in the counted bins would follow from it (docs/adr/0022).
 */
export const categoryValues: CategoryValues = async (ctx, categoryIds) => {
  if (categoryIds.length === 0 || !seesCost(ctx) || (await blindSpot(ctx)).binIds.length > 0) {
    return () => null;
  }
  const { rows } = await ctx.pg.query<{ id: string; value: string }>({
    name: 'parts.categoryValues',
    text: `select t.id, sum(v.owned_value)::text as value from (
        select p.category_id as id, p.id as part_id from material_parts p
          where p.category_id = any($1::uuid[])
        union all
        select p.sub_category_id, p.id from material_parts p where p.sub_category_id = any($1::uuid[])
      ) t join part_valuations v on v.item_id = t.part_id and v.item_type = 'part'
      where $2::uuid[] is null or v.company_id = any($2::uuid[])
      group by t.id`,
    values: [categoryIds, ctx.actor.companyIds],
  });
  const values = new Map(rows.map(({ id, value }) => [id, money(value)]));
  return (id) => values.get(id) ?? '0.00';
};
