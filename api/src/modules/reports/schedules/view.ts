import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';

/**
 * A saved view of a report that somebody has, or that a colleague shares with their role; null: they have
 * none of this id.
 */
export async function viewOf(
  ctx: Pick<Ctx, 'db'>,
  { id, report, userId }: { readonly id: string; readonly report: string; readonly userId: string },
): Promise<{ readonly id: string; readonly query: string } | null> {
  const view = await ctx.db
    .selectFrom('savedViews as v')
    .where('v.id', '=', id)
    .where('v.resource', '=', report)
    .where(
      sql<boolean>`(v.user_id = ${userId}::uuid or exists (select 1 from saved_view_roles s
        join roles r on r.id = s.role_id and r.is_active
        join users me on me.role_id = r.id and me.id = ${userId}::uuid where s.view_id = v.id)
        and (exists (select 1 from user_companies mine join user_companies theirs
            on theirs.company_id = mine.company_id and theirs.user_id = v.user_id
            where mine.user_id = ${userId}::uuid)
          or exists (select 1 from users u join roles r on r.id = u.role_id
            where u.id in (v.user_id, ${userId}::uuid) and r.data_scope = 'all')))`,
    )
    .select(['v.id', 'v.query'])
    .executeTakeFirst();
  return view ?? null;
}
