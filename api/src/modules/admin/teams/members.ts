import { POSITION, type TeamPosition } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Ctx,
  conflict,
  type FieldFault,
  type Happening,
  type Input,
  refuseFaults,
  updated,
} from '../../../kernel/index.ts';
import { recordChange } from '../../masterData/index.ts';
import { openMoveOf } from './moveType.ts';
import { type LockedTeam, lockedTeam, teamDetail } from './teamRows.ts';

/** Somebody whose place in teams is about to change. */
export interface Person {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly teamId: string | null;
  readonly teamPosition: TeamPosition | null;
}

/** People by id, locked in the order of their ids. */
export async function lockedPeople(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  const rows = await ctx.db
    .selectFrom('users as u')
    .select(['u.id', 'u.version', 'u.teamId', 'u.teamPosition'])
    .select(sql<string>`u.full_name`.as('name'))
    .where(sql<boolean>`u.id = any(${ids}::uuid[])`)
    .orderBy('u.id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ids of these people who work in the team's company; the others cannot be in it. */
export async function colleaguesOf(
  ctx: Ctx,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('userCompanies')
    .select('userId')
    .where('companyId', '=', companyId)
    .where(sql<boolean>`user_id = any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

interface Place {
  readonly teamId: string | null;
  readonly position: TeamPosition | null;
}

/** Puts somebody where they belong from now on; their abilities follow with the same commit. */
export async function place(
  ctx: Ctx,
  person: Person,
  { to, action, reason }: { to: Place; action: Happening['action']; reason?: string },
): Promise<void> {
  const version = person.version + 1;
  await ctx.db
    .updateTable('users')
    .set({ teamId: to.teamId, teamPosition: to.position, ...updated(ctx), version })
    .where('id', '=', person.id)
    .execute();
  await recordChange(ctx, {
    subject: 'users',
    id: person.id,
    action,
    reason: reason ?? null,
    before: { teamId: person.teamId, teamPosition: person.teamPosition },
    after: { teamId: to.teamId, teamPosition: to.position },
    version,
    touches: ['teams'],
  });
}

/** A team has one leader: whoever led it until now becomes the deputy. */
export async function makeRoomForLeader(ctx: Ctx, teamId: string, except: string): Promise<void> {
  const leader = await ctx.db
    .selectFrom('users as u')
    .select(['u.id', 'u.version', 'u.teamId', 'u.teamPosition'])
    .select(sql<string>`u.full_name`.as('name'))
    .where('u.teamId', '=', teamId)
    .where('u.teamPosition', '=', POSITION.leader)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!leader || leader.id === except) return;
  await place(ctx, leader, {
    to: { teamId, position: POSITION.deputy },
    action: 'change-position',
  });
}

/** The team's own timeline: who came, went or has another place. */
const recordTeam = (
  ctx: Ctx,
  team: LockedTeam,
  change: { readonly action: Happening['action']; readonly diff: Record<string, unknown> },
) =>
  recordChange(ctx, {
    subject: 'teams',
    id: team.id,
    companyId: team.companyId,
    action: change.action,
    after: { name: team.name, ...change.diff },
    version: team.version,
    touches: ['users'],
  });

/** Only people without a team; who has one comes by a request (domain-conventions "Teams"). */
export async function assignUsers(ctx: Ctx, { params, body }: Input<'teams.assignUser'>) {
  const team = await lockedTeam(ctx, params.id, 'assign');
  if (!team.isActive) throw conflict('INACTIVE');
  const people = await lockedPeople(ctx, body.userIds);
  const colleagues = await colleaguesOf(ctx, team.companyId, body.userIds);
  const faults: FieldFault[] = [];
  for (const [index, id] of body.userIds.entries()) {
    const field = `userIds[${index}]`;
    // Whoever works elsewhere only is not to be found here.
    if (!people.has(id) || !colleagues.has(id)) faults.push({ field, code: 'UNKNOWN_ID' });
    else if (body.userIds.indexOf(id) !== index) faults.push({ field, code: 'REPEATED' });
  }
  if (body.position === POSITION.leader && body.userIds.length > 1) {
    faults.push({ field: 'position', code: 'ONE_LEADER' });
  }
  refuseFaults(faults);
  for (const id of body.userIds) {
    const person = people.get(id);
    if (!person) continue;
    if (person.teamId !== null) throw conflict('HAS_TEAM', { name: person.name });
    await refuseOpenMove(ctx, person);
    if (body.position === POSITION.leader) await makeRoomForLeader(ctx, team.id, id);
    await place(ctx, person, {
      to: { teamId: team.id, position: body.position },
      action: 'join-team',
    });
  }
  const names = [...people.values()].map(({ name }) => name).join(', ');
  await recordTeam(ctx, team, {
    action: 'assign-user',
    diff: { people: names, position: body.position },
  });
  return { data: await teamDetail(ctx, team.id) };
}

/** Somebody whose move is under way stays where they are until it is over. */
export async function refuseOpenMove(ctx: Ctx, person: Person): Promise<void> {
  if (await openMoveOf(ctx, person.id)) throw conflict('OPEN_MOVE', { name: person.name });
}

/** Those of the team, or a fault for each that is not in it. */
async function expectMembers(
  ctx: Ctx,
  team: LockedTeam,
  { ids, field }: { ids: readonly string[]; field: (index: number) => string },
): Promise<Person[]> {
  const people = await lockedPeople(ctx, ids);
  const faults: FieldFault[] = [];
  const found: Person[] = [];
  for (const [index, id] of ids.entries()) {
    const person = people.get(id);
    if (person?.teamId === team.id) found.push(person);
    else faults.push({ field: field(index), code: 'NOT_MEMBER' });
  }
  refuseFaults(faults);
  return found;
}

export async function removeUsers(ctx: Ctx, { params, body }: Input<'teams.removeUser'>) {
  const team = await lockedTeam(ctx, params.id, 'assign');
  const ids = [...new Set(body.userIds)];
  const people = await expectMembers(ctx, team, { ids, field: (index) => `userIds[${index}]` });
  for (const person of people) {
    await refuseOpenMove(ctx, person);
    await place(ctx, person, { to: { teamId: null, position: null }, action: 'leave-team' });
  }
  await recordTeam(ctx, team, {
    action: 'remove-user',
    diff: { people: people.map(({ name }) => name).join(', ') },
  });
  return { data: await teamDetail(ctx, team.id) };
}

export async function changePosition(ctx: Ctx, { params, body }: Input<'teams.changePosition'>) {
  const team = await lockedTeam(ctx, params.id, 'assign');
  const [person] = await expectMembers(ctx, team, { ids: [body.userId], field: () => 'userId' });
  if (person && person.teamPosition !== body.position) {
    if (body.position === POSITION.leader) await makeRoomForLeader(ctx, team.id, person.id);
    await place(ctx, person, {
      to: { teamId: team.id, position: body.position },
      action: 'change-position',
    });
    await recordTeam(ctx, team, {
      action: 'change-position',
      diff: { people: person.name, position: body.position },
    });
  }
  return { data: await teamDetail(ctx, team.id) };
}
