import type { Contract, RowOf } from '@boxyard/shared/contract';

type Receivable = RowOf<Contract['receipts.receivable']>;

/** A line of the receipt form: what is typed, and the order line that it belongs to. */
export interface ReceiptLine {
  readonly orderItemId: string;
  readonly acceptedQty: number;
  readonly rejectedQty: number;
  readonly rejectReason?: string | null;
  /** Another price than the order's, typed by whoever may. */
  readonly unitPrice?: string | null;
  readonly serials?: readonly string[];
  readonly lots?: readonly {
    readonly lotNo: string;
    readonly expiryDate?: string | null;
    readonly quantity: number;
  }[];
  readonly source: Receivable['items'][number];
}

/** Everything that is still expected, proposed as accepted. */
export const linesOf = (order: Receivable): ReceiptLine[] =>
  order.items
    .filter((item) => item.openQty > 0)
    .map((item) => ({
      orderItemId: item.id,
      acceptedQty: item.openQty,
      rejectedQty: 0,
      ...(item.unitPrice === null ? {} : { unitPrice: item.unitPrice }),
      source: item,
    }));

/** The call's line: nothing that the server knows already, and no empty lines. */
export const bodyOf = (lines: readonly ReceiptLine[]) =>
  lines
    .filter((line) => line.acceptedQty > 0 || line.rejectedQty > 0)
    .map(({ source: _source, ...line }) => line);

/** Serial numbers as they are scanned or pasted: one a line, or separated by commas or spaces. */
export const serialsOf = (typed: string): string[] =>
  typed
    .split(/[\s,;]+/)
    .map((serial) => serial.trim().toUpperCase())
    .filter((serial) => serial !== '');
