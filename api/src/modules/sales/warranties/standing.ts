import { isLost } from '@boxyard/shared/domain/containers/statuses.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { HOLDING } from './holder.ts';
import type { WarrantyRow } from './type.ts';

/** Whether the container of a warranty is lost: nothing of it begins or goes on. */
export async function isContainerLost(ctx: Ctx, productId: string): Promise<boolean> {
  const product = await ctx.db
    .selectFrom('products')
    .where('id', '=', productId)
    .select('status')
    .executeTakeFirstOrThrow();
  return isLost(product);
}

/** Whether the contract of a warranty still says whose its container is. */
export async function isContractHeld(
  ctx: Ctx,
  { contractId }: Pick<WarrantyRow, 'contractId'>,
): Promise<boolean> {
  if (contractId === null) return false;
  const found = await ctx.db
    .selectFrom('contracts')
    .where('id', '=', contractId)
    .where('status', 'in', HOLDING)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}
