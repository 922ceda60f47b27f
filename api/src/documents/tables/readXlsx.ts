import { attributeOf, readXml } from './readXml.ts';
import { openZip, type Zip, ZipError } from './readZip.ts';
import { type FileRow, MAX_UNPACKED, TableError, type TableLimits } from './tableFile.ts';

const FIRST_SHEET = 'xl/worksheets/sheet1.xml';
/** Figures that a spreadsheet writes with an exponent. */
const WITH_EXPONENT = /^-?\d+(\.\d+)?e[+-]?\d+$/i;

/** The first sheet of a workbook; macros are refused, whatever the file is called. */
export function readXlsx(content: Buffer, limits: TableLimits): FileRow[] {
  try {
    const zip = openZip(content, MAX_UNPACKED);
    if (zip.names.some((name) => /vbaProject/i.test(name))) throw new TableError('TABLE_BROKEN');
    const sheet = textOf(zip, firstSheetOf(zip));
    if (sheet === undefined) throw new TableError('TABLE_BROKEN');
    return rowsOf(sheet, sharedTexts(zip), limits);
  } catch (error) {
    if (error instanceof ZipError || error instanceof SyntaxError) {
      throw new TableError('TABLE_BROKEN');
    }
    throw error;
  }
}

function textOf(zip: Zip, name: string): string | undefined {
  const content = zip.read(name);
  if (!content) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new TableError('TABLE_BROKEN');
  }
}

/** Where the sheet lies that the workbook names first. */
function firstSheetOf(zip: Zip): string {
  let id: string | undefined;
  for (const piece of readXml(textOf(zip, 'xl/workbook.xml') ?? '')) {
    if (piece.kind === 'open' && piece.name === 'sheet') {
      id ??= /:id\s*=\s*["']([^"']+)/.exec(piece.attributes)?.[1];
    }
  }
  for (const piece of readXml(textOf(zip, 'xl/_rels/workbook.xml.rels') ?? '')) {
    if (piece.kind !== 'open' || piece.name !== 'Relationship') continue;
    if (attributeOf(piece.attributes, 'Id') !== id) continue;
    const target = attributeOf(piece.attributes, 'Target') ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  }
  return FIRST_SHEET;
}

/** Texts that cells refer to by number; how they are to be pronounced is left out. */
function sharedTexts(zip: Zip): string[] {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let aside = false;
  for (const piece of readXml(textOf(zip, 'xl/sharedStrings.xml') ?? '')) {
    if (piece.kind === 'text') text += isText && !aside ? piece.text : '';
    else if (piece.name === 't') isText = piece.kind === 'open';
    else if (piece.name === 'rPh') aside = piece.kind === 'open';
    else if (piece.name === 'si') {
      if (piece.kind === 'close') texts.push(text);
      text = '';
    }
  }
  return texts;
}

/** `C12` → 2. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return next;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** `_x0041_` is how a workbook writes what XML does not hold; what no text holds is left out. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) => {
          const code = Number.parseInt(hex, 16);
          return code < 32 && code !== 9 && code !== 10 ? '' : String.fromCharCode(code);
        })
        .toWellFormed()
    : text;

function cellText(type: string | undefined, value: string, shared: readonly string[]): string {
  switch (type) {
    case 's':
      return unescaped(shared[Number(value)] ?? '');
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'inlineStr':
    case 'str':
      return unescaped(value);
    case 'e':
    case 'd':
      return value;
    default:
      return WITH_EXPONENT.test(value) ? String(Number(value)) : value;
  }
}

function rowsOf(sheet: string, shared: readonly string[], limits: TableLimits): FileRow[] {
  const rows: FileRow[] = [];
  let number = 0;
  let cells: string[] = [];
  let column = -1;
  let type: string | undefined;
  let value = '';
  let isValue = false;
  const endCell = () => {
    const text = value === '' ? '' : cellText(type, value, shared);
    if (text.trim() === '') return;
    if (column >= limits.columns) throw new TableError('TABLE_WIDE');
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  const endRow = () => {
    if (cells.length === 0) return;
    if (rows.length > limits.rows) throw new TableError('TABLE_ROWS');
    rows.push({ number, cells });
  };
  for (const piece of readXml(sheet)) {
    if (piece.kind === 'text') {
      if (isValue) value += piece.text;
      continue;
    }
    const opens = piece.kind === 'open';
    switch (piece.name) {
      case 'row':
        if (opens) {
          number = Number(attributeOf(piece.attributes, 'r') ?? number + 1);
          cells = [];
          column = -1;
        } else endRow();
        break;
      case 'c':
        if (opens) {
          column = columnOf(attributeOf(piece.attributes, 'r'), column + 1);
          type = attributeOf(piece.attributes, 't');
          value = '';
        } else endCell();
        break;
      case 'v':
      case 't':
        isValue = opens;
        break;
    }
  }
  return rows;
}
