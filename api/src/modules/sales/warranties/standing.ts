import { GONE_STATUSES } from '@boxyard/shared/domain/containers/statuses.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { HOLDING } from './holder.ts';
import type { WarrantyRow } from './type.ts';

/** Whether the container of a warranty is lost or written off: nothing of it begins or goes on. */
export async function isContainerGone(ctx: Ctx, productId: string): Promise<boolean> {
  const product = await ctx.db
    .selectFrom('products')
    .where('id', '=', productId)
    .where('status', 'in', [...GONE_STATUSES])
    .select('id')
    .executeTakeFirst();
  return product !== undefined;
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

/** Whether it covers the customer of a contract: an earlier contract may have left others on its container. */
export const isOfCustomer = async (
  ctx: Ctx,
  row: Pick<WarrantyRow, 'contractId' | 'customerId'>,
  { customerId }: Pick<WarrantyRow, 'customerId'>,
): Promise<boolean> => row.customerId === customerId && (await isContractHeld(ctx, row));
