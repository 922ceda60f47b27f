import { isLost } from '@boxyard/shared/domain/containers/statuses.ts';
import { type Ctx, notify } from '../../../kernel/index.ts';
import { lockProduct, onLost } from '../../containers/index.ts';
import { tellOfAway } from './away.ts';
import { lostBefore } from './notices.ts';
import { exchangeWaitingFor } from './swap.ts';
import { contracts } from './type.ts';

/** States in which its container is promised, and does not stand at the customer yet. */
const PROMISED = contracts.type.machine.actions.install?.from ?? [];

/**
 * The contract keeps its container: found again, it goes on. Whoever can act hears that it is lost, and what
 * there is to do meanwhile.
 */
onLost(async (ctx: Ctx, { productId }) => {
  const product = await lockProduct(ctx, productId);
  if (!isLost(product)) return;
  await tellOfAway(ctx, productId);
  const promised = await ctx.db
    .selectFrom('contracts')
    .where('productId', '=', productId)
    .where('status', 'in', [...PROMISED])
    .select(['id', 'documentNo', 'saleId'])
    .executeTakeFirst();
  const exchange = promised ? null : await exchangeWaitingFor(ctx, productId);
  const contract = promised ?? exchange;
  if (!contract || contract.saleId === ctx.actor.userId) return;
  const isExchange = exchange !== null;
  await notify(ctx, [contract.saleId], lostBefore({ ...contract, isExchange, product }));
});
