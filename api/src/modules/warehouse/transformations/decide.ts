import { approvedNow, notifyNextActors, releaseHeld } from '../../../workflow/index.ts';
import { holdStock } from '../stock/places.ts';
import { TEXTS } from './labels.ts';
import { inputsOf, TOUCHES, transformations } from './type.ts';

/** Approves: what goes in is held where it lies (domain-warehouse 2.9). */
export const approveTransformation = transformations.action('approve', async (ctx, row) => {
  await holdStock(ctx, {
    docType: transformations.moves,
    docId: row.id,
    items: await inputsOf(ctx, row.id),
  });
  await notifyNextActors(ctx, transformations.type, {
    row,
    action: 'confirm',
    title: { en: 'waits to be carried out', th: 'รอดำเนินการแปรสภาพ' },
    description: TEXTS.choice.type[row.type],
  });
  return { set: approvedNow(ctx), touches: TOUCHES };
});

export const rejectTransformation = transformations.action('reject', releaseHeld);
export const cancelTransformation = transformations.action('cancel', releaseHeld);
