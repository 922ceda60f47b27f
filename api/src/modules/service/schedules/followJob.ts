import { bangkokDate } from '@boxyard/shared/domain';
import {
  isOpenOccurrence,
  openStatusOn,
  type SkipCause,
} from '@boxyard/shared/domain/service/schedules.ts';
import { type Ctx, today, updated } from '../../../kernel/index.ts';
import type { JobRow } from '../jobs/type.ts';
import { lockSchedule, plan, refreshOpen, standingsOf } from './planning.ts';

/** Outcome of the job of an occurrence. */
export type JobOutcome =
  | { readonly is: 'done' }
  | { readonly is: 'skipped'; readonly cause: SkipCause; readonly reason: string | null }
  | { readonly is: 'reopened' };

const occurrenceOf = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('pmOccurrences').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

/**
 * Lets an occurrence follow its job: done with the work accepted, skipped with a job that was given up,
 * open again with one that goes on. The next one is planned, or the next one that nobody works on yet
 * is taken back. The schedule is locked before the container, as by the night's work.
 */
export async function followJob(
  ctx: Ctx,
  job: Pick<JobRow, 'occurrenceId' | 'resolvedAt' | 'productId'>,
  outcome: JobOutcome,
): Promise<void> {
  if (job.occurrenceId === null) return;
  const { scheduleId } = await occurrenceOf(ctx, job.occurrenceId);
  const schedule = await lockSchedule(ctx, scheduleId);
  const occurrence = await occurrenceOf(ctx, job.occurrenceId);
  const isOpen = isOpenOccurrence(occurrence.status);
  const set = (values: object) =>
    ctx.db
      .updateTable('pmOccurrences')
      .set((eb) => ({ ...values, ...updated(ctx), version: eb('version', '+', 1) }))
      .where('id', '=', occurrence.id)
      .execute();
  if (outcome.is === 'reopened') {
    if (isOpen) return;
    const [standing] = await standingsOf(ctx, schedule, job.productId);
    const next = standing?.open ?? null;
    // The next one is being worked on: this one stays done.
    if (next !== null && next.jobId !== null) return;
    if (next !== null) await ctx.db.deleteFrom('pmOccurrences').where('id', '=', next.id).execute();
    const status = openStatusOn(today(ctx.clock), { ...schedule, day: occurrence.day });
    await set({ status: status === 'planned' ? 'due' : status, doneOn: null, reading: null });
    return;
  }
  if (!isOpen) return;
  const [standing] = await standingsOf(ctx, schedule, job.productId);
  if (standing) await refreshOpen(ctx, schedule, standing);
  await set(
    outcome.is === 'done'
      ? {
          status: 'done',
          doneOn: bangkokDate(job.resolvedAt ?? ctx.clock.now()),
          reading: standing?.reading ?? null,
        }
      : {
          status: 'skipped',
          skipCause: outcome.cause,
          reason: outcome.reason,
          reading: standing?.reading ?? null,
        },
  );
  await plan(ctx, schedule, job.productId);
}
