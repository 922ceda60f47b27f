import { Readable } from 'node:stream';
import { csvStream } from '../documents/tables/csv.ts';
import type {
  TableColumn,
  TableColumnType,
  TableRow,
  TableSpec,
  TableValue,
} from '../documents/tables/spec.ts';
import { xlsxStream } from '../documents/tables/xlsx.ts';
import { today } from './clock.ts';
import type { Ctx, FileResult, Locale } from './types.ts';

/** Rows fetched and mapped at a time: look-ups of one chunk are one query each. */
export const EXPORT_CHUNK = 500;
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MIME = {
  xlsx: XLSX,
  csv: 'text/csv; charset=utf-8',
} as const;

export interface ExportColumn<R> {
  readonly title: Readonly<Record<Locale, string>>;
  readonly type: TableColumnType;
  /** Of a status column: its words. */
  readonly labels?: Readonly<Record<string, Readonly<Record<Locale, string>>>>;
  readonly width?: number;
  /** Left out of the files of whoever does not hold this ability. */
  readonly needs?: string;
  /** Absent: the row's field of the same name; a reference shows its code and name. */
  readonly value?: (row: R, locale: Locale) => TableValue;
}

interface ExportSpec<O, R> {
  readonly fileName: string;
  readonly format: 'xlsx' | 'csv';
  readonly columns: readonly (ExportColumn<R> & { readonly key: string })[];
  readonly rows: AsyncIterable<O> | Iterable<O>;
  readonly map: (rows: readonly O[]) => Promise<readonly R[]>;
}

interface Reference {
  readonly code?: unknown;
  readonly documentNo?: unknown;
  readonly name?: unknown;
  readonly nameTh?: unknown;
}

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

function cellOf(value: unknown, locale: Locale): TableValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Date) return value;
  if (typeof value === 'boolean') {
    const words = locale === 'th' ? { yes: 'ใช่', no: 'ไม่ใช่' } : { yes: 'Yes', no: 'No' };
    return value ? words.yes : words.no;
  }
  if (Array.isArray(value)) return value.map((item) => String(cellOf(item, locale))).join(', ');
  if (!isReference(value)) return String(value);
  const name = locale === 'th' && typeof value.nameTh === 'string' ? value.nameTh : value.name;
  const parts = [value.code ?? value.documentNo, name].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  return parts.join(' ');
}

type Columns<R> = readonly (ExportColumn<R> & { readonly key: string })[];

/** A row of a list as the cells of a table. */
export function tableRowOf<R>(ctx: Ctx, columns: Columns<R>, row: R): TableRow {
  const fields = row as Readonly<Record<string, unknown>>;
  const cells: Record<string, TableValue> = {};
  for (const { key, value } of columns) {
    cells[key] = value ? value(row, ctx.locale) : cellOf(fields[key], ctx.locale);
  }
  return cells;
}

/** The columns of a table in the caller's language. */
export const tableColumns = <R>({ locale }: Ctx, columns: Columns<R>): TableColumn[] =>
  columns.map(({ key, title, type, labels, width }) => ({
    key,
    label: title[locale],
    type,
    width,
    labels:
      labels &&
      Object.fromEntries(Object.entries(labels).map(([status, words]) => [status, words[locale]])),
  }));

/** Rows of a cursor, so many at a time, with what they are mapped to. */
async function* mappedChunks<O, R>(
  rows: AsyncIterable<O> | Iterable<O>,
  map: (rows: readonly O[]) => Promise<readonly R[]>,
): AsyncGenerator<{ readonly reads: readonly O[]; readonly made: readonly R[] }> {
  let reads: O[] = [];
  for await (const row of rows) {
    reads.push(row);
    if (reads.length < EXPORT_CHUNK) continue;
    yield { reads, made: await map(reads) };
    reads = [];
  }
  yield { reads, made: await map(reads) };
}

/** Rows of a cursor with what a chunk of them is mapped to. */
export async function* mapped<O, R>(
  rows: AsyncIterable<O> | Iterable<O>,
  map: (rows: readonly O[]) => Promise<readonly R[]>,
): AsyncGenerator<{ readonly read: O; readonly row: R }> {
  for await (const { reads, made } of mappedChunks(rows, map)) {
    for (const [index, read] of reads.entries()) yield { read, row: made[index] as R };
  }
}

async function* tableChunks<O, R>(
  ctx: Ctx,
  spec: ExportSpec<O, R>,
): AsyncGenerator<readonly TableRow[]> {
  for await (const { made } of mappedChunks(spec.rows, spec.map)) {
    yield made.map((row) => tableRowOf(ctx, spec.columns, row));
  }
}

/** The whole query as a spreadsheet, streamed from a database cursor. */
export function exportRows<O, R>(ctx: Ctx, spec: ExportSpec<O, R>): FileResult {
  const { locale } = ctx;
  const table: TableSpec = {
    lang: locale,
    name: spec.fileName,
    columns: tableColumns(ctx, spec.columns),
  };
  const rows = Readable.from(tableChunks(ctx, spec), { highWaterMark: 1 });
  const file = spec.format === 'xlsx' ? xlsxStream(table, rows) : csvStream(table, rows);
  return {
    file,
    fileName: `${spec.fileName}-${today(ctx.clock)}.${spec.format}`,
    mime: MIME[spec.format],
  };
}
