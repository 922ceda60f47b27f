import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import {
  type FileRow,
  TABLE_LIMITS,
  TableError,
  type TableLimits,
  TextCounter,
} from './tableFile.ts';

const SEPARATORS = [',', ';', '\t'] as const;
/** What csvStream puts before a text that a spreadsheet would take for a formula. */
const NEUTRALISED = /^'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text file has none of these.
const BINARY = /[\u0000-\u0008\u000E-\u001F]/;
/** Characters handed to the parser at a time. */
const PIECE = 64 * 1024;
/** Characters of one row: longer ones are a quote that does not end. */
const MAX_RECORD = 1_000_000;

const decode = (content: Buffer, encoding: string): string =>
  new TextDecoder(encoding, { fatal: true }).decode(content);

function encodingsOf([first, second]: Buffer): readonly string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  if (first === 0xfe && second === 0xff) return ['utf-16be'];
  return ['utf-8', 'windows-874'];
}

/**
 * The text of a CSV file: UTF-8; UTF-16 with its mark; else the code page in which a Thai Windows
 * writes CSV. Null when it is no text.
 */
export function csvText(content: Buffer): string | null {
  for (const encoding of encodingsOf(content)) {
    try {
      const text = decode(content, encoding);
      return BINARY.test(text) ? null : text;
    } catch {
      // The next encoding may fit.
    }
  }
  return null;
}

/** Lines that say what stands between the cells: a title or an address may stand above a table. */
const TELLING_LINES = 100;

type Separator = (typeof SEPARATORS)[number];
type Signs = Record<Separator, number>;
const isSign = (one: string): one is Separator => (SEPARATORS as readonly string[]).includes(one);

/** `1,070` in a table of semicolons is one cell. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

/** How often each of the usual signs stands in each of the first lines, outside of quoted cells. */
function signsOf(text: string): Signs[] {
  const none = (): Signs => ({ ',': 0, ';': 0, '\t': 0 });
  const lines = [none()];
  let isQuoted = false;
  let before = '\n';
  for (const one of text.slice(0, PIECE).replace(THOUSANDS, '')) {
    if (one === '"') {
      // A quote opens a cell at its beginning alone; doubled inside of one, it closes and opens again.
      if (isQuoted) isQuoted = false;
      else if (before === '"' || before === '\n' || before === '\r' || isSign(before))
        isQuoted = true;
    } else if (!isQuoted && (one === '\n' || one === '\r')) {
      if (lines.length === TELLING_LINES) break;
      lines.push(none());
    } else if (!isQuoted && isSign(one)) {
      const line = lines.at(-1);
      if (line) line[one] += 1;
    }
    before = one;
  }
  return lines;
}

/**
 * What stands between the cells: the sign that most lines have equally often, as a table has it and a
 * text has not; where that is even, the more frequent one.
 */
function separatorOf(text: string): string {
  const lines = signsOf(text);
  const weight = (sign: Separator): { readonly lines: number; readonly signs: number } => {
    const times = new Map<number, number>();
    for (const { [sign]: count } of lines) {
      if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
    }
    const most = Math.max(0, ...times.values());
    const signs = [...times].filter(([, of]) => of === most).map(([count]) => count);
    return { lines: most, signs: Math.max(0, ...signs) };
  };
  const [best = { sign: ',' }] = SEPARATORS.map((sign) => ({ sign, ...weight(sign) })).sort(
    (a, b) => b.lines - a.lines || b.signs - a.signs,
  );
  return best.sign;
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

/** Separators and line ends bound how many cells there can be, before a single one is made. */
function refuseTooManyCells(text: string, separator: string): void {
  let count = 0;
  for (const sign of [separator, '\n', '\r']) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      count += 1;
      if (count > TABLE_LIMITS.separators) throw new TableError('TABLE_LARGE');
    }
  }
}

/** `sep=;` as a first line is how a spreadsheet says what stands between the cells. */
const SAID = /^\s*"?sep=(.)"?[^\S\r\n]*(?:\r\n|\n|\r)/i;

/** Rows of a CSV file (RFC 4180; also with semicolons or tabs). */
export async function readCsv(content: Buffer, limits: TableLimits): Promise<FileRow[]> {
  const whole = csvText(content);
  if (whole === null) throw new TableError('TABLE_BROKEN');
  const [said = '', sign] = SAID.exec(whole) ?? [];
  // Rows count as the spreadsheet shows them: it hides that line and counts it.
  const text = whole.slice(said.length);
  const separator = sign ?? separatorOf(text);
  refuseTooManyCells(text, separator);
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote inside a cell that does not begin with one is a character: 12" pipe.
    relax_quotes: true,
    max_record_size: MAX_RECORD,
  });
  try {
    const records = Readable.from(piecesOf(text), { objectMode: false }).pipe(parser);
    return await rowsOf(records, { limits, before: said === '' ? 0 : 1 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TableError(error.code === 'CSV_MAX_RECORD_SIZE' ? 'TABLE_LARGE' : 'TABLE_BROKEN');
  }
}

async function rowsOf(
  records: AsyncIterable<readonly string[]>,
  { limits, before }: { readonly limits: TableLimits; readonly before: number },
): Promise<FileRow[]> {
  const counter = new TextCounter();
  const rows: FileRow[] = [];
  let number = before;
  for await (const record of records) {
    number += 1;
    if (record.every((cell) => cell.trim() === '')) continue;
    if (record.slice(limits.columns).some((cell) => cell.trim() !== '')) {
      throw new TableError('TABLE_WIDE');
    }
    if (rows.length > limits.rows) throw new TableError('TABLE_ROWS');
    const cells = record.slice(0, limits.columns);
    for (const cell of cells) counter.add(cell);
    rows.push({ number, cells: cells.map((cell) => cell.replace(NEUTRALISED, '')) });
  }
  return rows;
}
