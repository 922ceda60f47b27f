import { SYSTEM } from './actor.ts';
import type { Ctx, Locale } from './types.ts';

/**
 * What a document does by itself because of whoever acts, who may not do it by hand. That person stays
 * responsible: they are an author of each document that comes of it.
 */
export const asSystem = (ctx: Ctx, locale: Locale = ctx.locale): Ctx => ({
  ...ctx,
  get db() {
    return ctx.db;
  },
  locale,
  actor: { ...SYSTEM, userId: ctx.actor.userId },
});
