import { bookedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { sql } from 'kysely';
import { type Ctx, record } from '../../../kernel/index.ts';
import { notifyOfJob } from './notify.ts';
import { type JobRow, jobs } from './type.ts';
import { endTimes } from './work.ts';

/** Notes in the timeline that the time of somebody who goes has ended. */
const noteEnd = (ctx: Ctx, row: JobRow): Promise<unknown> =>
  record(ctx, {
    subject: jobs.type.subject,
    subjectId: row.id,
    companyId: row.companyId,
    action: 'pause',
    from: row.status,
    to: row.status,
    diff: { pauseReason: 'other' },
  });

/** Ends the time of a person on a job that they gave to a colleague, who begins the own. */
export async function endTimeOn(ctx: Ctx, jobId: string, userId: string): Promise<void> {
  const ended = await endTimes(ctx, jobId, { of: userId, pauseReason: 'other' });
  if (ended.every(({ numUpdatedRows }) => numUpdatedRows === 0n)) return;
  const row = await jobs.stored.load(ctx, jobId, { lock: false });
  if (row) await noteEnd(ctx, row);
}

/** Ends the time of a person who is suspended, and tells the dispatchers that somebody else has to go on. */
export async function endJobsOf(ctx: Ctx, userId: string): Promise<void> {
  const ended = await ctx.db
    .updateTable('jobTimes')
    .set({ endedAt: ctx.clock.now(), pauseReason: 'other' })
    .where('technicianId', '=', userId)
    .where('endedAt', 'is', null)
    .returning('jobId')
    .execute();
  for (const { jobId } of ended) {
    const row = await jobs.stored.load(ctx, jobId, { lock: false });
    if (!row) continue;
    await noteEnd(ctx, row);
    await notifyOfJob(ctx, row, {
      to: [row.dispatcherId],
      category: 'alert',
      type: 'warning',
      kind: 'tasks',
      title: {
        en: `The technician of job ${row.documentNo} has left`,
        th: `ช่างของงาน ${row.documentNo} ถูกระงับบัญชีแล้ว`,
      },
      key: `left:${userId}`,
    });
  }
}

interface Absent {
  readonly userId: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/**
 * Tells the dispatchers of appointments that somebody does not keep, and answers how many these are. The
 * appointments stay until they are made anew.
 */
export async function tellOfAbsence(ctx: Ctx, absent: Absent): Promise<number> {
  const { userId, startsAt, endsAt } = absent;
  const missed = await ctx.db
    .selectFrom('jobs')
    .where(sql<boolean>`technician_ids @> array[${userId}::uuid]`)
    .where('status', 'in', [...bookedJobStatuses])
    .where('appointmentStart', '<', new Date(endsAt))
    .where('appointmentEnd', '>', new Date(startsAt))
    .orderBy('appointmentStart')
    .orderBy('id')
    .select('id')
    .execute();
  for (const { id } of missed) {
    const row = await jobs.stored.load(ctx, id, { lock: false });
    if (!row) continue;
    await notifyOfJob(ctx, row, {
      to: [row.dispatcherId],
      category: 'alert',
      type: 'warning',
      kind: 'tasks',
      title: {
        en: `A technician of job ${row.documentNo} is away at its appointment`,
        th: `ช่างของงาน ${row.documentNo} ไม่อยู่ในเวลานัดหมาย`,
      },
      key: `away:${userId}:${startsAt}:${endsAt}`,
    });
  }
  return missed.length;
}

/** The answer to an absence that meets appointments; nothing where it meets none. */
export const absenceMessage = (ctx: Ctx, count: number): { readonly message?: string } =>
  count === 0
    ? {}
    : {
        message:
          ctx.locale === 'th'
            ? `บันทึกแล้ว แต่มีนัดหมาย ${count} งานในช่วงนี้ ผู้จ่ายงานได้รับแจ้งแล้ว`
            : `Saved. ${count === 1 ? 'One appointment lies' : `${count} appointments lie`} in this time; the dispatchers are told.`,
      };
