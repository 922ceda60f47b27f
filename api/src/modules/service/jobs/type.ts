import { can, isTerminal, routeOf, startsFrom } from '@boxyard/shared/domain';
import { goneStatuses, owedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import {
  estimateMachine,
  unapprovedEstimates,
} from '@boxyard/shared/domain/service/estimateMachine.ts';
import type { EstimateStatus } from '@boxyard/shared/domain/service/estimates.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import {
  JOB_PAGES,
  JOB_ROUTES,
  REPAIR_WARRANTY_DAYS,
} from '@boxyard/shared/domain/service/jobs.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { type Ctx, inScope } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';
import { ESTIMATE_FACTS } from '../estimates/type.ts';

const DAY_MS = 86_400_000;

/** Parts were handed out for it, and neither used nor given back. */
const hasPartsInHand = sql<boolean>`coalesce((
  select bool_or(i.dispatched_qty > i.used_qty + i.returned_qty)
  from requisitions q join requisition_items i on i.requisition_id = q.id
  where q.job_id = jb.id and q.status <> 'reversed'), false)`.as('hasPartsInHand');
/** SQL: the people who work on a job `jb` now. */
const runningIds = sql<string[]>`array(select t.technician_id::text from job_times t
  where t.job_id = jb.id and t.ended_at is null order by 1)`;

const invoicesOf = (condition: RawBuilder<boolean>) => sql<boolean>`exists (select 1 from invoices v
  where v.source_id = jb.id and v.source_type in ('repair', 'maintenance') and ${condition})`;
/** An invoice that a period names stands, were it a draft, or another stands in its place. */
const isCharged = (key: RawBuilder<unknown>) =>
  invoicesOf(sql`v.source_key = ${key} and v.status <> all(${[...goneStatuses]}::text[])`);
/** The customer bears something of it that no invoice charges: a period, or a part that was used. */
const isToBill = sql<boolean>`(jb.customer_id is not null and (
  (jb.coverage = 'billable' and not ${isCharged(sql`jb.invoice_key`)})
  or coalesce((select bool_or(p.coverage = 'billable' and not ${isCharged(sql`p.invoice_key`)})
    from job_periods p where p.job_id = jb.id), false)
  or coalesce((select bool_or(i.is_billable and i.used_qty > 0
      and not ${isCharged(sql`case when p.is_over then p.invoice_key else jb.invoice_key end`)})
    from requisitions q join requisition_items i on i.requisition_id = q.id
    left join lateral (select true as is_over, o.invoice_key from job_periods o
      where o.job_id = jb.id and q.created_at < o.resolved_at order by o.ended_at limit 1) p on true
    where q.job_id = jb.id), false)))`;
const hasOpenInvoice = invoicesOf(sql`v.status = any(${['draft', ...owedStatuses]}::text[])`);
const isOwed = invoicesOf(sql`v.status = any(${[...owedStatuses]}::text[])`);

/** Everybody who had a hand in it; whoever took a job over is its technician only. */
const workersOf = (row: {
  readonly workerIds: readonly string[];
  readonly technicianIds: readonly string[];
}): string[] => [...new Set([...row.workerIds, ...row.technicianIds])];

/** Facts of a job `jb` beyond its columns that guards of its machine name. */
export const JOB_FACTS = [
  hasPartsInHand,
  runningIds.as('runningIds'),
  isToBill.as('isToBill'),
  isOwed.as('isOwed'),
  hasOpenInvoice.as('hasOpenInvoice'),
  ...ESTIMATE_FACTS,
] as const;

/** A stored job with what its guards ask of it, for whoever reads it. */
export const readJob = <R extends StoredJob>(row: R, ctx: Ctx) => ({
  ...row,
  isBegun: row.startedAt !== null,
  workerIds: workersOf(row),
  doneByIds: row.completedAt === null ? [] : workersOf(row),
  begunByIds: row.startedAt === null && row.reopenedAt === null ? [] : workersOf(row),
  // Its technicians join work that is under way, unless they work on it already.
  isToJoin:
    !startsFrom(jobMachine, 'pause', row.status) ||
    (row.technicianIds.includes(ctx.actor.userId) && !row.runningIds.includes(ctx.actor.userId)),
  isToDispatch:
    row.dispatcherId === null ||
    !can(ctx.actor.grants, `${JOB_PAGES[row.kind]}:manager-response`) ||
    inScope(ctx.actor, {
      companyId: row.companyId,
      ownerIds: [row.dispatcherId],
      zoneId: row.zoneId,
    }),
  hasChecks: row.checkCount > 0,
  ...estimateFlags(row),
  isRecent:
    row.completedAt === null ||
    ctx.clock.now().getTime() - row.completedAt.getTime() <= REPAIR_WARRANTY_DAYS * DAY_MS,
});

interface StoredJob extends Selectable<Database['jobs']> {
  readonly runningIds: readonly string[];
  readonly hasEstimateDraft: boolean;
  readonly estimateStatus: EstimateStatus | null;
}

/** Fields of a job that its estimates decide. Only a customer who pays is asked to agree. */
const estimateFlags = ({ customerId, coverage, hasEstimateDraft, estimateStatus }: StoredJob) => ({
  isToEstimate: customerId !== null && coverage === 'billable',
  isAwaited: estimateStatus !== null && startsFrom(estimateMachine, 'accept', estimateStatus),
  hasOpenEstimate:
    hasEstimateDraft ||
    (estimateStatus !== null && startsFrom(estimateMachine, 'withdraw', estimateStatus)),
  isUnapproved:
    coverage === 'billable' &&
    estimateStatus !== null &&
    unapprovedEstimates.includes(estimateStatus),
});

/**
 * Service jobs, `material_repair_maintenances` (domain-containers 1.4, 2.10). They are whose they are to
 * hand out, and the technicians'; warehouses do not cut them, since most containers stand at customers.
 */
export const jobs = defineFamily('jobs', {
  as: 'jb',
  warehouses: [],
  owners: ['dispatcherId'],
  ownerLists: ['technicianIds'],
  fields: (query) => query.select(JOB_FACTS),
  read: (row, ctx) => readJob(row, ctx),
  path: ({ id, kind }) => routeOf(JOB_ROUTES[kind]).path.replace(':id', id),
  // Photographs are evidence until the report is final.
  isClosedToFiles: ({ status }) => isTerminal(jobMachine, status),
  concerned: (row) => [row.dispatcherId, ...row.technicianIds],
});
export type JobRow = RowOfFamily<typeof jobs>;

/** Query families that show the state of the container. */
export const TOUCHES = ['products'];

/** The column of everybody who had a hand in the work, with these people. */
export const withWorkers = (
  row: Pick<JobRow, 'workerIds'>,
  people: readonly (string | null)[],
): { workerIds: string[] } => ({
  workerIds: [...new Set([...row.workerIds, ...people.filter((id) => id !== null)])],
});
