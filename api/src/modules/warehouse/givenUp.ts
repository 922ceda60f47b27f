import { release } from '../../ledger/index.ts';
import { type DocumentRow, type DocumentType, ending } from '../../workflow/index.ts';
import { freeSerials } from './openSerials.ts';

/** Ends a document before anything was done: the stock and the serials that it held are free again. */
export const givenUp = <R extends DocumentRow>(
  type: DocumentType<R>,
  action: 'reject' | 'cancel',
) =>
  ending(type, action, async (ctx, { id }) => {
    await release(ctx.pg, { now: ctx.clock.now(), docId: id });
    await freeSerials(ctx, id);
    return { touches: ['parts'] };
  });
