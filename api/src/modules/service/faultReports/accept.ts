import { unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { type Ctx, conflict, invalid, named, record } from '../../../kernel/index.ts';
import { actionsOf, loadVisible, runAction } from '../../../workflow/index.ts';
import { jobs } from '../jobs/type.ts';
import { copyPhotos } from './photos.ts';
import { reportDocument, SUBJECT } from './type.ts';

/** A report of the container that this person sees and nobody has decided on; 422 and 409 for any other. */
export async function expectReport(
  ctx: Ctx,
  { id, productId }: { readonly id: string; readonly productId: string },
): Promise<{ readonly id: string; readonly version: number }> {
  const row = await loadVisible(ctx, reportDocument, { id, lock: true });
  if (row.productId !== productId) {
    throw invalid([{ field: 'productId', code: 'FAULT_REPORT_OTHER_PRODUCT' }]);
  }
  return row;
}

/** Makes a report the job that was made of it. */
export async function acceptReport(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version: number },
  job: { readonly id: string; readonly documentNo: string | null },
): Promise<void> {
  await runAction(ctx, reportDocument, {
    action: 'accept',
    id,
    version,
    effect: async () => ({
      set: { jobId: job.id },
      diff: { job: named('jobs', job) },
      notices: [],
      touches: ['jobs'],
    }),
  });
  await copyPhotos(ctx, id, job.id);
}

/** Adds a report to an open job of its container. */
export const joinJob = actionsOf(SUBJECT, reportDocument)('join', async (ctx, row, { jobId }) => {
  const found = await ctx.db
    .selectFrom('jobs')
    .where('id', '=', jobId)
    .where('productId', '=', row.productId)
    .select('id')
    .executeTakeFirst();
  if (!found) throw invalid([{ field: 'jobId', code: 'UNKNOWN_ID' }]);
  const job = await loadVisible(ctx, jobs.type, { id: jobId, lock: true });
  if (!unsolvedJobStatuses.includes(job.status)) throw conflict('JOB_IS_SOLVED');
  await copyPhotos(ctx, row.id, jobId);
  await record(ctx, {
    subject: jobs.type.subject,
    subjectId: jobId,
    companyId: job.companyId,
    action: 'join',
    from: job.status,
    to: job.status,
    label: job.documentNo,
    after: { symptom: row.symptom },
    diff: { symptom: { from: null, to: row.symptom } },
  });
  return { set: { jobId }, diff: { job: named('jobs', job) }, notices: [], touches: ['jobs'] };
});
