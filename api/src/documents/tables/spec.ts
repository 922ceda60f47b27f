import { Readable } from 'node:stream';
import type { DocumentLang } from '../amountInWords.ts';
import { parseDecimal } from '../decimal.ts';

/** What a column holds; it decides how a cell is written, aligned and totalled. */
export type TableColumnType =
  | 'text'
  | 'number'
  | 'money'
  | 'quantity'
  | 'date'
  | 'datetime'
  | 'status';

export interface TableColumn {
  readonly key: string;
  readonly label: string;
  readonly type: TableColumnType;
  /** Relative width; in XLSX about one character each. */
  readonly width?: number | undefined;
  /** Shown after the label; money says THB / บาท unless told otherwise (design, Words). */
  readonly unit?: string | undefined;
  /** Of a status column: the text for each status, in the request's language. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** Money and quantities come as decimal strings or numbers, dates as ISO strings or Dates. */
export type TableValue = string | number | Date | null | undefined;

export type TableRow = Readonly<Record<string, TableValue>>;

export type TableRows = AsyncIterable<TableRow> | Iterable<TableRow>;

/** Rows one by one, or many at a time: waiting for a single row takes longer than writing it. */
type TablePart = TableRow | readonly TableRow[];
export type TableParts = AsyncIterable<TablePart> | Iterable<TablePart>;

const isChunk = (part: TablePart): part is readonly TableRow[] => Array.isArray(part);
export const rowsIn = (part: TablePart): readonly TableRow[] => (isChunk(part) ? part : [part]);

export interface TableSpec {
  readonly lang: DocumentLang;
  /** Name of the sheet, and of the file where one is needed. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /**
   * The closing row, of the whole query and not of a page; asked for after the last row, so that
   * it may be summed while the rows pass by.
   */
  readonly totals?: Totals | (() => Totals | Promise<Totals>) | undefined;
  /** Headings and sub-totals among the rows. */
  readonly kindOf?: ((row: TableRow) => RowKind) | undefined;
}

type Totals = TableRow | undefined;

export type RowKind = 'row' | 'group' | 'subTotal';

const MONEY_UNIT = { en: 'THB', th: 'บาท' } as const;
const BANGKOK_OFFSET_MS = 7 * 3_600_000;
const BUSINESS_DAY = /^\d{4}-\d{2}-\d{2}$/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

const DEFAULT_WIDTH: Readonly<Record<TableColumnType, number>> = {
  text: 24,
  number: 12,
  money: 16,
  quantity: 12,
  date: 14,
  datetime: 19,
  status: 16,
};

/** The heading as printed: `Amount (THB)`, `จำนวนเงิน (บาท)`. */
export function columnHeading(column: TableColumn, lang: DocumentLang): string {
  const unit = column.unit ?? (column.type === 'money' ? MONEY_UNIT[lang] : '');
  return unit === '' ? column.label : `${column.label} (${unit})`;
}

export function columnWidth(column: TableColumn): number {
  return column.width ?? DEFAULT_WIDTH[column.type];
}

/** Figures stand at the right, so that their points stand under each other. */
export function isNumeric(type: TableColumnType): boolean {
  return type === 'money' || type === 'quantity' || type === 'number';
}

export function isEmpty(value: TableValue): value is null | undefined | '' {
  return value === null || value === undefined || value === '';
}

/** The text of a text or status cell. */
export function cellText(column: TableColumn, value: string | number | Date): string {
  const text = value instanceof Date ? value.toISOString() : String(value);
  return column.type === 'status' ? (column.labels?.[text] ?? text) : text;
}

/**
 * The figure of a numeric cell as a plain decimal string.
 * @throws TypeError if it is no decimal: a wrong figure must not slip into a report as text
 */
export function cellDecimal(column: TableColumn, value: string | number | Date): string {
  const text = String(value);
  if (PLAIN_NUMBER.test(text)) return text;
  // Rows may come from arithmetic: a number in exponent form is still one.
  if (typeof value === 'number' && Number.isFinite(value)) return value.toFixed(10);
  try {
    parseDecimal(text);
    return text;
  } catch {
    throw new TypeError(`Column ${column.key}: not a number: ${text}`);
  }
}

/**
 * Milliseconds of the local (Asia/Bangkok) wall clock since 1970, as spreadsheets count: they know
 * no zones. Thailand has kept +07:00 since 1920, so the offset is a constant.
 * @throws TypeError if the value is no date
 */
export function cellWallClock(column: TableColumn, value: string | number | Date): number {
  if (typeof value === 'string' && BUSINESS_DAY.test(value)) {
    return checked(Date.parse(`${value}T00:00:00Z`), column, value);
  }
  const at = value instanceof Date ? value.getTime() : Date.parse(String(value));
  const local = checked(at, column, value) + BANGKOK_OFFSET_MS;
  return column.type === 'date' ? Math.floor(local / 86_400_000) * 86_400_000 : local;
}

function checked(time: number, column: TableColumn, value: string | number | Date): number {
  if (Number.isNaN(time)) throw new TypeError(`Column ${column.key}: not a date: ${String(value)}`);
  return time;
}

export async function totalsRow(spec: TableSpec): Promise<TableRow | undefined> {
  return typeof spec.totals === 'function' ? spec.totals() : spec.totals;
}

/**
 * A stream over `chunks` that also closes `rows` when its reader goes away: a generator that was
 * never started does not release what it was given, and a database cursor would stay open.
 */
export function rowsToStream(chunks: AsyncIterable<Uint8Array>, rows: TableParts): Readable {
  const stream = Readable.from(chunks, { objectMode: false });
  if (rows instanceof Readable) stream.once('close', () => rows.destroy());
  return stream;
}
