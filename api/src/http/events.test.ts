import type { AddressInfo } from 'node:net';
import { notify, record } from '../kernel/index.ts';
import { approvedRequest } from '../modules/purchasing/testing/documents.ts';
import { createTestApp, type Person, TEST_PASSWORD, type TestApp } from '../testing/index.ts';
import { listenTo, until } from '../testing/streams.ts';
import { makeWorld, type World } from '../workflow/testing/world.ts';
import { STREAMS_PER_PERSON, STREAMS_PER_SESSION } from './events.ts';

let test: TestApp;
let base: string;
let world: World;
/** A request that lies in the world's first warehouse. */
let ID: string;
beforeAll(async () => {
  test = await createTestApp({ live: true });
  await test.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.server.server.address() as AddressInfo;
  base = `http://127.0.0.1:${port}/api/v1`;
  world = await makeWorld(test);
  ID = (await approvedRequest(world)).id;
  await test.runtime.outbox.drain();
});
afterAll(async () => test?.close());

const listen = (person: Pick<Person, 'token'>, lastEventId?: string) =>
  listenTo(base, person, lastEventId);

/** The same person in another session. */
async function signedInAgain(person: Person): Promise<Pick<Person, 'token'>> {
  const body = { email: person.email, password: TEST_PASSWORD };
  const answer = await test.nobody.post('/auth/signin', body);
  return { token: answer.body.accessToken };
}

const touch = async (who: Person, subjectId: string, companyId: string | null = test.companyId) =>
  test.app.transaction({ actor: await who.actor() }, (ctx) =>
    record(ctx, {
      subject: 'purchaseRequests',
      subjectId,
      companyId,
      action: 'update',
      version: 3,
      touches: ['dashboard'],
    }),
  );

it('tells every browser when another release of a remote is live', async () => {
  const streams = [
    await listen(await test.as('auditor')),
    await listen(await test.as('technician')),
  ];
  test.runtime.announce('remotes');
  for (const { messages, close } of streams) {
    await until(() => messages.some(({ event }) => event === 'remotes'));
    await close();
  }
});

describe('the event stream', () => {
  it('is open a few times only for one session and for one person', async () => {
    const person = await test.as('technician');
    const other = await listen(await test.as('technician'));
    const streams: Awaited<ReturnType<typeof listen>>[] = [];
    const open = () => streams.filter(({ state }) => !state.ended).length;
    for (let opened = 0; opened < STREAMS_PER_SESSION + 2; opened += 1) {
      streams.push(await listen(person));
    }
    // The oldest make room: those of a connection that broke unnoticed.
    await until(() => streams.slice(0, 2).every(({ state }) => state.ended));
    expect(open()).toBe(STREAMS_PER_SESSION);
    for (let signedIn = 0; signedIn < STREAMS_PER_PERSON; signedIn += 1) {
      streams.push(await listen(await signedInAgain(person)));
    }
    await until(() => open() === STREAMS_PER_PERSON);
    expect(streams.slice(-STREAMS_PER_PERSON).some(({ state }) => state.ended)).toBe(false);
    expect(other.state.ended).toBe(false);
    await Promise.all([...streams, other].map((stream) => stream.close()));
  });

  it('is refused without a token', async () => {
    const response = await fetch(`${base}/notifications/stream`);
    expect(response.status).toBe(401);
    await response.body?.cancel();
  });

  it('tells of a change those who may see it, after the commit', async () => {
    const manager = await test.as('purchasing-manager');
    const outsider = await test.as('purchasing-manager', { companyId: null });
    const sales = await test.as('sales-officer');
    const streams = await Promise.all([manager, outsider, sales].map((who) => listen(who)));
    const [mine, theirs, noAbility] = streams;
    expect(mine?.type).toMatch(/^text\/event-stream/);
    await touch(manager, ID);
    await until(() => (mine?.messages.length ?? 0) >= 2);
    expect(mine?.messages.map(({ event, data }) => ({ event, data }))).toEqual([
      { event: 'touch', data: { family: 'purchaseRequests', id: ID, version: 3 } },
      { event: 'touch', data: { family: 'dashboard' } },
    ]);
    expect(theirs?.messages).toEqual([]);
    expect(noAbility?.messages.some(({ data }) => data.family === 'purchaseRequests')).toBe(false);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it('names no record to those who may not open it', async () => {
    const { otherWarehouseId, asker } = world;
    const manager = await test.as('purchasing-manager');
    const elsewhere = await test.as('purchasing-manager', { warehouseIds: [otherWarehouseId] });
    const owner = await test.as('technician');
    const streams = await Promise.all([manager, elsewhere, owner, asker].map((who) => listen(who)));
    const [near, far, notTheirs] = streams;
    await touch(manager, ID);
    await until(() => (near?.messages.length ?? 0) >= 2);
    // Events keep their order: what follows the change has come, so the change was passed over.
    test.runtime.announce('remotes');
    await until(() => streams.every(({ messages }) => messages.some((m) => m.event === 'remotes')));
    const named = (stream: typeof near) =>
      stream?.messages.filter(({ data }) => data.id === ID).map(({ data }) => data.family);
    expect(named(near)).toEqual(['purchaseRequests']);
    expect(named(streams[3])).toEqual(['purchaseRequests']);
    expect(far?.messages.filter(({ event }) => event === 'touch')).toEqual([]);
    expect(named(notTheirs)).toEqual([]);
    expect(notTheirs?.messages.some(({ data }) => data.family === 'purchaseRequests')).toBe(false);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it('names no record to them when they resume, either', async () => {
    const manager = await test.as('purchasing-manager');
    const elsewhere = await test.as('purchasing-manager', {
      warehouseIds: [world.otherWarehouseId],
    });
    // Whoever listens already has heard it, so that it comes to the others by the replay alone.
    const live = await listen(manager);
    await touch(manager, ID);
    await until(() => live.messages.length >= 2);
    const near = await listen(manager, '0');
    await until(() => near.messages.some(({ data }) => data.id === ID));
    const far = await listen(elsewhere, '0');
    test.runtime.announce('remotes');
    await until(() => far.messages.some(({ event }) => event === 'remotes'));
    expect(far.messages.filter(({ data }) => data.id === ID)).toEqual([]);
    await Promise.all([live, near, far].map((stream) => stream.close()));
  });

  it('says of a record that is gone only that its list changed', async () => {
    const manager = await test.as('purchasing-manager');
    const stream = await listen(manager);
    await touch(manager, '01890000-0000-7000-8000-0000000000aa');
    await until(() => stream.messages.length >= 2);
    expect(stream.messages.map(({ data }) => data)).toEqual([
      { family: 'purchaseRequests' },
      { family: 'dashboard' },
    ]);
    await stream.close();
  });

  it('says nothing of what was rolled back', async () => {
    const manager = await test.as('purchasing-manager');
    const stream = await listen(manager);
    const failed = test.app.transaction({ actor: await manager.actor() }, async (ctx) => {
      await record(ctx, {
        subject: 'suppliers',
        subjectId: ID,
        companyId: test.companyId,
        action: 'create',
      });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await touch(manager, ID);
    await until(() => stream.messages.length >= 2);
    expect(stream.messages.every(({ data }) => data.family !== 'suppliers')).toBe(true);
    await stream.close();
  });

  it('brings a notification to its person alone, and resumes where it broke off', async () => {
    const manager = await test.as('purchasing-manager');
    const other = await test.as('purchasing-manager');
    const actor = await other.actor();
    const tell = (dedupeKey: string) =>
      test.app.transaction({ actor }, (ctx) =>
        notify(ctx, [manager.userId], {
          category: 'message',
          type: 'info',
          title: { en: 'Hello', th: 'สวัสดี' },
          description: { en: '', th: '' },
          dedupeKey,
        }),
      );
    const first = await listen(manager);
    const elsewhere = await listen(other);
    await tell('one');
    await until(() => first.messages.length === 1);
    const lastId = first.messages[0]?.id ?? '';
    await first.close();
    await tell('two');
    await tell('two');
    await test.runtime.outbox.drain();
    const second = await listen(manager, lastId);
    await tell('three');
    // What is replayed may be delivered at the same moment: each is told once, and nothing is missing.
    await until(() => new Set(second.messages.map(({ id }) => id)).size === 2);
    expect(second.messages.map(({ event }) => event)).toEqual(['notification', 'notification']);
    expect(elsewhere.messages).toEqual([]);
    await Promise.all([second.close(), elsewhere.close()]);
  });

  it('ends with the session', async () => {
    const manager = await test.as('purchasing-manager');
    const stream = await listen(manager);
    expect((await manager.post('/auth/signout')).status).toBe(200);
    await until(() => stream.state.ended);
  });

  it('asks for the profile anew when rights change', async () => {
    const manager = await test.as('purchasing-manager');
    const stream = await listen(manager);
    await test.app.pg.query(
      "update users set role_id = (select id from roles where name = 'auditor') where id = $1",
      [manager.userId],
    );
    await until(() => stream.messages.some(({ event }) => event === 'profile'));
    await stream.close();
  });

  it('asks for the profile anew when somebody is in another team, even of the same kind', async () => {
    const { rows } = await test.app.pg.query<{ id: string }>(
      `insert into teams (company_id, type, name, created_at, updated_at)
        select $1, 'engineer', name, now(), now() from unnest(array['North', 'South']) as name
        returning id`,
      [test.companyId],
    );
    const [from, to] = rows.map(({ id }) => id);
    const member = await test.as('technician', { teamId: String(from) });
    const stream = await listen(member);
    await test.app.pg.query('update users set team_id = $2 where id = $1', [member.userId, to]);
    await until(() => stream.messages.some(({ event }) => event === 'profile'));
    await stream.close();
  });

  it('tells everybody of a changed menu, so that the sidebars follow', async () => {
    const admin = await test.as('system-admin');
    const other = await listen(await test.as('technician'));
    const { data } = (await admin.get('/menus?search=audit')).body;
    const { id, version, labelTh, icon, isVisible, parent } = data[0];
    const body = {
      version,
      labelEn: 'Stock audits',
      labelTh,
      icon,
      isVisible,
      parentId: parent?.id,
    };
    expect((await admin.patch(`/menus/${id}`, body)).status).toBe(200);
    await until(() => other.messages.some(({ event }) => event === 'profile'));
    await other.close();
  });
});
