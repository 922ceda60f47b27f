import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import {
  cellDecimal,
  cellText,
  cellWallClock,
  columnHeading,
  columnWidth,
  isEmpty,
  isNumeric,
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
const MAX_ROWS = 1_048_576;
const MAX_TEXT = 32_767;
/** A spreadsheet keeps 15 digits of a number; a longer figure is written as text, unharmed. */
const MAX_DIGITS = 15;
const DAY_MS = 86_400_000;
/** Days from the spreadsheet's zero to 1970. */
const EPOCH_DAYS = 25_569;
/** Before 1 March 1900 the format's calendar is wrong by its famous day. */
const FIRST_SAFE_DAY = 61;
/** Entries carry a fixed time, so that the same rows give the same file. */
const ENTRY_TIME = new Date(2000, 0, 1);

/** Positions in `cellXfs` of styles.xml; the bold ones follow at +BOLD. */
const STYLE = {
  text: 0,
  number: 1,
  money: 2,
  whole: 3,
  fraction: 4,
  date: 5,
  datetime: 6,
} as const;
const BOLD = 7;
const HEADING = 14;
const HEADING_RIGHT = 15;

/** 107041E: Thai, Buddhist calendar, western digits; the value stays a real date. */
const DATE_FORMAT = { en: 'd mmm yyyy', th: '[$-107041E]d mmm yyyy' } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids.
const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finds text that needs any care at all.
const NEEDS_CARE = /[&<>"_\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeXml(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return (
    text
      .toWellFormed()
      .replace(ILLEGAL, '')
      .replace(/[&<>"]/g, (char) => ESCAPES[char] ?? '')
      // Readers decode _xHHHH_; text that happens to look so must come back as it was.
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  );
}

/** `0` → `A`, as spreadsheets name their columns. */
export function columnName(index: number): string {
  const head = index >= 26 ? columnName(Math.floor(index / 26) - 1) : '';
  return head + String.fromCharCode(65 + (index % 26));
}

interface Cell {
  readonly column: TableColumn;
  readonly name: string;
}

function textCell(at: string, text: string, style: number): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cut)}</t></is></c>`;
}

function digitsOf(decimal: string): number {
  return decimal.replace(/^-?0*(\.0*)?|\./g, '').replace(/0+$/, '').length;
}

function numberStyle(column: TableColumn, decimal: string): number {
  if (column.type === 'money') return STYLE.money;
  if (column.type === 'number') return STYLE.number;
  // One format for both would print whole quantities with a bare point: "1,200.".
  return /\.\d*[1-9]/.test(decimal) ? STYLE.fraction : STYLE.whole;
}

interface CellToWrite {
  readonly at: string;
  readonly column: TableColumn;
  readonly value: TableValue;
  /** 0 for a plain row, BOLD for the totals. */
  readonly shift: number;
}

function writeCell({ at, column, value, shift }: CellToWrite): string {
  if (isEmpty(value)) return '';
  switch (column.type) {
    case 'money':
    case 'number':
    case 'quantity': {
      const decimal = cellDecimal(column, value);
      const style = numberStyle(column, decimal) + shift;
      if (decimal.length > MAX_DIGITS && digitsOf(decimal) > MAX_DIGITS) {
        return textCell(at, decimal, style);
      }
      return `<c r="${at}" s="${style}"><v>${decimal}</v></c>`;
    }
    case 'date':
    case 'datetime': {
      const serial = cellWallClock(column, value) / DAY_MS + EPOCH_DAYS;
      if (serial < FIRST_SAFE_DAY) return textCell(at, String(value), STYLE.text + shift);
      return `<c r="${at}" s="${STYLE[column.type] + shift}"><v>${serial}</v></c>`;
    }
    case 'text':
    case 'status':
      return textCell(at, cellText(column, value), STYLE.text + shift);
  }
}

function safeSheetName(name: string): string {
  const clean = name
    .replace(ILLEGAL, '')
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[' ]+|[' ]+$/g, '');
  return [...clean].slice(0, 31).join('').trim() || 'Sheet1';
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  `${XML}<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;

const ROOT_RELATIONS =
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/>` +
  '</Relationships>';

const WORKBOOK_RELATIONS =
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>` +
  `<Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;

function styles(spec: TableSpec): string {
  const date = escapeXml(DATE_FORMAT[spec.lang]);
  const formats = [0, 0, 4, 3, 164, 165, 166];
  const xf = (format: number, font: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="${font === 1 ? 2 : 0}" xfId="0"` +
    ' applyNumberFormat="1" applyFont="1" applyBorder="1" applyAlignment="1">' +
    '<alignment vertical="top"/></xf>';
  const heading = (align: string) =>
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1"' +
    ` applyBorder="1" applyAlignment="1"><alignment horizontal="${align}" vertical="center"/></xf>`;
  const hairline = (side: string) => `<${side} style="thin"><color rgb="FFB8C0CA"/></${side}>`;
  return (
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3">` +
    '<numFmt numFmtId="164" formatCode="#,##0.0##"/>' +
    `<numFmt numFmtId="165" formatCode="${date}"/>` +
    `<numFmt numFmtId="166" formatCode="${date} hh:mm"/></numFmts>` +
    // Tahoma has Thai and comes with every office suite that people here use.
    '<fonts count="2"><font><sz val="10"/><name val="Tahoma"/><family val="2"/></font>' +
    '<font><b/><sz val="10"/><name val="Tahoma"/><family val="2"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill>' +
    '<fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid">' +
    '<fgColor rgb="FFF5F7FA"/><bgColor indexed="64"/></patternFill></fill></fills>' +
    '<borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border>' +
    `<border><left/><right/><top/>${hairline('bottom')}<diagonal/></border>` +
    `<border><left/><right/>${hairline('top')}<bottom/><diagonal/></border></borders>` +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="16">${formats.map((format) => xf(format, 0)).join('')}` +
    `${formats.map((format) => xf(format, 1)).join('')}${heading('left')}${heading('right')}` +
    '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
    '</styleSheet>'
  );
}

function workbook(spec: TableSpec, filterRange: string): string {
  const name = safeSheetName(spec.name);
  const quoted = escapeXml(`'${name.replaceAll("'", "''")}'`);
  return (
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
    `<sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets><definedNames>` +
    `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${quoted}!${filterRange}` +
    `</definedName><definedName name="_xlnm.Print_Titles" localSheetId="0">${quoted}!$1:$1` +
    '</definedName></definedNames></workbook>'
  );
}

function sheetStart(spec: TableSpec, cells: readonly Cell[]): string {
  const widths = cells
    .map(({ column }, index) => {
      const width = Math.min(Math.max(columnWidth(column), 6), 80);
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
    })
    .join('');
  const headings = cells
    .map(({ column, name }) => {
      const style = isNumeric(column.type) ? HEADING_RIGHT : HEADING;
      return textCell(`${name}1`, columnHeading(column, spec.lang), style);
    })
    .join('');
  return (
    `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
    '<sheetViews><sheetView workbookViewId="0" tabSelected="1"><pane ySplit="1" topLeftCell="A2"' +
    ' activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2"' +
    ' sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="16"/>' +
    `<cols>${widths}</cols><sheetData><row r="1" ht="22" customHeight="1">${headings}</row>`
  );
}

const SHEET_END = '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>';

/** Says after the last row how far the filter reaches. */
interface Extent {
  lastRow: number;
}

interface SheetSource {
  readonly spec: TableSpec;
  readonly rows: TableParts;
  readonly cells: readonly Cell[];
  readonly extent: Extent;
}

function rowXml(
  spec: TableSpec,
  row: TableRow,
  { cells, number }: Pick<TotalsSource, 'cells' | 'number'>,
): string {
  let text = `<row r="${number}">`;
  const kind = spec.kindOf?.(row) ?? 'row';
  const shift = kind === 'row' ? 0 : BOLD;
  // A heading is text, whatever its column holds.
  const [first] = kind === 'group' ? cells : [];
  if (first) {
    const words = String(row[first.column.key] ?? '');
    text += textCell(first.name + number, words, STYLE.text + BOLD);
  }
  for (const { column, name } of first ? [] : cells) {
    text += writeCell({ at: name + number, column, value: row[column.key], shift });
  }
  return `${text}</row>`;
}

async function* sheetChunks({ spec, rows, cells, extent }: SheetSource): AsyncGenerator<Buffer> {
  let text = sheetStart(spec, cells);
  let number = 1;
  for await (const part of rows) {
    for (const row of rowsIn(part)) {
      number += 1;
      if (number >= MAX_ROWS) throw new RangeError(`A sheet holds ${MAX_ROWS} rows`);
      text += rowXml(spec, row, { cells, number });
      if (text.length >= CHUNK) {
        yield Buffer.from(text, 'utf8');
        text = '';
      }
    }
  }
  extent.lastRow = number;
  text += totalsXml({ totals: await totalsRow(spec), cells, number: number + 1 });
  const lastColumn = cells.at(-1)?.name ?? 'A';
  text += `</sheetData><autoFilter ref="A1:${lastColumn}${number}"/>`;
  text += '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>';
  yield Buffer.from(text + SHEET_END, 'utf8');
}

interface TotalsSource {
  readonly totals: TableRow | undefined;
  readonly cells: readonly Cell[];
  readonly number: number;
}

/** Outside the filter's range, so that filtering does not hide the sum. */
function totalsXml({ totals, cells, number }: TotalsSource): string {
  if (!totals) return '';
  const body = cells.map(({ column, name }) => {
    const value = totals[column.key];
    const at = `${name}${number}`;
    if (isEmpty(value)) return `<c r="${at}" s="${STYLE.text + BOLD}"/>`;
    return writeCell({ at, column, value, shift: BOLD });
  });
  return `<row r="${number}">${body.join('')}</row>`;
}

/**
 * Writes rows as an XLSX workbook of one sheet: real numbers and dates, text never a formula,
 * headings bold, frozen and filtered. Rows are pulled only as fast as the reader reads, and
 * released when it goes away; a row that cannot be written ends the stream with its error.
 */
export function xlsxStream(spec: TableSpec, rows: TableParts): Readable {
  const cells = spec.columns.map((column, index) => ({ column, name: columnName(index) }));
  const extent: Extent = { lastRow: 1 };
  const sheet = rowsToStream(sheetChunks({ spec, rows, cells, extent }), rows);
  const zip = new ZipFile();
  const packed = { mtime: ENTRY_TIME, compress: true, compressionLevel: 3 };
  const add = (path: string, content: string) => {
    zip.addBuffer(Buffer.from(content, 'utf8'), path, packed);
  };
  add('[Content_Types].xml', CONTENT_TYPES);
  add('_rels/.rels', ROOT_RELATIONS);
  add('xl/_rels/workbook.xml.rels', WORKBOOK_RELATIONS);
  add('xl/styles.xml', styles(spec));
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', packed);
  // Asked for when its turn comes: by then the last row is known.
  zip.addReadStreamLazy('xl/workbook.xml', packed, (done) => {
    const range = `$A$1:$${cells.at(-1)?.name ?? 'A'}$${extent.lastRow}`;
    done(null, Readable.from([Buffer.from(workbook(spec, range), 'utf8')]));
  });
  zip.end();

  // A PassThrough, typed more widely than it is.
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error instanceof Error ? error : new Error('zip')));
  sheet.once('error', (error) => output.destroy(error));
  // Piping does not carry the reader's departure upstream; the rows' cursor must be closed.
  output.once('close', () => sheet.destroy());
  return output;
}
