import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { titleInForce } from '@boxyard/shared/domain/sales/contracts.ts';
import { AppError, asSystem, type Ctx } from '../../../kernel/index.ts';
import { setTitle } from '../../containers/index.ts';

/** States in which a container is or was agreed to be somebody's. */
const AGREED = [...contractMachine.actions.complete.from, ...contractMachine.actions.complete.to];

/** Why a posting waits for another night. */
const WAITS: readonly string[] = ['PERIOD_HOLD', 'PERIOD_CLOSED'];

/**
 * Each night: what was paid to the end is the customer's, and so is what was sold before titles were
 * kept. While the month is held for a count, it waits.
 */
export async function handOverTitles(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .selectFrom('productContracts as pc')
    .innerJoin('contracts as ct', 'ct.id', 'pc.contractId')
    .innerJoin('products as pd', 'pd.id', 'pc.productId')
    .where('pc.inForceUntil', 'is', null)
    .where('pd.titleHolder', '=', 'company')
    .where('pd.saleStatus', '=', 'sold')
    .where('ct.status', 'in', AGREED)
    .orderBy('ct.id')
    .select(['ct.productId', 'ct.type', 'ct.titleHolder', 'ct.status'])
    .forUpdate('ct')
    .skipLocked()
    .execute();
  for (const { productId, ...agreed } of rows) {
    const to = titleInForce(agreed);
    if (productId === null || to === 'company') continue;
    try {
      await setTitle(asSystem(ctx), { productId, to });
    } catch (error) {
      if (!(error instanceof AppError && WAITS.includes(error.code))) throw error;
    }
  }
}
