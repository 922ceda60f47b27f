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
});
