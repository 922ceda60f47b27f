import type { JobPriority } from '@boxyard/shared/domain/service/jobs.ts';
import {
  addWorkingMinutes,
  workingMinutesBetween,
} from '@boxyard/shared/domain/service/workingTime.ts';
import { type Ctx, settingOf } from '../../../kernel/index.ts';
import type { JobRow } from './type.ts';

/** Promised time and downtime count from the report, or from the last reopening. */
export const countedFrom = (row: Pick<JobRow, 'reportedAt' | 'reopenedAt'>): Date =>
  row.reopenedAt ?? row.reportedAt;

const calendarOf = (ctx: Ctx, companyId: string) =>
  settingOf(ctx, { companyId, key: 'service.calendar' });

/** Until when a job has to be solved: working hours from its report or reopening, by priority (settings "SLA …"). */
export async function promisedBy(
  ctx: Ctx,
  job: {
    readonly companyId: string;
    readonly priority: JobPriority;
    readonly from: Date;
  },
): Promise<Date> {
  const [calendar, hours] = await Promise.all([
    calendarOf(ctx, job.companyId),
    settingOf(ctx, { companyId: job.companyId, key: `service.slaHours.${job.priority}` }),
  ]);
  return addWorkingMinutes(job.from, hours * 60, calendar);
}

/**
 * The promise of another priority: what the customer was waited for is added again, and warnings begin
 * anew. Nothing where the priority stays or no time was promised.
 */
export async function promisedAnew(ctx: Ctx, row: JobRow, priority: JobPriority) {
  if (priority === row.priority || row.slaDueAt === null) return {};
  const from = countedFrom(row);
  const [calendar, before, after] = await Promise.all([
    calendarOf(ctx, row.companyId),
    promisedBy(ctx, { ...row, from }),
    promisedBy(ctx, { ...row, from, priority }),
  ]);
  const waited = workingMinutesBetween(before, row.slaDueAt, calendar);
  const slaDueAt = addWorkingMinutes(after, waited, calendar);
  // While the customer is waited for, the clock stands.
  return {
    slaDueAt,
    slaWarnedAt: null,
    isOverdue: slaDueAt < (row.slaPausedAt ?? ctx.clock.now()),
  };
}

/** The promised instant after the customer was waited for: it moves by the working time of the wait. */
export async function afterPause(
  ctx: Ctx,
  job: {
    readonly companyId: string;
    readonly slaDueAt: Date | null;
    readonly slaPausedAt: Date | null;
  },
): Promise<Date | null> {
  const { slaDueAt, slaPausedAt } = job;
  if (slaDueAt === null || slaPausedAt === null) return slaDueAt;
  const calendar = await calendarOf(ctx, job.companyId);
  const waited = workingMinutesBetween(slaPausedAt, ctx.clock.now(), calendar);
  return addWorkingMinutes(slaDueAt, waited, calendar);
}
