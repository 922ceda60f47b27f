import { can, decimal } from '@boxyard/shared/domain';
import { percentBelow } from '@boxyard/shared/domain/sales/partSaleFigures.ts';
import type { PriceOption } from '@boxyard/shared/domain/sales/soldContainers.ts';
import { type Ctx, type FieldFault, type Input, refuseFaults } from '../../kernel/index.ts';
import { changesOf, inForceOn, type StoredChange } from './changes.ts';
import { seesCost } from './scope.ts';
import { type OfModel, templateOf } from './templates.ts';

type Entered = Input<'productContracts.priceOption'>['body']['priceOptions'];
type Priced = readonly Pick<PriceOption, 'key' | 'label' | 'price' | 'isActive'>[];
interface Dated {
  readonly changes: readonly StoredChange[];
  readonly effectiveDate: string;
}

/** Faults at options that repeat the key of one before them. */
export function repeatedKeys(
  field: string,
  options: readonly { readonly key: string }[],
): FieldFault[] {
  const seen = new Set<string>();
  return options.flatMap(({ key }, index) => {
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [{ field: `${field}[${index}].key`, code: 'REPEATED' }] : [];
  });
}

/** Faults of a list of options by itself. */
export function optionFaults(ctx: Ctx, options: Entered): FieldFault[] {
  const isSeen = seesCost(ctx);
  const faults = options.flatMap(({ cost }, index): FieldFault[] => {
    const field = `priceOptions[${index}].cost`;
    if (isSeen && cost == null) return [{ field, code: 'REQUIRED' }];
    return !isSeen && cost != null ? [{ field, code: 'NOT_ALLOWED' }] : [];
  });
  return [...repeatedKeys('priceOptions', options), ...faults];
}

const optionsIn = (change: { readonly value: unknown } | null | undefined) =>
  (change?.value ?? []) as readonly PriceOption[];

/**
 * 422 at each price that is further below the model's list price than this person may give away, and at
 * each option that the list lacks, since a new key would be a way round it (domain-containers 1.3). What
 * holds on that day already may stay.
 */
export async function refuseDiscounts(
  ctx: Ctx,
  model: OfModel,
  { priceOptions, changes, effectiveDate }: Dated & { readonly priceOptions: Priced },
): Promise<void> {
  const { grants, discountLimitPercent } = ctx.actor;
  const listPrices = (await templateOf(ctx, model))?.listPrices ?? [];
  if (listPrices.length === 0 || can(grants, 'purchase-contract:override-price')) return;
  const limit = discountLimitPercent ?? '0.00';
  const held = optionsIn(inForceOn(changes, effectiveDate).priceOptions);
  const isHeld = ({ key, label, price }: Priced[number]) =>
    held.some(
      (one) =>
        one.key === key &&
        one.label === label &&
        one.isActive &&
        decimal.compare(price, one.price) >= 0,
    );
  const faults = priceOptions.flatMap((option, index): FieldFault[] => {
    if (!option.isActive || isHeld(option)) return [];
    const at = `priceOptions[${index}]`;
    const listed = listPrices.find(({ key }) => key === option.key);
    if (!listed) return [{ field: `${at}.key`, code: 'OPTION_NOT_LISTED' }];
    // Dear goods under the key of cheap ones would be a way round it, too.
    if (listed.label !== option.label) {
      return [{ field: `${at}.label`, code: 'LABEL_OF_LIST', params: { label: listed.label } }];
    }
    const discount = percentBelow(listed.price, option.price);
    if (decimal.compare(discount, limit) <= 0) return [];
    const params = { discount: decimal.round(discount), limit: decimal.round(limit) };
    return [{ field: `${at}.price`, code: 'DISCOUNT_ABOVE_LIMIT', params }];
  });
  refuseFaults(faults);
}

/**
 * 422 where the prices that come back are below what this person may give, on that day or on a later one:
 * a change that is taken back is a change of prices. It is marked as taken back already.
 */
export async function refuseTakingBack(
  ctx: Ctx,
  row: OfModel & { readonly id: string },
  changeId: string,
): Promise<void> {
  const now = await changesOf(ctx, row.id);
  const before = now.map((one) => (one.id === changeId ? { ...one, revertedAt: null } : one));
  const taken = before.find(({ id }) => id === changeId);
  if (taken === undefined) return;
  const { priceOptions } = inForceOn(now, taken.effectiveOn);
  await refuseDiscounts(ctx, row, {
    priceOptions: optionsIn(priceOptions),
    changes: before,
    effectiveDate: taken.effectiveOn,
  });
}

/**
 * Options whole: whoever sees no costs leaves them as they are on that day. An option that has none then
 * keeps what was last said of it: left out and put in again, it would cost nothing.
 */
export function withCosts(options: Entered, { changes, effectiveDate }: Dated): PriceOption[] {
  const said = changes
    .filter(({ kind, revertedAt }) => kind === 'priceOptions' && revertedAt === null)
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const { priceOptions } = inForceOn(changes, effectiveDate);
  const costs = new Map(
    [...said, priceOptions].flatMap((change) =>
      optionsIn(change).map(({ key, cost }) => [key, cost] as const),
    ),
  );
  return options.map((one) => ({ ...one, cost: one.cost ?? costs.get(one.key) ?? '0.00' }));
}
