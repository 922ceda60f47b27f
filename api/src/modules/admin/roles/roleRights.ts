import { ACCOUNT } from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, conflict } from '../../../kernel/index.ts';

/** A role (by alias) that only whoever manages everything may give or change (domain-conventions "Granting"). */
export const reachesAll = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.data_scope`)} = 'all'
    or exists (select 1 from role_permissions rp
      where rp.role_id = ${sql.ref(`${alias}.id`)} and rp.name = 'all:manage'))`;

/**
 * Decisions about who manages everything come one after the other; administrators who demote each
 * other would leave nobody. Taken before any row's lock, so that nobody waits in a circle.
 */
export const lockAdmins = (ctx: Ctx) =>
  ctx.pg.query(`select pg_advisory_xact_lock(hashtextextended('last-admin', 0))`);

/** 409 LAST_ADMIN when nobody would be left who manages everything and can sign in. */
export async function refuseWithoutAdmin(ctx: Ctx): Promise<void> {
  const { rowCount } = await ctx.pg.query(
    `select 1 from users u
      join roles r on r.id = u.role_id and r.is_active
      join role_permissions p on p.role_id = r.id and p.name = 'all:manage'
      where u.status = $1 and u.password_hash is not null limit 1`,
    [ACCOUNT.active],
  );
  if (rowCount === 0) throw conflict('LAST_ADMIN');
}
