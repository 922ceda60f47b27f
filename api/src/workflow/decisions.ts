import { authorId, type Ctx, invalid } from '../kernel/index.ts';
import { release } from '../ledger/index.ts';
import type { DocumentRow, DocumentType, TableName } from './documentType.ts';
import { freeSerials } from './openSerials.ts';
import { type Effect, runAction } from './runAction.ts';

/** Columns of a document that this person approves now. */
export const approvedNow = (ctx: Ctx) => ({
  approvedBy: authorId(ctx.actor),
  approvedAt: ctx.clock.now(),
});

interface WithReason {
  readonly params: { readonly id: string };
  readonly body: { readonly version: number; readonly reason: string };
}

/** The handler of an action that ends a document with a cause; `effect` is what else happens. */
export const endingAction =
  <R extends DocumentRow, T extends TableName>(
    type: DocumentType<R, T>,
    action: string,
    effect?: (ctx: Ctx, row: R) => Promise<Effect<NoInfer<T>> | undefined>,
  ) =>
  async (ctx: Ctx, { params, body }: WithReason): Promise<void> => {
    await runAction(ctx, type, {
      action,
      id: params.id,
      version: body.version,
      reason: body.reason,
      ...(effect ? { effect: (row: R) => effect(ctx, row) } : {}),
    });
  };

/** The number of a document belongs to its company: no change takes it to another one. */
export function expectCompany(row: DocumentRow, companyId: string): void {
  if (companyId !== row.companyId) throw invalid([{ field: 'warehouseId', code: 'UNKNOWN_ID' }]);
}

/** Ends a document before anything was done: the stock and the serials that it held are free again. */
export const endingActionWithRelease = <R extends DocumentRow>(
  type: DocumentType<R>,
  action: 'reject' | 'cancel',
) =>
  endingAction(type, action, async (ctx, { id }) => {
    await release(ctx.pg, { now: ctx.clock.now(), docId: id });
    await freeSerials(ctx, id);
    return { touches: ['parts'] };
  });
