/** Why a file cannot be taken as a table. */
export type TableFault =
  | 'TABLE_BROKEN'
  | 'TABLE_ROWS'
  | 'TABLE_WIDE'
  | 'TABLE_LARGE'
  | 'TABLE_SLOW'
  | 'TABLE_LOCKED'
  | 'TABLE_MERGED';

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

export interface FileTable {
  readonly rows: FileRow[];
  /** Names of sheets that hold something and were not read. */
  readonly unread: readonly string[];
}

export interface TableLimits {
  readonly rows: number;
  readonly columns: number;
}

/**
 * Limits of any table, whatever it is imported as. They bound the work that a small file can cause:
 * a workbook of 38 KB unpacks into 38 MB.
 */
export const TABLE_LIMITS = {
  /** Unpacked bytes of all parts of a workbook; 5,000 rows of 60 cells are some 20 MB. */
  unpacked: 40 * 1024 * 1024,
  /** Files inside a workbook. */
  entries: 2000,
  /** Elements of a sheet, empty ones included: two to four a cell. */
  elements: 2_000_000,
  /** Separators and line ends of a CSV file. */
  separators: 750_000,
  /** Texts that the cells of a workbook share. */
  sharedTexts: 400_000,
  /** Formats of cells, as in a spreadsheet. */
  formats: 65_490,
  /** Characters of one cell, as in a spreadsheet. */
  cellText: 32_767,
  /** Characters of all cells; one shared text counts in every cell that shows it. */
  text: 8_000_000,
  /** What a spreadsheet numbers at most. */
  rowNumber: 1_048_576,
  columnNumber: 16_384,
} as const;

/** Counts the text of a table while it is read. */
export class TextCounter {
  #total = 0;

  /** @throws TableError when the cell or the table is longer than allowed */
  add(cell: string): void {
    this.#total += cell.length;
    if (cell.length > TABLE_LIMITS.cellText || this.#total > TABLE_LIMITS.text) {
      throw new TableError('TABLE_LARGE');
    }
  }
}
