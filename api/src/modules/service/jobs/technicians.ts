import { JOB_PAGES, type JobKind } from '@boxyard/shared/domain/service/jobs.ts';
import { sql } from 'kysely';
import { type Ctx, scopeCondition } from '../../../kernel/index.ts';

/** SQL: the person `u` does jobs of one of these pages. */
export const works = (pages: readonly string[]) => sql<boolean>`exists (select 1 from roles r
  join role_permissions p on p.role_id = r.id
  where r.id = u.role_id and r.is_active and p.name = any(${pages.map((page) => `${page}:work`)}))`;

/**
 * Filters people to active technicians of a company who may do jobs of a kind, and whom this person sends:
 * within their data scope, or of the team to which the job goes. Technicians of the job stay so.
 */
export async function techniciansOf(
  ctx: Ctx,
  asked: {
    readonly companyId: string;
    readonly kind: JobKind;
    readonly userIds: readonly string[];
    readonly teamId: string | null;
    readonly known: readonly string[];
  },
): Promise<ReadonlySet<string>> {
  const { companyId, kind, userIds, teamId, known } = asked;
  if (userIds.length === 0) return new Set();
  const reach = scopeCondition(ctx.actor, { company: 'c.company_id', owner: ['c.user_id'] });
  const { rows } = await sql<{ id: string }>`select u.id from users u
    where u.id = any(${[...userIds]}::uuid[]) and u.status = 'active'
      and ${works([JOB_PAGES[kind]])}
      and exists (select 1 from user_companies c where c.user_id = u.id
        and c.company_id = ${companyId}::uuid
        and (${reach ?? sql`true`} or u.team_id = ${teamId}::uuid
          or u.id = any(${[...known]}::uuid[])))`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}
