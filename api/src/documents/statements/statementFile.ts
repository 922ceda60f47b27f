import type { StatementFormat } from '@boxyard/shared/domain/money/statements.ts';

/** Why a file cannot be taken as a bank statement. */
export type StatementFault =
  | 'STATEMENT_BROKEN'
  | 'STATEMENT_ROWS'
  | 'STATEMENT_CURRENCY'
  | 'STATEMENT_ACCOUNTS'
  | 'STATEMENT_SLOW';

export class StatementError extends Error {
  readonly code: StatementFault;

  constructor(code: StatementFault) {
    super(code);
    this.name = 'StatementError';
    this.code = code;
  }
}

/** What a file says of itself, besides its lines. */
export interface StatementHead {
  readonly format: StatementFormat;
  /** As the bank writes it; CSV files say it nowhere in particular. */
  readonly accountNo: string | null;
  /** Signed, two decimals. */
  readonly openingBalance: string | null;
  readonly closingBalance: string | null;
}

/**
 * Cells of a line where the format itself says what is what: both formats bring their lines in this
 * order, so that one reader makes lines of them and of a CSV file alike.
 */
export const LINE_CELLS = [
  'date',
  'time',
  'valueDate',
  'amount',
  'reference',
  'payerReference',
  'payerName',
  'payerAccount',
  'description',
] as const;

/** Thai business keeps its books in baht; a line of another currency is no amount of them. */
export const CURRENCY = 'THB';
