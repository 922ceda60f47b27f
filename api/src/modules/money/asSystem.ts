import { type Ctx, SYSTEM } from '../../kernel/index.ts';

/** What a document does by itself, for whoever acts on it and may not do it by hand. */
export const asSystem = (ctx: Ctx): Ctx => ({
  ...ctx,
  get db() {
    return ctx.db;
  },
  actor: { ...SYSTEM, userId: ctx.actor.userId },
});
