import { bangkokDate, isDraft } from '@boxyard/shared/domain';
import type { CommandContext, Row } from '../../../../workflow/testing/randomCommands.ts';
import { randomFamily } from '../../../../workflow/testing/randomFamily.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import { expectData, type World } from '../../../../workflow/testing/world.ts';
import { plantContainer } from '../../../containers/testing/planted.ts';
import { customerOf } from '../../../money/testing/office.ts';
import { askedParts, back, inHand, putInHand, settled } from './randomParts.ts';
import { acceptBody, jobBody, PATH, photograph, reportBody } from './world.ts';

/** Abilities of both pages on which jobs stand. */
const both = (verb: string): string[] => [`repair-list:${verb}`, `maintenance-list:${verb}`];

const CHARGE = {
  items: [{ description: 'ค่าเดินทาง', quantity: 1, unitPrice: '350.0000', isService: true }],
};

/** The technician of the random commands. */
let technicianId = '';

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'jobs',
  path: PATH,
  table: 'jobs',
  calls: {
    [`GET ${PATH}/export`]: both('view'),
    [`GET ${PATH}/planning`]: both('view'),
    [`GET ${PATH}/backlog`]: both('view'),
    [`GET ${PATH}/board`]: both('view'),
    [`GET ${PATH}/map`]: both('view'),
    [`GET ${PATH}/:id/technicians`]: both('manager-response'),
    [`POST ${PATH}/:id/assignment`]: both('manager-response'),
    [`POST ${PATH}/:id/override-coverage`]: both('override-coverage'),
    [`POST ${PATH}/:id/answer-checks`]: both('work'),
    [`POST ${PATH}/:id/final-report`]: both('close'),
    [`GET ${PATH}/:id/invoices`]: both('view'),
    [`POST ${PATH}/:id/invoices`]: both('invoice'),
    [`POST ${PATH}/:id/manual-payment`]: both('invoice'),
    [`GET ${PATH}/:id/estimates`]: both('invoice'),
    [`POST ${PATH}/:id/estimate`]: both('invoice'),
    [`POST ${PATH}/:id/send-estimate`]: both('invoice'),
    [`POST ${PATH}/:id/answer-estimate`]: both('invoice'),
    [`POST ${PATH}/:id/withdraw-estimate`]: both('invoice'),
    [`GET ${PATH}/:id/estimates/:id/document`]: both('invoice'),
    [`POST ${PATH}/:id/cancel`]: [...both('cancel'), ...both('create')],
    [`POST ${PATH}/:id/attachments`]: [...both('update'), ...both('work')],
    [`DELETE ${PATH}/:id/attachments/:id`]: [...both('update'), ...both('work')],
  },
  plant: async (world, { warehouseId }) => {
    const { productId } = await plantContainer(world.test, {
      companyId: world.companyId,
      warehouseId,
    });
    return expectData(await world.admin.post(PATH, jobBody(productId))).id;
  },
  fill,
  prepare: async ({ test }) => {
    technicianId = (await test.as('technician')).userId;
  },
  random: randomFamily({
    family: 'jobs',
    path: PATH,
    table: 'jobs',
    judging: ['override-coverage', 'complete', 'close', 'cancel'],
    body: async ({ rows }, action) =>
      action === 'update' ? reportBody() : jobBody(await aContainer(rows)),
    calls: { invoice: { at: '/invoices' } },
    before: async (play, row, action) => {
      if (action === 'invoice' || action === 'estimate') await soldTo(play.world, row.id);
      if (action === 'manual-payment') return withIssuedInvoice(play.world, row);
      if (ON_ESTIMATES.includes(action)) {
        return withEstimate(play.world, row, { isSent: action === 'answer-estimate' });
      }
      if (action === 'technician-summary') await photograph(play.world.admin, row.id);
      if (action === 'answer-checks') await giveCheck(play.world, row.id);
      return action === 'return-parts' || action === 'technician-summary'
        ? putInHand(play, row)
        : undefined;
    },
    sent: {
      'manager-response': ({ random, world }) =>
        random.chance(0.7)
          ? acceptBody(world, [technicianId])
          : { decision: 'needInfo', note: 'Which door?' },
      'override-coverage': { coverage: 'goodwill' },
      pause: { pauseReason: 'endOfDay' },
      'stock-summary': askedParts,
      'return-parts': async (play, { id }) => ({
        items: (await inHand(play, id)).slice(0, 1).map((line) => back(play, line)),
      }),
      'technician-summary': settled,
      'answer-checks': async ({ rows }, { id }) => ({
        checks: (
          await rows<{ id: string }>(
            `select id from job_checks where job_id = '${id}' and period_id is null order by line_no limit 1`,
          )
        ).map((check) => ({ id: check.id, answer: 'ok' })),
      }),
      'final-report': { finalReport: 'Nothing was found.' },
      invoice: CHARGE,
      estimate: ({ world }) => estimateBody(world),
      'answer-estimate': ({ random }) =>
        random.chance(0.7)
          ? { estimateAnswer: 'accept', answeredBy: 'Malee' }
          : { estimateAnswer: 'decline', answeredBy: 'Malee', answerReason: 'Too dear' },
      'manual-payment': ({ world }) => ({
        method: 'cash',
        paidAt: world.test.app.clock.now().toISOString(),
        amount: '374.50',
      }),
    },
  }),
});

/** Gives a job an item to look at, unless it has one; schedules give them others. */
async function giveCheck({ test }: World, jobId: string): Promise<void> {
  await test.app.pg.query(
    `with given as (update jobs set check_count = 1 where id = $1)
     insert into job_checks (job_id, line_no, name) values ($1, 1, 'Door closes')
     on conflict do nothing`,
    [jobId],
  );
}

/** Gives a job a customer who bears it; containers of the random commands stand in warehouses. */
async function soldTo(world: World, jobId: string): Promise<void> {
  await world.test.app.pg.query(
    `update jobs set coverage = 'billable', customer_id = $2 where id = $1 and customer_id is null`,
    [jobId, await customerOf(world)],
  );
}

const ON_ESTIMATES = ['send-estimate', 'answer-estimate', 'withdraw-estimate'];

const estimateBody = ({ test }: World) => ({
  validUntil: bangkokDate(test.app.clock.now()),
  items: [{ description: 'Trip', quantity: 2, unitPrice: '350.0000' }],
});

/** Writes an estimate of a job, or sends it, where that may be done; answers the job as it is then. */
async function withEstimate(
  { admin, ...world }: World,
  row: Row,
  { isSent }: { readonly isSent: boolean },
): Promise<Row> {
  const path = `${PATH}/${row.id}`;
  await soldTo({ admin, ...world }, row.id);
  const load = async () => (await admin.get(path)).body.data;
  const seen = await load();
  if (seen.allowedActions.includes('estimate') && !seen.allowedActions.includes('send-estimate')) {
    const body = estimateBody({ admin, ...world });
    await admin.post(`${path}/estimate`, { version: seen.version, ...body });
  }
  const written = await load();
  if (isSent && written.allowedActions.includes('send-estimate')) {
    await admin.post(`${path}/send-estimate`, { version: written.version });
  }
  return { ...row, version: (await load()).version };
}

/** Charges a completed job where nobody has, and issues its invoice; answers the job as it is then. */
async function withIssuedInvoice({ admin, ...world }: World, row: Row): Promise<Row> {
  const path = `${PATH}/${row.id}`;
  await soldTo({ admin, ...world }, row.id);
  const seen = (await admin.get(path)).body.data;
  if (seen.allowedActions.includes('invoice')) {
    await admin.post(`${path}/invoices`, { version: seen.version, ...CHARGE });
  }
  const { billing, version } = (await admin.get(path)).body.data;
  const [draft] = (billing?.invoices ?? []).filter(({ status }: Row) => isDraft(status));
  if (draft) await admin.post(`/invoices/${draft.id}/issue`, { version: 1 });
  return { ...row, version };
}

/** A container that may still be repaired; the family of containers has planted some. */
async function aContainer(rows: CommandContext['rows']): Promise<string> {
  const [product] = await rows<{ id: string }>(
    `select id from products where status not in ('retired', 'disassembled', 'lost') order by id limit 1`,
  );
  return product?.id ?? '';
}

/** As many jobs as the query plans need, most of them closed, of a few containers and technicians. */
async function fill({ test, companyId, warehouseId, admin }: World, rows: number): Promise<void> {
  const { productId } = await plantContainer(test, { companyId, warehouseId });
  await test.app.pg.query(
    `insert into jobs (company_id, document_no, status, document_date, created_by, kind, product_id,
      coverage, priority, channel, symptom, is_down, reported_at, dispatcher_id, technician_ids,
      appointment_start, appointment_end, sla_due_at, is_overdue, resolved_at, created_at, updated_at)
    select $1, 'JB' || lpad(n::text, 8, '0'), s, date '2025-05-01' + n % 540, $3,
      (array['repair', 'repair', 'maintenance'])[1 + n % 3], p[1 + n % cardinality(p)],
      (array['warranty','contract','billable','goodwill'])[1 + n % 4],
      (array['critical','high','normal','normal','low'])[1 + n % 5],
      (array['phone','line','app'])[1 + n % 3], 'Does not cool', n % 9 = 0, t,
      u[1 + n % cardinality(u)], array[u[1 + (n * 7) % cardinality(u)]],
      case when s <> 'reported' then t + interval '1 day' end,
      case when s <> 'reported' then t + interval '25 hours' end, t + interval '3 days',
      s in ('reported', 'scheduled', 'inProgress') and n % 3 = 0,
      case when s in ('resolved', 'completed', 'closed') then t + interval '2 days' end, t, now()
    from (select n, timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes' as t,
        (array['closed','closed','closed','closed','completed','reported','scheduled','inProgress','cancelled'])[1 + n % 9] as s
        from generate_series(1, ${rows}) n) f,
      (select array_agg(id) as u from (select id from users limit 40) a) b,
      (select array[$2::uuid] || array_agg(id) as p from (select id from products limit 500) c) d`,
    [companyId, productId, admin.userId],
  );
  await test.app.pg.query(
    `insert into job_times (job_id, technician_id, started_at, ended_at)
      select id, technician_ids[1], created_at, created_at + interval '1 hour' from jobs`,
  );
  await test.app.pg.query(
    `insert into job_periods (job_id, ended_at, coverage, technician_ids, is_overdue, resolved_at)
      select id, resolved_at + interval '1 day', coverage, technician_ids, false, resolved_at
      from jobs where status = 'closed'`,
  );
  await test.app.pg.query(
    `insert into job_estimates (company_id, job_id, estimate_no, status, customer_id, valid_until,
        list_total, sub_total, vat_rate, vat_amount, grand_total, sent_at, answered_at, answered_by,
        created_at, updated_at)
      select j.company_id, j.id, 1, 'accepted', c.id, j.document_date + 30, 100, 100, 7, 7, 107,
        j.reported_at, j.reported_at, 'The customer', j.reported_at, j.reported_at
      from jobs j cross join (select id from customers order by id limit 1) c
      where j.coverage = 'billable'`,
  );
}
