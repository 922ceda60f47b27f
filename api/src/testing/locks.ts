import type { TestApp } from './createTestApp.ts';

/**
 * How many sessions of this test's database wait for what another one has locked. Other suites share
 * the server, and their databases have tables with the same object ids.
 */
export async function waitingSessions({ app }: TestApp): Promise<number> {
  const { rowCount } = await app.pg.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

/** Until so many sessions wait for a lock, or the other work has ended without waiting. */
export async function untilWaiting(
  test: TestApp,
  count = 1,
  other: { readonly isOver: boolean } = { isOver: false },
): Promise<void> {
  while (!other.isOver && (await waitingSessions(test)) < count);
}
