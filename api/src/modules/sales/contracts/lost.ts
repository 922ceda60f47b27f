import { isLost } from '@boxyard/shared/domain/containers/statuses.ts';
import { type Ctx, notify } from '../../../kernel/index.ts';
import { lockProduct, onLost } from '../../containers/index.ts';
import { containerLost } from './notices.ts';
import { contracts } from './type.ts';

/** States in which a contract counts on its container: agreed, or in force. */
const COUNTING = [
  ...(contracts.type.machine.actions.install?.from ?? []),
  ...(contracts.type.machine.actions['swap-product']?.from ?? []),
];

/**
 * The contract keeps its container: found again, it goes on. The salesperson hears that it is lost, and what
 * there is to do meanwhile.
 */
onLost(async (ctx: Ctx, { productId }) => {
  const product = await lockProduct(ctx, productId);
  if (!isLost(product)) return;
  const contract = await ctx.db
    .selectFrom('contracts')
    .where('productId', '=', productId)
    .where('status', 'in', COUNTING)
    .select(['id', 'documentNo', 'saleId', 'installedOn'])
    .executeTakeFirst();
  if (!contract || contract.saleId === ctx.actor.userId) return;
  await notify(ctx, [contract.saleId], containerLost({ ...contract, product }));
});
