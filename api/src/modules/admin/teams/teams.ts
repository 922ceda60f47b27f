import {
  type Ctx,
  defineList,
  expectVersion,
  type Input,
  refuseFaults,
} from '../../../kernel/index.ts';
import { COMMON_WORDS } from '../../../workflow/index.ts';
import { companyFaults, defineMaster, refuseReferences } from '../../masterData/index.ts';
import {
  expectVerb,
  lockedTeam,
  shownTeam,
  teamDetail,
  teamSource,
  viewedTeams,
  withTeam,
} from './teamRows.ts';

const teams = defineMaster({ table: 'teams', subject: 'teams' });

export const teamList = defineList('teams.list', {
  id: 't.id',
  from: viewedTeams,
  select: withTeam,
  map: (rows) => rows.map(shownTeam),
  sorts: { name: 't.name', createdAt: 't.created_at' },
  filters: { type: 't.type', companyId: 't.company_id', isActive: 't.is_active' },
  search: 't.search_text',
  export: {
    fileName: 'teams',
    columns: {
      name: { title: COMMON_WORDS.field.name, type: 'text' },
      nameTh: { title: { en: 'Name (Thai)', th: 'ชื่อไทย' }, type: 'text' },
      company: { title: COMMON_WORDS.field.company, type: 'text' },
      leader: { title: { en: 'Leader', th: 'หัวหน้าทีม' }, type: 'text' },
      memberCount: { title: { en: 'Members', th: 'จำนวนสมาชิก' }, type: 'number' },
      openRequests: { title: { en: 'Open requests', th: 'คำขอที่รอพิจารณา' }, type: 'number' },
      isActive: { title: COMMON_WORDS.field.isActive, type: 'text' },
    },
  },
});

export const teamChoices = defineList('teams.all', {
  id: 't.id',
  from: teamSource,
  offered: 't.is_active',
  select: (query) =>
    query
      .innerJoin('companies as c', 'c.id', 't.companyId')
      .select(['t.id', 'c.code', 't.name', 't.nameTh', 't.type']),
  map: (rows) => rows,
  sorts: { name: 't.name' },
  filters: { type: 't.type' },
  search: 't.search_text',
});

const valuesOf = (body: {
  readonly name: string;
  readonly nameTh?: string | null | undefined;
}) => ({
  name: body.name,
  nameTh: body.nameTh || null,
});

export async function createTeam(ctx: Ctx, { body }: Input<'teams.create'>) {
  expectVerb(ctx, body.type, 'create');
  refuseFaults(await companyFaults(ctx, body.companyId));
  const values = { ...valuesOf(body), type: body.type, companyId: body.companyId };
  const id = await teams.insert(ctx, { values });
  return { data: await teamDetail(ctx, id) };
}

export async function updateTeam(ctx: Ctx, { params, body }: Input<'teams.update'>) {
  const before = await lockedTeam(ctx, params.id, 'update');
  expectVersion(before, body.version);
  // A closed team gives nobody anything, so nobody may be left in one, or on the way to one.
  if (before.isActive && !body.isActive) refuseReferences(await holdersOf(ctx, before.id));
  const values = { ...valuesOf(body), isActive: body.isActive };
  await teams.update(ctx, before, { values, touches: ['users'] });
  return { data: await teamDetail(ctx, before.id) };
}

/** People of a team, and moves to it that are not over. */
async function holdersOf(ctx: Ctx, teamId: string) {
  const { rows } = await ctx.pg.query<{ family: string; count: number }>(
    `select 'users' as family, count(*)::int as count from users where team_id = $1
     union all
     select 'teamMoves', count(*)::int from team_moves
     where to_team_id = $1 and (status = 'pending' or (status = 'approved' and applied_at is null))`,
    [teamId],
  );
  return rows.filter(({ count }) => count > 0);
}

export async function deleteTeam(ctx: Ctx, { params }: Input<'teams.delete'>) {
  return teams.remove(ctx, await lockedTeam(ctx, params.id, 'delete'));
}
