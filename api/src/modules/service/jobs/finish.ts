import { type Ctx, conflict, refuseFaults } from '../../../kernel/index.ts';
import { changesOf, keepPicture, sentPicture } from '../../../workflow/index.ts';
import { followJob } from '../schedules/followJob.ts';
import { OCCURRENCE_TOUCHES } from '../schedules/type.ts';
import { expectBilled } from './billing.ts';
import { coverageOf } from './coverage.ts';
import { dropEstimates } from './estimate.ts';
import { notifyOfJob } from './notify.ts';
import { giveBackParts } from './parts.ts';
import { endPeriod, takeBackPeriod, UNDONE } from './periods.ts';
import { refreshServiceStatus } from './serviceStatus.ts';
import { promisedBy } from './sla.ts';
import { type JobRow, jobs, TOUCHES } from './type.ts';
import { beginTime, endTimes } from './work.ts';

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

/** Closes a job for good, once its final report is written and its invoices are paid (2.10). */
export const closeJob = jobs.action('close', async (ctx, row) => {
  if (row.finalReport === null) throw conflict('REPORT_MISSING');
  await expectBilled(ctx, row);
  return { set: { closedAt: ctx.clock.now() } };
});

/** The container stands at the customer of the job, under its contract: what is promised is theirs. */
async function expectSameHolder(ctx: Ctx, row: JobRow): Promise<void> {
  const { customerId, contractId } = await coverageOf(ctx, row);
  if (customerId !== row.customerId || contractId !== row.contractId) {
    throw conflict('OTHER_HOLDER_NOW');
  }
}

/** Tells dispatcher, technicians and reporter that the work did not hold. */
const notifyReopened = (ctx: Ctx, row: JobRow): Promise<void> =>
  notifyOfJob(ctx, row, {
    to: [row.dispatcherId, row.createdBy, ...row.technicianIds],
    category: 'alert',
    type: 'warning',
    kind: 'alerts',
    title: {
      en: `Job ${row.documentNo} was reopened`,
      th: `งาน ${row.documentNo} ถูกเปิดใหม่`,
    },
    key: `reopened:${row.version}`,
  });

/**
 * Goes on with a job: a new period, whose promised time and downtime begin now, and which is signed,
 * photographed and reported for itself. The figures of the one before stay (periods.ts). A job that was
 * completed is done once more within its warranty of repair: free, and planned anew.
 */
export const reopenJob = jobs.action('reopen', {
  effect: async (ctx, row) => {
    const isAgain = row.completedAt !== null;
    if (!row.isRecent) throw conflict('REPAIR_WARRANTY_OVER');
    if (isAgain) await expectSameHolder(ctx, row);
    await endPeriod(ctx, row);
    await notifyReopened(ctx, row);
    const now = ctx.clock.now();
    const coverage = isAgain && row.coverage === 'billable' ? 'warranty' : row.coverage;
    const slaDueAt = row.slaDueAt === null ? null : await promisedBy(ctx, { ...row, from: now });
    if (!isAgain) await beginTime(ctx, row);
    if (isAgain) await followJob(ctx, row, { is: 'reopened' });
    return {
      set: {
        ...UNDONE,
        ...(isAgain
          ? { appointmentStart: null, appointmentEnd: null, wasCompleted: true }
          : { startedAt: now }),
        coverage,
        ...(coverage === row.coverage ? {} : { coverageReason: 'REPAIR_WARRANTY' }),
        reopenedAt: now,
        reopenedCount: row.reopenedCount + 1,
        slaDueAt,
        slaPausedAt: null,
        slaWarnedAt: null,
        isOverdue: false,
      },
      diff: changesOf(row, { coverage, slaDueAt, downtimeMinutes: null, result: null }),
      // A reopening refuses nothing.
      notices: [],
      touches: TOUCHES,
    };
  },
  after: refreshServiceStatus,
});

/**
 * Gives a job up in any state before it is solved: its people are free again (section 7, invariant 6),
 * and its occurrence is skipped. One whose work was accepted before goes back to that: what was done and is to be paid stays.
 */
export const cancelJob = jobs.action('cancel', {
  effect: async (ctx, row, body) => {
    await endTimes(ctx, row.id);
    await giveBackParts(ctx, row, body.reason);
    await dropEstimates(ctx, row);
    if (!row.wasCompleted) {
      await followJob(ctx, row, { is: 'skipped', cause: 'jobCancelled', reason: body.reason });
      const touches = [...TOUCHES, ...OCCURRENCE_TOUCHES];
      return { to: 'cancelled', set: { slaPausedAt: null }, touches };
    }
    const { to, set } = await takeBackPeriod(ctx, row);
    if (to === 'completed') await followJob(ctx, { ...row, ...set }, { is: 'done' });
    const { coverage, slaDueAt, downtimeMinutes, result } = set;
    return {
      to,
      set: { ...set, slaPausedAt: null },
      diff: changesOf(row, { coverage, slaDueAt, downtimeMinutes, result }),
      // It was neither refused nor cancelled.
      notices: [],
      touches: [...TOUCHES, ...OCCURRENCE_TOUCHES],
    };
  },
  after: refreshServiceStatus,
});
