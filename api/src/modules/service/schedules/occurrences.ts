import { addDays } from '@boxyard/shared/domain';
import { isTerminal } from '@boxyard/shared/domain/machine/machine.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { occurrenceMachine } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import { MAX_MOVE_DAYS, openStatusOn } from '@boxyard/shared/domain/service/schedules.ts';
import {
  anyId,
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type HandlersOf,
  notFound,
  record,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { expectAllowed, hiddenDocuments, whereVisible } from '../../../workflow/index.ts';
import { containersOf } from '../../containers/index.ts';
import { notifyOfJob } from '../jobs/notify.ts';
import { jobs } from '../jobs/type.ts';
import { OCCURRENCE_WORDS } from './labels.ts';
import { lockSchedule, plan, standingsOf } from './planning.ts';
import { stepOccurrence } from './step.ts';
import { OCCURRENCE_TOUCHES, type OccurrenceRow, type ScheduleRow } from './type.ts';

/** Occurrences of the schedules that this person may see. */
const source = (ctx: Ctx) =>
  whereVisible(
    ctx.db.selectFrom('pmOccurrences as o').innerJoin('pmSchedules as d', 'd.id', 'o.scheduleId'),
    ctx.actor,
    'pmSchedules',
  );

const columns = (query: ReturnType<typeof source>) =>
  query
    .select(['o.id', 'o.version', 'o.createdAt', 'o.updatedAt', 'o.scheduleId', 'o.productId'])
    .select(['o.status', 'o.day', 'o.dueOn', 'o.missedOn', 'o.doneOn', 'o.skipCause', 'o.reason'])
    .select(['d.name', 'd.graceDays', 'd.teamId']);

export type ReadOccurrence = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number];

/** Jobs of occurrences, those that this person may read. */
async function jobsOf(ctx: Ctx, occurrenceIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('jobs')
    .where('occurrenceId', '=', anyId(occurrenceIds))
    .select(['id', 'documentNo', 'status', 'occurrenceId', 'kind'])
    .execute();
  const hidden = await hiddenDocuments(
    ctx,
    rows.map(({ id }) => ({ type: 'jobs', id })),
  );
  return new Map(
    rows.filter(({ id }) => !hidden.has(id)).map(({ occurrenceId, ...job }) => [occurrenceId, job]),
  );
}

/** Rows of occurrences; one whose grace has passed is overdue before the night says so. */
export async function shownOccurrences(ctx: Ctx, rows: readonly ReadOccurrence[]) {
  const [containers, byOccurrence] = await Promise.all([
    containersOf(
      ctx,
      rows.map(({ productId }) => productId),
    ),
    jobsOf(
      ctx,
      rows.map(({ id }) => id),
    ),
  ]);
  const day = today(ctx.clock);
  return rows.map(({ scheduleId, productId, name, graceDays, teamId: _, ...row }) => {
    const job = byOccurrence.get(row.id);
    const isLate = row.status === 'due' && addDays(row.day, graceDays) < day;
    return {
      ...row,
      status: isLate ? ('overdue' as const) : row.status,
      schedule: { id: scheduleId, name },
      ...containers(productId),
      job: job ? { id: job.id, documentNo: job.documentNo, status: job.status } : null,
    };
  });
}

/** Occurrences of days that this person may see, for the calendar. */
export const occurrencesBetween = (
  ctx: Ctx,
  {
    from,
    to,
    teamId,
    limit,
  }: {
    readonly from: string;
    readonly to: string;
    readonly teamId: string | undefined;
    readonly limit: number;
  },
) => {
  const query = columns(source(ctx))
    .where('o.day', '>=', from)
    .where('o.day', '<=', to)
    .where('o.status', '<>', 'cancelled')
    .orderBy('o.day')
    .orderBy('o.id')
    .limit(limit);
  return (teamId === undefined ? query : query.where('d.teamId', '=', teamId)).execute();
};

async function occurrenceById(ctx: Ctx, id: string) {
  const row = await columns(source(ctx).where('o.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  const [occurrence] = await shownOccurrences(ctx, [row]);
  if (!occurrence) throw notFound();
  return occurrence;
}

const { field, choice, status } = OCCURRENCE_WORDS;

const occurrenceList = defineList('pmOccurrences.list', {
  id: 'o.id',
  from: source,
  select: columns,
  map: (rows, ctx) => shownOccurrences(ctx, rows),
  sorts: { day: 'o.day' },
  filters: { scheduleId: 'o.schedule_id', productId: 'o.product_id', status: 'o.status' },
  dates: { column: 'o.day', kind: 'date' },
  export: {
    fileName: 'maintenance-occurrences',
    columns: {
      schedule: { title: field.schedule, type: 'text', value: ({ schedule }) => schedule.name },
      product: {
        title: field.product,
        type: 'text',
        value: ({ product }) => product.serialNumber,
      },
      productModel: { title: field.productModel, type: 'text' },
      day: { title: field.day, type: 'date' },
      dueOn: { title: field.dueOn, type: 'date' },
      status: { title: field.status, type: 'status', labels: status },
      doneOn: { title: field.doneOn, type: 'date' },
      missedOn: {
        title: field.missedOn,
        type: 'text',
        value: ({ missedOn }) => missedOn.join(', '),
      },
      skipCause: { title: field.skipCause, type: 'status', labels: choice.skipCause },
      reason: { title: field.reason, type: 'text' },
      job: { title: field.job, type: 'text', value: ({ job }) => job?.documentNo ?? null },
    },
  },
});

interface Held {
  readonly schedule: ScheduleRow;
  readonly occurrence: OccurrenceRow;
  readonly jobId: string | null;
  readonly serialNumber: string;
}

/** An occurrence for an action on it, held with its schedule until the transaction ends. */
async function lockFor(
  ctx: Ctx,
  action: 'skip' | 'move',
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Held> {
  const seen = await source(ctx)
    .innerJoin('products as p', 'p.id', 'o.productId')
    .where('o.id', '=', id)
    .select(['o.scheduleId', 'p.serialNumber'])
    .executeTakeFirst();
  if (!seen) throw notFound();
  const schedule = await lockSchedule(ctx, seen.scheduleId);
  const occurrence = await ctx.db
    .selectFrom('pmOccurrences')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
  if (!occurrence) throw notFound();
  expectVersion(occurrence, version);
  const jobId = await loadJobId(ctx, id);
  expectAllowed(ctx, occurrenceMachine, {
    action,
    doc: { status: occurrence.status, createdBy: null, isWithoutJob: jobId === null },
  });
  return { schedule, occurrence, jobId, serialNumber: seen.serialNumber };
}

const loadJobId = async (ctx: Ctx, occurrenceId: string): Promise<string | null> =>
  (
    await ctx.db
      .selectFrom('jobs')
      .where('occurrenceId', '=', occurrenceId)
      .select('id')
      .executeTakeFirst()
  )?.id ?? null;

/** Tells the timeline of the schedule, which container it is about and why. */
const tell = (
  ctx: Ctx,
  { schedule, occurrence, serialNumber }: Held,
  change: {
    readonly action: 'skip' | 'move-occurrence';
    readonly reason: string;
    readonly to?: string;
  },
) =>
  record(ctx, {
    subject: 'pmSchedules',
    subjectId: schedule.id,
    companyId: schedule.companyId,
    label: schedule.name,
    action: change.action,
    reason: change.reason,
    diff: {
      serialNumber: { from: null, to: serialNumber },
      dueDate: { from: occurrence.day, to: change.to ?? null },
    },
    after: { serialNumber, dueDate: change.to ?? occurrence.day },
    touches: [...OCCURRENCE_TOUCHES, 'jobs'],
  });

export const occurrenceHandlers: HandlersOf<Family<'pmOccurrences'>> = {
  'pmOccurrences.list': occurrenceList.run,

  'pmOccurrences.skip': async (ctx, { params, body }) => {
    const held = await lockFor(ctx, 'skip', { id: params.id, version: body.version });
    const { schedule, occurrence } = held;
    const [standing] = await standingsOf(ctx, schedule, occurrence.productId);
    await stepOccurrence(ctx, occurrence, {
      action: 'skip',
      to: 'skipped',
      set: { skipCause: 'person', reason: body.reason, reading: standing?.reading ?? null },
    });
    await plan(ctx, schedule, occurrence.productId);
    await tell(ctx, held, { action: 'skip', reason: body.reason });
    return { data: await occurrenceById(ctx, occurrence.id) };
  },

  'pmOccurrences.move': async (ctx, { params, body }) => {
    const held = await lockFor(ctx, 'move', { id: params.id, version: body.version });
    const { schedule, occurrence, jobId } = held;
    const now = today(ctx.clock);
    refuseFaults([
      ...(body.day < now ? [{ field: 'day', code: 'PAST_DATE' }] : []),
      ...(body.day > addDays(occurrence.dueOn, MAX_MOVE_DAYS)
        ? [{ field: 'day', code: 'RANGE_TOO_LONG', params: { max: MAX_MOVE_DAYS } }]
        : []),
      ...(body.day === occurrence.day ? [{ field: 'day', code: 'UNCHANGED' }] : []),
    ]);
    await stepOccurrence(ctx, occurrence, {
      action: 'move',
      // The night makes the job of what has come due.
      to:
        jobId === null
          ? 'planned'
          : openStatusOn(now, { ...schedule, day: body.day, isBegun: true }),
      set: { day: body.day },
    });
    if (jobId !== null) await tellJob(ctx, jobId, { day: body.day, version: occurrence.version });
    await tell(ctx, held, { action: 'move-occurrence', reason: body.reason, to: body.day });
    return { data: await occurrenceById(ctx, occurrence.id) };
  },
};

/** Tells the dispatcher and the technicians of a job that its planned day has moved. */
async function tellJob(
  ctx: Ctx,
  jobId: string,
  { day, version }: { readonly day: string; readonly version: number },
): Promise<void> {
  const job = await jobs.type.load(ctx, jobId, { lock: false });
  if (!job || isTerminal(jobMachine, job.status)) return;
  await notifyOfJob(ctx, job, {
    to: [job.dispatcherId, ...job.technicianIds],
    category: 'reminder',
    type: 'info',
    kind: 'tasks',
    title: {
      en: `The maintenance of job ${job.documentNo} was moved to ${day}`,
      th: `เลื่อนวันบำรุงรักษาของงาน ${job.documentNo} เป็น ${day}`,
    },
    key: `moved:${version}`,
  });
}
