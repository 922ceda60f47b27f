import { Readable } from 'node:stream';
import { csvStream } from '../documents/tables/csv.ts';
import type { TableColumnType, TableRow, TableSpec, TableValue } from '../documents/tables/spec.ts';
import { xlsxStream } from '../documents/tables/xlsx.ts';
import { today } from './clock.ts';
import type { Ctx, FileResult, Locale } from './types.ts';

/** Rows mapped at a time: look-ups of one chunk are one query each. */
const CHUNK = 500;
/** Above this an export is a job (handbook "Data"). */
export const MAX_EXPORT_ROWS = 200_000;

const MIME = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

export interface ExportColumn<R> {
  readonly title: Readonly<Record<Locale, string>>;
  readonly type: TableColumnType;
  /** Of a status column: its words. */
  readonly labels?: Readonly<Record<string, Readonly<Record<Locale, string>>>>;
  readonly width?: number;
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

async function* tableRows<O, R>(ctx: Ctx, spec: ExportSpec<O, R>): AsyncGenerator<TableRow> {
  const toCells = (row: R): TableRow => {
    const fields = row as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      spec.columns.map(({ key, value }) => [
        key,
        value ? value(row, ctx.locale) : cellOf(fields[key], ctx.locale),
      ]),
    );
  };
  let chunk: O[] = [];
  for await (const row of spec.rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    for (const mapped of await spec.map(chunk)) yield toCells(mapped);
    chunk = [];
  }
  for (const mapped of await spec.map(chunk)) yield toCells(mapped);
}

/** The whole query as a spreadsheet, streamed from a database cursor. */
export function exportRows<O, R>(ctx: Ctx, spec: ExportSpec<O, R>): FileResult {
  const { locale } = ctx;
  const table: TableSpec = {
    lang: locale,
    name: spec.fileName,
    columns: spec.columns.map(({ key, title, type, labels, width }) => ({
      key,
      label: title[locale],
      type,
      width,
      labels:
        labels &&
        Object.fromEntries(
          Object.entries(labels).map(([status, words]) => [status, words[locale]]),
        ),
    })),
  };
  const rows = Readable.from(tableRows(ctx, spec));
  const file = spec.format === 'xlsx' ? xlsxStream(table, rows) : csvStream(table, rows);
  return {
    file,
    fileName: `${spec.fileName}-${today(ctx.clock)}.${spec.format}`,
    mime: MIME[spec.format],
  };
}
