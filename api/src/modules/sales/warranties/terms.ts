import { addDays, can, daysBetween, decimal } from '@boxyard/shared/domain';
import {
  LAPSE_WITHOUT_INSPECTION,
  listedPrice,
  monthsBetween,
  type WarrantyType,
  warrantyEnd,
} from '@boxyard/shared/domain/sales/warranties.ts';
import { CURRENT_WARRANTY_STATUSES } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { type Ctx, conflict, type Input, notFound, today } from '../../../kernel/index.ts';
import { expectListed } from '../freePrice.ts';
import { type Holder, holderOf } from './holder.ts';

/** The last warranty of a container that was valid to its end, or still is. */
const lastOf = (ctx: Ctx, productId: string) =>
  ctx.db
    .selectFrom('warranties')
    .where('productId', '=', productId)
    .where('status', 'in', [...CURRENT_WARRANTY_STATUSES, 'expired'])
    .orderBy('endDate', 'desc')
    .select(['id', 'status', 'startDate', 'endDate', 'months', 'coverage'])
    .executeTakeFirst();

/** Somebody has found the container sound since a day. */
async function isSoundSince(ctx: Ctx, productId: string, day: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('inspections')
    .where('productId', '=', productId)
    .where('result', '=', 'pass')
    .where('completedAt', '>=', new Date(`${day}T00:00:00+07:00`))
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** By the price list of the container's company; null where it names no price. */
const priceOf = (ctx: Ctx, holder: Holder, wanted: { start: string; months: number }) =>
  listedWarrantyPrice(ctx, holder, {
    ageMonths: monthsBetween(holder.manufacturedAt ?? holder.builtOn, wanted.start),
    months: wanted.months,
  });

/** Months of warranty of a container of such an age, by today's price list of a company; null: no price. */
export async function listedWarrantyPrice(
  ctx: Ctx,
  { companyId, productModelId }: { readonly companyId: string; readonly productModelId: string },
  { ageMonths, months }: { readonly ageMonths: number; readonly months: number },
): Promise<string | null> {
  const day = today(ctx.clock);
  const prices = await ctx.db
    .selectFrom('warrantyPrices')
    .where('companyId', '=', companyId)
    .where('validFrom', '<=', day)
    .select(['productModelId', 'ageFromMonths', 'pricePerMonth', 'validFrom'])
    .execute();
  return listedPrice(prices, {
    productModelId,
    ageMonths,
    months,
    day,
  });
}

/** What a warranty of so many months would be from now on (docs/domain/containers.md "Warranty"). */
export async function termsOf(
  ctx: Ctx,
  holder: Holder,
  { productId, months }: { readonly productId: string; readonly months: number },
) {
  const day = today(ctx.clock);
  const last = await lastOf(ctx, productId);
  const isCovered = last !== undefined && last.endDate >= day;
  const startDate = isCovered ? addDays(last.endDate, 1) : day;
  const lapsedDays = last && !isCovered ? daysBetween(last.endDate, day) - 1 : 0;
  const isLapsed = lapsedDays > LAPSE_WITHOUT_INSPECTION;
  const type: WarrantyType =
    last === undefined ? 'initial' : lapsedDays > 0 ? 'renewal' : 'extension';
  return {
    last: last ?? null,
    type,
    startDate,
    endDate: warrantyEnd(startDate, months),
    price: await priceOf(ctx, holder, { start: startDate, months }),
    lapsedDays,
    needsInspection: isLapsed && !(await isSoundSince(ctx, productId, last?.endDate ?? day)),
    coverage: last?.coverage ?? holder.coverage,
  };
}

/** Months that are offered unless somebody says otherwise. */
const USUAL_MONTHS = 12;

/** 404 where no contract within this person's scope says whose the container is. */
export async function expectHolder(ctx: Ctx, productId: string): Promise<Holder> {
  const holder = await holderOf(ctx, productId);
  if (!holder) throw notFound();
  return holder;
}

/**
 * What was asked for is for whoever holds the container: another one was neither asked nor quoted
 * (409 HOLDER_CHANGED).
 */
export async function expectSameHolder(
  ctx: Ctx,
  row: { readonly productId: string; readonly customerId: string },
): Promise<Holder> {
  const holder = await holderOf(ctx, row.productId);
  if (holder?.customerId !== row.customerId) throw conflict('HOLDER_CHANGED');
  if (holder.isBlacklisted) throw conflict('CUSTOMER_BLACKLISTED');
  return holder;
}

export async function warrantyTerms(ctx: Ctx, { query }: Input<'warranties.terms'>) {
  const holder = await expectHolder(ctx, query.productId);
  const months = Number(query.months ?? USUAL_MONTHS);
  const { last: _last, ...terms } = await termsOf(ctx, holder, {
    productId: query.productId,
    months,
  });
  return { data: terms };
}

/**
 * Nobody takes more off the price list than their discount limit (domain-containers 1.3): whoever
 * approves a quotation, or renews at once. 409 DISCOUNT_ABOVE_LIMIT, NO_LIST_PRICE.
 */
export function expectPriceWithin(
  ctx: Ctx,
  { price, listed }: { readonly price: string; readonly listed: string | null },
): void {
  const { actor } = ctx;
  expectListed(ctx, listed);
  if (listed === null || decimal.isZero(listed) || decimal.compare(price, listed) >= 0) return;
  if (can(actor.grants, 'all:manage')) return;
  const off = decimal.subtract(listed, price);
  const discount = decimal.round(decimal.divide(decimal.multiply(off, 100), listed));
  const limit = decimal.round(actor.discountLimitPercent ?? '0.00');
  if (decimal.compare(discount, limit) > 0) {
    throw conflict('DISCOUNT_ABOVE_LIMIT', { discount, limit });
  }
}
