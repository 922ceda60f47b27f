import type { Ctx } from '../kernel/index.ts';

/** Documents by the call that has just changed them, and whether it read one that it may see no more. */
const deeds = new WeakMap<Ctx, { readonly ids: Set<string>; isOutOfSight: boolean }>();

const deedsOf = (ctx: Ctx) => {
  const known = deeds.get(ctx) ?? { ids: new Set<string>(), isOutOfSight: false };
  deeds.set(ctx, known);
  return known;
};

/** Notes that whoever calls has changed a document, which they saw until then. */
export const noteDeed = (ctx: Ctx, id: string): void => {
  deedsOf(ctx).ids.add(id);
};

/**
 * Says that this call has changed the document itself. Given to others by it, the document may be out of
 * sight from now on; the call is answered once more with what it has written.
 */
export function isOwnDeed(ctx: Ctx, id: string): boolean {
  const known = deeds.get(ctx);
  if (known === undefined || !known.ids.has(id)) return false;
  known.isOutOfSight = true;
  return true;
}

/** The message of an answer about a record that whoever calls sees no longer. */
export const outOfSightMessage = (ctx: Ctx): string =>
  ctx.locale === 'th'
    ? 'บันทึกแล้ว รายการนี้เป็นของผู้อื่นแล้ว คุณจะไม่เห็นอีก'
    : 'Saved. It belongs to others now, and you no longer see it.';

/** The same where a document of this call is out of sight now. */
export const messageOfLostSight = (ctx: Ctx): { readonly message?: string } =>
  deeds.get(ctx)?.isOutOfSight === true ? { message: outOfSightMessage(ctx) } : {};
