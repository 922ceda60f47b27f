import { sql } from 'kysely';

/** The category of a line's part, called `p` in the query. */
export const PART_CATEGORY = sql`coalesce(p.sub_category_id, p.category_id)`;

/** A category is a main one or a sub-category. */
export const inPartCategory = (ids: readonly string[]) =>
  sql<boolean>`(p.category_id = any(${ids}::uuid[]) or p.sub_category_id = any(${ids}::uuid[]))`;
