import type { TestApp } from '../../../../testing/index.ts';
import type { Dispatch } from './dispatch.ts';

/** Days over which the jobs lie. */
const DAYS = 540;

/** Jobs of all technicians by turns, three in a hundred of them open, half of these without an appointment. */
export async function fillJobs(
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
