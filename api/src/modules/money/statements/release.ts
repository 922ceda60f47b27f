import { asSystem, type Ctx, json } from '../../../kernel/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { lineDocument } from './type.ts';

/** What stands in a line while nobody has said what it is. */
export const undecided = {
  paymentId: null,
  isPaymentMade: false,
  customerId: null,
  confidence: null,
  matchLevel: null,
  reasons: [],
  allocations: json([]),
};

/** Opens the line of a payment that came to nothing: the money is there, and is something else. */
export async function releaseLineOf(ctx: Ctx, paymentId: string): Promise<void> {
  const line = await ctx.db
    .selectFrom('bankLines')
    .where('paymentId', '=', paymentId)
    .select(['id', 'version'])
    .forUpdate()
    .executeTakeFirst();
  if (!line) return;
  await runAction(asSystem(ctx), lineDocument, {
    action: 'release',
    ...line,
    effect: async () => ({ set: undecided, notices: [], touches: ['bankStatements'] }),
  });
}
