import { routeOf } from '@boxyard/shared/domain';
import { estimateMachine } from '@boxyard/shared/domain/service/estimateMachine.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { AUTO_ACCEPT_HOURS, JOB_PAGES, SLA_WARNING } from '@boxyard/shared/domain/service/jobs.ts';
import { sql } from 'kysely';
import { type App, type Ctx, SYSTEM, today } from '../../../kernel/index.ts';
import { runAction, workApart } from '../../../workflow/index.ts';
import { followJob } from '../schedules/followJob.ts';
import { OCCURRENCE_TOUCHES } from '../schedules/type.ts';
import { endEstimate } from './estimate.ts';
import { notifyOfJob } from './notify.ts';
import { type JobRow, jobs } from './type.ts';

const HOUR_MS = 3_600_000;
/** Jobs that one pass looks at; what is left over follows with the next one. */
const MOST = 500;

/** Tells dispatcher and technicians how a job stands against its promised time. */
const notifyPromise = (ctx: Ctx, row: JobRow, isOver: boolean): Promise<void> =>
  notifyOfJob(ctx, row, {
    to: [row.dispatcherId, ...row.technicianIds],
    category: isOver ? 'alert' : 'reminder',
    type: isOver ? 'error' : 'warning',
    kind: isOver ? 'alerts' : 'tasks',
    title: isOver
      ? { en: `Job ${row.documentNo} is overdue`, th: `งาน ${row.documentNo} เกินกำหนด SLA` }
      : { en: `Job ${row.documentNo} is due soon`, th: `งาน ${row.documentNo} ใกล้ครบกำหนด SLA` },
    key: `${isOver ? 'overdue' : 'dueSoon'}:${row.slaDueAt?.toISOString()}`,
  });

/** Warns of jobs whose promised time has come to its last fifth, and says of those whose time has passed. */
export async function watchPromises(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: string; isOver: boolean }>`
    select id, sla_due_at < ${now} as "isOver" from jobs
    where resolved_at is null and status not in ('rejected', 'cancelled') and sla_paused_at is null
      and ((sla_due_at < ${now} and not is_overdue)
        or (sla_warned_at is null
          and coalesce(reopened_at, reported_at)
            + (sla_due_at - coalesce(reopened_at, reported_at)) * ${SLA_WARNING}::float8 <= ${now}))
    order by sla_due_at, id limit ${MOST} for update skip locked`.execute(ctx.db);
  for (const { id, isOver } of rows) {
    const row = await jobs.stored.load(ctx, id, { lock: false });
    if (!row) continue;
    await notifyPromise(ctx, row, isOver);
    await ctx.db
      .updateTable('jobs')
      .set({ slaWarnedAt: row.slaWarnedAt ?? now, isOverdue: isOver })
      .where('id', '=', id)
      .execute();
  }
}

/** Solved work to which the customer said nothing for 48 hours; silence does not sign. */
const silentJobs = ({ db, clock }: Pick<Ctx, 'db' | 'clock'>) =>
  db
    .selectFrom('jobs')
    .where('status', 'in', [...jobMachine.actions.accept.from])
    .where('resolvedAt', '<=', new Date(clock.now().getTime() - AUTO_ACCEPT_HOURS * HOUR_MS))
    .where((eb) =>
      eb.or([eb('requiresSignature', '=', false), eb('signatureFileId', 'is not', null)]),
    );

async function acceptJob(ctx: Ctx, id: string): Promise<void> {
  // Held and read again: somebody may have accepted or reopened it since it was found.
  const job = await silentJobs(ctx)
    .where('id', '=', id)
    .select('version')
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!job) return;
  await runAction(ctx, jobs.type, {
    action: 'accept',
    id,
    version: job.version,
    effect: async (row) => {
      await followJob(ctx, row, { is: 'done' });
      return { set: { completedAt: ctx.clock.now() }, touches: OCCURRENCE_TOUCHES };
    },
  });
}

/**
 * Accepts solved work to which the customer said nothing for 48 hours (2.10). Each job is accepted by
 * itself: people lock a job before its schedule, and two jobs of one schedule would meet in the other order.
 */
export async function acceptSilent(app: App): Promise<void> {
  const found = await silentJobs(app).orderBy('resolvedAt').limit(MOST).select('id').execute();
  await workApart(app, {
    name: 'acceptSilentJobs',
    title: {
      en: 'Finished jobs could not be accepted',
      th: 'ปิดรับงานที่ซ่อมเสร็จแล้วได้ไม่ครบ',
    },
    page: routeOf(JOB_PAGES.repair).path,
    pieces: found.map(({ id }) => id),
    run: acceptJob,
  });
}

/** Estimates of jobs whose last day has passed without an answer. */
async function expireEstimate(ctx: Ctx, jobId: string): Promise<void> {
  const job = await jobs.type.load(ctx, jobId, { lock: true });
  // Somebody may have answered or taken it back since it was found.
  if (!job?.isAwaited) return;
  await runAction(ctx, jobs.type, {
    action: 'expire-estimate',
    id: jobId,
    version: job.version,
    effect: (row) => endEstimate(ctx, row),
  });
}

/** Ends estimates that nobody has answered in time, each by itself; dispatchers decide what becomes of the job. */
export async function expireEstimates(app: App): Promise<void> {
  const found = await app.db
    .selectFrom('jobEstimates')
    .where('status', 'in', [...estimateMachine.actions.expire.from])
    .where('validUntil', '<', today(app.clock))
    .orderBy('validUntil')
    .limit(MOST)
    .select('jobId')
    .execute();
  await workApart(app, {
    name: 'expireEstimates',
    title: {
      en: 'Estimates whose time has passed could not be ended',
      th: 'ปิดใบประเมินราคาที่หมดอายุได้ไม่ครบ',
    },
    page: routeOf(JOB_PAGES.repair).path,
    pieces: found.map(({ jobId }) => jobId),
    run: expireEstimate,
  });
}

/** Watches jobs every few minutes: promised times, estimates without an answer, work that nobody objects to. */
export async function watchJobs(app: App): Promise<void> {
  await app.transaction({ actor: SYSTEM }, watchPromises);
  await expireEstimates(app);
  await acceptSilent(app);
}
