import { can, decimal } from '@boxyard/shared/domain';
import { type Ctx, conflict } from '../../kernel/index.ts';

/** True for people who may agree on prices that no list names. */
export const mayPriceFreely = ({ actor }: Ctx): boolean =>
  can(actor.grants, 'purchase-contract:override-price');

/**
 * 409 NO_LIST_PRICE where the list names no price: a discount limit has nothing to be held against, so that
 * any price, or none, would be within it (domain-containers 1.3).
 */
export function expectListed(ctx: Ctx, listPrice: string | null): void {
  if (listPrice !== null || mayPriceFreely(ctx)) return;
  // A person who may give everything away is within any limit.
  if (decimal.compare(ctx.actor.discountLimitPercent ?? '0', 100) >= 0) return;
  throw conflict('NO_LIST_PRICE');
}
