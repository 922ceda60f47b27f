import { type Ctx, type Locale, SYSTEM } from '../../kernel/index.ts';

/** What a document does by itself, for whoever acts on it and may not do it by hand. */
export const asSystem = (ctx: Ctx, locale: Locale = ctx.locale): Ctx => ({
  ...ctx,
  get db() {
    return ctx.db;
  },
  locale,
  actor: { ...SYSTEM, userId: ctx.actor.userId },
});
