import { asSystem, type Ctx } from '../../../kernel/index.ts';
import { approveRequisition } from './approve.ts';
import { requisitions } from './type.ts';

/** A service job hears that parts of it were handed out. */
type Hook = (ctx: Ctx, jobId: string) => Promise<void>;
const handedOut: Hook[] = [];

/** Registers a listener that runs in the transaction of a hand-over, after it is written down. */
export const onJobPartsHandedOut = (hook: Hook): number => handedOut.push(hook);

export async function afterHandOut(ctx: Ctx, jobId: string): Promise<void> {
  for (const hook of handedOut) await hook(ctx, jobId);
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

/** Approves what a job asks for: the job itself was approved, so its parts are held at once (2.10). */
export async function approveForJob(ctx: Ctx, id: string): Promise<void> {
  const row = await requisitions.type.load(ctx, id, { lock: true });
  if (!row) throw new Error(`the requisition ${id} is missing`);
  await approveRequisition(asSystem(ctx), { params: { id }, body: { version: row.version } });
}
