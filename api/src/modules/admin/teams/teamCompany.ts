import { type Ctx, type FieldFault, mayUseCompany } from '../../../kernel/index.ts';

/**
 * People work in the company of their team, and of the team that they are about to join: it is not
 * taken from them while they are in it. Companies out of the actor's reach are left to them anyway.
 */
export async function teamCompanyFaults(
  ctx: Ctx,
  userId: string,
  companyIds: readonly string[],
): Promise<FieldFault[]> {
  const { rows } = await ctx.pg.query<{ company_id: string }>(
    `select t.company_id from users u join teams t on t.id = u.team_id where u.id = $1
     union
     select m.company_id from team_moves m where m.user_id = $1
       and (m.status = 'pending' or (m.status = 'approved' and m.applied_at is null))`,
    [userId],
  );
  const lost = rows.some(
    ({ company_id: id }) => mayUseCompany(ctx.actor, id) && !companyIds.includes(id),
  );
  return lost ? [{ field: 'companyIds', code: 'TEAM_COMPANY' }] : [];
}
