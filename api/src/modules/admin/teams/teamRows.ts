import {
  can,
  MOVE,
  POSITION,
  TEAM_PAGES,
  TEAM_POSITIONS,
  TEAM_TYPES,
  type TeamType,
} from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Actor,
  type Ctx,
  forbidden,
  historyOf,
  inScope,
  notFound,
  whereInScope,
} from '../../../kernel/index.ts';
import { mustRef, refOf } from '../../masterData/index.ts';

/** Types of teams for whose page somebody holds a verb. */
export const typesWith = (actor: Actor, verb: string): TeamType[] =>
  TEAM_TYPES.filter((type) => can(actor.grants, `${TEAM_PAGES[type]}:${verb}`));

/** 403 unless the verb is held for teams of this type: the endpoint only asked for either. */
export function expectVerb(ctx: Ctx, type: TeamType, verb: string): void {
  if (!can(ctx.actor.grants, `${TEAM_PAGES[type]}:${verb}`)) throw forbidden();
}

/**
 * Teams (alias `t`) that a person sees. A team belongs to a company and its people work in that
 * company, so whoever administers a company sees all of its teams and all of the people in them, and
 * nothing of the others. Teams are masters: data scopes own, team and zone do not cut them, they cut
 * the moves (domain-conventions "Scope"). Look-ups give every type, pages only those that may be viewed.
 */
export const teamSource = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('teams as t'), ctx.actor, { company: 't.company_id' });

/** The same, of the types whose page this person may open. */
export function viewedTeams(ctx: Ctx) {
  const types = typesWith(ctx.actor, 'view');
  if (types.length === TEAM_TYPES.length) return teamSource(ctx);
  return teamSource(ctx).where(sql<boolean>`t.type = any(${types})`);
}

/** Moves that somebody still has to decide. */
const waiting = sql<number>`(select count(*)::int from team_moves m
  where (m.to_team_id = t.id or m.from_team_id = t.id) and m.status = ${MOVE.pending})`;
const members = sql<number>`(select count(*)::int from users p where p.team_id = t.id)`;

export const withTeam = (query: ReturnType<typeof teamSource>) =>
  query
    .innerJoin('companies as c', 'c.id', 't.companyId')
    .leftJoin('users as l', (join) =>
      join.onRef('l.teamId', '=', 't.id').on('l.teamPosition', '=', POSITION.leader),
    )
    .select([
      't.id',
      't.version',
      't.createdAt',
      't.updatedAt',
      't.name',
      't.nameTh',
      't.type',
      't.isActive',
      'c.id as companyId',
      'c.code as companyCode',
      'c.nameEn as companyName',
      'c.nameTh as companyNameTh',
      'l.id as leaderId',
    ])
    .select([
      sql<string | null>`l.full_name`.as('leaderName'),
      waiting.as('openRequests'),
      members.as('memberCount'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withTeam>['execute']>>[number];

export const shownTeam = ({
  companyId,
  companyCode,
  companyName,
  companyNameTh,
  leaderId,
  leaderName,
  ...team
}: Row) => ({
  ...team,
  company: mustRef(companyId, companyCode, { name: companyName, nameTh: companyNameTh }),
  leader: personOf(leaderId, leaderName),
});

/** A person as the contract's `userRef`. */
export const personOf = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' };

/** Who is in a team has a place in it: the database holds it (users_team_place_ck). */
function mustBe<T>(value: T | null): T {
  if (value === null) throw new Error('a member of a team has no place in it');
  return value;
}

async function membersOf(ctx: Ctx, teamId: string) {
  const rows = await ctx.db
    .selectFrom('users as u')
    .leftJoin('roles as r', 'r.id', 'u.roleId')
    .leftJoin('teamMoves as m', (join) =>
      join.onRef('m.userId', '=', 'u.id').on(sql<boolean>`(m.status = ${MOVE.pending}
          or (m.status = ${MOVE.approved} and m.applied_at is null))`),
    )
    .where('u.teamId', '=', teamId)
    .select(['u.id', 'u.email', 'u.teamPosition', 'u.status', 'm.id as moveId'])
    .select(['r.id as roleId', 'r.name as roleName', 'r.labelEn', 'r.labelTh'])
    .select(sql<string>`u.full_name`.as('name'))
    .orderBy(sql`array_position(${TEAM_POSITIONS}::text[], u.team_position)`)
    .orderBy(sql`u.full_name`)
    .orderBy('u.id')
    .execute();
  return rows.map((row) => ({
    user: { id: row.id, name: row.name },
    email: row.email,
    position: mustBe(row.teamPosition),
    role: refOf(row.roleId, row.roleName, { name: row.labelEn, nameTh: row.labelTh }),
    status: row.status,
    moveId: row.moveId,
  }));
}

/** The zones that a team looks after, whichever kind of team it is. */
async function zonesOf(ctx: Ctx, teamId: string) {
  const rows = await ctx.db
    .selectFrom('zones as z')
    .leftJoin('regions as r', 'r.id', 'z.regionId')
    .where((eb) => eb.or([eb('z.saleTeamId', '=', teamId), eb('z.engineerTeamId', '=', teamId)]))
    .orderBy('z.code')
    .select(['z.id', 'z.code', 'z.name', 'z.nameTh'])
    .select(['r.id as regionId', 'r.code as regionCode', 'r.name as regionName'])
    .select('r.nameTh as regionNameTh')
    .execute();
  return rows.map(({ regionId, regionCode, regionName, regionNameTh, ...zone }) => ({
    ...zone,
    region: refOf(regionId, regionCode, { name: regionName, nameTh: regionNameTh }),
  }));
}

/** A team with its people, or 404. */
export async function teamDetail(ctx: Ctx, id: string) {
  const row = await withTeam(viewedTeams(ctx).where('t.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  const [people, zones, history] = await Promise.all([
    membersOf(ctx, id),
    zonesOf(ctx, id),
    historyOf(ctx, 'teams', id),
  ]);
  return { ...shownTeam(row), members: people, zones, history };
}

/**
 * A team that is about to change, locked; 404 when it is out of scope or of a type that this person
 * may not see, 403 without the verb.
 */
export async function lockedTeam(ctx: Ctx, id: string, verb: string) {
  const row = await ctx.db
    .selectFrom('teams')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || !inScope(ctx.actor, row) || !typesWith(ctx.actor, 'view').includes(row.type)) {
    throw notFound();
  }
  expectVerb(ctx, row.type, verb);
  return row;
}

export type LockedTeam = Awaited<ReturnType<typeof lockedTeam>>;
