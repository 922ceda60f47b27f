/** Statements of a bank account, as banks send them (docs/domain/containers.md "Money"). */
export const STATEMENT_FORMATS = ['csv', 'mt940', 'camt053', 'gateway'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** Largest file of a statement: a year of a busy account is a tenth of it. */
export const MAX_STATEMENT_BYTES = 5 * 1024 * 1024;
/** Most lines that one file may bring. */
export const MAX_STATEMENT_ROWS = 5000;

/** What a column of a bank's CSV file may hold. */
export const STATEMENT_FIELDS = [
  'date',
  'time',
  'valueDate',
  'description',
  'credit',
  'debit',
  'amount',
  'direction',
  'currency',
  'balance',
  'reference',
  'payerReference',
  'payerReference2',
  'payerName',
  'payerAccount',
] as const;
export type StatementField = (typeof STATEMENT_FIELDS)[number];

/** How a bank writes days that are all figures; a year of four digits in front is seen by itself. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Heading of the column that holds each field, and how its days are written; kept per account. */
export interface StatementColumns {
  readonly headings: Readonly<Partial<Record<StatementField, string>>>;
  readonly dateOrder: DateOrder;
}
/** As they are kept with an account. */
export interface KeptColumns extends StatementColumns {
  /** All headings of the file for which they were said, whatever they hold. */
  readonly seen?: readonly string[];
}

/** What a line of a statement may have been; cash, cards and cheques ask for evidence of their own. */
export const LINE_METHODS = ['transfer', 'promptpay', 'billPayment'] as const;

/** How sure a proposed match is. */
export const MATCH_LEVELS = ['high', 'medium', 'low'] as const;
export type MatchLevel = (typeof MATCH_LEVELS)[number];

const HIGH = 85;
const MEDIUM = 60;
/** The most confidence of a match that nobody should take as it is. */
export const A_GUESS = MEDIUM - 1;
export const levelOf = (confidence: number): MatchLevel =>
  confidence >= HIGH ? 'high' : confidence >= MEDIUM ? 'medium' : 'low';

/** Why an invoice, or a payment, is taken for what a line is. */
export const MATCH_REASONS = [
  'invoiceNo',
  'contractNo',
  'customerCode',
  'customerName',
  'amountEqual',
  'amountNet',
  'amountSum',
  'amountPartial',
  'amountOver',
  'dateNear',
  'oldestFirst',
  'onlyOne',
  'bankReference',
  'sameDay',
  'chosen',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

/** A row of a bank's file that cannot be taken; the others of the file can. */
export interface LineFault {
  /** Number of the row in the file. */
  readonly row: number;
  readonly field: StatementField;
  readonly code:
    | 'DATE'
    | 'MONEY'
    | 'FUTURE_DATE'
    | 'CREDIT_AND_DEBIT'
    | 'REQUIRED'
    | 'DIRECTION'
    | 'CURRENCY'
    | 'AMOUNT_ELSEWHERE';
  readonly value: string;
}
