import type { AddressInfo } from 'node:net';
import { approvedRequest } from '../modules/purchasing/testing/documents.ts';
import { createTestApp, type Person, TEST_PASSWORD, type TestApp } from '../testing/index.ts';
import { listenTo, until } from '../testing/streams.ts';
import { makeWorld, type World } from '../workflow/testing/world.ts';
import { STREAMS_PER_SESSION } from './events.ts';

/** Two servers on one database, as behind one address. */
let one: TestApp;
let other: TestApp;
let world: World;
let bases: readonly string[];
const baseOf = async ({ server }: TestApp): Promise<string> => {
  await server.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api/v1`;
};
beforeAll(async () => {
  const options = { live: true, limitsRates: true, keepsFigures: true, isOneServer: true };
  one = await createTestApp(options);
  other = await createTestApp({ ...options, beside: one });
  bases = [await baseOf(one), await baseOf(other)];
  world = await makeWorld(one);
});
afterAll(async () => {
  await other?.close();
  await one?.close();
});

const byTurns = (n: number): TestApp => (n % 2 === 0 ? one : other);

describe('two servers on one database', () => {
  it('count calls together, and refuse at both', async () => {
    const send = async (n: number) =>
      (await byTurns(n).nobody.post('/auth/reset-password', {})).status;
    const answers: number[] = [];
    for (let n = 0; n < 32; n += 1) answers.push(await send(n));
    expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 422));
    expect(answers.slice(30)).toEqual([429, 429]);
    // Whoever is refused is not counted on; the minute ends for both at once.
    const { rows } = await one.app.pg.query<{ calls: number }>(
      `select calls from rate_limits where key like '%reset-password%'`,
    );
    expect(rows.map(({ calls }) => calls)).toEqual([32]);
    await send(0);
    await send(1);
    const again = await one.app.pg.query(
      `select 1 from rate_limits where key like '%reset-password%' and calls = 32`,
    );
    expect(again.rows).toHaveLength(1);
  });

  it('begin a new minute together', async () => {
    await one.app.pg.query(
      `insert into rate_limits values ('/api/v1/auth/signup 127.0.0.1', 30, clock_timestamp())
        on conflict (key) do update set calls = 30, started_at = excluded.started_at`,
    );
    const send = async (server: TestApp) => (await server.nobody.post('/auth/signup', {})).status;
    expect(await send(one)).toBe(429);
    await one.app.pg.query(`update rate_limits set started_at = started_at - interval '61 s'`);
    expect(await send(other)).toBe(422);
  });

  it('lock an account together after five failures', async () => {
    const person = await one.as('technician');
    const signIn = async (n: number, password: string) =>
      (await byTurns(n).nobody.post('/auth/signin', { email: person.email, password })).status;
    for (let n = 0; n < 5; n += 1) expect(await signIn(n, 'a wrong guess')).toBe(422);
    expect([await signIn(0, TEST_PASSWORD), await signIn(1, TEST_PASSWORD)]).toEqual([429, 429]);
  });

  it('let one session have its few event streams, through whichever it opens them', async () => {
    const person = await one.as('technician');
    const streams: Awaited<ReturnType<typeof listenTo>>[] = [];
    for (let n = 0; n < STREAMS_PER_SESSION + 3; n += 1) {
      streams.push(await listenTo(String(bases[n % 2]), person));
    }
    await until(() => streams.slice(0, 3).every(({ state }) => state.ended));
    expect(streams.slice(3).some(({ state }) => state.ended)).toBe(false);
    await Promise.all(streams.map((stream) => stream.close()));
    await until(async () => {
      const left = await one.app.pg.query('select 1 from event_streams where user_id = $1', [
        person.userId,
      ]);
      return left.rows.length === 0;
    });
  });

  it('both know at once that somebody has signed out, or may no longer do something', async () => {
    const person = await one.as('purchasing-manager');
    const there = other.signedIn(person);
    expect((await there.get('/purchase_requests')).status).toBe(200);
    await one.app.pg.query(
      `update users set role_id = (select id from roles where name = 'technician') where id = $1`,
      [person.userId],
    );
    await until(async () => (await there.get('/suppliers')).status === 403);
    await person.post('/auth/signout');
    await until(async () => (await there.get('/purchase_requests')).status === 401);
  });
});

describe('figures of lists at two servers', () => {
  const LIST = '/purchase_requests?limit=20';
  const totalOf = async (by: Person, headers: Record<string, string> = {}): Promise<number> =>
    (await by.get(LIST, { headers })).body.meta.totalItems;

  it('are those of after one’s own change at once, and for others when they hear of it', async () => {
    const reader = other.signedIn(await one.as('auditor'));
    const writer = other.signedIn(world.asker);
    const [before, own] = [await totalOf(reader), await totalOf(writer)];
    await approvedRequest(world);
    // Whoever has written says so for two seconds (client/http.ts).
    expect(await totalOf(writer, { 'cache-control': 'no-cache' })).toBe(own + 1);
    expect(await totalOf(world.asker)).toBe(own + 1);
    await until(async () => (await totalOf(reader)) === before + 1);
  });
});
