import type { Ctx, Input } from '../../../kernel/index.ts';
import { approvedNow, runAction } from '../../../workflow/index.ts';
import { givenUp } from '../givenUp.ts';
import { holdStock } from '../stock/places.ts';
import { tellWhoMay } from '../tellWhoMay.ts';
import { inputsOf, TOUCHES, TRANSFORMATION_MOVES, transformationType } from './type.ts';
import { TYPE_WORDS } from './words.ts';

/** Approves: what goes in is held where it lies (domain-warehouse 2.9). */
export async function approveTransformation(
  ctx: Ctx,
  { params, body }: Input<'transformations.approve'>,
): Promise<void> {
  await runAction(ctx, transformationType, {
    action: 'approve',
    id: params.id,
    version: body.version,
    effect: async (row) => {
      await holdStock(ctx, {
        docType: TRANSFORMATION_MOVES,
        docId: row.id,
        items: await inputsOf(ctx, row.id),
      });
      await tellWhoMay(ctx, transformationType, {
        row,
        action: 'confirm',
        title: { en: 'waits to be carried out', th: 'รอดำเนินการแปรสภาพ' },
        description: TYPE_WORDS[row.type],
      });
      return {
        set: approvedNow(ctx),
        touches: TOUCHES,
      };
    },
  });
}

export const rejectTransformation = givenUp(transformationType, 'reject');
export const cancelTransformation = givenUp(transformationType, 'cancel');
