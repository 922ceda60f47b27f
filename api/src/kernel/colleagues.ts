import { type RawBuilder, sql } from 'kysely';
import type { Actor } from './actor.ts';

/**
 * People (`alias` of `users`) who have a company in common with somebody. A role whose data scope is `all` works
 * for every company.
 */
export function worksWith({ companyIds }: Actor, alias: string): RawBuilder<boolean> {
  if (companyIds === null) return sql<boolean>`true`;
  return sql<boolean>`(exists (select 1 from user_companies uc
      where uc.user_id = ${sql.ref(`${alias}.id`)} and uc.company_id = any(${companyIds}::uuid[]))
    or exists (select 1 from roles r where r.id = ${sql.ref(`${alias}.role_id`)} and r.data_scope = 'all'))`;
}
