import { createTestApp, manualClock, SESSION_MS, type TestApp } from '../testing/index.ts';
import { tidy } from './tasks.ts';

const clock = manualClock(new Date('2026-11-02T03:00:00Z'));
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ clock });
});
afterAll(async () => test?.close());

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
    clock.advance(SESSION_MS);
    await tidy(test.app);
    expect(await left()).toMatchObject({ sessions: 0 });
  });

  it('forgets the runs of reports by e-mail, and to whom they went, after 90 days', async () => {
    const { userId } = await test.as('auditor');
    const run = async (days: number) =>
      test.app.pg.query(
        `with schedule as (
          insert into report_schedules (user_id, report, query, period, every, hour, format, next_at, created_at, updated_at)
          values ($1, 'reports.payment', '', 'yesterday', 'day', 7, 'xlsx', $2, $2, $2) returning id
        ), run as (
          insert into report_runs (schedule_id, due_at, is_by_hand, created_at)
          select id, $2, false, $2 from schedule returning id
        ) insert into report_run_receivers (run_id, user_id, result) select id, $1, 'sent' from run`,
        [userId, new Date(clock.now().getTime() - days * 86_400_000)],
      );
    const left = async () =>
      (
        await test.app.pg.query(
          `select (select count(*)::int from report_schedules) as schedules,
            (select count(*)::int from report_runs) as runs,
            (select count(*)::int from report_run_receivers) as receivers`,
        )
      ).rows[0];
    await run(91);
    await run(89);
    expect(await left()).toEqual({ schedules: 2, runs: 2, receivers: 2 });
    await tidy(test.app);
    expect(await left()).toEqual({ schedules: 2, runs: 1, receivers: 1 });
  });
});
