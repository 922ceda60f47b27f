import { voidStatuses } from '@boxyard/shared/domain';
import { countedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { sql } from 'kysely';
import { type Ctx, today } from '../../kernel/index.ts';
import { customerIsTold } from '../service/index.ts';
import { defineReport } from './defineReport.ts';
import { average, count, share, sum } from './measures.ts';

const HOURS = sql`3600.0`;
const DAYS = sql`86400.0`;
const REPAIR = sql<boolean>`d.kind = 'repair'`;
/** Hours from the report to the first work. */
const RESPONSE = sql`extract(epoch from w.first_at - d.reported_at) / ${HOURS}`;
/** Periods of reopened jobs count one by one: the time between them is nobody's repair. */
const REPAIR_TIME = sql`w.open_seconds / ${HOURS}`;
const DOWNTIME = sql`w.downtime_minutes / 60.0`;
const IS_DONE = sql<boolean>`(d.completed_at is not null or d.was_completed)`;
/** It came back: reopened, or reported anew within the warranty of the repair. */
const IS_REPEAT = sql<boolean>`(d.repeats_id is not null)`;
const FIXED_AT_ONCE = sql<boolean>`${REPAIR} and ${IS_DONE} and d.reopened_count = 0
  and not exists (select 1 from jobs again where again.repeats_id = d.id)`;
/** Days since the fault before it of the same container. */
const SINCE_FAULT_BEFORE = sql`case when ${REPAIR} then
  extract(epoch from d.reported_at - w.fault_before) / ${DAYS} end`;
/** Solved, or not solved yet, after the promised time. */
const IS_LATE = sql<boolean>`(d.sla_due_at is not null and coalesce(d.resolved_at > d.sla_due_at, d.is_overdue))`;
const PARTS_COST = sql`w.parts_cost`;
const BILLED = sql`w.billed`;

/** The customer, to whoever reads it on the page of the job. */
const customer = (ctx: Ctx) => {
  const isTold = customerIsTold(ctx, 'd');
  return isTold === null ? sql`d.customer_id` : sql`case when ${isTold} then d.customer_id end`;
};

/** Service jobs with their times, their cause and who bore them (domain-containers 5). */
export const maintenanceReport = defineReport('reports.maintenance', {
  id: 'd.id',
  from: (ctx) =>
    ctx.db
      .selectFrom('jobs as d')
      .innerJoin('products as p', 'p.id', 'd.productId')
      .innerJoinLateral(
        sql<object>`(select
            (select min(t.started_at) from job_times t where t.job_id = d.id) as first_at,
            (select coalesce(sum(extract(epoch from t.ended_at - t.started_at)), 0)
              from job_times t where t.job_id = d.id) as work_seconds,
            (select case when ${REPAIR} then sum(extract(epoch from s.resolved_at - s.began_at)) end
              from (select coalesce(d.reopened_at, d.reported_at) as began_at, d.resolved_at
                union all select coalesce(r.reopened_at, d.reported_at), r.resolved_at
                from job_periods r where r.job_id = d.id) s) as open_seconds,
            coalesce(d.downtime_minutes, 0) + coalesce((select sum(r.downtime_minutes)
              from job_periods r where r.job_id = d.id), 0) as downtime_minutes,
            (select max(b.reported_at) from jobs b where b.product_id = d.product_id
              and b.kind = 'repair' and b.reported_at < d.reported_at
              and b.status not in ('rejected', 'cancelled')) as fault_before,
            (select coalesce(sum(k.used_value), 0) from requisitions q
              join requisition_items i on i.requisition_id = q.id
              join requisition_picks k on k.item_id = i.id where q.job_id = d.id) as parts_cost,
            (select coalesce(sum(v.grand_total + v.debited_amount - v.credited_amount), 0)
              from invoices v where v.source_id = d.id
                and v.status = any(${[...countedStatuses]}::text[])) as billed,
            (select case when o.done_on is not null then o.done_on <= o.day + c.grace_days
                when o.day + c.grace_days < ${today(ctx.clock)}::date then false end
              from pm_occurrences o join pm_schedules c on c.id = o.schedule_id
              where o.id = d.occurrence_id) as is_in_time)`.as('w'),
        (join) => join.onTrue(),
      ),
  scope: 'jobs',
  family: 'jobs',
  statuses: { column: 'd.status', onAsking: voidStatuses(jobMachine) },
  columns: {
    job: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    kind: 'd.kind',
    serialNumber: 'p.serial_number',
    productModel: 'p.product_model_id',
    customer,
    company: 'd.company_id',
    zone: 'd.zone_id',
    team: 'd.team_id',
    technician: sql`d.technician_ids[1]`,
    channel: 'd.channel',
    symptom: 'd.symptom',
    cause: 'd.cause_code_id',
    reportedAt: 'd.reported_at',
    resolvedAt: 'd.resolved_at',
    responseHours: RESPONSE,
    repairHours: REPAIR_TIME,
    downtimeHours: DOWNTIME,
    workHours: sql`w.work_seconds / ${HOURS}`,
    coverage: 'd.coverage',
    partsCost: PARTS_COST,
    billed: BILLED,
    isRepeat: IS_REPEAT,
    isLate: IS_LATE,
    status: 'd.status',
  },
  measures: {
    jobs: count(),
    responseHours: average(RESPONSE),
    repairHours: average(REPAIR_TIME),
    downtimeHours: sum(DOWNTIME),
    daysBetweenFaults: average(SINCE_FAULT_BEFORE),
    firstTimeFixPct: share(count(FIXED_AT_ONCE), count(sql`${REPAIR} and ${IS_DONE}`)),
    compliancePct: share(count(sql`w.is_in_time`), count(sql`w.is_in_time is not null`)),
    latePct: share(count(IS_LATE), count(sql`d.sla_due_at is not null`)),
    partsCost: sum(PARTS_COST),
    billed: sum(BILLED),
  },
  search: 'd.search_text',
});
