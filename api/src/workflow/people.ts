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
