import type { Ctx } from '../../kernel/index.ts';

/**
 * Runs a night's work on each record in a transaction of its own, in the order given: one that fails is
 * logged, and keeps no other from its turn. Throws afterwards where any has failed.
 */
export async function eachApart<T extends { readonly id: string }>(
  ctx: Ctx,
  records: readonly T[],
  { failure, work }: { readonly failure: string; work(own: Ctx, one: T): Promise<void> },
): Promise<void> {
  const failures: unknown[] = [];
  for (const one of records) {
    await ctx.app
      .transaction({ actor: ctx.actor }, (own) => work(own, one))
      .catch((error: unknown) => {
        ctx.app.log.error({ err: error, invoice: one.id }, failure);
        failures.push(error);
      });
  }
  if (failures.length > 0) throw new AggregateError(failures, failure);
}
