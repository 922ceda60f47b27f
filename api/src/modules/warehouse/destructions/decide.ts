import { formatDate } from '../../../documents/format.ts';
import type { Ctx, Input } from '../../../kernel/index.ts';
import { approvedNow, runAction } from '../../../workflow/index.ts';
import { givenUp } from '../givenUp.ts';
import { holdStock } from '../stock/places.ts';
import { tellWhoMay } from '../tellWhoMay.ts';
import { DESTRUCTION_MOVES, destructionType, itemsOf, TOUCHES } from './type.ts';

/**
 * Approves: the goods are held where they lie. Above the approver's limit on the book value it is an
 * endorsement, and nothing is held (domain-warehouse 2.12).
 */
export async function approveDestruction(
  ctx: Ctx,
  { params, body }: Input<'destructions.approve'>,
): Promise<void> {
  await runAction(ctx, destructionType, {
    action: 'approve',
    id: params.id,
    version: body.version,
    comment: body.comment ?? null,
    effect: async (row) => {
      await holdStock(ctx, {
        docType: DESTRUCTION_MOVES,
        docId: row.id,
        items: await itemsOf(ctx, row.id),
      });
      await tellWhoMay(ctx, destructionType, {
        row,
        action: 'complete',
        title: { en: 'waits to be carried out', th: 'รอดำเนินการทำลาย' },
        description: {
          en: `Planned for ${formatDate(row.scheduledAt, 'en')}`,
          th: `กำหนดทำลายวันที่ ${formatDate(row.scheduledAt, 'th')}`,
        },
      });
      return {
        set: {
          ...approvedNow(ctx),
          bookValue: row.bookValue,
        },
        touches: TOUCHES,
      };
    },
  });
}

export const rejectDestruction = givenUp(destructionType, 'reject');
export const cancelDestruction = givenUp(destructionType, 'cancel');
