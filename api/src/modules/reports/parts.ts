import { type RawBuilder, sql } from 'kysely';

/** The category of a line's part, called `p` in the query. */
export const PART_CATEGORY = sql`coalesce(p.sub_category_id, p.category_id)`;

/** A category is a main one or a sub-category. */
export const inPartCategory = (ids: readonly string[]) =>
  sql<boolean>`(p.category_id = any(${ids}::uuid[]) or p.sub_category_id = any(${ids}::uuid[]))`;

/** The category of sums by part, as it is now. */
export const CATEGORY_OF_PART = {
  of: 'part',
  read: (part: RawBuilder<string>) =>
    sql`(select coalesce(c.sub_category_id, c.category_id) from material_parts c where c.id = ${part}::uuid)`,
};
