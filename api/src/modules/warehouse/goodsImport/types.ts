import type { Condition } from '@boxyard/shared/domain';

/** One line of a posted receipt as the put-away sees it; quantities in the part's base unit. */
export interface ReceivedLine {
  readonly receiptItemId: string;
  readonly partId: string;
  readonly quantity: number;
  /** Net unit cost ex VAT, 4 places. */
  readonly unitCost: string;
  readonly condition?: Condition;
  /** For parts tracked by lot; the quantities sum to the line's. */
  readonly lots?: readonly {
    readonly lotNo: string;
    readonly expiryDate?: string | null;
    readonly quantity: number;
  }[];
  /** For parts tracked by serial: as many as the quantity. */
  readonly serials?: readonly string[];
}

/** What a new import takes from the database before it is written. */
export interface PreparedImport {
  readonly documentNo: string;
  /** Whoever counts in that warehouse hears that goods wait. */
  readonly counters: readonly string[];
}

/**
 * What a posted receipt hands to the warehouse (domain-warehouse 2.5). The goods already stand in
 * RECEIVING: the receipt posted SUPPLIER -> RECEIVING itself. Service lines are left out.
 */
export interface ImportFromReceipt {
  readonly receiptId: string;
  readonly receiptNo: string;
  readonly companyId: string;
  /** Sub-warehouse that the order is delivered to. */
  readonly warehouseId: string;
  readonly documentDate: string;
  readonly items: readonly ReceivedLine[];
  readonly prepared?: PreparedImport;
}

export interface CreatedImport {
  readonly id: string;
  readonly documentNo: string;
}
