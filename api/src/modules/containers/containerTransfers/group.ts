import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';

/**
 * Whether a company belongs to the group of one of this person's companies: containers are sent within
 * a group only, and nobody learns of the companies of another one (ADR 0023). `company` is a column.
 */
export function inOwnGroup({ actor }: Ctx, company: string): RawBuilder<boolean> {
  if (actor.companyIds === null) return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(company)} in (
    with recursive above as (
      select id, group_id from companies where id = any(${[...actor.companyIds]}::uuid[])
      union select c.id, c.group_id from companies c join above a on a.group_id = c.id
    ), whole as (
      select id from above where group_id is null
      union select c.id from companies c join whole w on c.group_id = w.id
    )
    select id from whole)`;
}
