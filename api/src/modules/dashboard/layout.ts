import type { Ctx } from '../../kernel/index.ts';

/** Figures that fit without scrolling: what nobody arranged shows no more. */
const MOST_FIGURES = 12;

export interface Layout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

/** Layout of this person's page; an empty one is the default order. */
export async function layoutOf({ db, actor }: Ctx): Promise<Layout> {
  const kept = await db
    .selectFrom('dashboardLayouts')
    .where('userId', '=', actor.userId)
    .select(['pieces', 'hidden'])
    .executeTakeFirst();
  return { order: kept?.pieces ?? [], hidden: kept?.hidden ?? [] };
}

export async function keepLayout(ctx: Ctx, { order, hidden }: Layout): Promise<void> {
  const { userId } = ctx.actor;
  if (order.length === 0 && hidden.length === 0) {
    await ctx.db.deleteFrom('dashboardLayouts').where('userId', '=', userId).execute();
    return;
  }
  const kept = { pieces: [...order], hidden: [...hidden], updatedAt: ctx.clock.now() };
  await ctx.db
    .insertInto('dashboardLayouts')
    .values({ userId, ...kept })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(kept))
    .execute();
}

/**
 * The figures that are shown, in the person's order. What has come since they arranged it follows, as long as
 * there is room for it.
 */
export function shownFigures(offered: readonly string[], { order, hidden }: Layout): string[] {
  const placed = order.flatMap((piece) => {
    const key = piece.startsWith('figure:') ? piece.slice('figure:'.length) : null;
    return key !== null && offered.includes(key) && !hidden.includes(piece) ? [key] : [];
  });
  const others = offered.filter(
    (key) => !order.includes(`figure:${key}`) && !hidden.includes(`figure:${key}`),
  );
  return [...placed, ...others.slice(0, Math.max(0, MOST_FIGURES - placed.length))];
}
