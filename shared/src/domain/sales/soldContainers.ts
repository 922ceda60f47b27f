import type { LifecycleStatus, SaleStatus, ServiceStatus } from '../containers/statuses.ts';
import * as decimal from '../values/decimal.ts';

/** Containers that are sold or leased, and what they sell (domain-containers 1.1). */

/** How somebody paid at a container. */
export const TRANSACTION_CHANNELS = ['cash', 'promptpay', 'card', 'ewallet', 'free'] as const;
export type TransactionChannel = (typeof TRANSACTION_CHANNELS)[number];

export const TRANSACTION_STATUSES = ['success', 'refunded', 'failed'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/**
 * What a person should look at: a number that a machine gave before to another sale, a refund beyond its
 * sale, which takes nothing from what was sold, and one of a sale that nobody has reported.
 */
export const TRANSACTION_MARKS = ['numberReused', 'refundAboveSale', 'refundOfUnknown'] as const;
export type TransactionMark = (typeof TRANSACTION_MARKS)[number];

export const SOLD_SALE_STATUSES = ['sold', 'leased'] as const satisfies SaleStatus[];
export type SoldSaleStatus = (typeof SOLD_SALE_STATUSES)[number];

/** What is set from a day on, with its history. */
export const CHANGE_KINDS = ['cost', 'priceOptions', 'setting'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const MAX_PRICE_OPTIONS = 20;
/** Transactions that one call may bring. */
export const MAX_BATCH = 1000;
/** An active container that has sold nothing for so long is looked after. */
export const SILENT_HOURS = 24;
/** A week that brings less than this share of the week before is told. */
export const DROP_PERCENT = 50;
/** Keys of one container that work at a time: one in use, others for a change of keys. */
export const MAX_KEYS = 5;

/** What a container costs whoever runs it. */
export interface ContainerCost {
  /** THB a month, whatever is sold. */
  readonly fixedPerMonth: string;
  /** THB for each unit sold, beside the cost of what is sold. */
  readonly perUnit: string;
  /** Share of the revenue that goes to the owner of the place. */
  readonly revenueSharePercent: string;
}

/** What a container offers. */
export interface PriceOption {
  readonly key: string;
  readonly label: string;
  readonly price: string;
  /** Of one unit of it. */
  readonly cost: string;
  readonly isActive: boolean;
}

/** The price in THB at which containers of a model offer something, unless somebody gives a discount. */
export type ListPrice = Pick<PriceOption, 'key' | 'label' | 'price'>;

/** How a container is to behave; what is absent is left as the machine has it. */
export interface ContainerSetting {
  readonly temperatureC?: number | null | undefined;
  readonly opensAt?: string | null | undefined;
  readonly closesAt?: string | null | undefined;
  readonly screenLanguage?: 'th' | 'en' | null | undefined;
  readonly screenText?: string | null | undefined;
  readonly lowStockPercent?: number | null | undefined;
  readonly acceptedChannels?: readonly TransactionChannel[] | null | undefined;
}

interface Sold {
  readonly status: TransactionStatus;
  /** The sale that is paid back. */
  readonly refundOf?: string | null | undefined;
  readonly quantity: number;
  readonly amount: string;
  readonly priceOptionKey?: string | null | undefined;
}

/**
 * What one sale cost by the costs and prices of its day; what was not sold costs nothing. Whoever has a
 * share of the revenue gives it back with a refund; what was used up stays used.
 */
export function costOfSale(
  { status, refundOf, quantity, amount, priceOptionKey }: Sold,
  {
    cost,
    options,
  }: { readonly cost: ContainerCost | null; readonly options: readonly PriceOption[] },
): string {
  const share = decimal.divide(decimal.multiply(amount, cost?.revenueSharePercent ?? 0), 100);
  if (status === 'refunded' && refundOf != null) return decimal.round(decimal.subtract('0', share));
  if (!isSale(status)) return '0.00';
  const option = options.find(({ key }) => key === priceOptionKey);
  const units = decimal.multiply(decimal.add(option?.cost ?? 0, cost?.perUnit ?? 0), quantity);
  return decimal.round(decimal.add(units, share));
}

/** Whether something was sold and paid. */
export const isSale = (status: TransactionStatus): boolean => status === 'success';

/** Why a container cannot be switched on; null: it can. Under whose contract it stands is asked before. */
export function activationFault({
  status,
  serviceStatus,
}: {
  readonly status: LifecycleStatus;
  readonly serviceStatus: ServiceStatus;
}): 'CONTAINER_NOT_INSTALLED' | 'CONTAINER_OUT_OF_ORDER' | null {
  if (status !== 'installed') return 'CONTAINER_NOT_INSTALLED';
  return serviceStatus === 'outOfOrder' ? 'CONTAINER_OUT_OF_ORDER' : null;
}

/** The instant before which the last sale of a silent container lies. */
export const silentSince = (now: Date): Date => new Date(now.getTime() - SILENT_HOURS * 3_600_000);

/** Whether a week's revenue has fallen so far that somebody is told. */
export const hasDropped = (week: string, before: string): boolean =>
  decimal.compare(before, 0) > 0 &&
  decimal.compare(decimal.multiply(week, 100), decimal.multiply(before, 100 - DROP_PERCENT)) < 0;
