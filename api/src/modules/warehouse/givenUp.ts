import type { Ctx } from '../../kernel/index.ts';
import { release } from '../../ledger/index.ts';
import { type DocumentRow, type DocumentType, runAction } from '../../workflow/index.ts';
import { freeSerials } from './openSerials.ts';

interface GivenUp {
  readonly params: { readonly id: string };
  readonly body: { readonly version: number; readonly reason: string };
}

/** Ends a document before anything was done: the stock and the serials that it held are free again. */
export const givenUp =
  <R extends DocumentRow>(type: DocumentType<R>, action: 'reject' | 'cancel') =>
  async (ctx: Ctx, { params, body }: GivenUp): Promise<void> => {
    await runAction(ctx, type, {
      action,
      id: params.id,
      version: body.version,
      reason: body.reason,
      effect: async ({ id }) => {
        await release(ctx.pg, { now: ctx.clock.now(), docId: id });
        await freeSerials(ctx, id);
        return { touches: ['parts'] };
      },
    });
  };
