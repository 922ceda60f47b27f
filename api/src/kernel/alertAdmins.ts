import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { notify } from './notify.ts';
import type { Localised } from './record.ts';
import type { Ctx } from './types.ts';

interface Alert {
  readonly title: Localised;
  readonly description: Localised;
  readonly action: string;
  readonly actionTitle: Localised;
  /** The same alert is told once. */
  readonly dedupeKey: string;
}

/** Tells those who manage everything that something is wrong with what the product keeps. */
export async function alertAdmins(ctx: Ctx, alert: Alert): Promise<void> {
  const admins = await ctx.db
    .selectFrom('users as u')
    .select('u.id')
    .where(isAdmin('u'))
    .where(sql<boolean>`u.status = 'active'`)
    .execute();
  const ids = admins.map(({ id }) => id);
  await notify(ctx, ids, { category: 'alert', type: 'error', ...alert });
}

/** Whether the role of a user (by alias) names `all:manage`. */
export const isAdmin = (alias: string): RawBuilder<boolean> => sql<boolean>`(
  select true from role_permissions rp
  where rp.role_id = ${sql.ref(`${alias}.role_id`)} and rp.name = 'all:manage' limit 1) is not null`;
