import type { ChainReport } from '@boxyard/shared/contract';
import { runQueued } from '../../../jobs/worker.ts';
import { newId, record, SYSTEM } from '../../../kernel/index.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../../testing/index.ts';
import { anchorAnew } from './anchorAnew.ts';
import { CONTENT, type Content, digestOf, hashOf } from './chain.ts';
import { sealActivity } from './seal.ts';

const clock = manualClock(new Date('2026-11-02T03:00:00Z'));
let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp({ clock });
  admin = await test.as('system-admin');
});
afterAll(() => test?.close());

const TABLES = ['activity_logs', 'activity_seals', 'activity_unsealed'];

/** Each test breaks a chain of its own. */
beforeEach(async () => {
  await triggers('disable');
  await test.app.pg.query(`truncate ${TABLES.join(', ')}`);
  await test.app.pg.query("delete from settings where key = 'activityAnchor'");
  await triggers('enable');
  await write(8);
  await sealAll();
});

const triggers = async (state: 'enable' | 'disable') => {
  for (const table of TABLES) await test.app.pg.query(`alter table ${table} ${state} trigger all`);
};

const write = async (count: number) => {
  for (let n = 1; n <= count; n += 1) {
    clock.advance(1000);
    await test.app.transaction({ actor: SYSTEM }, (ctx) =>
      record(ctx, { subject: 'units', subjectId: newId(), action: 'update', after: { factor: n } }),
    );
  }
};
const sealAll = async () => {
  while ((await sealActivity(test.app)) > 0);
};

const check = async (anchor?: string): Promise<ChainReport> => {
  const answer = await admin.get(`/activity-logs/check${anchor ? `?anchor=${anchor}` : ''}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
};

/** What nobody can do without owning the database: the triggers are switched off. */
const tamper = async (...statements: readonly string[]) => {
  await triggers('disable');
  for (const statement of statements) await test.app.pg.query(statement);
};
const entry = (seq: number) => `(select log_id from activity_seals where seq = ${seq})`;
const idOf = async (seq: number) =>
  (
    await test.app.pg.query<{ id: string }>(
      `select log_id as id from activity_seals where seq = ${seq}`,
    )
  ).rows[0]?.id;
/** Everything about two entries but their ids. */
const SAID = ['at', 'subject_id', 'before', 'after'];

describe('a chain', () => {
  it('is whole as the server wrote it, in the order of its entries', async () => {
    const report = await check();
    expect(report).toMatchObject({
      checked: 8,
      waiting: 0,
      intactUntil: { seq: 8, at: clock.now().toISOString() },
      broken: null,
    });
    expect(report.anchor).toMatch(/^8:[0-9a-f]{64}$/);
    const [{ id } = { id: '' }] = (await admin.get('/activity-logs?sort=at')).body.data;
    expect((await admin.get(`/activity-logs/${id}`)).body.data.seal).toMatchObject({ seq: 1 });
  });

  it('goes on over batches, and waits for nobody', async () => {
    await write(3);
    expect(await check()).toMatchObject({ checked: 8, waiting: 3, broken: null });
    expect(await sealActivity(test.app)).toBe(3);
    expect(await sealActivity(test.app)).toBe(0);
    expect(await check()).toMatchObject({ checked: 11, waiting: 0, broken: null });
  });

  it.each(['action', 'subject', 'subject_label', 'ip', 'user_agent', 'request_id', 'result'])(
    'shows that %s was altered',
    async (column) => {
      await tamper(`update activity_logs set ${column} = 'other' where id = ${entry(3)}`);
      const report = await check();
      expect(report.broken).toMatchObject({ kind: 'altered', seq: 3, logId: await idOf(3) });
      expect(report).toMatchObject({ checked: 2, intactUntil: { seq: 2 } });
    },
  );

  it.each([
    "at = at + interval '1 microsecond'",
    `after = '{"factor": 99}'`,
    `before = '{}'`,
    'company_id = new_id()',
    'subject_id = new_id()',
    'user_id = (select id from users limit 1)',
  ])('shows an entry altered by %s', async (set) => {
    await tamper(`update activity_logs set ${set} where id = ${entry(4)}`);
    expect((await check()).broken).toMatchObject({ kind: 'altered', seq: 4 });
  });

  it('shows an entry deleted, with its seal or without', async () => {
    const id = await idOf(5);
    await tamper(`delete from activity_logs where id = ${entry(5)}`);
    expect((await check()).broken).toMatchObject({ kind: 'deleted', seq: 5, logId: id, count: 1 });
    await tamper('delete from activity_seals where seq = 5');
    expect((await check()).broken).toMatchObject({
      kind: 'deleted',
      seq: 5,
      logId: null,
      count: 1,
    });
  });

  it('shows two entries swapped, by what they say or by their numbers', async () => {
    const set = SAID.map((name) => `${name} = o.${name}`).join(', ');
    await tamper(
      `update activity_logs l set ${set} from activity_logs o
        where (l.id = ${entry(2)} and o.id = ${entry(6)}) or (l.id = ${entry(6)} and o.id = ${entry(2)})`,
    );
    expect((await check()).broken).toMatchObject({ kind: 'swapped', seq: 2, otherSeq: 6 });
  });

  it('shows seals that changed their numbers', async () => {
    await tamper(
      'update activity_seals set seq = 100 where seq = 3',
      'update activity_seals set seq = 3 where seq = 7',
      'update activity_seals set seq = 7 where seq = 100',
    );
    expect((await check()).broken).toMatchObject({ kind: 'swapped', seq: 3, otherSeq: 7 });
  });

  it('shows a seal given to another entry', async () => {
    await tamper(`update activity_seals set log_id = new_id() where seq = 4`);
    expect((await check()).broken).toMatchObject({ kind: 'resealed', seq: 4 });
  });

  it('shows an end that was cut off, also after it has grown again', async () => {
    await tamper(
      `delete from activity_logs where id in (select log_id from activity_seals where seq > 6)`,
      'delete from activity_seals where seq > 6',
    );
    expect((await check()).broken).toMatchObject({ kind: 'cutOff', seq: 7, count: 2 });
    await write(2);
    await sealAll();
    expect((await check()).broken).toMatchObject({ kind: 'deleted', seq: 7, count: 2 });
  });

  it('shows an end that was written anew with hashes that fit', async () => {
    await tamper(
      `update activity_logs set action = 'nothing' where id = ${entry(8)}`,
      `delete from activity_seals where seq = 8`,
    );
    // Somebody who knows how hashes are made, and not the secret.
    await test.app.pg.query(
      "insert into activity_unsealed (log_id) select id from activity_logs where action = 'nothing'",
    );
    await test.app.pg.query(
      "update settings set value = jsonb_set(value, '{seq}', '7') where key = 'activityAnchor'",
    );
    await sealAll();
    expect((await check()).broken).toMatchObject({ kind: 'anchorForged' });
  });

  it('shows an end that was written anew, even where every hash fits', async () => {
    await tamper(`update activity_logs set action = 'nothing' where id = ${entry(8)}`);
    const { rows } = await test.app.pg.query<Content & { log_id: string; before_it: Buffer }>(
      `select s.log_id, p.hash as before_it, ${CONTENT} from activity_seals s
       join activity_logs l on l.id = s.log_id join activity_seals p on p.seq = s.seq - 1 where s.seq = 8`,
    );
    const [row] = rows;
    if (!row) throw new Error('no entry');
    const digest = digestOf(row);
    const hash = hashOf(row.before_it, { seq: 8, logId: row.log_id, digest });
    await test.app.pg.query('update activity_seals set digest = $1, hash = $2 where seq = 8', [
      digest,
      hash,
    ]);
    expect(await check()).toMatchObject({ checked: 8, broken: { kind: 'rewritten', seq: 8 } });
  });

  it('shows an anchor that was taken away, and signs none in its place', async () => {
    await tamper(`delete from settings where key = 'activityAnchor'`);
    await write(1);
    await sealAll();
    expect(await check()).toMatchObject({ checked: 9, broken: { kind: 'anchorMissing' } });
  });

  it('shows an older anchor put back', async () => {
    const { rows } = await test.app.pg.query<{ value: object }>(
      "select value from settings where key = 'activityAnchor'",
    );
    await write(2);
    await sealAll();
    await test.app.pg.query("update settings set value = $1 where key = 'activityAnchor'", [
      JSON.stringify(rows[0]?.value),
    ]);
    expect((await check()).broken).toMatchObject({ kind: 'rewritten', seq: 8 });
  });

  it('is held against an anchor that was kept elsewhere', async () => {
    const { anchor } = await check();
    await write(2);
    await sealAll();
    expect((await check(anchor ?? '')).broken).toBeNull();
    const other = `8:${'0'.repeat(64)}`;
    expect((await check(other)).broken).toMatchObject({ kind: 'anchorDiffers', seq: 8 });
    expect((await admin.get('/activity-logs/check?anchor=8')).body.errors).toEqual([
      expect.objectContaining({ field: 'anchor', code: 'ANCHOR' }),
    ]);
  });

  it('shows entries written past the server', async () => {
    await test.app.pg.query(
      "insert into activity_logs (at, action, subject) values (now(), 'create', 'users')",
    );
    expect((await check()).broken).toMatchObject({
      kind: 'unsealed',
      count: 1,
      logId: expect.any(String),
    });
  });

  it('shows that nothing seals any more', async () => {
    await write(2);
    expect((await check()).broken).toBeNull();
    await test.app.pg.query(
      "update activity_unsealed set queued_at = queued_at - interval '6 minutes'",
    );
    expect((await check()).broken).toMatchObject({ kind: 'late', count: 2 });
  });

  it('takes entries of many writers at once, each once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => write(3)));
    const sealed = await Promise.all([sealActivity(test.app), sealActivity(test.app)]);
    await sealAll();
    expect(Math.min(...sealed)).toBe(0);
    expect(await check()).toMatchObject({ checked: 38, waiting: 0, broken: null });
  });
});

describe('an anchor of another secret', () => {
  const forge = (hash: string) =>
    test.app.pg.query(
      `update settings set value = value || jsonb_build_object('signature', 'of another secret', ${hash})
       where key = 'activityAnchor'`,
    );

  it('is signed anew where the chain holds what it claims, and the log says so', async () => {
    await forge("'seq', 8");
    expect((await check()).broken).toMatchObject({ kind: 'anchorForged' });
    const anchor = await anchorAnew(test.app);
    await sealAll();
    expect(await check(anchor)).toMatchObject({ checked: 9, broken: null });
    const [entry] = (await admin.get('/activity-logs?limit=10')).body.data;
    expect(entry).toMatchObject({ subject: 'activityLogs', action: 'sign-anchor', user: null });
  });

  it.each([
    ['an end that was cut off', "'seq', 9", 'does not hold the anchor of no. 9'],
    [
      'a chain that was written anew',
      `'hash', '${'0'.repeat(64)}'`,
      'does not hold the anchor of no. 8',
    ],
  ])('does not hide %s', async (_what, change, said) => {
    await forge(change);
    await expect(anchorAnew(test.app)).rejects.toThrow(said);
    expect((await check()).broken).toMatchObject({ kind: 'anchorForged' });
  });

  it('does not hide an entry that was altered', async () => {
    await forge("'seq', 8");
    await tamper(`update activity_logs set action = 'nothing' where id = ${entry(3)}`);
    await expect(anchorAnew(test.app)).rejects.toThrow('Entry no. 3 does not fit');
  });
});

describe('the nightly check', () => {
  const alerts = async (who: Person) =>
    (await who.get('/notifications?limit=100')).body.data.filter(
      ({ type }: { type: string }) => type === 'error',
    );
  const tonight = async () => {
    await test.app.addJob('checkActivity', {});
    await runQueued(test.runtime.plainPool, test.app);
  };

  it('is silent while the chain is whole, and tells system administrators where it broke', async () => {
    const other = await test.as('auditor', { companyId: test.companyId });
    await tonight();
    expect(await alerts(admin)).toEqual([]);
    await tamper(`update activity_logs set action = 'nothing' where id = ${entry(3)}`);
    await tonight();
    await tonight();
    const told = await alerts(admin);
    expect(told).toHaveLength(1);
    expect(told[0].description.en ?? told[0].description).toContain('no. 3');
    expect(told[0].action).toBe(`/manage-system-data/activity-log?entry=${await idOf(3)}`);
    expect(await alerts(other)).toEqual([]);
  });
});
