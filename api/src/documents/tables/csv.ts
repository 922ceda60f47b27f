import type { Readable } from 'node:stream';
import {
  cellDecimal,
  cellText,
  cellWallClock,
  columnHeading,
  isEmpty,
  rowsIn,
  rowsToStream,
  type TableColumn,
  type TableParts,
  type TableRow,
  type TableSpec,
  type TableValue,
  totalsRow,
} from './spec.ts';

const CHUNK = 64 * 1024;
/** Length of a day as `2026-11-21`. */
const DAY_LENGTH = 10;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** What spreadsheets take for the start of a formula, in its full-width forms too (quality "Secure"). */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

function quote(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Text can never start a formula; numbers are written by their own path and stay numbers. */
function safeText(text: string): string {
  const clean = text.replaceAll('\0', '');
  return quote(FORMULA_START.test(clean) ? `'${clean}` : clean);
}

function money(decimal: string): string {
  const point = decimal.indexOf('.');
  if (point < 0) return `${decimal}.00`;
  let end = decimal.length;
  while (end > point + 3 && decimal.charAt(end - 1) === '0') end -= 1;
  return decimal.slice(0, end).padEnd(point + 3, '0');
}

function csvCell(column: TableColumn, value: TableValue): string {
  if (isEmpty(value)) return '';
  switch (column.type) {
    case 'money':
      return money(cellDecimal(column, value));
    case 'number':
    case 'quantity':
      return cellDecimal(column, value);
    case 'date': {
      const at = cellWallClock(column, value);
      // A business day is written as it is kept; most dates are one.
      const isDay = typeof value === 'string' && value.length === DAY_LENGTH;
      return isDay ? value : new Date(at).toISOString().slice(0, DAY_LENGTH);
    }
    case 'datetime': {
      const text = new Date(cellWallClock(column, value)).toISOString();
      return `${text.slice(0, DAY_LENGTH)} ${text.slice(11, 19)}`;
    }
    case 'text':
    case 'status':
      return safeText(cellText(column, value));
  }
}

function csvLine(columns: readonly TableColumn[], row: TableRow): string {
  let line = '';
  let separator = '';
  for (const column of columns) {
    line += separator + csvCell(column, row[column.key]);
    separator = ',';
  }
  return `${line}\r\n`;
}

async function* csvChunks(spec: TableSpec, rows: TableParts): AsyncGenerator<Buffer> {
  const { columns, lang } = spec;
  // Without the mark, spreadsheets on Windows read Thai as mojibake.
  let text = '\uFEFF';
  text += `${columns.map((column) => safeText(columnHeading(column, lang))).join(',')}\r\n`;
  for await (const part of rows) {
    for (const row of rowsIn(part)) {
      text += csvLine(columns, row);
      if (text.length >= CHUNK) {
        yield Buffer.from(text, 'utf8');
        text = '';
      }
    }
  }
  const totals = await totalsRow(spec);
  if (totals) text += csvLine(columns, totals);
  yield Buffer.from(text, 'utf8');
}

/**
 * Writes rows as CSV: UTF-8 with its mark, RFC 4180, dates as ISO in Asia/Bangkok, formulas
 * neutralised. Rows are pulled only as fast as the reader reads, and released when it goes away.
 */
export function csvStream(spec: TableSpec, rows: TableParts): Readable {
  return rowsToStream(csvChunks(spec, rows), rows);
}
