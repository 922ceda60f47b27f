import { targetsOf } from '@boxyard/shared/domain/machine/machine.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { manualClock } from '../kernel/index.ts';
import { makeDispatch, soldContainer } from '../modules/service/jobs/testing/dispatch.ts';
import { createTestApp, type TestApp } from '../testing/index.ts';
import { tellJobHistory } from './jobHistory.ts';
import { Office } from './office.ts';
import { makeJobCodes } from './technicians.ts';

/** The jobs of eighteen months, which are written without their calls: they stand by the calls' rules. */
const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ clock });
  const { sales, dispatcher } = await makeDispatch(test);
  const office = new Office(test.app, clock);
  await office.hire('engineer-manager', dispatcher.userId);
  for (const [account, role] of [
    ['technician', 'technician'],
    ['technician.2', 'technician'],
    ['sales-officer', 'sales-officer'],
  ] as const) {
    await office.hire(account, (await test.as(role)).userId);
  }
  await makeJobCodes(office);
  for (let n = 0; n < 3; n += 1) await soldContainer(sales);
  await test.app.pg.query(
    `update product_contracts set in_force_from = timestamptz '2025-06-01 02:00Z'`,
  );
  // One month has numbers already.
  await test.app.pg.query(
    `insert into document_sequences (company_id, doc_type, period, last_no) values ($1, 'JB', '2602', 7)`,
    [test.companyId],
  );
  await tellJobHistory(test.app, office);
});
afterAll(() => test?.close());

const rowsOf = async <R extends object>(text: string): Promise<R[]> =>
  (await test.app.pg.query<R & Record<string, unknown>>(text)).rows;

it('tells a year and a half of repairs and maintenance that came to an end', async () => {
  const [counted] = await rowsOf(
    `select count(*)::int as jobs, count(distinct date_trunc('month', reported_at))::int as months,
       count(distinct coverage)::int > 1 as "isVaried", bool_or(kind = 'maintenance') as care,
       bool_or(status = 'cancelled') as cancelled, bool_and(status in ('closed', 'cancelled')) as ended
     from jobs`,
  );
  expect(counted).toEqual({
    jobs: 365,
    months: 17,
    isVaried: true,
    care: true,
    cancelled: true,
    ended: true,
  });
});

it('numbers them without a gap, after those that stand already', async () => {
  const gaps = await rowsOf(
    `select s.period, s.last_no, n.numbers, n.last from document_sequences s join (
       select substr(document_no, 3, 4) as period, count(*)::int as numbers,
         max(substr(document_no, 8)::int) as last from jobs group by 1) n on n.period = s.period
     where s.doc_type = 'JB' and (s.last_no <> n.last
       or n.numbers <> n.last - case when s.period = '2602' then 7 else 0 end)`,
  );
  expect(gaps).toEqual([]);
});

it('takes the steps of the machine, in their order', async () => {
  const steps = await rowsOf<{ action: string; from: string | null; to: string; status: string }>(
    `select h.action, h.from_status as "from", h.to_status as "to", j.status
     from history h join jobs j on j.id = h.subject_id order by j.id, h.at, h.id`,
  );
  const wrong = steps.filter(({ action, from, to }) =>
    from === null
      ? action !== 'create'
      : !targetsOf(jobMachine.actions[action as 'start'], from).includes(to),
  );
  expect(wrong).toEqual([]);
  const unordered = await rowsOf(
    `select id from (select subject_id as id, from_status, lag(to_status) over
         (partition by subject_id order by at, id) as before from history where subject_type = 'jobs') s
     where from_status is distinct from before`,
  );
  expect(unordered).toEqual([]);
  const unlogged = await rowsOf(
    `select 1 from history h where h.subject_type = 'jobs' and not exists (select 1 from activity_logs a
       where a.subject_id = h.subject_id and a.action = h.action and a.at = h.at)`,
  );
  expect(unlogged).toEqual([]);
});

it('sends a technician to one place at a time, and has nobody work before the report', async () => {
  const clashes = await rowsOf(
    `select 1 from jobs a join jobs b on a.id < b.id and a.technician_ids && b.technician_ids
       and tstzrange(a.appointment_start, a.appointment_end) && tstzrange(b.appointment_start, b.appointment_end)
     where a.status <> 'cancelled' and b.status <> 'cancelled'`,
  );
  expect(clashes).toEqual([]);
  const early = await rowsOf(
    `select 1 from jobs j join job_times t on t.job_id = j.id where t.started_at < j.reported_at
       or t.ended_at > j.resolved_at or j.closed_at > now() or j.completed_at < j.resolved_at`,
  );
  expect(early).toEqual([]);
});

it('has each borne by contract and warranty of its day', async () => {
  const wrong = await rowsOf(
    `select j.coverage from jobs j left join warranties w on w.id = j.warranty_id
     join product_contracts pc on pc.contract_id = j.contract_id and pc.product_id = j.product_id
     where (j.warranty_id is not null and (j.coverage <> 'warranty'
         or j.document_date not between w.start_date and w.end_date))
       or (j.coverage = 'contract' and pc.sale_status <> 'leased')
       or (j.coverage = 'goodwill' and j.coverage_reason is null)
       or (j.repeats_id is not null and not exists (select 1 from jobs r where r.id = j.repeats_id
         and r.product_id = j.product_id and j.reported_at between r.completed_at and r.completed_at + interval '30 days'))`,
  );
  expect(wrong).toEqual([]);
});
