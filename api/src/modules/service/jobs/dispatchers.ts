import { JOB_PAGES } from '@boxyard/shared/domain/service/jobs.ts';
import { sql } from 'kysely';
import { type Ctx, refuseFaults } from '../../../kernel/index.ts';

const MAY_DISPATCH = [
  ...Object.values(JOB_PAGES).flatMap((page) => [`${page}:manager-response`, `${page}:manage`]),
  'all:manage',
];

/**
 * SQL: the person who hands out the jobs of a team `t` and reads its schedules: its leader, else its
 * deputy, of those who work here and may; null where there is none.
 */
export const DISPATCHER = `(select l.id from users l
  where l.team_id = t.id and l.status = 'active' and l.team_position in ('leader', 'deputy')
    and exists (select 1 from roles r join role_permissions p on p.role_id = r.id
      where r.id = l.role_id and r.is_active
        and p.name in (${MAY_DISPATCH.map((name) => `'${name}'`).join(', ')}))
  order by (l.team_position = 'leader') desc, l.id limit 1)`;
export const dispatcherOf = sql.raw<string | null>(DISPATCHER);

/** The team of a schedule with the person to whom its jobs go; null where nobody hands them out now. */
export async function dispatchedTeam(
  ctx: Ctx,
  teamId: string,
): Promise<{ readonly teamId: string; readonly dispatcherId: string } | null> {
  const { rows } = await sql<{ dispatcherId: string | null }>`
    select ${dispatcherOf} as dispatcher_id from teams t
    where t.id = ${teamId}::uuid and t.is_active`.execute(ctx.db);
  const dispatcherId = rows[0]?.dispatcherId ?? null;
  return dispatcherId === null ? null : { teamId, dispatcherId };
}

/** The person to whom the jobs of a team go; 422 for a team that has none, or is none of engineers. */
export async function dispatcherFor(
  ctx: Ctx,
  { teamId, companyId }: { readonly teamId: string; readonly companyId: string },
): Promise<string> {
  const { rows } = await sql<{ dispatcherId: string | null }>`
    select ${dispatcherOf} as dispatcher_id from teams t
    where t.id = ${teamId}::uuid and t.company_id = ${companyId}::uuid and t.is_active
      and t.type = 'engineer'`.execute(ctx.db);
  const [team] = rows;
  if (team === undefined) return refuseFaults([{ field: 'teamId', code: 'UNKNOWN_ID' }]) as never;
  return (
    team.dispatcherId ?? (refuseFaults([{ field: 'teamId', code: 'TEAM_WITHOUT_LEADER' }]) as never)
  );
}
