import { type FileRow, TableError, type TableLimits } from './tableFile.ts';

const SEPARATORS = [',', ';', '\t'] as const;
/** What csvStream puts before a text that a spreadsheet would take for a formula. */
const NEUTRALISED = /^'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text file has none of these.
const BINARY = /[\u0000-\u0008\u000E-\u001F]/;

const decode = (content: Buffer, encoding: string): string =>
  new TextDecoder(encoding, { fatal: true }).decode(content);

/**
 * The text of a CSV file: UTF-8; UTF-16 with its mark; else the code page in which a Thai Windows
 * writes CSV. Null when it is no text.
 */
export function csvText(content: Buffer): string | null {
  const isWide = content[0] === 0xff && content[1] === 0xfe;
  for (const encoding of isWide ? ['utf-16le'] : ['utf-8', 'windows-874']) {
    try {
      const text = decode(content, encoding);
      return BINARY.test(text) ? null : text;
    } catch {
      // The next encoding may fit.
    }
  }
  return null;
}

/** What stands between the cells: the most frequent of the usual signs in the first line. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const count = (sign: string) => line.split(sign).length;
  return [...SEPARATORS].sort((a, b) => count(b) - count(a))[0] ?? ',';
}

/** Rows of a CSV file (RFC 4180; also with semicolons or tabs). */
export function readCsv(content: Buffer, limits: TableLimits): FileRow[] {
  const text = csvText(content);
  if (text === null) throw new TableError('TABLE_BROKEN');
  const rows: FileRow[] = [];
  let number = 0;
  for (const record of records(text, separatorOf(text))) {
    number += 1;
    const cells = record.map((cell) => cell.replace(NEUTRALISED, ''));
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (cells.slice(limits.columns).some((cell) => cell.trim() !== '')) {
      throw new TableError('TABLE_WIDE');
    }
    if (rows.length > limits.rows) throw new TableError('TABLE_ROWS');
    rows.push({ number, cells });
  }
  return rows;
}

function* records(text: string, separator: string): Generator<string[]> {
  let record: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const [cell, end] =
      text[at] === '"' ? quoted(text, at + 1, separator) : plain(text, at, separator);
    record.push(cell);
    const isLast = text[end] !== separator;
    if (isLast) {
      yield record;
      record = [];
    }
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
}

type Read = readonly [cell: string, end: number];

function plain(text: string, from: number, separator: string): Read {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') {
    end += 1;
  }
  return [text.slice(from, end), end];
}

/** From behind the opening quote; a quote inside is doubled. */
function quoted(text: string, from: number, separator: string): Read {
  let cell = '';
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new TableError('TABLE_BROKEN');
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      // Between the closing quote and the separator there may be nothing.
      const [rest, end] = plain(text, quote + 1, separator);
      if (rest.trim() !== '') throw new TableError('TABLE_BROKEN');
      return [cell, end];
    }
    cell += '"';
    at = quote + 2;
  }
}
