import { type Dispatch, makeDispatch } from '../modules/service/jobs/testing/dispatch.ts';
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
const DAYS = 540;

/** Jobs of all technicians by turns, three in a hundred of them open, half of these without an appointment. */
async function fillJobs(
  test: TestApp,
  { world, dispatcher, teamId, sales }: Dispatch,
  { rows, technicians }: { readonly rows: number; readonly technicians: number },
): Promise<void> {
  const ids = [world.technician.userId];
  while (ids.length < technicians) ids.push((await test.as('technician', { teamId })).userId);
  await test.app.pg.query(
    `insert into jobs (company_id, document_no, status, document_date, created_by, kind, product_id, coverage,
       priority, channel, symptom, is_down, reported_at, dispatcher_id, team_id, technician_ids, latitude,
       longitude, appointment_start, appointment_end, sla_due_at, resolved_at, created_at, updated_at)
     select $1, 'JBB' || lpad(n::text, 8, '0'), s, t::date, $2,
       (array['repair', 'repair', 'maintenance'])[1 + n % 3], $3, 'contract',
       (array['critical', 'high', 'normal', 'normal', 'low'])[1 + n % 5], 'phone', 'Does not cool', n % 9 = 0,
       t, $2, $4, case when is_planned then array[u[1 + n % cardinality(u)]] else '{}' end,
       13 + (n % 500) / 100.0, 100 + (n % 300) / 100.0,
       case when is_planned then t + interval '1 day' end,
       case when is_planned then t + interval '25 hours' end, t + interval '3 days',
       case when s = 'closed' then t + interval '2 days' end, t, t
     from (select n, now() - (n::float8 / $5) * interval '${DAYS} days' as t, n <= $5 * 0.015 or n > $5 * 0.03 as is_planned,
         case when n > $5 * 0.03 then 'closed' when n > $5 * 0.015 then 'reported' else 'scheduled' end as s
         from generate_series(1, $5::int) n) f,
       (select $6::uuid[] as u) x`,
    [sales.companyId, dispatcher.userId, world.productId, teamId, rows, ids],
  );
  await test.app.pg.query('vacuum (analyze) jobs');
}

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
