import { type Ctx, notify } from '../../../kernel/index.ts';
import { onFound } from '../../containers/index.ts';
import { HOLDING } from '../warranties/holder.ts';
import { containerFound } from './notices.ts';
import { exchangeIn } from './proposal.ts';

/** The contract by which a container is at its customer, the latest one. */
const contractOf = (ctx: Ctx, productId: string) =>
  ctx.db
    .selectFrom('contracts as ct')
    .innerJoin('products as pd', 'pd.id', 'ct.productId')
    .where('ct.productId', '=', productId)
    .where('ct.status', 'in', HOLDING)
    .orderBy('ct.activatedOn', 'desc')
    .orderBy('ct.id', 'desc')
    .select(['ct.id', 'ct.documentNo', 'ct.saleId', 'ct.proposal', 'pd.serialNumber'])
    .select('pd.version as productVersion')
    .executeTakeFirst();

/** The salesperson, who heard that it was lost, hears that it is there again. */
onFound(async (ctx, { productId }) => {
  const contract = await contractOf(ctx, productId);
  if (!contract || contract.saleId === ctx.actor.userId) return;
  const exchangeWaits = exchangeIn(contract) !== null;
  await notify(ctx, [contract.saleId], containerFound({ ...contract, exchangeWaits }));
});
