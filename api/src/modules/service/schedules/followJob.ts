import { bangkokDate } from '@boxyard/shared/domain';
import { startsFrom } from '@boxyard/shared/domain/machine/machine.ts';
import { occurrenceMachine } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import { openStatusOn, type SkipCause } from '@boxyard/shared/domain/service/schedules.ts';
import { type Ctx, today } from '../../../kernel/index.ts';
import type { JobRow } from '../jobs/type.ts';
import { lockSchedule, plan, refreshOpen, standingsOf } from './planning.ts';
import { stepOccurrence } from './step.ts';

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
  if (outcome.is === 'reopened') {
    if (!startsFrom(occurrenceMachine, 'reopen', occurrence.status)) return;
    const [standing] = await standingsOf(ctx, schedule, job.productId);
    const next = standing?.open ?? null;
    // The next one is being worked on: this one stays done.
    if (next !== null && next.jobId !== null) return;
    if (next !== null) await ctx.db.deleteFrom('pmOccurrences').where('id', '=', next.id).execute();
    await stepOccurrence(ctx, occurrence, {
      action: 'reopen',
      to: openStatusOn(today(ctx.clock), { ...schedule, day: occurrence.day, isBegun: true }),
      set: { doneOn: null, reading: null },
    });
    return;
  }
  if (!startsFrom(occurrenceMachine, 'complete', occurrence.status)) return;
  const [standing] = await standingsOf(ctx, schedule, job.productId);
  if (standing) await refreshOpen(ctx, schedule, standing);
  const reading = standing?.reading ?? null;
  await stepOccurrence(
    ctx,
    occurrence,
    outcome.is === 'done'
      ? {
          action: 'complete',
          to: 'done',
          set: { doneOn: bangkokDate(job.resolvedAt ?? ctx.clock.now()), reading },
        }
      : {
          action: 'give-up',
          to: 'skipped',
          set: { skipCause: outcome.cause, reason: outcome.reason, reading },
        },
  );
  await plan(ctx, schedule, job.productId);
}
