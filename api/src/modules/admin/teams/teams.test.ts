import { manualClock } from '../../../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { nightly } from '../../index.ts';
import { makeOffice, type Office, tag } from '../../masterData/testing/office.ts';
import { roundBody } from '../../purchasing/biddings/testing/world.ts';
import {
  approvedOrder,
  orderBody,
  receive,
  requestBody,
} from '../../purchasing/testing/documents.ts';

const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
let test: TestApp;
let office: Office;
let admin: Person;
let boss: Person;
let other: Person;

beforeAll(async () => {
  test = await createTestApp({ clock });
  office = await makeOffice(test);
  admin = office.admin;
  boss = await test.as('company-admin', { companyId: office.companyA });
  other = await test.as('company-admin', { companyId: office.companyB });
});
afterAll(() => test?.close());

const here = (role: string) => test.as(role, { companyId: office.companyA });
const teamBody = (more: object = {}) => ({
  type: 'sales',
  companyId: office.companyA,
  name: `Team ${tag()}`,
  nameTh: null,
  ...more,
});
const makeTeam = async (more: object = {}) =>
  expectData(await admin.post('/teams', teamBody(more)));
const assign = (
  who: Person,
  teamId: string,
  { people, position = 'member' }: { people: readonly Person[]; position?: string },
) =>
  who.post(`/teams/${teamId}/assign-user`, {
    userIds: people.map(({ userId }) => userId),
    position,
  });
const faultsOf = (answer: {
  status: number;
  body: { errors?: readonly { field: string; code: string }[] };
}) => [answer.status, ...(answer.body.errors ?? []).map(({ field, code }) => `${field} ${code}`)];
const refusal = (answer: { status: number; body: { code: string } }) => [
  answer.status,
  answer.body.code,
];

/** A team with a leader who may decide, and one member. */
async function staffed(type: 'sales' | 'engineer' = 'sales', companyId = office.companyA) {
  const team = await makeTeam({ type, companyId });
  const leader = await test.as(type === 'sales' ? 'sales-manager' : 'engineer-manager', {
    companyId,
  });
  const member = await test.as(type === 'sales' ? 'sales-officer' : 'technician', { companyId });
  expectData(await assign(admin, team.id, { people: [leader], position: 'leader' }));
  expectData(await assign(admin, team.id, { people: [member] }));
  return { id: team.id as string, name: team.name as string, leader, member };
}

const moveBody = (person: Person, toTeamId: string, more: object = {}) => ({
  userId: person.userId,
  toTeamId,
  position: 'member',
  effectiveDate: '2026-11-20',
  reason: 'Covers the north from now on',
  ...more,
});
type Target = { readonly id: string; readonly [field: string]: unknown };
/** Asks that `person` moves to the team. */
const ask = (who: Person, person: Person, to: string | Target) => {
  const { id, ...more } = typeof to === 'string' ? { id: to } : to;
  return who.post('/team-assignee-approval/request', moveBody(person, id, more));
};
const decide = (who: Person, move: { id: string; version: number }, more: object = {}) =>
  who.post(`/team-assignee-approval/${move.id}/approving`, {
    version: move.version,
    decision: 'approve',
    ...more,
  });
const teamOf = async (person: Person) => {
  const { data } = (await admin.get(`/users/${person.userId}`)).body;
  return [data.team?.name ?? null, data.teamPosition];
};
const noticesOf = async (person: Person): Promise<{ title: string; action: string | null }[]> =>
  (await person.get('/notifications?limit=100')).body.data;

describe('a team', () => {
  it('has a name that nobody else in the company has, in either language', async () => {
    const team = await makeTeam({ nameTh: 'ทีมเหนือ' });
    expect(team).toMatchObject({ leader: null, memberCount: 0, openRequests: 0, isActive: true });
    const duplicate = await admin.post('/teams', teamBody({ name: team.name.toUpperCase() }));
    expect(faultsOf(duplicate)).toEqual([409, 'name DUPLICATE']);
    const thai = await admin.post('/teams', teamBody({ nameTh: 'ทีมเหนื่อ' }));
    expect(faultsOf(thai)).toEqual([409, 'nameTh DUPLICATE']);
    expectData(
      await admin.post('/teams', teamBody({ name: team.name, companyId: office.companyB })),
    );
  });

  it('is of a fixed type, in a company of one’s own', async () => {
    for (const type of ['all', 'users', 'Users ', 'warehouse']) {
      expect(faultsOf(await admin.post('/teams', teamBody({ type })))).toEqual([
        422,
        'type ONE_OF',
      ]);
    }
    const foreign = await boss.post('/teams', teamBody({ companyId: office.companyB }));
    expect(faultsOf(foreign)).toEqual([422, 'companyId UNKNOWN_ID']);
  });

  it('is renamed with its version, and closed or deleted only when nobody is in it', async () => {
    const team = await staffed();
    const { version } = (await boss.get(`/teams/${team.id}`)).body.data;
    const rename = { version, name: `${team.name} 2`, nameTh: null, isActive: true };
    const renamed = expectData(await boss.patch(`/teams/${team.id}`, rename));
    expect(renamed.name).toBe(`${team.name} 2`);
    expect(refusal(await boss.patch(`/teams/${team.id}`, rename))).toEqual([
      409,
      'VERSION_CONFLICT',
    ]);
    const close = { ...rename, version: renamed.version, isActive: false };
    const refused = await boss.patch(`/teams/${team.id}`, close);
    expect(refusal(refused)).toEqual([409, 'IN_USE']);
    expect(refused.body.details.references).toEqual([{ family: 'users', count: 2 }]);
    expect(refusal(await boss.delete(`/teams/${team.id}`))).toEqual([409, 'IN_USE']);
    const userIds = [team.leader.userId, team.member.userId];
    expectData(await boss.post(`/teams/${team.id}/remove-user`, { userIds }));
    expect(expectData(await boss.patch(`/teams/${team.id}`, close)).isActive).toBe(false);
    expect(refusal(await assign(boss, team.id, { people: [team.member] }))).toEqual([
      409,
      'INACTIVE',
    ]);
    expect((await boss.delete(`/teams/${team.id}`)).status).toBe(200);
    expect((await boss.get(`/teams/${team.id}`)).status).toBe(404);
  });
});

describe('people of a team', () => {
  it('come in without a team, change places, and go', async () => {
    const team = await makeTeam();
    const [first, second] = [await here('sales-officer'), await here('sales-manager')];
    const made = expectData(await assign(boss, team.id, { people: [first], position: 'leader' }));
    expect(made).toMatchObject({ leader: { id: first.userId }, memberCount: 1 });
    expectData(await assign(boss, team.id, { people: [second] }));
    const changed = expectData(
      await boss.post(`/teams/${team.id}/change-position`, {
        userId: second.userId,
        position: 'leader',
      }),
    );
    expect(changed.leader.id).toBe(second.userId);
    expect(
      changed.members.map(({ user, position }: { user: { id: string }; position: string }) => [
        user.id,
        position,
      ]),
    ).toEqual([
      [second.userId, 'leader'],
      [first.userId, 'deputy'],
    ]);
    expect(await teamOf(first)).toEqual([team.name, 'deputy']);
    const left = expectData(
      await boss.post(`/teams/${team.id}/remove-user`, { userIds: [first.userId] }),
    );
    expect(left.memberCount).toBe(1);
    expect(await teamOf(first)).toEqual([null, null]);
    const again = await boss.post(`/teams/${team.id}/remove-user`, { userIds: [first.userId] });
    expect(faultsOf(again)).toEqual([422, 'userIds[0] NOT_MEMBER']);
    const actions = left.history.map(({ action }: { action: string }) => action);
    expect(actions).toEqual([
      'create',
      'assign-user',
      'assign-user',
      'change-position',
      'remove-user',
    ]);
  });

  it('are not taken from another team without a request', async () => {
    const [from, to] = [await staffed(), await makeTeam()];
    expect(refusal(await assign(admin, to.id, { people: [from.member] }))).toEqual([
      409,
      'HAS_TEAM',
    ]);
    expect(await teamOf(from.member)).toEqual([from.name, 'member']);
  });

  it('work in its company, and it has one leader', async () => {
    const team = await makeTeam();
    const stranger = await test.as('sales-officer', { companyId: office.companyB });
    expect(faultsOf(await assign(admin, team.id, { people: [stranger] }))).toEqual([
      422,
      'userIds[0] UNKNOWN_ID',
    ]);
    const two = [await here('sales-officer'), await here('sales-officer')];
    const both = await assign(admin, team.id, { people: two, position: 'leader' });
    expect(faultsOf(both)).toEqual([422, 'position ONE_LEADER']);
    for (const position of ['all', 'users', 'Leader']) {
      expect(faultsOf(await assign(admin, team.id, { people: two, position }))).toEqual([
        422,
        'position ONE_OF',
      ]);
    }
  });

  it('keep the company of their team', async () => {
    const { member } = await staffed();
    const { data } = (await admin.get(`/users/${member.userId}`)).body;
    const body = {
      version: data.version,
      firstName: data.firstName,
      lastName: data.lastName,
      roleId: data.role.id,
      companyIds: [office.companyB],
      warehouseIds: [],
    };
    expect(faultsOf(await admin.patch(`/users/${member.userId}`, body))).toEqual([
      422,
      'companyIds TEAM_COMPANY',
    ]);
    const both = { ...body, companyIds: [office.companyA, office.companyB] };
    expect((await admin.patch(`/users/${member.userId}`, both)).status).toBe(200);
  });

  it('have its type and their position as abilities, from the same moment', async () => {
    const { member } = await staffed('engineer');
    expect([...(await member.actor()).grants]).toEqual(
      expect.arrayContaining(['engineer:manage', 'member:manage']),
    );
    const profile = (await member.get('/auth/profile')).body.data;
    expect(profile.team).toMatchObject({ position: 'member', teamType: 'engineer' });
    const page = (await admin.get(`/users?limit=100&teamId=${(await member.actor()).teamId}`)).body;
    expect(page.data.map(({ id }: { id: string }) => id)).toContain(member.userId);
    expect(page.meta.totalItems).toBe(2);
  });
});

describe('who sees and changes what', () => {
  it('is cut by company: lists, choices, details, every action', async () => {
    const team = await staffed('sales', office.companyB);
    const move = expectData(
      await ask(team.leader, team.member, (await makeTeam({ companyId: office.companyB })).id),
    );
    const idsIn = async (path: string) =>
      (await boss.get(path)).body.data.map(({ id }: { id: string }) => id);
    expect(await idsIn('/teams?limit=100')).not.toContain(team.id);
    expect(await idsIn('/teams/all?limit=1000')).not.toContain(team.id);
    expect(await idsIn(`/teams/all?ids=${team.id}`)).toEqual([]);
    expect(await idsIn('/team-assignee-approval?limit=100')).not.toContain(move.id);
    const calls = [
      boss.get(`/teams/${team.id}`),
      boss.patch(`/teams/${team.id}`, { version: 1, name: 'x', nameTh: null, isActive: true }),
      boss.delete(`/teams/${team.id}`),
      assign(boss, team.id, { people: [boss] }),
      boss.post(`/teams/${team.id}/remove-user`, { userIds: [team.member.userId] }),
      boss.post(`/teams/${team.id}/change-position`, {
        userId: team.member.userId,
        position: 'deputy',
      }),
      boss.get(`/team-assignee-approval/${move.id}`),
      decide(boss, move),
      boss.post(`/team-assignee-approval/${move.id}/cancel`, { version: 1, reason: 'Not mine' }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
    expect(faultsOf(await ask(boss, team.member, team.id))).toEqual([422, 'toTeamId UNKNOWN_ID']);
    expect((await other.get(`/teams/${team.id}`)).status).toBe(200);
    const { counts, totalItems } = (await other.get('/team-assignee-approval?limit=100')).body.meta;
    const sum = Object.values(counts as Record<string, number>).reduce((a, b) => a + b, 0);
    expect(sum).toBe(totalItems);
  });

  it('is decided by the type of the team, not by the other page’s verbs', async () => {
    const [sales, engineers] = [await staffed('sales'), await staffed('engineer')];
    const manager = sales.leader;
    expect((await manager.get(`/teams/${engineers.id}`)).status).toBe(404);
    const types = (await manager.get('/teams?limit=100')).body.data.map(
      ({ type }: { type: string }) => type,
    );
    expect(new Set(types)).toEqual(new Set(['sales']));
    expect((await manager.get(`/teams/${sales.id}`)).status).toBe(200);
    // Seen, but not administered.
    expect((await assign(manager, sales.id, { people: [manager] })).status).toBe(403);
    expect(faultsOf(await ask(manager, sales.member, engineers.id))).toEqual([
      422,
      'toTeamId UNKNOWN_ID',
    ]);
    const role = await admin.get('/roles/all?search=engineer-manager');
    expect(role.status).toBe(200);
    // Whoever holds engineers' verbs only, is refused the sales groups that they may see.
    await test.app.db
      .insertInto('rolePermissions')
      .values({ roleId: role.body.data[0].id, name: 'sales-groups:view' })
      .execute();
    test.app.forgetActors();
    expect((await engineers.leader.get(`/teams/${sales.id}`)).status).toBe(200);
    expect((await ask(engineers.leader, sales.member, sales.id)).status).toBe(403);
    await test.app.db
      .deleteFrom('rolePermissions')
      .where('name', '=', 'sales-groups:view')
      .where('roleId', '=', role.body.data[0].id)
      .execute();
    test.app.forgetActors();
  });

  it('shows a manager the moves of their own team, not those of others', async () => {
    const [mine, theirs, target] = [await staffed(), await staffed(), await makeTeam()];
    const own = expectData(await ask(boss, mine.member, target.id));
    const foreign = expectData(await ask(boss, theirs.member, target.id));
    const seen = (await mine.leader.get('/team-assignee-approval?limit=100')).body.data.map(
      ({ id }: { id: string }) => id,
    );
    expect(seen).toContain(own.id);
    expect(seen).not.toContain(foreign.id);
    expect((await mine.leader.get(`/team-assignee-approval/${foreign.id}`)).status).toBe(404);
    expect(faultsOf(await ask(mine.leader, await here('sales-officer'), target.id))).toEqual([
      422,
      'toTeamId NOT_OWN_TEAM',
    ]);
  });
});

describe('a move', () => {
  it('is asked for once, for a day that is not over, to another team', async () => {
    const [from, to] = [await staffed(), await staffed()];
    const bad = await ask(boss, from.member, {
      id: from.id,
      effectiveDate: '2026-11-19',
      reason: 'x',
    });
    expect(faultsOf(bad)).toEqual([422, 'reason REASON']);
    const worse = await ask(boss, from.member, { id: from.id, effectiveDate: '2026-11-19' });
    expect(faultsOf(worse)).toEqual([422, 'toTeamId SAME_TEAM', 'effectiveDate PAST_DATE']);
    const move = expectData(await ask(boss, from.member, to.id));
    expect(move).toMatchObject({
      status: 'pending',
      fromTeam: { id: from.id },
      toTeam: { id: to.id },
      work: [],
      mayDecide: true,
      allowedActions: ['cancel'],
    });
    expect(refusal(await ask(admin, from.member, to.id))).toEqual([409, 'OPEN_MOVE']);
    const remove = { userIds: [from.member.userId] };
    expect(refusal(await boss.post(`/teams/${from.id}/remove-user`, remove))).toEqual([
      409,
      'OPEN_MOVE',
    ]);
    const { data } = (await boss.get(`/teams/${to.id}`)).body;
    const close = { version: data.version, name: data.name, nameTh: null, isActive: false };
    expect((await boss.patch(`/teams/${to.id}`, close)).body.details.references).toEqual([
      { family: 'users', count: 2 },
      { family: 'teamMoves', count: 1 },
    ]);
    expect(data.openRequests).toBe(1);
  });

  it('is one even when two ask at the same moment', async () => {
    const [from, a, b] = [await staffed(), await makeTeam(), await makeTeam()];
    const answers = await Promise.all([
      ask(boss, from.member, a.id),
      ask(admin, from.member, b.id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is decided by the leader of the team, who hears of it, not by just any approver', async () => {
    const [from, to, third] = [await staffed(), await staffed(), await staffed()];
    const move = expectData(await ask(from.leader, from.member, to.id));
    const [told] = await noticesOf(to.leader);
    expect(told?.title).toContain('waits for your decision');
    expect(told?.action).toBe(`/users-management/sales-groups?tab=requests&request=${move.id}`);
    expect((await noticesOf(boss)).some(({ action }) => action === told?.action)).toBe(false);
    const [person] = await noticesOf(from.member);
    expect([person?.title, person?.action]).toEqual([
      `Your move to ${to.name} was requested`,
      null,
    ]);
    expect(refusal(await decide(from.leader, move))).toEqual([409, 'SELF_APPROVAL']);
    expect((await decide(third.leader, move)).status).toBe(404);
    const done = expectData(await decide(to.leader, move));
    expect(done).toMatchObject({ status: 'approved', decidedBy: { id: to.leader.userId } });
    expect(done.appliedAt).not.toBeNull();
    expect(await teamOf(from.member)).toEqual([to.name, 'member']);
    expect((await noticesOf(from.leader)).map(({ title }) => title)).toContain(
      `Move of sales-officer Tester to ${to.name} was approved`,
    );
    expect((await noticesOf(from.member)).map(({ title }) => title)).toContain(
      `Your move to ${to.name} was approved`,
    );
    expect(refusal(await decide(to.leader, { ...move, version: done.version }))).toEqual([
      409,
      'INVALID_STATE',
    ]);
  });

  it('is decided by neither requester nor person, even with every right', async () => {
    const to = await staffed();
    const own = expectData(await ask(admin, to.member, (await makeTeam()).id));
    expect(refusal(await decide(admin, own))).toEqual([409, 'SELF_APPROVAL']);
    const person = await here('company-admin');
    const about = expectData(await ask(boss, person, to.id));
    expect(refusal(await decide(person, about))).toEqual([409, 'SELF_APPROVAL']);
    const stranger = await here('sales-manager');
    await assign(admin, to.id, { people: [stranger] });
    // In the team, with the verb, and yet not its leader.
    expect(refusal(await decide(stranger, about))).toEqual([409, 'NOT_TEAM_LEADER']);
    expect(refusal(await decide(to.leader, { ...about, version: 9 }))).toEqual([
      409,
      'VERSION_CONFLICT',
    ]);
    expect((await decide(await here('auditor'), about)).status).toBe(403);
  });

  it('goes to those who place people where the leader cannot decide', async () => {
    const [from, to] = [await staffed(), await makeTeam()];
    const weak = await here('sales-officer');
    expectData(await assign(admin, to.id, { people: [weak], position: 'leader' }));
    const move = expectData(await ask(from.leader, from.member, to.id));
    const waiting = (await noticesOf(boss)).filter(({ action }) => action?.endsWith(move.id));
    expect(waiting).toHaveLength(1);
    expect((await noticesOf(weak)).some(({ action }) => action?.endsWith(move.id))).toBe(false);
    expect(expectData(await decide(boss, move)).status).toBe('approved');
  });

  it('waits on the dashboard of whoever may decide it, until it is decided', async () => {
    const work = async (person: Person) => {
      const { myWork } = expectData(await person.get('/dashboard/work'));
      return (myWork as Record<string, unknown>[]).filter(({ type }) => type === 'teamMove');
    };
    const [team, elsewhere] = [await staffed(), await staffed()];
    const person = await here('sales-officer');
    const move = expectData(
      await ask(elsewhere.leader, elsewhere.member, { id: team.id, effectiveDate: '2026-11-23' }),
    );
    const item = {
      key: 'approveMove',
      id: move.id,
      documentNo: null,
      title: expect.stringMatching(new RegExp(` → ${team.name}$`)),
      dueDate: '2026-11-23',
      amount: null,
      path: `/users-management/sales-groups?tab=requests&request=${move.id}`,
    };
    expect(await work(team.leader)).toEqual([expect.objectContaining(item)]);
    expect(await work(boss)).toContainEqual(expect.objectContaining(item));
    const third = await staffed();
    const deputy = await here('sales-manager');
    await assign(admin, team.id, { people: [deputy], position: 'deputy' });
    // The requester, the person, one who sees it but does not lead, a leader elsewhere, one without
    // the verb, and another company.
    const { leader, member } = elsewhere;
    for (const who of [leader, member, deputy, third.leader, person, other]) {
      expect((await work(who)).map(({ id }) => id)).not.toContain(move.id);
    }
    expectData(await decide(team.leader, move));
    expect(await work(team.leader)).toEqual([]);
    expect((await work(boss)).map(({ id }) => id)).not.toContain(move.id);
  });

  it('is rejected with a reason, which requester and person read', async () => {
    const [from, to] = [await staffed(), await staffed()];
    const move = expectData(await ask(from.leader, from.member, to.id));
    expect(faultsOf(await decide(to.leader, move, { decision: 'reject' }))).toEqual([
      422,
      'reason REQUIRED',
    ]);
    const no = expectData(
      await decide(to.leader, move, { decision: 'reject', reason: 'We are complete' }),
    );
    expect(no).toMatchObject({ status: 'rejected', statusReason: 'We are complete' });
    expect(await teamOf(from.member)).toEqual([from.name, 'member']);
    const [notice] = await noticesOf(from.member);
    expect(notice).toMatchObject({ description: 'We are complete' });
    // Over: the next one may be asked for.
    expectData(await ask(from.leader, from.member, to.id));
  });

  it('is withdrawn by whoever asked', async () => {
    const [from, to] = [await staffed(), await staffed()];
    const move = expectData(await ask(from.leader, from.member, to.id));
    const call = { version: move.version, reason: 'No longer needed' };
    const path = `/team-assignee-approval/${move.id}/cancel`;
    expect(refusal(await boss.post(path, call))).toEqual([409, 'NOT_OWNER']);
    expect(expectData(await from.leader.post(path, call)).status).toBe('cancelled');
    expect((await noticesOf(to.leader)).map(({ title }) => title)).toContain(
      `Move of sales-officer Tester to ${to.name} was withdrawn`,
    );
  });

  it('waits for its day, and the night brings the person over', async () => {
    const [from, to] = [await staffed(), await staffed()];
    const move = expectData(
      await ask(from.leader, from.member, {
        id: to.id,
        effectiveDate: '2026-11-22',
        position: 'leader',
      }),
    );
    const approved = expectData(await decide(to.leader, move));
    expect([approved.status, approved.appliedAt]).toEqual(['approved', null]);
    expect(await teamOf(from.member)).toEqual([from.name, 'member']);
    expect(refusal(await ask(boss, from.member, to.id))).toEqual([409, 'OPEN_MOVE']);
    const night = async (at: string) => {
      const before = clock.now();
      clock.set(new Date(at));
      for (const work of nightly) await work.run(test.app);
      test.app.forgetActors();
      const [team] = await Promise.all([teamOf(from.member)]);
      clock.set(before);
      return team;
    };
    // 00:05 in Bangkok is the day before in UTC.
    expect(await night('2026-11-20T17:05:00Z')).toEqual([from.name, 'member']);
    expect(await night('2026-11-21T17:05:00Z')).toEqual([to.name, 'leader']);
    expect(await teamOf(to.leader)).toEqual([to.name, 'deputy']);
    expect(await night('2026-11-22T17:05:00Z')).toEqual([to.name, 'leader']);
    const { data } = (await boss.get(`/team-assignee-approval/${move.id}`)).body;
    expect(data.history.map(({ action }: { action: string }) => action)).toEqual([
      'create',
      'approve',
      'apply',
    ]);
    expect((await noticesOf(from.member))[0]?.title).toBe(`You are in ${to.name} from today`);
  });
});

describe('open work', () => {
  let world: World;
  let team: { id: string };
  let chief: Person;
  let mover: Person;
  let colleague: Person;
  let boss2: Person;

  beforeAll(async () => {
    world = await makeWorld(test);
    const { companyId } = test;
    team = await makeTeam({ type: 'engineer', companyId });
    chief = await test.as('engineer-manager', { companyId });
    boss2 = await test.as('company-admin', { companyId });
    expectData(await assign(admin, team.id, { people: [chief], position: 'leader' }));
  });
  beforeEach(async () => {
    mover = await test.as('purchasing-officer');
    colleague = await test.as('purchasing-officer');
  });

  const own = async () => {
    const request = expectData(await mover.post('/purchase_requests', requestBody(world)));
    const order = expectData(await mover.post('/purchase_orders', orderBody(world)));
    return { request, order };
  };
  const keys = (work: readonly { type: string; id: string }[]) =>
    work.map(({ type, id }) => `${type} ${id}`);
  const keep = ({ type, id }: { type: string; id: string }) => ({ type, id, choice: 'keep' });
  const give = (work: { type: string; id: string }, to: Person) => ({
    ...keep(work),
    choice: 'reassign',
    toUserId: to.userId,
  });

  it('is listed, and each piece needs an explicit choice', async () => {
    const { request, order } = await own();
    const done = expectData(await mover.post('/purchase_requests', requestBody(world)));
    const cancel = { version: done.version, reason: 'Made by mistake' };
    expectData(await mover.post(`/purchase_requests/${done.id}/cancel`, cancel));
    const move = expectData(await ask(boss2, mover, team.id));
    expect(keys(move.work)).toEqual([`purchaseRequest ${request.id}`, `purchaseOrder ${order.id}`]);
    const [first, second] = move.work;
    expect(faultsOf(await decide(chief, move))).toEqual([422, 'work WORK_UNDECIDED']);
    const half = await decide(chief, move, { work: [keep(first)] });
    expect(half.body.errors[0].params).toEqual({ count: 1, documents: order.documentNo });
    const wrong = await decide(chief, move, {
      work: [give(first, mover), { ...keep(second), choice: 'reassign' }],
    });
    expect(faultsOf(wrong)).toEqual([
      422,
      'work[0].toUserId SAME_PERSON',
      'work[1].toUserId REQUIRED',
    ]);
    // Whoever may not work on it cannot take it over, nor somebody of another company.
    const unable = await decide(chief, move, { work: [keep(first), give(second, world.asker)] });
    expect(faultsOf(unable)).toEqual([422, 'work[1].toUserId CANNOT_TAKE_OVER']);
    const abroad = await test.as('purchasing-officer', { companyId: office.companyB });
    const away = await decide(chief, move, { work: [keep(first), give(second, abroad)] });
    expect(faultsOf(away)).toEqual([422, 'work[1].toUserId UNKNOWN_ID']);
    expect(await teamOf(mover)).toEqual([null, null]);
  });

  it('goes to the colleague or stays, as it was chosen', async () => {
    const { request, order } = await own();
    const move = expectData(await ask(boss2, mover, team.id));
    const [first, second] = move.work;
    const done = expectData(
      await decide(chief, move, { work: [give(first, colleague), keep(second)] }),
    );
    expect(
      done.work.map(
        ({ id, choice, toUser }: { id: string; choice: string; toUser: { id: string } | null }) => [
          id,
          choice,
          toUser?.id ?? null,
        ],
      ),
    ).toEqual([
      [order.id, 'keep', null],
      [request.id, 'reassign', colleague.userId],
    ]);
    const after = (await colleague.get(`/purchase_requests/${request.id}`)).body.data;
    expect(after.requester.id).toBe(colleague.userId);
    expect(after.version).toBe(request.version + 1);
    expect(after.history.at(-1)).toMatchObject({ action: 'reassign', by: { id: chief.userId } });
    expect((await noticesOf(colleague))[0]?.title).toBe(
      `Purchase request ${request.documentNo} is yours now`,
    );
    const kept = (await mover.get(`/purchase_orders/${order.id}`)).body.data;
    expect(kept.version).toBe(order.version);
  });

  it('given to a colleague is theirs when they move, and its maker still approves nothing of it', async () => {
    const { order } = await own();
    const move = expectData(await ask(boss2, mover, team.id));
    expectData(
      await decide(chief, move, { work: move.work.map((one: never) => give(one, colleague)) }),
    );
    const back = expectData(await ask(boss2, colleague, team.id));
    expect(keys(back.work)).toContain(`purchaseOrder ${order.id}`);
    const still = (await mover.get(`/purchase_orders/${order.id}`)).body.data;
    expect(still.createdBy.id).toBe(mover.userId);
    // Decisions on it are told to whoever has it now.
    const { version } = still;
    expectData(
      await world.manager.post(`/purchase_orders/${order.id}/approval`, {
        version,
        decision: 'approve',
      }),
    );
    expect((await noticesOf(colleague)).map(({ title }) => title)).toContain(
      `Purchase order ${order.documentNo} was approved`,
    );
  });

  it('holds bidding rounds until they are awarded, and hands them over', async () => {
    const round = expectData(await mover.post('/suppliers/bidding', roundBody(world)));
    const over = expectData(await mover.post('/suppliers/bidding', roundBody(world)));
    const cancel = { version: over.version, reason: 'Opened twice' };
    expectData(await mover.post(`/suppliers/bidding/${over.id}/cancel`, cancel));
    const move = expectData(await ask(boss2, mover, team.id));
    expect(keys(move.work)).toEqual([`bidding ${round.id}`]);
    expectData(await decide(chief, move, { work: [give(move.work[0], colleague)] }));
    const [told] = await noticesOf(colleague);
    expect(told).toMatchObject({
      title: `Bidding round ${round.documentNo} is yours now`,
      action: `/warehouse-management/suppliers/${world.supplier}/bidding/${round.id}`,
    });
    const back = expectData(await ask(boss2, colleague, team.id));
    expect(keys(back.work)).toEqual([`bidding ${round.id}`]);
  });

  it('holds receipts that wait and imports to be counted', async () => {
    const order = await approvedOrder(world);
    const receipt = expectData(await receive(world, order, { body: { post: false } }));
    const move = expectData(await ask(boss2, world.receiver, team.id));
    expect(keys(move.work)).toContain(`receipt ${receipt.id}`);
    const posted = expectData(
      await world.keeper.post(`/purchase_order_acceptances/${receipt.id}/approval`, {
        version: receipt.version,
      }),
    );
    const keeper = expectData(await ask(boss2, world.keeper, team.id));
    expect(keeper.work).toEqual([
      expect.objectContaining({ type: 'goodsImport', status: 'pending', choice: null }),
    ]);
    expect(posted.status).toBe('posted');
    const now = (await boss2.get(`/team-assignee-approval/${move.id}`)).body.data;
    expect(now.work).toEqual([]);
  });

  it('shows on the document whose it is now', async () => {
    const assignee = async (path: string) =>
      expectData(await world.manager.get(path)).assignee?.id ?? null;
    const { order } = await own();
    const path = `/purchase_orders/${order.id}`;
    expect(await assignee(path)).toBe(mover.userId);
    const asked = expectData(await ask(boss2, mover, team.id));
    const orders = asked.work.map((work: { type: string; id: string }) => give(work, colleague));
    expectData(await decide(chief, asked, { work: orders }));
    expect(await assignee(path)).toBe(colleague.userId);

    const receiver = await test.as('warehouse-staff');
    const taker = await test.as('warehouse-manager');
    const theirs = { ...world, receiver };
    const draft = expectData(
      await receive(theirs, await approvedOrder(world), { body: { post: false } }),
    );
    const received = expectData(await receive(theirs, await approvedOrder(world)));
    const paths = [
      `/purchase_order_acceptances/${draft.id}`,
      `/material-receives/${received.goodsImport.id}`,
    ];
    for (const one of paths) expect(await assignee(one)).toBe(receiver.userId);
    const move = expectData(await ask(boss2, receiver, team.id));
    const given = move.work.map((work: { type: string; id: string }) => give(work, taker));
    expectData(await decide(chief, move, { work: given }));
    for (const one of paths) expect(await assignee(one)).toBe(taker.userId);
  });

  it('that is closed before the day comes stays as it is', async () => {
    const request = expectData(await mover.post('/purchase_requests', requestBody(world)));
    const move = expectData(
      await ask(boss2, mover, { id: team.id, effectiveDate: dayFrom(world, 2) }),
    );
    expectData(await decide(chief, move, { work: [give(move.work[0], colleague)] }));
    const cancel = { version: request.version, reason: 'Made by mistake' };
    const cancelled = expectData(
      await mover.post(`/purchase_requests/${request.id}/cancel`, cancel),
    );
    const before = clock.now();
    clock.advance(3 * 86_400_000);
    for (const work of nightly) await work.run(test.app);
    clock.set(before);
    test.app.forgetActors();
    const after = (await mover.get(`/purchase_requests/${request.id}`)).body.data;
    expect([after.requester.id, after.version]).toEqual([mover.userId, cancelled.version]);
    expect((await teamOf(mover))[1]).toBe('member');
  });
});
