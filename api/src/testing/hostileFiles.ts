import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { drawPng } from '../documents/png.ts';

/** A file that is made to do harm, sent as a table to import. */
export interface HostileFile {
  readonly name: string;
  readonly make: () => Buffer | Promise<Buffer>;
  /** What it is answered with: the status and the code of the fault. */
  readonly answer: readonly [status: number, code: string];
}

type Files = Readonly<Record<string, string | Buffer>>;

async function zipOf(files: Files, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(content as Buffer), name, { compress });
  }
  zip.end();
  return buffer(zip.outputStream);
}

const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>';
const SHEET = 'xl/worksheets/sheet1.xml';
const sheet = (rows: string, around = '') =>
  `<?xml version="1.0"?><worksheet>${around}<sheetData>${rows}</sheetData></worksheet>`;

/** A workbook with one sheet of these rows, and what else it is to hold. */
const book = (rows: string, more: Files = {}): Promise<Buffer> =>
  zipOf({ '[Content_Types].xml': TYPES, [SHEET]: sheet(rows), ...more });
const raw = (content: string | Buffer): Promise<Buffer> =>
  zipOf({ '[Content_Types].xml': TYPES, [SHEET]: content });

const cell = (at: string, text = 'x') => `<c r="${at}" t="str"><v>${text}</v></c>`;
const ONE = `<row r="1">${cell('A1')}</row>`;

const LOCAL = Buffer.from('504b0304', 'hex');
const CENTRAL = Buffer.from('504b0102', 'hex');
const END = Buffer.from('504b0506', 'hex');

/** Where a file's record lies in the directory of a zip file. */
function recordOf(zip: Buffer, name: string): number {
  for (let at = zip.indexOf(CENTRAL); at >= 0; at = zip.indexOf(CENTRAL, at + 4)) {
    const length = zip.readUInt16LE(at + 28);
    if (zip.toString('utf8', at + 46, at + 46 + length) === name) return at;
  }
  throw new Error(`no ${name} in the zip file`);
}

async function spoiled(
  file: Promise<Buffer>,
  spoil: (zip: Buffer, record: number) => void,
): Promise<Buffer> {
  const zip = await file;
  spoil(zip, recordOf(zip, SHEET));
  return zip;
}

/** Gives a file inside another name of the same length, wherever the name stands. */
async function renamed(file: Promise<Buffer>, from: string, to: string): Promise<Buffer> {
  return Buffer.from((await file).toString('latin1').replaceAll(from, to), 'latin1');
}

/** The end of the directory says that the true one is a 64-bit one, which says nonsense. */
async function zip64Lie(entries: bigint): Promise<Buffer> {
  const zip = await book(ONE);
  const end = zip.lastIndexOf(END);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(entries, 24);
  record.writeBigUInt64LE(entries, 32);
  record.writeBigUInt64LE(0xffff_ffff_ffffn, 40);
  record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(end), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(zip.subarray(end));
  last.fill(0xff, 8, 20);
  return Buffer.concat([zip.subarray(0, end), record, locator, last]);
}

/** One byte that stands for itself follows a picture's header, so that it looks whole. */
function pngOf(width: number, height: number): Buffer {
  const png = Buffer.from(drawPng({ width: 2, height: 2 }, () => [0, 0, 0, 255]));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

/** A picture of 2.5 thousand million pixels in some hundred bytes. */
export const HUGE_PNG = pngOf(50_000, 50_000);
export const FLAT_PNG = pngOf(0, 50_000);

const LAUGHS =
  '<!DOCTYPE lolz [<!ENTITY l0 "lol">' +
  Array.from(
    { length: 9 },
    (_one, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  ).join('') +
  ']>';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
const MILLION = 1_000_000;

/** A kind that is no table is 415; what is wrong inside a table is 422. */
const answerOf = (code: string): HostileFile['answer'] => [
  code === 'TABLE_TYPE' || code === 'FILE_EMPTY' ? 415 : 422,
  code,
];
const workbook = (name: string, make: HostileFile['make'], code: string): HostileFile => ({
  name: `workbook: ${name}`,
  make,
  answer: answerOf(code),
});
const csv = (name: string, make: HostileFile['make'], code: string): HostileFile => ({
  name: `CSV: ${name}`,
  make,
  answer: answerOf(code),
});

/** Files that have held servers up, filled their memory or led them astray. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  // Much out of little.
  workbook(
    '38 KB that unpack into 38 MB of empty cells',
    () => book(`<row>${'<c/>'.repeat(9.5 * MILLION)}</row>`),
    'TABLE_LARGE',
  ),
  workbook(
    'a sheet of 100 MB of blanks',
    () => raw(Buffer.alloc(100 * MILLION, ' ')),
    'TABLE_LARGE',
  ),
  workbook(
    'content types of 100 MB',
    () => zipOf({ '[Content_Types].xml': TYPES + ' '.repeat(100 * MILLION), [SHEET]: sheet(ONE) }),
    'TABLE_TYPE',
  ),
  workbook(
    'a shared text of 30,000 characters in 40,000 cells',
    () =>
      book(
        Array.from({ length: 4000 }, () => `<row>${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`).join(
          '',
        ),
        { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>` },
      ),
    'TABLE_LARGE',
  ),
  workbook(
    'a million shared texts',
    () =>
      book(ONE, { 'xl/sharedStrings.xml': `<sst>${'<si><t>ab</t></si>'.repeat(MILLION)}</sst>` }),
    'TABLE_LARGE',
  ),
  workbook(
    'a cell of 20 million characters',
    () => book(`<row>${cell('A1', 'x'.repeat(20 * MILLION))}</row>`),
    'TABLE_LARGE',
  ),
  workbook(
    'a cell of 40,000 characters',
    () => book(`<row>${cell('A1', 'x'.repeat(40_000))}</row>`),
    'TABLE_LARGE',
  ),
  workbook(
    'an attribute of 20 million characters',
    () => raw(`<worksheet a="${'x'.repeat(20 * MILLION)}"/>`),
    'TABLE_BROKEN',
  ),
  workbook(
    'an element with 400,000 attributes',
    () =>
      raw(
        `<worksheet ${Array.from({ length: 400_000 }, (_one, index) => `a${index}=""`).join(' ')}/>`,
      ),
    'COLUMN_MISSING',
  ),
  workbook(
    'a million merged ranges',
    () =>
      raw(
        sheet(ONE).replace(
          '</worksheet>',
          `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(MILLION)}</mergeCells></worksheet>`,
        ),
      ),
    'TABLE_MERGED',
  ),
  workbook('elements a million deep', () => raw('<a>'.repeat(MILLION)), 'TABLE_BROKEN'),
  workbook(
    '5,000 files',
    () =>
      zipOf(
        {
          '[Content_Types].xml': TYPES,
          [SHEET]: sheet(ONE),
          ...Object.fromEntries(Array.from({ length: 5000 }, (_one, index) => [`x${index}`, ''])),
        },
        false,
      ),
    'TABLE_LARGE',
  ),
  // Far away.
  workbook(
    'dimensions of the largest sheet',
    () => raw(sheet('', '<dimension ref="A1:XFD1048576"/>')),
    'COLUMN_MISSING',
  ),
  workbook(
    'a text in the last cell of the largest sheet',
    () => book(`<row r="1048576">${cell('XFD1048576')}</row>`),
    'TABLE_WIDE',
  ),
  workbook(
    'a cell beyond the last column',
    () => book(`<row r="1">${cell('ZZZ1')}</row>`),
    'TABLE_BROKEN',
  ),
  workbook(
    'a row of half a million texts',
    () => book(`<row>${'<c t="str"><v>x</v></c>'.repeat(MILLION / 2)}</row>`),
    'TABLE_WIDE',
  ),
  workbook('100,000 rows', () => book('<row><c><v>1</v></c></row>'.repeat(100_000)), 'TABLE_ROWS'),
  ...['abc', '-1', '0', '1e6', '1.5', '', ' 7', 'NaN', '99999999', '1048577'].map((number) =>
    workbook(
      `row number "${number}"`,
      () => book(`<row r="${number}"><c><v>1</v></c></row>`),
      'TABLE_BROKEN',
    ),
  ),
  workbook(
    'two rows of one number',
    () => book('<row r="2"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>'),
    'TABLE_BROKEN',
  ),
  workbook(
    'rows that run backwards',
    () => book('<row r="3"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>'),
    'TABLE_BROKEN',
  ),
  workbook('a cell of another row', () => book(`<row r="2">${cell('A7')}</row>`), 'TABLE_BROKEN'),
  workbook(
    'two texts in one cell',
    () => book(`<row r="1">${cell('A1')}${cell('A1', 'y')}</row>`),
    'TABLE_BROKEN',
  ),
  // Entities.
  workbook(
    'entities that unfold a thousand million times',
    () =>
      raw(
        `${LAUGHS}<worksheet><sheetData><row><c t="str"><v>&l9;</v></c></row></sheetData></worksheet>`,
      ),
    'TABLE_BROKEN',
  ),
  workbook(
    'an entity that reads a file',
    () => raw('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet>&b;</worksheet>'),
    'TABLE_BROKEN',
  ),
  workbook(
    'an entity that nothing defines',
    () => raw(sheet('<row><c t="str"><v>&nbsp;</v></c></row>')),
    'TABLE_BROKEN',
  ),
  workbook('no end of its elements', () => raw('<worksheet><sheetData><row>'), 'TABLE_BROKEN'),
  workbook('text that is no UTF-8', () => raw(Buffer.from([60, 0xff, 0xfe])), 'TABLE_BROKEN'),
  // The archive.
  workbook('macros', () => book(ONE, { 'xl/vbaProject.bin': 'x' }), 'TABLE_BROKEN'),
  workbook(
    'two sheets of one name',
    () => renamed(book(ONE, { 'xl/worksheets/sheet2.xml': sheet('') }), 'sheet2.xml', 'sheet1.xml'),
    'TABLE_BROKEN',
  ),
  workbook(
    'a name that leads out of the folder',
    () => renamed(book(ONE, { 'xx/xx/xx/etc/passwd': 'x' }), 'xx/xx/xx', '../../..'),
    'TABLE_BROKEN',
  ),
  workbook(
    'an absolute name',
    () => renamed(book(ONE, { 'xetc/passwd': 'x' }), 'xetc/passwd', '/etc/passwd'),
    'TABLE_BROKEN',
  ),
  workbook(
    'half of itself',
    async () => {
      const zip = await book(ONE);
      return zip.subarray(0, zip.length / 2);
    },
    'TABLE_BROKEN',
  ),
  workbook(
    'a wrong checksum',
    () => spoiled(book(ONE), (zip, at) => zip.writeUInt8(zip.readUInt8(at + 16) ^ 1, at + 16)),
    'TABLE_BROKEN',
  ),
  workbook(
    'a password',
    () => spoiled(book(ONE), (zip, at) => zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8)),
    'TABLE_LOCKED',
  ),
  workbook(
    'a compression that nobody knows',
    () => spoiled(book(ONE), (zip, at) => zip.writeUInt16LE(99, at + 10)),
    'TABLE_BROKEN',
  ),
  workbook(
    'a size that is too small',
    () => spoiled(book(ONE), (zip, at) => zip.writeUInt32LE(10, at + 24)),
    'TABLE_BROKEN',
  ),
  workbook(
    'a size that is too large',
    () => spoiled(book(ONE), (zip, at) => zip.writeUInt32LE(0xfffffff0, at + 24)),
    'TABLE_LARGE',
  ),
  workbook(
    'a beginning beyond its end',
    () => spoiled(book(ONE), (zip, at) => zip.writeUInt32LE(0xfffffff0, at + 42)),
    'TABLE_BROKEN',
  ),
  workbook(
    'more 64-bit entries than there are atoms',
    () => zip64Lie(0xffff_ffff_ffff_ffffn),
    'TABLE_LARGE',
  ),
  workbook('2^40 entries', () => zip64Lie(1n << 40n), 'TABLE_LARGE'),
  workbook(
    'nothing but the end of a directory',
    () => Buffer.concat([END, Buffer.alloc(18)]),
    'TABLE_TYPE',
  ),
  workbook(
    'a first header and noise',
    () => Buffer.concat([LOCAL, Buffer.alloc(200_000, 0xa5)]),
    'TABLE_TYPE',
  ),
  // Several kinds at once.
  workbook('behind a PDF', async () => Buffer.concat([PDF, await book(ONE)]), 'TABLE_TYPE'),
  workbook(
    'behind a picture',
    async () => Buffer.concat([pngOf(2, 2), await book(ONE)]),
    'TABLE_TYPE',
  ),
  workbook(
    'behind a script',
    async () => Buffer.concat([Buffer.from('#!/bin/sh\n'), await book(ONE)]),
    'TABLE_TYPE',
  ),
  workbook('a picture of 50,000 by 50,000', () => HUGE_PNG, 'TABLE_TYPE'),
  workbook(
    'the old format of spreadsheets',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
    'TABLE_TYPE',
  ),
  // Text.
  csv(
    'a quote that does not end, in a line of 9 MB',
    () => Buffer.from(`a,"${'x'.repeat(9 * MILLION)}`),
    'TABLE_LARGE',
  ),
  csv('a line of 9 MB', () => Buffer.alloc(9 * MILLION, 'x'), 'TABLE_LARGE'),
  csv('9 million columns', () => Buffer.alloc(9 * MILLION, ','), 'TABLE_LARGE'),
  csv('half a million columns', () => Buffer.alloc(MILLION, 'a,'), 'TABLE_WIDE'),
  csv('9 million line ends', () => Buffer.alloc(9 * MILLION, '\n'), 'TABLE_LARGE'),
  csv('9 million quotes', () => Buffer.alloc(9 * MILLION, '"'), 'TABLE_LARGE'),
  csv(
    'quotes in the middle of cells, 5 MB of them',
    () => Buffer.alloc(5 * MILLION, '"a"b'),
    'TABLE_LARGE',
  ),
  csv('a quote that does not end', () => Buffer.from('E-mail,"Role\na,b\n'), 'TABLE_BROKEN'),
  csv('NULs', () => Buffer.from('E-mail,Role\0\na,b\n'), 'TABLE_TYPE'),
  csv('UTF-16 without its mark', () => Buffer.from('E-mail,Role\na,b\n', 'utf16le'), 'TABLE_TYPE'),
  csv(
    'UTF-16 that ends in the middle of a character',
    () => Buffer.from('fffe41000a', 'hex'),
    'TABLE_TYPE',
  ),
  csv('nothing but a mark', () => Buffer.from('\uFEFF'), 'COLUMN_MISSING'),
  csv(
    'a formula for a heading',
    () => Buffer.from("=cmd|' /C calc'!A0,Role\na,b\n"),
    'COLUMN_UNKNOWN',
  ),
  csv('an empty file', () => Buffer.alloc(0), 'FILE_EMPTY'),
];
