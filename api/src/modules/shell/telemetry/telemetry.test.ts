import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tidy } from '../../../jobs/tasks.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../../testing/index.ts';

const HOUR = 3_600_000;
const TAB = '01890000-0000-7000-8000-0000000000a1';
const root = mkdtempSync(join(tmpdir(), 'boxyard-remotes-'));
const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
let test: TestApp;
let admin: Person;

const put = (path: string, content: unknown): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(content));
};
const contributionsOf = (name: string, version: string) => ({
  name,
  version,
  contract: 1,
  pages: [],
});
const release = (name: string) => ({
  entry: `/remotes/${name}/mf-manifest.json`,
  contributions: `/remotes/${name}/contributions.json`,
});

beforeAll(async () => {
  put('host/remotes.json', {
    'remote-parts': { ...release('remote-parts'), flags: { labels: true } },
    'remote-else': {
      entry: 'https://else.example/a/mf-manifest.json',
      contributions: '/remotes/remote-else/contributions.json',
      release: '2.0.0-aaaaaaaaaa',
    },
    'remote-off': { ...release('remote-off'), enabled: false },
  });
  put('remote-parts/contributions.json', {
    ...contributionsOf('remote-parts', '1.0.0'),
    commands: [
      {
        name: 'count',
        title: { en: 'Count', th: 'นับ' },
        page: 'parts-warehouse',
        flag: 'counts',
      },
    ],
  });
  put('remote-else/contributions.json', contributionsOf('remote-else', '2.0.0'));
  test = await createTestApp({
    clock,
    places: { host: join(root, 'host'), remote: (name) => join(root, name) },
  });
  admin = await test.as('system-admin');
});
afterAll(async () => {
  await test?.close();
  rmSync(root, { recursive: true, force: true });
});

const report = async (who = admin) => (await who.get('/telemetry/remotes')).body.data;
const remoteOf = async (name: string) =>
  (await report()).remotes.find((one: { name: string }) => one.name === name);
const load = (changes: object = {}) => ({
  remote: 'remote-parts',
  release: '1.0.0',
  outcome: 'ok',
  manifestMs: 10,
  entryMs: 20,
  pageMs: 100,
  ...changes,
});

describe('what the operator sees', () => {
  it('names what is live, and nothing has happened yet', async () => {
    const { remotes, failures, errors, violations } = await report();
    expect(remotes).toMatchObject([
      {
        name: 'remote-parts',
        release: '1.0.0',
        version: '1.0.0',
        origin: null,
        flags: [
          { name: 'counts', isOn: false },
          { name: 'labels', isOn: true },
        ],
      },
      { name: 'remote-else', release: '2.0.0-aaaaaaaaaa', origin: 'https://else.example' },
    ]);
    expect(remotes[0].day).toEqual({
      loads: 0,
      failures: 0,
      errors: 0,
      violations: 0,
      manifest: null,
      entry: null,
      page: null,
    });
    expect([failures, errors, violations]).toEqual([[], [], []]);
  });

  it('shows loads, failures and errors of a day and a week, by median and 95th of a hundred', async () => {
    const person = await test.as('technician');
    const slow = Array.from({ length: 20 }, (_, index) => load({ pageMs: (index + 1) * 100 }));
    const sent = await person.post('/telemetry', {
      tab: TAB,
      running: [{ remote: 'remote-parts', release: '0.9.0' }],
      loads: [...slow, load({ outcome: 'unreachable', manifestMs: null, pageMs: undefined })],
      errors: [
        {
          remote: 'remote-parts',
          release: '1.0.0',
          kind: 'TypeError',
          message: 'Cannot send to somchai@demo.test',
        },
      ],
    });
    expect(sent.status).toBe(200);
    const parts = await remoteOf('remote-parts');
    expect(parts.day).toMatchObject({
      loads: 20,
      failures: 1,
      errors: 1,
      manifest: { p50: 10, p95: 10 },
      page: { p50: 1000, p95: 1900 },
    });
    expect(parts.tabs).toEqual([{ release: '0.9.0', tabs: 1, isLive: false }]);
    const { failures, errors } = await report();
    expect(failures).toMatchObject([
      { remote: 'remote-parts', kind: 'unreachable', day: 1, week: 1 },
    ]);
    expect(errors).toMatchObject([{ kind: 'TypeError', message: 'Cannot send to …' }]);

    clock.advance(30 * HOUR);
    const later = await remoteOf('remote-parts');
    expect(later.day).toMatchObject({ loads: 0, failures: 0, errors: 0, page: null });
    expect(later.week).toMatchObject({ loads: 20, failures: 1, errors: 1 });
    expect(later.tabs).toEqual([]);
  });

  it('counts a tab once, by what it runs now', async () => {
    const say = (tab: string, version: string) =>
      admin.post('/telemetry', {
        tab,
        running: [{ remote: 'remote-parts', release: version }],
      });
    await say(TAB, '0.9.0');
    await say(TAB, '1.0.0');
    await say('01890000-0000-7000-8000-0000000000a2', '1.0.0');
    expect((await remoteOf('remote-parts')).tabs).toEqual([
      { release: '1.0.0', tabs: 2, isLive: true },
    ]);
  });

  it('is nobody’s who does not manage the system', async () => {
    const keeper = await test.as('warehouse-manager');
    expect((await keeper.get('/telemetry/remotes')).status).toBe(403);
  });
});

describe('a report of a browser', () => {
  it('needs somebody signed in, known remotes and few rows', async () => {
    expect((await test.nobody.post('/telemetry', { tab: TAB })).status).toBe(401);
    const unknown = await admin.post('/telemetry', {
      tab: TAB,
      loads: [load({ remote: 'remote-nowhere' })],
    });
    expect(unknown.status).toBe(200);
    const { rows } = await test.app.pg.query(
      `select 1 from remote_loads where remote = 'remote-nowhere'`,
    );
    expect(rows).toEqual([]);
    const many = await admin.post('/telemetry', { tab: TAB, loads: Array(51).fill(load()) });
    expect([many.status, many.body.errors[0].field]).toEqual([422, 'loads']);
    const wrong = await admin.post('/telemetry', { tab: TAB, loads: [load({ pageMs: -1 })] });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'loads[0].pageMs']);
  });

  it('needs the CSRF pair as every call does', async () => {
    const cookie = { cookie: 'XSRF-TOKEN=abc' };
    const answer = await admin.post('/telemetry', { tab: TAB }, { headers: cookie });
    expect([answer.status, answer.body.code]).toEqual([400, 'CSRF']);
  });
});

describe('a violation of the policy', () => {
  const send = (body: unknown, type: string, headers: Record<string, string> = {}) =>
    test.server.inject({
      method: 'POST',
      url: '/api/v1/csp-report',
      headers: { 'content-type': type, ...headers },
      payload: JSON.stringify(body),
    });
  const old = (changes: object = {}) => ({
    'csp-report': {
      'document-uri': 'https://boxyard.example/users/5?name=somchai',
      'effective-directive': 'img-src',
      'blocked-uri': 'https://evil.example/x.png?q=somchai',
      'source-file': 'https://boxyard.example/remotes/remote-parts/assets/a.js?x=1',
      'script-sample': 'secret',
      ...changes,
    },
  });

  it('is where the policy says, without token and CSRF pair, in both forms', async () => {
    const page = await test.server.inject('/');
    expect(page.headers['content-security-policy']).toMatch(
      /report-to csp;report-uri \/api\/v1\/csp-report/,
    );
    expect(page.headers['reporting-endpoints']).toBe('csp="/api/v1/csp-report"');
    const cookie = { cookie: 'XSRF-TOKEN=abc' };
    expect((await send(old(), 'application/csp-report', cookie)).statusCode).toBe(200);
    const modern = {
      type: 'csp-violation',
      age: 5,
      url: 'https://boxyard.example/parts',
      user_agent: 'Somebody',
      body: {
        effectiveDirective: 'script-src-elem',
        blockedURL: 'inline',
        sourceFile: 'https://else.example/a/page.js',
      },
    };
    const both = await send([modern, modern, { type: 'other' }], 'application/reports+json');
    expect(both.statusCode).toBe(200);
    const { violations } = await report();
    expect(violations).toEqual([
      {
        remote: 'remote-else',
        directive: 'script-src-elem',
        blocked: 'inline',
        source: 'https://else.example/a/page.js',
        day: 2,
        week: 2,
        lastAt: expect.any(String),
      },
      {
        remote: 'remote-parts',
        directive: 'img-src',
        blocked: 'https://evil.example',
        source: 'https://boxyard.example/remotes/remote-parts/assets/a.js',
        day: 1,
        week: 1,
        lastAt: expect.any(String),
      },
    ]);
    expect((await remoteOf('remote-else')).day.violations).toBe(2);
  });

  it('of the shell itself is nobody else’s, and keeps no address of a page', async () => {
    const shell = old({
      'source-file': 'https://boxyard.example/users/5',
      'blocked-uri': 'eval',
    });
    await send(shell, 'application/csp-report');
    const { violations } = await report();
    expect(violations).toContainEqual(
      expect.objectContaining({
        remote: null,
        blocked: 'eval',
        source: 'https://boxyard.example',
      }),
    );
  });

  it('that is none is left out, and a long one refused', async () => {
    const before = (await report()).violations;
    for (const body of [
      null,
      1,
      'x',
      {},
      [],
      [[]],
      { 'csp-report': 3 },
      [{ type: 'csp-violation' }],
    ])
      expect((await send(body, 'application/csp-report')).statusCode).toBe(200);
    expect((await report()).violations).toEqual(before);
    const long = await send(old({ 'script-sample': 'x'.repeat(40_000) }), 'application/csp-report');
    expect(long.statusCode).toBe(413);
  });

  it('has content types that no other call takes', async () => {
    const answer = await test.server.inject({
      method: 'POST',
      url: '/api/v1/auth/signin',
      headers: { 'content-type': 'application/csp-report' },
      payload: '{}',
    });
    expect(answer.statusCode).toBe(415);
  });
});

describe('a release', () => {
  it('is live since the moment it was switched to, also when it was before', async () => {
    const served = async (version: string) => {
      clock.advance(HOUR);
      put('remote-parts/contributions.json', contributionsOf('remote-parts', version));
      await test.readRemotes();
      return remoteOf('remote-parts');
    };
    expect(await served('1.1.0')).toMatchObject({ release: '1.1.0' });
    const back = await served('1.0.0');
    expect(back).toMatchObject({ release: '1.0.0', since: clock.now().toISOString() });
  });
});

it('forgets after thirty days', async () => {
  const count = async () => {
    const { rows } = await test.app.pg.query<{ count: number }>(
      `select ((select count(*) from remote_loads) + (select count(*) from remote_errors)
        + (select count(*) from csp_violations) + (select count(*) from remote_tabs))::int as count`,
    );
    return rows[0]?.count;
  };
  await admin.post('/telemetry', { tab: TAB, loads: [load()] });
  clock.advance(29 * 24 * HOUR);
  await tidy(test.app);
  expect(await count()).toBeGreaterThan(0);
  clock.advance(2 * 24 * HOUR);
  await tidy(test.app);
  expect(await count()).toBe(0);
});
