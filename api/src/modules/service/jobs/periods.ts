import type { Ctx } from '../../../kernel/index.ts';
import { askAnew, takeBackAnswers } from './checks.ts';
import type { JobRow } from './type.ts';

/** Columns that begin anew with a reopening; the period before keeps what they were. */
const PERIOD_COLUMNS = [
  'reopenedAt',
  'coverage',
  'coverageReason',
  'technicianIds',
  'appointmentStart',
  'appointmentEnd',
  'slaDueAt',
  'slaWarnedAt',
  'isOverdue',
  'startedAt',
  'resolvedAt',
  'causeCodeId',
  'actionCodeId',
  'workDone',
  'result',
  'meter',
  'downtimeMinutes',
  'downtimeReason',
  'signedBy',
  'signatureFileId',
  'completedAt',
  'finalReport',
  'invoiceKey',
] as const satisfies readonly (keyof JobRow)[];
type PeriodColumns = Pick<JobRow, (typeof PERIOD_COLUMNS)[number]>;

const pick = (row: PeriodColumns): PeriodColumns =>
  Object.fromEntries(PERIOD_COLUMNS.map((column) => [column, row[column]])) as PeriodColumns;

/** Columns that say nothing of the work that follows a reopening. */
export const UNDONE = {
  startedAt: null,
  resolvedAt: null,
  completedAt: null,
  causeCodeId: null,
  actionCodeId: null,
  workDone: null,
  result: null,
  meter: null,
  downtimeMinutes: null,
  downtimeReason: null,
  signedBy: null,
  signatureFileId: null,
  finalReport: null,
  invoiceKey: null,
} as const satisfies Partial<PeriodColumns>;

/** The periods of a job that ended with a reopening, in their order. */
export const periodsOf = (ctx: Ctx, jobId: string) =>
  ctx.db
    .selectFrom('jobPeriods')
    .where('jobId', '=', jobId)
    .orderBy('endedAt')
    .orderBy('id')
    .selectAll()
    .execute();

/** Keeps the figures of the period that a reopening ends. */
export async function endPeriod(ctx: Ctx, row: JobRow): Promise<void> {
  const { resolvedAt, ...period } = pick(row);
  if (resolvedAt === null) throw new Error(`job ${row.id} was not solved`);
  const { id } = await ctx.db
    .insertInto('jobPeriods')
    .values({ ...period, resolvedAt, jobId: row.id, endedAt: ctx.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (row.hasChecks) await askAnew(ctx, row.id, id);
}

/** Takes the last reopening back: the columns of the period before it, and where the job stood. */
export async function takeBackPeriod(ctx: Ctx, row: JobRow) {
  const last = (await periodsOf(ctx, row.id)).at(-1);
  if (last === undefined) throw new Error(`job ${row.id} was not reopened`);
  if (row.hasChecks) await takeBackAnswers(ctx, row.id, last.id);
  await ctx.db.deleteFrom('jobPeriods').where('id', '=', last.id).execute();
  return {
    to: last.completedAt === null ? 'resolved' : 'completed',
    set: { ...pick(last), reopenedCount: row.reopenedCount - 1 },
  };
}
