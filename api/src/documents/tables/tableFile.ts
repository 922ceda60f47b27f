/** Why a file cannot be taken as a table. */
export type TableFault = 'TABLE_BROKEN' | 'TABLE_ROWS' | 'TABLE_WIDE';

export class TableError extends Error {
  readonly code: TableFault;

  constructor(code: TableFault) {
    super(code);
    this.name = 'TableError';
    this.code = code;
  }
}

/** A row that holds anything, with its number as a spreadsheet counts. */
export interface FileRow {
  readonly number: number;
  /** By column; what is not written is empty. */
  readonly cells: readonly string[];
}

export interface TableLimits {
  readonly rows: number;
  readonly columns: number;
}

/** What a workbook may unfold into: 5,000 rows of 50 cells are some 15 MB. */
export const MAX_UNPACKED = 40 * 1024 * 1024;
