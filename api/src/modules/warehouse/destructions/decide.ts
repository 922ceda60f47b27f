import { formatDate } from '../../../documents/format.ts';
import { approvedNow, notifyNextActors, releaseHeld } from '../../../workflow/index.ts';
import { holdStock } from '../stock/places.ts';
import { destructions, TOUCHES } from './type.ts';

/**
 * Approves: the goods are held where they lie. Above the approver's limit on the book value it is an
 * endorsement, and nothing is held (domain-warehouse 2.12).
 */
export const approveDestruction = destructions.action('approve', async (ctx, row) => {
  await holdStock(ctx, {
    docType: destructions.moves,
    docId: row.id,
    items: await destructions.linesOf(ctx, row.id),
  });
  await notifyNextActors(ctx, destructions.type, {
    row,
    action: 'complete',
    title: { en: 'waits to be carried out', th: 'รอดำเนินการทำลาย' },
    description: {
      en: `Planned for ${formatDate(row.scheduledAt, 'en')}`,
      th: `กำหนดทำลายวันที่ ${formatDate(row.scheduledAt, 'th')}`,
    },
  });
  return { set: { ...approvedNow(ctx), bookValue: row.bookValue }, touches: TOUCHES };
});

export const rejectDestruction = destructions.action('reject', releaseHeld);
export const cancelDestruction = destructions.action('cancel', releaseHeld);
