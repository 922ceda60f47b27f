import type { Ctx } from '../../../kernel/index.ts';
import type { RequisitionRow } from './type.ts';

/** An event of a requisition that its service job follows. */
export interface JobPartsEvent {
  readonly jobId: string;
  readonly requisitionId: string;
  /** Number of the requisition. */
  readonly documentNo: string;
  /** It goes on lacking something that is to be bought. */
  readonly isShort: boolean;
  /** Handed out, given up in whole or in part, or no longer held since its time ran out. */
  readonly is: 'handedOut' | 'givenUp' | 'holdEnded';
}

type Hook = (ctx: Ctx, event: JobPartsEvent) => Promise<void>;
const listeners: Hook[] = [];

/** Registers a listener that runs in the transaction of the event, after it is written down. */
export const onJobParts = (hook: Hook): number => listeners.push(hook);

/** Tells the job of a requisition, if it was drawn for one. */
export async function tellJob(
  ctx: Ctx,
  { id, jobId, documentNo }: Pick<RequisitionRow, 'id' | 'jobId' | 'documentNo'>,
  is: JobPartsEvent['is'],
): Promise<void> {
  if (jobId === null) return;
  const { hasShortLines: isShort } = await ctx.db
    .selectFrom('requisitions')
    .where('id', '=', id)
    .select('hasShortLines')
    .executeTakeFirstOrThrow();
  const event = { jobId, requisitionId: id, documentNo: documentNo ?? '', isShort, is };
  for (const hook of listeners) await hook(ctx, event);
}

/** Locks the job of a requisition before the requisition: jobs lock in this order. */
export async function lockJobOf(ctx: Ctx, requisitionId: string): Promise<void> {
  await ctx.pg.query({
    name: 'requisitions.lockJob',
    text: `select j.id from jobs j
      where j.id = (select q.job_id from requisitions q where q.id = $1) for no key update`,
    values: [requisitionId],
  });
}

/** An action that gives up what a job waits for: the job is held first, and hears of it afterwards. */
export const OF_JOB = {
  before: async (ctx: Ctx, { params }: { readonly params: { readonly id: string } }) => {
    await lockJobOf(ctx, params.id);
  },
  after: (ctx: Ctx, row: RequisitionRow) => tellJob(ctx, row, 'givenUp'),
};
