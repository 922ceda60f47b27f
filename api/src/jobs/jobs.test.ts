import { record } from '../kernel/record.ts';
import { createTestApp, manualClock, type TestApp } from '../testing/index.ts';
import { firstBrokenSeal, sealActivity } from './seal.ts';
import { tidy } from './tasks.ts';

const clock = manualClock(new Date('2026-11-02T03:00:00Z'));
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ clock });
});
afterAll(async () => test?.close());

const ID = '01890000-0000-7000-8000-000000000001';

describe('the activity log', () => {
  it('cannot be changed, and its chain shows who tried', async () => {
    const admin = await test.as('system-admin');
    for (const action of ['create', 'update', 'delete']) {
      await test.app.transaction({ actor: await admin.actor() }, (ctx) =>
        record(ctx, {
          subject: 'suppliers',
          subjectId: ID,
          action,
          after: { name: 'A', taxId: '0105552029681', password: 'secret' },
        }),
      );
    }
    expect(await sealActivity(test.app)).toBe(3);
    expect(await sealActivity(test.app)).toBe(0);
    expect(await firstBrokenSeal(test.app)).toBeNull();

    const entries = await test.app.db
      .selectFrom('activityLogs')
      .selectAll()
      .orderBy('seq')
      .execute();
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(entries[0]?.after).toEqual({ name: 'A', taxId: '…9681' });

    await expect(
      test.app.pg.query("update activity_logs set action = 'nothing' where seq = 2"),
    ).rejects.toThrow('append-only');
    await expect(test.app.pg.query('delete from activity_logs')).rejects.toThrow('append-only');
    await expect(test.app.pg.query("update history set action = 'x'")).rejects.toThrow(
      'append-only',
    );

    // Whoever owns the database may switch the trigger off; the chain still tells.
    await test.app.pg.query('alter table activity_logs disable trigger all');
    await test.app.pg.query("update activity_logs set action = 'nothing' where seq = 2");
    expect(await firstBrokenSeal(test.app)).toBe(2);
  });
});

describe('tidying up', () => {
  it('ends what has had its time and keeps the rest', async () => {
    const person = await test.as('auditor');
    await person.post('/auth/forgot-password', { email: person.email });
    await person.post('/saved-views', { resource: 'a', name: 'b', query: '' }, { key: 'old' });
    const left = async () => {
      const { rows } = await test.app.pg.query<{ keys: number; tokens: number; sessions: number }>(
        `select (select count(*) from idempotency_keys) as keys,
          (select count(*) from password_tokens) as tokens, (select count(*) from sessions) as sessions`,
      );
      return rows[0];
    };
    await tidy(test.app);
    const before = await left();
    expect(before).toMatchObject({ keys: 1, tokens: 1 });
    clock.advance(26 * 3_600_000);
    await tidy(test.app);
    expect(await left()).toMatchObject({ keys: 0, tokens: 0, sessions: before?.sessions });
    clock.advance(366 * 86_400_000);
    await tidy(test.app);
    expect(await left()).toMatchObject({ sessions: 0 });
  });
});
