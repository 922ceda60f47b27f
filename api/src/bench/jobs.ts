import { makeDispatch } from '../modules/service/jobs/testing/dispatch.ts';
import { fillJobs } from '../modules/service/jobs/testing/fill.ts';
import { PATH } from '../modules/service/jobs/testing/world.ts';
import type { Person, TestApp } from '../testing/index.ts';
import { expectData } from '../workflow/testing/world.ts';
import { runBench } from './benchServer.ts';
import { asked, Report } from './report.ts';

/**
 * Planning with half a million jobs of eighteen months: a month of the calendar, the board, the backlog and
 * the map, as whoever sees all, the dispatcher of a team, and a technician read them.
 *
 *   npm run bench -- jobs                       BENCH_ROWS=500000 jobs, BENCH_TECHNICIANS=60
 */
const sizes = () => ({ rows: asked('ROWS', 500_000), technicians: asked('TECHNICIANS', 60) });
const REPEATS = 7;
const GOAL = 500;

export async function measure(test: TestApp, report: Report, asks = sizes()): Promise<void> {
  const dispatch = await makeDispatch(test);
  const started = performance.now();
  await fillJobs(test, dispatch, asks);
  report.say(
    `${asks.rows} jobs of ${asks.technicians} technicians in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  const of = async (name: string, by: Person, path: string) => {
    const times: number[] = [];
    for (let count = 0; count < REPEATS; count += 1) {
      const from = performance.now();
      expectData(await by.get(`${PATH}${path}`));
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(share * (REPEATS - 1))] ?? 0;
    report.say(
      `${name}: median ${at(0.5).toFixed(0)} ms, slowest ${at(1).toFixed(0)} ms (goal ${GOAL} ms)`,
    );
    report.goal(at(0.5) <= GOAL, name);
  };
  const day = (ahead: number) =>
    new Date(test.app.clock.now().getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
  const month = `/planning?from=${day(-29)}&to=${day(0)}`;
  const { world, dispatcher } = dispatch;
  for (const [who, person] of [
    ['all', world.admin],
    ['a team', dispatcher],
    ['a technician', world.technician],
  ] as const) {
    await of(`list, ${who}`, person, '?limit=20');
    await of(`month of the calendar, ${who}`, person, month);
    await of(`board, ${who}`, person, '/board');
    await of(`backlog, ${who}`, person, '/backlog?limit=20');
    await of(`map, ${who}`, person, '/map');
  }
}

if (import.meta.main) await runBench(new Report('jobs'), measure);
