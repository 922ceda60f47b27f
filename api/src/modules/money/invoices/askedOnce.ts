import type { Ctx } from '../../../kernel/index.ts';

/**
 * Nothing would ask for these invoices again: nobody makes them void or gives a discount on them, and
 * only a credit note takes them off (docs/domain/money.md "What a contract owes").
 */
export async function markAskedOnce(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db.updateTable('invoices').set({ isAskedOnce: true }).where('id', 'in', ids).execute();
}
