import type { Ctx } from '../kernel/index.ts';

/** Those of the people who work for a company now, or were invited to. */
export async function workersOf(
  ctx: Ctx,
  { companyId, userIds }: { readonly companyId: string; readonly userIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'people.workers',
    text: `select u.id from users u
      where u.id = any($1::uuid[]) and u.status in ('active', 'invited')
        and (exists (select 1 from user_companies c where c.user_id = u.id and c.company_id = $2::uuid)
          or exists (select 1 from roles r where r.id = u.role_id and r.data_scope = 'all'))`,
    values: [[...userIds], companyId],
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Somebody who is to look after customers or contracts of a company, if they work for it. Without a
 * company they would see nothing of what they are given, and only the data scope `all` needs none.
 */
export async function salespersonOf(
  ctx: Ctx,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
): Promise<{ readonly isActive: boolean } | undefined> {
  const { rows } = await ctx.pg.query<{ isActive: boolean }>({
    name: 'people.salesperson',
    text: `select u.status = 'active' as "isActive" from users u
      where u.id = $1::uuid
        and (exists (select 1 from user_companies c where c.user_id = u.id and c.company_id = $2::uuid)
          or exists (select 1 from roles r where r.id = u.role_id and r.data_scope = 'all'))`,
    values: [userId, companyId],
  });
  return rows[0];
}
