import { can, decimal } from '@boxyard/shared/domain';
import { countedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import type { VatMode } from '@boxyard/shared/domain/purchasing/amounts.ts';
import {
  agreedPriceOf,
  discountOfList,
  listPriceIn,
  type PriceTerms,
} from '@boxyard/shared/domain/sales/agreedPrice.ts';
import { marginPercentOf } from '@boxyard/shared/domain/sales/partSaleFigures.ts';
import {
  type ContractType,
  INTERVAL_MONTHS,
  type PlanInterval,
} from '@boxyard/shared/domain/sales/paymentPlan.ts';
import { monthsBetween } from '@boxyard/shared/domain/sales/warranties.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  conflict,
  type Input,
  settingOfModel,
  today,
  whereInScope,
} from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { floorPriceOf, products } from '../../containers/index.ts';
import { expectListed, mayPriceFreely } from '../freePrice.ts';
import { listedWarrantyPrice } from '../warranties/terms.ts';
import { vatRateOf } from './plan.ts';
import { seenCustomer } from './seenCustomer.ts';
import { contracts } from './type.ts';

/** Which price is asked for: of which company and model, by a contract of which kind and date. */
interface Priced {
  readonly companyId: string;
  readonly documentDate: string;
  readonly productModelId: string;
  readonly type: ContractType;
  readonly interval: PlanInterval | null;
  readonly vatMode: VatMode;
  /** Per cent. */
  readonly vatRate: string;
}
type PricedModel = Pick<Priced, 'companyId' | 'documentDate' | 'productModelId'>;

const higher = (prices: readonly string[]): string | null =>
  [...prices].sort(decimal.compare).at(-1) ?? null;

/**
 * A price of a model: what the company has set, else the model's own. Its author writes the contract's
 * date, so the higher one of that date and of the day on which it is decided counts.
 */
async function priceOn(
  ctx: Ctx,
  { companyId, documentDate, productModelId }: PricedModel,
  {
    key,
    ofModel,
  }: {
    readonly key: 'contract.listPrice' | 'contract.leasePrice' | 'contract.priceFloor';
    readonly ofModel: Promise<string | null>;
  },
): Promise<string | null> {
  const [own, ...set] = await Promise.all([
    ofModel,
    ...[documentDate, today(ctx.clock)].map((on) =>
      settingOfModel(ctx, { companyId, key, on, productModelId }),
    ),
  ]);
  return higher(set.flatMap((value) => value ?? own ?? []));
}

/**
 * The lowest price in THB that needs no `override-price`, with VAT where the contract's price includes it. The
 * floor is a price; a lease has none.
 */
async function floorOf(ctx: Ctx, priced: Priced): Promise<string | null> {
  const ofModel = floorPriceOf(ctx, priced);
  const floor = await priceOn(ctx, priced, { key: 'contract.priceFloor', ofModel });
  return floor && listPriceIn(floor, priced);
}

/** Fields of a contract from which its months of warranty beyond the model's follow. */
interface Warranted extends Priced {
  readonly warrantyMonths: number;
  readonly startDate: string | null;
  readonly productId?: string | null;
}

/**
 * The months of warranty beside those of the model, and what the rest costs by the price list of warranties,
 * with VAT where the contract's price includes it; null where that list names no price. A container on lease
 * is the company's own, which repairs it anyway: its months are no gift.
 */
async function warrantyGiven(ctx: Ctx, row: Warranted) {
  const model = await ctx.db
    .selectFrom('productModels')
    .where('id', '=', row.productModelId)
    .select('warrantyMonths')
    .executeTakeFirstOrThrow();
  const months = row.warrantyMonths - model.warrantyMonths;
  const terms = { months: row.warrantyMonths, modelMonths: model.warrantyMonths };
  if (row.type === 'lease' || months <= 0) return { ...terms, price: '0.00' };
  const product = row.productId
    ? await ctx.db
        .selectFrom('products')
        .where('id', '=', row.productId)
        .select('manufacturedAt')
        .executeTakeFirst()
    : undefined;
  const start = row.startDate ?? today(ctx.clock);
  const age = product?.manufacturedAt ? monthsBetween(product.manufacturedAt, start) : 0;
  const price = await listedWarrantyPrice(ctx, row, {
    ageMonths: age + model.warrantyMonths,
    months,
  });
  return { ...terms, price: price && listPriceIn(price, row) };
}

const modelPrice = async (
  ctx: Ctx,
  { productModelId }: Pick<Priced, 'productModelId'>,
  column: 'listPrice' | 'leasePricePerMonth',
): Promise<string | null> => {
  const model = await ctx.db
    .selectFrom('productModels')
    .where('id', '=', productModelId)
    .select(column)
    .executeTakeFirst();
  return model?.[column] ?? null;
};

/**
 * The list price of a contract's model in THB, with VAT where the contract's price includes it; of a lease the
 * rent of one period. null: the model has none.
 */
export async function listPriceOf(ctx: Ctx, priced: Priced): Promise<string | null> {
  if (priced.type !== 'lease') {
    const price = await priceOn(ctx, priced, {
      key: 'contract.listPrice',
      ofModel: modelPrice(ctx, priced, 'listPrice'),
    });
    return price && listPriceIn(price, priced);
  }
  const monthly = await priceOn(ctx, priced, {
    key: 'contract.leasePrice',
    ofModel: modelPrice(ctx, priced, 'leasePricePerMonth'),
  });
  return (
    monthly &&
    listPriceIn(decimal.multiply(monthly, INTERVAL_MONTHS[priced.interval ?? 'month']), priced)
  );
}

/** The largest discount in per cent that somebody grants; null: any. */
export const discountLimitOf = ({ actor }: Ctx): string | null =>
  actor.discountLimitPercent ?? (can(actor.grants, 'all:manage') ? null : '0.00');

/**
 * Refuses a price further below the list price than the person's discount limit (409 DISCOUNT_LIMIT), without
 * a list price (409 NO_LIST_PRICE) or below the floor without the verb for it (409 BELOW_FLOOR_PRICE); answers
 * the part of the list price in per cent that is given away. Rule: domain-containers 1.3.
 */
export async function expectPriceAllowed(ctx: Ctx, row: Warranted & PriceTerms): Promise<string> {
  const listPrice = await listPriceOf(ctx, row);
  expectListed(ctx, listPrice);
  const warranty = await warrantyGiven(ctx, row);
  // Without a price list of warranties the months are said to the approver, and count as nothing.
  const percent = discountOfList(listPrice, row, warranty.price ?? '0');
  const limit = discountLimitOf(ctx);
  if (limit !== null && decimal.compare(percent, limit) > 0) {
    throw conflict('DISCOUNT_LIMIT', { limit, percent });
  }
  if (row.type === 'lease' || mayPriceFreely(ctx)) return percent;
  const floor = await floorOf(ctx, row);
  if (floor !== null && decimal.compare(agreedPriceOf(row), floor) < 0) {
    throw conflict('BELOW_FLOOR_PRICE', { floor });
  }
  return percent;
}

/** The list price that a form fills in, once its customer and model are known. */
export async function listPriceFor(ctx: Ctx, { query }: Input<'contracts.listPrice'>) {
  const { customerId, productModelId, type, interval, vatMode } = query;
  const customer = customerId ? await seenCustomer(ctx, { id: customerId }) : undefined;
  const companyId = customer?.companyId ?? ctx.actor.companyIds?.[0];
  if (companyId === undefined) return { data: { listPrice: null } };
  const documentDate = query.documentDate ?? today(ctx.clock);
  return {
    data: {
      listPrice: await listPriceOf(ctx, {
        companyId,
        documentDate,
        productModelId,
        type,
        interval: interval ?? null,
        vatMode: vatMode ?? 'exclusive',
        vatRate: await vatRateOf(ctx, companyId, documentDate),
      }),
    },
  };
}

/** Facts for a decision on a contract: price beside the list, margin, the customer's debt, free stock. */
export async function decisionFacts(ctx: Ctx, { params }: Input<'contracts.decision'>) {
  const row = await loadVisible(ctx, contracts.type, { id: params.id });
  const [listPrice, warranty, product, owed, free] = await Promise.all([
    listPriceOf(ctx, row),
    warrantyGiven(ctx, row),
    ctx.db
      .selectFrom('products')
      .where('id', '=', row.productId)
      .select('costAmount')
      .executeTakeFirst(),
    ctx.db
      .selectFrom('invoices')
      .where('customerId', '=', row.customerId)
      .where('companyId', '=', row.companyId)
      .where('status', 'in', [...countedStatuses])
      .select(sql<string>`coalesce(sum(balance), 0)::numeric(18,2)::text`.as('balance'))
      .executeTakeFirstOrThrow(),
    whereInScope(ctx.db.selectFrom('products as pd'), ctx.actor, products.scope)
      .where('pd.companyId', '=', row.companyId)
      .where('pd.productModelId', '=', row.productModelId)
      .where('pd.status', '=', 'inWarehouse')
      .where('pd.saleStatus', '=', 'available')
      .where('pd.condition', '<>', 'damaged')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  // A rent pays the cost over the years: it has no margin of its own.
  const seesCost = can(ctx.actor.grants, 'container-warehouse:view-cost') && row.type !== 'lease';
  const cost = seesCost ? (product?.costAmount ?? null) : null;
  const margin = cost === null ? null : decimal.subtract(row.totals.baseAmount, cost);
  return {
    data: {
      listPrice,
      price: agreedPriceOf(row),
      discountPercent: discountOfList(listPrice, row, warranty.price ?? '0'),
      warranty,
      discountLimit: discountLimitOf(ctx),
      cost,
      margin,
      marginPercent: margin === null ? null : marginPercentOf(margin, row.totals.baseAmount),
      customerBalance: owed.balance,
      freeStock: Number(free.count),
    },
  };
}
