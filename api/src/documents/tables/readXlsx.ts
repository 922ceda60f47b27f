import { attributeOf, readXml, type XmlAttributes } from './readXml.ts';
import { openZip, type Zip, ZipError } from './readZip.ts';
import {
  type FileRow,
  type FileTable,
  TABLE_LIMITS,
  TableError,
  type TableFault,
  type TableLimits,
  TextCounter,
} from './tableFile.ts';

const FIRST_SHEET = 'xl/worksheets/sheet1.xml';
const SHARED_TEXTS = 'xl/sharedStrings.xml';
/** A workbook keeps 57.7 as 57.699999999999996, and shows so many digits of it. */
const PRECISION = 15;
const IN_BINARY = /^-?(?=[\d.]{16})\d+\.\d+$/;
/** Figures that a spreadsheet writes with an exponent. */
const WITH_EXPONENT = /^-?\d+(\.\d+)?e[+-]?\d+$/i;

const FAULTS = {
  broken: 'TABLE_BROKEN',
  large: 'TABLE_LARGE',
  locked: 'TABLE_LOCKED',
} as const satisfies Record<ZipError['fault'], TableFault>;

/** The first sheet of a workbook; macros are refused, whatever the file is called. */
export async function readXlsx(content: Buffer, limits: TableLimits): Promise<FileTable> {
  try {
    const { unpacked: bytes, entries } = TABLE_LIMITS;
    const zip = await openZip(content, { bytes, entries });
    if (zip.names.some((name) => /vbaProject/i.test(name))) throw new TableError('TABLE_BROKEN');
    const [first, ...others] = await sheetsOf(zip);
    if (first === undefined || !zip.names.includes(first.path))
      throw new TableError('TABLE_BROKEN');
    const [shared, formats] = [await sharedTexts(zip), await formatsOf(zip)];
    const rows = await rowsOf(zip.read(first.path), { shared, formats }, limits);
    const unread: string[] = [];
    for (const { name, path } of others) if (await holdsCells(zip, path)) unread.push(name);
    return { rows, unread };
  } catch (error) {
    if (error instanceof ZipError) throw new TableError(FAULTS[error.fault]);
    if (error instanceof SyntaxError) throw new TableError('TABLE_BROKEN');
    throw error;
  }
}

interface Sheet {
  readonly name: string;
  readonly path: string;
}

/**
 * The sheets that a person sees, in their order: lists for choosing from lie in hidden ones before them.
 * A workbook that hides every sheet answers its first one.
 */
async function sheetsOf(zip: Zip): Promise<Sheet[]> {
  const named: { readonly id: string; readonly name: string; readonly isHidden: boolean }[] = [];
  await readXml(zip.read('xl/workbook.xml'), {
    open: (element, attributes) => {
      if (element !== 'sheet') return;
      const [id = '', name = ''] = ['id', 'name'].map((key) => attributeOf(attributes, key));
      named.push({ id, name, isHidden: /hidden/i.test(attributeOf(attributes, 'state') ?? '') });
    },
  });
  const paths = new Map<string, string>();
  await readXml(zip.read('xl/_rels/workbook.xml.rels'), {
    open: (element, attributes) => {
      if (element !== 'Relationship') return;
      const target = attributeOf(attributes, 'Target') ?? '';
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      paths.set(attributeOf(attributes, 'Id') ?? '', path);
    },
  });
  const seen = named.filter(({ isHidden }) => !isHidden);
  const sheets = (seen.length > 0 ? seen : named.slice(0, 1)).map(({ id, name }) => ({
    name,
    path: paths.get(id) ?? FIRST_SHEET,
  }));
  return sheets.length > 0 ? sheets : [{ name: '', path: FIRST_SHEET }];
}

/** Whether anything is written in a sheet that is not read. */
async function holdsCells(zip: Zip, path: string): Promise<boolean> {
  const found = new Error('a cell');
  let isValue = false;
  try {
    await readXml(zip.read(path), {
      open: (name) => {
        isValue = name === 'v' || name === 't';
      },
      text: (text) => {
        if (isValue && text.trim() !== '') throw found;
      },
    });
    return false;
  } catch (error) {
    if (error === found) return true;
    throw error;
  }
}

/**
 * How a number is shown where that says more than its digits: as a day, as a share, or with so many
 * digits at least, which keeps the zeros before a code.
 */
type Shown = 'day' | 'share' | number | null;

/** Number formats of a workbook, and the day from which its days count. */
interface Formats {
  /** By the number of the format that a cell names. */
  readonly shown: readonly Shown[];
  readonly from1904: boolean;
}

/** Formats that every spreadsheet has (ECMA-376 part 1, 18.8.30), Thai ones included. */
const BUILT_IN = [
  [14, 17],
  [22, 22],
  [27, 36],
  [50, 58],
  [71, 76],
  [78, 79],
  [81, 81],
] as const;
/** Parts of a number format that are literal text, a colour or a condition: letters in them stand for no day. */
const QUOTED = /"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g;

function shownBy(code: string): Shown {
  const [plain = ''] = code.replace(QUOTED, '').split(';');
  if (/[dyb]/i.test(plain)) return 'day';
  if (plain.includes('%')) return 'share';
  const digits = plain.replace(/[-\s]/g, '');
  return /^0{2,30}$/.test(digits) ? digits.length : null;
}

function shownByNumber(id: number): Shown {
  if (BUILT_IN.some(([first, last]) => id >= first && id <= last)) return 'day';
  return id === 9 || id === 10 ? 'share' : null;
}

async function formatsOf(zip: Zip): Promise<Formats> {
  const own = new Map<number, Shown>();
  const shown: Shown[] = [];
  let isOfCells = false;
  let from1904 = false;
  await readXml(zip.read('xl/workbook.xml'), {
    open: (name, attributes) => {
      const value = name === 'workbookPr' ? attributeOf(attributes, 'date1904') : undefined;
      if (value === '1' || value === 'true') from1904 = true;
    },
  });
  await readXml(zip.read('xl/styles.xml'), {
    open: (name, attributes) => {
      if (name === 'numFmt') {
        const id = Number(attributeOf(attributes, 'numFmtId'));
        own.set(id, shownBy(attributeOf(attributes, 'formatCode') ?? ''));
      } else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) {
        if (shown.length >= TABLE_LIMITS.formats) throw new TableError('TABLE_LARGE');
        const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
        shown.push(own.has(id) ? (own.get(id) ?? null) : shownByNumber(id));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return { shown, from1904 };
}

const DAY_MS = 86_400_000;
/** The day that a spreadsheet counts as 0; before March 1900 it counts a day that never was. */
const DAY_ZERO = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;

/** The day of a number, with its hour where it has one; null where it is none. */
function dayText(value: string, { from1904 }: Formats): string | null {
  const count = Number(value);
  if (!(count >= 61 || (from1904 && count >= 1)) || count > 2_958_465) return null;
  const at = DAY_ZERO[from1904 ? 1904 : 1900] + Math.round(count * 86_400) * 1000;
  const text = new Date(at).toISOString();
  return at % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** Texts that cells refer to by number; how they are to be pronounced is left out. */
async function sharedTexts(zip: Zip): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let aside = false;
  await readXml(zip.read(SHARED_TEXTS), {
    open: (name) => {
      if (name === 't') isText = true;
      else if (name === 'rPh') aside = true;
      else if (name === 'si') text = '';
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') aside = false;
      else if (name === 'si') {
        if (texts.length >= TABLE_LIMITS.sharedTexts) throw new TableError('TABLE_LARGE');
        texts.push(unescaped(text));
      }
    },
    text: (piece) => {
      if (isText && !aside) text += piece;
    },
  });
  return texts;
}

const RANGE = /^([A-Z]{1,3}[1-9]\d{0,6}):([A-Z]{1,3}[1-9]\d{0,6})$/;
const REFERENCE = /^([A-Z]{1,3})([1-9]\d{0,6})$/;

/** `C12` in row 12 → 2; a cell without a reference stands beside the one before it. */
function columnOf(reference: string | undefined, row: number, next: number): number {
  if (reference === undefined) return next;
  const [, letters = '', digits = ''] = REFERENCE.exec(reference) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const isHere = Number(digits) === row && column >= next && column < TABLE_LIMITS.columnNumber;
  if (!isHere) throw new TableError('TABLE_BROKEN');
  return column;
}

/** The row's number: as it is written, or the next one. Rows stand in their order, none twice. */
function rowNumber(written: string | undefined, last: number): number {
  const number = written === undefined ? last + 1 : Number(written);
  const isRow =
    (written === undefined || /^\d{1,7}$/.test(written)) &&
    number > last &&
    number <= TABLE_LIMITS.rowNumber;
  if (!isRow) throw new TableError('TABLE_BROKEN');
  return number;
}

/** `_x0041_` is how a workbook writes what XML does not hold; what no text holds is left out. */
const unescaped = (text: string): string =>
  (text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) => {
        const code = Number.parseInt(hex, 16);
        return code < 32 && code !== 9 && code !== 10 ? '' : String.fromCharCode(code);
      })
    : text
  )
    // What no database keeps as text.
    .replaceAll('\0', '\uFFFD')
    .toWellFormed();

interface Book {
  readonly shared: readonly string[];
  readonly formats: Formats;
}

/** A figure as a person reads it; text that is none stays. */
function figure(value: string): string {
  return WITH_EXPONENT.test(value) || IN_BINARY.test(value)
    ? String(Number(Number(value).toPrecision(PRECISION)))
    : unescaped(value);
}

function shownText(value: string, style: number, formats: Formats): string {
  const shown = formats.shown[style] ?? null;
  if (shown === 'day') return dayText(value, formats) ?? unescaped(value);
  if (shown === 'share' && Number.isFinite(Number(value))) {
    return `${figure(String(Number((Number(value) * 100).toPrecision(PRECISION))))}%`;
  }
  const isCode = typeof shown === 'number' && /^\d+$/.test(value);
  return isCode ? value.padStart(shown, '0') : figure(value);
}

/** Stands in a cell whose formula was never worked out: another program wrote it. */
const NEVER_WORKED_OUT = '#VALUE!';

function cellText(
  {
    type,
    style,
    value,
  }: { readonly type: string | undefined; readonly style: number; readonly value: string },
  { shared, formats }: Book,
): string {
  switch (type) {
    case 's':
      return shared[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case undefined:
    case 'n':
      return shownText(value, style, formats);
    default:
      return unescaped(value);
  }
}

/** Puts the cells of a sheet together, element by element. */
class SheetReader {
  readonly rows: FileRow[] = [];
  readonly #book: Book;
  readonly #limits: TableLimits;
  readonly #counter = new TextCounter();
  #elements = 0;
  #number = 0;
  #cells: string[] = [];
  #column = -1;
  #type: string | undefined;
  #style = 0;
  #value = '';
  #isValue = false;
  #isFormula = false;
  #isAside = false;

  constructor(book: Book, limits: TableLimits) {
    this.#book = book;
    this.#limits = limits;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#elements += 1;
    if (this.#elements > TABLE_LIMITS.elements) throw new TableError('TABLE_LARGE');
    if (name === 'row') this.#openRow(attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'v' || name === 't') this.#isValue = !this.#isAside;
    else if (name === 'f') this.#isFormula = true;
    else if (name === 'rPh') this.#isAside = true;
    else if (name === 'mergeCell') this.#checkMerged(attributeOf(attributes, 'ref') ?? '');
  }

  close(name: string): void {
    if (name === 'row') this.#closeRow();
    else if (name === 'c') this.#closeCell();
    else if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#isAside = false;
  }

  text(piece: string): void {
    if (!this.#isValue) return;
    this.#value += piece;
    if (this.#value.length > TABLE_LIMITS.cellText) throw new TableError('TABLE_LARGE');
  }

  #openRow(attributes: XmlAttributes): void {
    this.#number = rowNumber(attributeOf(attributes, 'r'), this.#number);
    this.#cells = [];
    this.#column = -1;
  }

  #openCell(attributes: XmlAttributes): void {
    const reference = attributeOf(attributes, 'r');
    this.#column = columnOf(reference, this.#number, this.#column + 1);
    this.#type = attributeOf(attributes, 't');
    this.#style = Number(attributeOf(attributes, 's') ?? 0);
    this.#value = '';
  }

  #closeCell(): void {
    const cell = { type: this.#type, style: this.#style, value: this.#value };
    const isOpen = this.#isFormula && this.#value === '' && this.#type !== 'str';
    const text = isOpen ? NEVER_WORKED_OUT : this.#value === '' ? '' : cellText(cell, this.#book);
    this.#value = '';
    this.#isFormula = false;
    if (text.trim() === '') return;
    if (this.#column >= this.#limits.columns) throw new TableError('TABLE_WIDE');
    this.#counter.add(text);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  /**
   * One cell over several rows or columns below the headings holds its text in the first of them alone: the
   * others would come in empty.
   */
  #checkMerged(range: string): void {
    const [, first, last] = RANGE.exec(range) ?? [];
    const [headings] = this.rows;
    if (headings === undefined || first === last) return;
    const [from, to] = [Number(first?.replace(/\D/g, '')), Number(last?.replace(/\D/g, ''))];
    if (to <= headings.number) return;
    const row = this.rows[this.#rowsBefore(from)];
    if (row !== undefined && row.number <= to) throw new TableError('TABLE_MERGED');
  }

  /** Number of rows above this one: a sheet may name a million ranges. */
  #rowsBefore(number: number): number {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle]?.number ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    if (this.rows.length > this.#limits.rows) throw new TableError('TABLE_ROWS');
    this.rows.push({ number: this.#number, cells: this.#cells });
  }
}

async function rowsOf(
  sheet: AsyncIterable<Buffer>,
  book: Book,
  limits: TableLimits,
): Promise<FileRow[]> {
  const reader = new SheetReader(book, limits);
  await readXml(sheet, reader);
  return reader.rows;
}
