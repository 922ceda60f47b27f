import type { Condition } from '@boxyard/shared/domain';
import { AppError } from '../kernel/index.ts';

export type ItemType = 'part' | 'container';

/** One place that stock can be in, down to the condition (domain-warehouse 3.1). */
export interface BalanceKey {
  readonly itemType?: ItemType;
  readonly itemId: string;
  /** A bin; virtual places are bins too. */
  readonly locationId: string;
  readonly lotId?: string | null;
  readonly serialId?: string | null;
  readonly condition?: Condition;
}

export interface MoveInput {
  readonly itemType?: ItemType;
  readonly itemId: string;
  /** At most 3 decimals; 1 for a serial or a container. */
  readonly quantity: number;
  /** Bins; `placesOf` names those that the system made. */
  readonly from: string;
  readonly to: string;
  readonly lotId?: string | null;
  readonly serialId?: string | null;
  /** Default `new`. */
  readonly conditionFrom?: Condition;
  /** Default: as it left. */
  readonly conditionTo?: Condition;
  readonly docItemId?: string | null;
  /**
   * Value of the whole quantity in THB, 2 places, of goods that become ours. Absent: `unitCost`,
   * else the average, else the last purchase price (matrix 3.2). Refused on moves out or within.
   */
  readonly value?: string;
  /** Per unit, as `value`. */
  readonly unitCost?: string;
  /** Takes from what this reservation holds. */
  readonly reservationId?: string;
}

export interface PostRequest {
  /** The document that causes the moves. */
  readonly docType: string;
  readonly docId: string;
  readonly documentNo?: string | null;
  /** Posting the same document, action and round twice is refused with ALREADY_POSTED. */
  readonly action: string;
  /** Default 1; partial actions count up. */
  readonly round?: number;
  /** Bangkok day, default today. */
  readonly effectiveDate?: string;
  /** The server's clock. */
  readonly now: Date;
  readonly postedBy: string | null;
  readonly requestId?: string | null;
  readonly moves: readonly MoveInput[];
  /** `parts-warehouse:backdate`: up to the open period's start instead of 3 days. */
  readonly mayBackdate?: boolean;
  /** `parts-warehouse:override-period`: a period on hold accepts the moves. */
  readonly mayOverrideHold?: boolean;
  /** A count posts into the bins that it has locked itself. */
  readonly ignoreBinLock?: boolean;
}

/**
 * What comes of the moves of a posting, in the same one (a transformation, domain-warehouse 2.9): where
 * it goes is known before, what it is worth follows from what they were worth.
 */
export interface Conversion {
  readonly action: string;
  /** Whatever they are worth; `valued` answers the same moves. */
  readonly moves: readonly MoveInput[];
  readonly valued: (taken: readonly MoveWorth[]) => readonly MoveInput[];
}

/** What a move of a line was worth. */
export type MoveWorth = Pick<PostedMove, 'docItemId' | 'value'>;

export interface PostedMove {
  readonly id: string;
  readonly seq: string;
  readonly itemId: string;
  readonly docItemId: string | null;
  readonly quantity: number;
  readonly unitCost: string;
  /** Value that came or went; `0.00` for moves within what is owned. */
  readonly value: string;
}

export interface PostResult {
  /** In the order asked for (a serial that came back adds its way back before). */
  readonly moves: readonly PostedMove[];
}

export interface ReverseRequest {
  readonly docType: string;
  readonly docId: string;
  readonly documentNo?: string | null;
  readonly action: string;
  readonly now: Date;
  readonly postedBy: string | null;
  readonly requestId?: string | null;
  /** All moves of these are contra-posted, at their original value, once. */
  readonly moveIds: readonly string[];
  readonly mayOverrideHold?: boolean;
  readonly ignoreBinLock?: boolean;
}

export interface ReserveRequest {
  readonly docType: string;
  readonly docId: string;
  readonly now: Date;
  readonly expiresAt?: Date | null;
  readonly lines: readonly (BalanceKey & {
    readonly quantity: number;
    readonly docItemId?: string | null;
  })[];
}

export type LedgerErrorCode =
  | 'INSUFFICIENT_STOCK'
  | 'SERIAL_EXISTS'
  | 'SERIAL_NOT_AVAILABLE'
  | 'BIN_LOCKED'
  | 'INACTIVE'
  | 'PERIOD_CLOSED'
  | 'PERIOD_HOLD'
  | 'BACKDATE_LIMIT'
  | 'FUTURE_DATE'
  | 'ALREADY_POSTED'
  | 'ALREADY_REVERSED'
  | 'COST_REQUIRED'
  | 'INVALID_MOVE'
  | 'INVALID_STATE'
  | 'BUSY_RETRY';

/**
 * A posting refused. Everything that can be known is known before the first write, yet the caller
 * rolls back: a refused posting changes nothing (I14).
 */
export class LedgerError extends AppError {
  override readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, details: Readonly<Record<string, unknown>> = {}) {
    super(409, code, { details });
    this.name = 'LedgerError';
    this.code = code;
  }
}

/** Stock of a part over the places of some companies (domain-warehouse 1.4, 3.1). */
export interface StockBlock {
  readonly onHand: number;
  readonly reserved: number;
  readonly available: number;
  readonly inTransit: number;
  readonly quarantine: number;
  readonly inRepair: number;
  readonly atSupplier: number;
  readonly onOrder: number;
  readonly projected: number;
}
