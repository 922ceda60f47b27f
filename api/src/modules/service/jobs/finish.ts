import { conflict, refuseFaults } from '../../../kernel/index.ts';
import { keepPicture, sentPicture } from '../../../workflow/index.ts';
import { followJob } from '../schedules/followJob.ts';
import { OCCURRENCE_TOUCHES } from '../schedules/type.ts';
import { refreshServiceStatus } from './serviceStatus.ts';
import { jobs, TOUCHES } from './type.ts';
import { endTimes } from './work.ts';

/** Accepts the work; a signature that the technician brought stays (2.10). */
export const completeJob = jobs.action('complete', {
  before: async (ctx, { body }) => ({
    picture: await sentPicture(ctx, {
      field: 'signature',
      dataUrl: body.signature,
      code: 'SIGNATURE',
    }),
  }),
  effect: async (ctx, row, { picture, ...body }) => {
    const isUnsigned = row.requiresSignature && row.signatureFileId === null && picture === null;
    refuseFaults([
      ...(isUnsigned ? [{ field: 'signature', code: 'REQUIRED' }] : []),
      ...(picture !== null && !body.signedBy ? [{ field: 'signedBy', code: 'REQUIRED' }] : []),
    ]);
    await followJob(ctx, row, { is: 'done' });
    return {
      set: {
        completedAt: ctx.clock.now(),
        ...(body.signedBy ? { signedBy: body.signedBy } : {}),
        ...(picture === null
          ? {}
          : { signatureFileId: await keepPicture(ctx, 'signature', picture) }),
      },
      touches: OCCURRENCE_TOUCHES,
    };
  },
});

export const writeFinalReport = jobs.action('finalReport', async (_ctx, row, body) => ({
  set: { finalReport: body.finalReport },
  diff: { finalReport: { from: row.finalReport, to: body.finalReport } },
}));

/** Closes a job for good, once its final report is written (2.10). */
export const closeJob = jobs.action('close', async (ctx, row) => {
  if (row.finalReport === null) throw conflict('REPORT_MISSING');
  return { set: { closedAt: ctx.clock.now() } };
});

/**
 * Goes on with a job. One that was completed is done once more within its warranty of repair: free, with
 * a technician still to be sent, and a clock of its own that has been running since it was reported.
 */
export const reopenJob = jobs.action('reopen', {
  effect: async (ctx, row) => {
    const isAgain = row.completedAt !== null;
    if (!row.isRecent) throw conflict('REPAIR_WARRANTY_OVER');
    if (isAgain) await followJob(ctx, row, { is: 'reopened' });
    return {
      set: {
        resolvedAt: null,
        completedAt: null,
        result: null,
        downtimeMinutes: null,
        reopenedCount: row.reopenedCount + 1,
        ...(isAgain && row.coverage === 'billable'
          ? { coverage: 'warranty' as const, coverageReason: 'REPAIR_WARRANTY' }
          : {}),
      },
      touches: TOUCHES,
    };
  },
  after: refreshServiceStatus,
});

/** Gives a job up in any state before it is solved: its people are free again, its occurrence is skipped. */
export const cancelJob = jobs.action('cancel', {
  effect: async (ctx, row, { reason }) => {
    await endTimes(ctx, row.id);
    await followJob(ctx, row, { is: 'skipped', cause: 'jobCancelled', reason });
    return { set: { slaPausedAt: null }, touches: [...TOUCHES, ...OCCURRENCE_TOUCHES] };
  },
  after: refreshServiceStatus,
});
