import { can } from '@boxyard/shared/domain';
import { authorId, type Ctx } from '../kernel/index.ts';
import { postMoves } from '../ledger/index.ts';

type Posting = Parameters<typeof postMoves>[1];
type ByItself = 'docType' | 'docId' | 'documentNo' | 'now' | 'postedBy' | 'requestId';

/** Posts stock moves of a document, by this person and now. */
export const postDocumentMoves = (
  ctx: Ctx,
  docType: string,
  {
    row,
    ...posting
  }: Omit<Posting, ByItself> &
    Partial<Pick<Posting, 'documentNo'>> & {
      readonly row: { readonly id: string; readonly documentNo: string | null };
    },
) =>
  postMoves(ctx.pg, {
    docType,
    docId: row.id,
    documentNo: row.documentNo,
    now: ctx.clock.now(),
    postedBy: authorId(ctx.actor),
    requestId: ctx.requestId,
    ...posting,
  });

/** Of a posting on a day that somebody names: whoever may, goes back in time and into a period on hold. */
export const onAnyDay = ({ actor }: Ctx) => ({
  mayBackdate: can(actor.grants, 'parts-warehouse:backdate'),
  mayOverrideHold: can(actor.grants, 'parts-warehouse:override-period'),
});
