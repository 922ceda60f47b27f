import { isResolvedBy, type PauseReason } from '@boxyard/shared/domain/service/jobs.ts';
import { authorId, type Ctx, refuseFaults } from '../../../kernel/index.ts';
import { keepPicture, sentPicture } from '../../../workflow/index.ts';
import { readMeter } from '../schedules/readings.ts';
import { checkFaults } from './checks.ts';
import { expectCodes } from './codes.ts';
import { notifyOfJob } from './notify.ts';
import { refreshServiceStatus } from './serviceStatus.ts';
import { countedFrom } from './sla.ts';
import { type JobRow, jobs, TOUCHES, withWorkers } from './type.ts';
import { expectSettled, settleParts } from './usedParts.ts';

const MINUTE_MS = 60_000;

/** The times of work on a job in their order. */
export const timesOf = (ctx: Ctx, jobId: string) =>
  ctx.db
    .selectFrom('jobTimes')
    .where('jobId', '=', jobId)
    .orderBy('startedAt')
    .orderBy('id')
    .selectAll()
    .execute();

/** The technician whose time it is: the one who acts, or the first where somebody else writes it down. */
const workerOf = (ctx: Ctx, row: JobRow): string => {
  const actor = authorId(ctx.actor);
  if (actor !== null && row.technicianIds.includes(actor)) return actor;
  const [first] = row.technicianIds;
  if (first === undefined) throw new Error(`job ${row.id} is worked on by nobody`);
  return first;
};

/** Days that a step may wait on a phone and still count from when it was done. */
const DAYS_BACK = 14;

/**
 * The moment of a step that waited on a phone, by its clock: neither in the future, nor before what was
 * done to the job last, nor long ago. A clock that is wrong costs nobody their work.
 */
async function momentOf(ctx: Ctx, row: JobRow, doneAt: string | undefined): Promise<Date> {
  const now = ctx.clock.now();
  if (doneAt === undefined) return now;
  const times = await timesOf(ctx, row.id);
  const latest = Math.max(
    row.createdAt.getTime(),
    now.getTime() - DAYS_BACK * 24 * 60 * MINUTE_MS,
    ...times.flatMap(({ startedAt, endedAt }) => [
      startedAt.getTime(),
      (endedAt ?? startedAt).getTime(),
    ]),
  );
  return new Date(Math.min(now.getTime(), Math.max(latest, Date.parse(doneAt))));
}

export const beginTime = (ctx: Ctx, row: JobRow, at: Date = ctx.clock.now()) =>
  ctx.db
    .insertInto('jobTimes')
    .values({
      jobId: row.id,
      technicianId: workerOf(ctx, row),
      startedAt: at,
      endedAt: null,
      pauseReason: null,
      note: null,
    })
    .execute();

interface Ending {
  readonly pauseReason?: PauseReason | null;
  readonly note?: string | null;
  /** This person's time alone. */
  readonly of?: string | null;
  readonly at?: Date;
}

/** Ends whatever runs on a job. */
export const endTimes = (
  ctx: Ctx,
  jobId: string,
  { pauseReason = null, note = null, of = null, at = ctx.clock.now() }: Ending = {},
) => {
  const running = ctx.db
    .updateTable('jobTimes')
    .set({ endedAt: at, pauseReason, note })
    .where('jobId', '=', jobId)
    .where('endedAt', 'is', null);
  return (of === null ? running : running.where('technicianId', '=', of)).execute();
};

export const startJob = jobs.action('start', async (ctx, row, { doneAt }) => {
  const at = await momentOf(ctx, row, doneAt);
  await beginTime(ctx, row, at);
  return {
    set: { startedAt: at, ...withWorkers(row, [authorId(ctx.actor)]) },
    notices: [],
  };
});

export const resumeJob = jobs.action('resume', async (ctx, row, { doneAt }) => {
  await beginTime(ctx, row, await momentOf(ctx, row, doneAt));
  return { set: withWorkers(row, [authorId(ctx.actor)]), notices: [] };
});

/**
 * Stops the work of whoever acts, or all of it where they do not work on it. While others go on, the job
 * does; else it waits, for parts that are missing.
 */
export const pauseJob = jobs.action('pause', async (ctx, row, body) => {
  const note = body.note || null;
  const me = row.runningIds.find((id) => id === ctx.actor.userId) ?? null;
  const at = await momentOf(ctx, row, body.doneAt);
  await endTimes(ctx, row.id, { pauseReason: body.pauseReason, note, of: me, at });
  const goesOn = me !== null && row.runningIds.length > 1;
  return {
    to: goesOn ? row.status : body.pauseReason === 'parts' ? 'waitingParts' : 'scheduled',
    diff: { pauseReason: body.pauseReason, note },
    notices: [],
  };
});

/** A photograph of the job was attached since its work began. */
async function hasPhoto(ctx: Ctx, row: JobRow): Promise<boolean> {
  const photo = await ctx.db
    .selectFrom('attachments')
    .where('subjectType', '=', jobs.type.subject)
    .where('subjectId', '=', row.id)
    .where('kind', '=', 'photo')
    // Photographs by the reporter of a fault show no work.
    .where('createdBy', 'is not', null)
    .where('removedAt', 'is', null)
    .where('createdAt', '>=', row.startedAt ?? row.createdAt)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return photo !== undefined;
}

/** Minutes without selling, by the clock on the wall; null where it went on selling. */
const downtimeOf = (row: JobRow, now: Date): number | null =>
  row.isDown ? Math.floor((now.getTime() - countedFrom(row).getTime()) / MINUTE_MS) : null;

/** Tells the dispatcher and the reporter that a job is solved and is to be accepted. */
const notifySolved = (ctx: Ctx, row: JobRow, isSigned: boolean): Promise<void> =>
  notifyOfJob(ctx, row, {
    to: [row.dispatcherId, row.createdBy],
    category: 'message',
    type: 'success',
    kind: 'outcomes',
    title: isSigned
      ? {
          en: `The work of job ${row.documentNo} is done, and its customer has signed`,
          th: `งาน ${row.documentNo} ดำเนินการเสร็จแล้ว และลูกค้าลงนามแล้ว`,
        }
      : {
          en: `The work of job ${row.documentNo} is done`,
          th: `งาน ${row.documentNo} ดำเนินการเสร็จแล้ว`,
        },
    key: `solved:${row.version}`,
  });

/**
 * Reports the work and its result: the job is solved, waits for parts, or goes on (2.10). A job that is
 * solved has a photograph that was taken since the work began.
 */
export const summariseWork = jobs.action('technicianSummary', {
  before: async (ctx, { body }) => ({
    picture: await sentPicture(ctx, {
      field: 'signature',
      dataUrl: body.signature,
      code: 'SIGNATURE',
    }),
  }),
  effect: async (ctx, row, { picture, ...body }) => {
    const isSolved = isResolvedBy(body.result);
    const isSigned = picture !== null;
    refuseFaults([
      ...(isSolved ? await checkFaults(ctx, row) : []),
      ...(isSolved && !(await hasPhoto(ctx, row))
        ? [{ field: 'photos', code: 'PHOTO_OF_WORK' }]
        : []),
      ...(isSigned && !body.signedBy ? [{ field: 'signedBy', code: 'REQUIRED' }] : []),
    ]);
    // A code that is no longer in use stays where it was given.
    await expectCodes(ctx, row.productId, {
      cause: body.causeCodeId === row.causeCodeId ? null : body.causeCodeId,
      action: body.actionCodeId === row.actionCodeId ? null : body.actionCodeId,
    });
    if (body.meter != null) await readMeter(ctx, row, body.meter);
    await settleParts(ctx, row, body);
    if (isSolved) await expectSettled(ctx, row);
    const now = await momentOf(ctx, row, body.doneAt);
    const needsParts = body.result === 'needParts';
    if (isSolved || needsParts) {
      await endTimes(ctx, row.id, { pauseReason: needsParts ? 'parts' : null, at: now });
    }
    if (isSolved) await notifySolved(ctx, row, Boolean(body.signedBy));
    return {
      to: isSolved ? 'resolved' : needsParts ? 'waitingParts' : 'inProgress',
      set: {
        causeCodeId: body.causeCodeId ?? null,
        actionCodeId: body.actionCodeId ?? null,
        workDone: body.workDone,
        result: body.result,
        ...withWorkers(row, [authorId(ctx.actor)]),
        downtimeReason: body.downtimeReason ?? null,
        meter: body.meter ?? null,
        ...(isSolved
          ? { resolvedAt: now, downtimeMinutes: downtimeOf(row, now), isOverdue: isLate(row, now) }
          : {}),
        // A visit that solved nothing is not what the customer signs for.
        ...(isSolved && body.signedBy ? { signedBy: body.signedBy } : {}),
        ...(isSolved && isSigned
          ? { signatureFileId: await keepPicture(ctx, 'signature', picture) }
          : {}),
      },
      diff: { result: body.result, workDone: body.workDone },
      notices: [],
      touches: [...TOUCHES, 'requisitions', 'goodsImports', 'parts'],
    };
  },
  after: refreshServiceStatus,
});

const isLate = (row: JobRow, now: Date): boolean => row.slaDueAt !== null && now > row.slaDueAt;
