import type { Condition, TrackingType } from '@boxyard/shared/domain';
import type { Valuation } from '@boxyard/shared/domain/stock/valuation.ts';
import type { ItemType } from './types.ts';

/** Everything a posting reads, as it stands under the locks. */
export interface LedgerState {
  readonly places: ReadonlyMap<string, PlaceState>;
  readonly valuations: ReadonlyMap<string, ValuationState>;
  readonly balances: ReadonlyMap<string, BalanceState>;
  readonly items: ReadonlyMap<string, ItemState>;
  readonly serials: ReadonlyMap<string, SerialState>;
  readonly lots: ReadonlyMap<string, LotState>;
  readonly periods: ReadonlyMap<string, PeriodState>;
  readonly reservations: ReadonlyMap<string, ReservationState>;
  /** Back-dated moves only: the lowest stock since that day, in thousandths, by balance key. */
  readonly lowest: ReadonlyMap<string, number>;
}

export interface PlaceState {
  readonly id: string;
  readonly companyId: string;
  readonly warehouseId: string;
  /** Code of its warehouse: RECEIVING, CLAIM, … */
  readonly code: string;
  readonly bin: string;
  readonly isHeld: boolean;
  readonly isActive: boolean;
  readonly isLocked: boolean;
  readonly isPickable: boolean;
}

export interface ValuationState {
  readonly companyId: string;
  readonly itemType: ItemType;
  readonly itemId: string;
  readonly valuation: Valuation;
  /** Thousandths that may be picked. */
  readonly available: number;
  readonly lastHash: Buffer | null;
}

/** Quantities in thousandths: the planner adds and compares integers. */
export interface BalanceState {
  readonly onHand: number;
  readonly reserved: number;
}

export interface ItemState {
  readonly trackingType: TrackingType;
  readonly wholeOnly: boolean;
  readonly lastPurchasePrice: string | null;
  /** Thousandths. */
  readonly reorderPoint: number | null;
  readonly maxStock: number | null;
  /** Some warehouse has levels of its own, which change though the company's does not. */
  readonly hasRules: boolean;
}

export interface SerialState {
  readonly itemId: string;
  readonly serialNo: string;
  readonly locationId: string | null;
  readonly condition: Condition | null;
}

export interface LotState {
  readonly itemId: string;
  readonly expiryDate: string | null;
}

export interface PeriodState {
  /** Latest closed month of the company. */
  readonly closedTo: string | null;
  readonly onHold: boolean;
}

export interface ReservationState {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  /** Thousandths not yet consumed. */
  readonly open: number;
}

/**
 * Condition in the key of a balance that is not ours: what became of goods used up or sold is told
 * by the move, and a thing gone has one balance however it looked when it left (I6).
 */
export const ANY_CONDITION = 'any';

export interface KeyParts {
  readonly itemType: ItemType;
  readonly itemId: string;
  readonly locationId: string;
  readonly lotId: string | null;
  readonly serialId: string | null;
  readonly condition: string;
}

export const balanceKey = (key: KeyParts): string =>
  `${key.itemType}/${key.itemId}/${key.locationId}/${key.lotId ?? ''}/${key.serialId ?? ''}/${key.condition}`;

export const valuationKey = (companyId: string, itemType: ItemType, itemId: string): string =>
  `${companyId}/${itemType}/${itemId}`;
