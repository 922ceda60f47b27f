import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { readTable, readTableFile } from './readTable.ts';
import { xlsxStream } from './xlsx.ts';

const LIMITS = { rows: 100, columns: 10 };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CSV = 'text/csv';

function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(content as Buffer), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

const sheet = (rows: string) =>
  `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;
const book = (rows: string, more: Readonly<Record<string, string>> = {}) =>
  zipOf({ 'xl/worksheets/sheet1.xml': sheet(rows), ...more });

const refusal = async (content: Buffer, mime = XLSX) => {
  try {
    await readTable(content, mime, LIMITS);
    return 'taken';
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('a workbook', () => {
  it('comes back as it was written', async () => {
    const columns = ['a', 'b', 'c'].map((key) => ({ key, label: key, type: 'text' as const }));
    const rows = [
      { a: 'น้ำดื่ม', b: '=1+1', c: '<&">' },
      { a: '', b: '', c: ' x_x0041_ ' },
    ];
    const file = await buffer(xlsxStream({ lang: 'en', name: 'x', columns }, rows));
    expect(await readTable(file, XLSX, LIMITS)).toEqual([
      { number: 1, cells: ['a', 'b', 'c'] },
      { number: 2, cells: ['น้ำดื่ม', '=1+1', '<&">'] },
      { number: 3, cells: ['', '', ' x_x0041_ '] },
    ]);
  });

  it('is read as spreadsheets write it: shared texts, prefixes, figures, results of formulas, the sheet named first', async () => {
    const file = await zipOf({
      'xl/workbook.xml':
        '<x:workbook xmlns:x="m"><x:sheets><x:sheet name="P" r:id="rId7"/><x:sheet name="Q" r:id="rId1"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/other.xml"/><Relationship Target="/xl/worksheets/people.xml" Id="rId7"/></Relationships>',
      'xl/sharedStrings.xml':
        '<sst><si><t>one</t></si><si><r><t>t</t></r><r><t xml:space="preserve">wo </t></r><rPh><t>no</t></rPh></si></sst>',
      'xl/worksheets/people.xml': sheet(
        '<x:row r="3"><x:c r="A3" t="s"><x:v>0</x:v></x:c><x:c r="C3" t="s"><x:v>1</x:v></x:c></x:row>' +
          '<row r="9"><c r="A9"><v>8.12345678E8</v></c><c r="B9"><f>HYPERLINK("http://x")</f><v>12</v></c>' +
          '<c r="C9" t="b"><v>1</v></c><c r="D9" t="str"><f>A1&amp;B1</f><v>a&amp;b&#3585;</v></c><c r="E9"/></row>' +
          '<row r="10"><c r="A10"><v>57.699999999999996</v></c><c r="B10"><v>7.4999999999999997E-2</v></c></row>',
      ),
    });
    expect(await readTable(file, XLSX, LIMITS)).toEqual([
      { number: 3, cells: ['one', '', 'two '] },
      { number: 9, cells: ['812345678', '12', 'TRUE', 'a&bก'] },
      { number: 10, cells: ['57.7', '0.075'] },
    ]);
  });

  it('reads a cell of a day as that day, however it is shown', async () => {
    const formats = (codes: readonly string[], xfs: readonly number[]) =>
      `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts>` +
      `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;
    const styles = formats(
      ['[$-D00041E]d/m/bbbb', '#,##0.00 &quot;day&quot;', '[Red]0.0', 'dd\\-mm\\-yyyy hh:mm'],
      [0, 14, 164, 165, 166, 167, 20],
    );
    const cells = (value: string) =>
      Array.from({ length: 7 }, (_, style) => `<c s="${style}"><v>${value}</v></c>`).join('');
    const rows = `<row>${cells('46000')}</row><row>${cells('46000.5')}</row><row>${cells('12')}</row>`;
    const read = async (workbook = '') =>
      (
        await readTable(
          await book(rows, {
            'xl/styles.xml': styles,
            ...(workbook ? { 'xl/workbook.xml': workbook } : {}),
          }),
          XLSX,
          LIMITS,
        )
      ).map((row) => row.cells);
    expect(await read()).toEqual([
      ['46000', '2025-12-09', '2025-12-09', '46000', '46000', '2025-12-09', '46000'],
      [
        '46000.5',
        '2025-12-09 12:00:00',
        '2025-12-09 12:00:00',
        '46000.5',
        '46000.5',
        '2025-12-09 12:00:00',
        '46000.5',
      ],
      // A figure that no day can be is left as it is.
      ['12', '12', '12', '12', '12', '12', '12'],
    ]);
    const [first] = await read('<workbook><workbookPr date1904="1"/></workbook>');
    expect(first?.[1]).toBe('2029-12-10');
  });

  it.each([
    ['macros', () => book('', { 'xl/vbaProject.bin': 'x' }), 'TABLE_BROKEN'],
    ['no sheet', () => zipOf({ 'a.txt': 'x' }), 'TABLE_BROKEN'],
    [
      'a document type',
      () => zipOf({ 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }),
      'TABLE_BROKEN',
    ],
    [
      'a sheet that unfolds into 60 MB',
      () => zipOf({ 'xl/worksheets/sheet1.xml': Buffer.alloc(60_000_000, ' ') }),
      'TABLE_LARGE',
    ],
    [
      'texts that unfold into 60 MB',
      () => book('', { 'xl/sharedStrings.xml': ' '.repeat(60_000_000) }),
      'TABLE_LARGE',
    ],
    [
      'text that is no UTF-8',
      () => zipOf({ 'xl/worksheets/sheet1.xml': Buffer.from([60, 0xff]) }),
      'TABLE_BROKEN',
    ],
    ['too many rows', () => book('<row><c><v>1</v></c></row>'.repeat(102)), 'TABLE_ROWS'],
    ['a cell far to the right', () => book('<row><c r="ZZ1"><v>1</v></c></row>'), 'TABLE_WIDE'],
    ['no end', async () => (await book('<row/>')).subarray(0, 80), 'TABLE_BROKEN'],
    ['an offset that leads outside', async () => spoiled(await book('<row/>')), 'TABLE_BROKEN'],
  ] as const)('with %s is refused', async (_name, make, code) => {
    expect(await refusal(await make())).toBe(code);
  });

  /** The directory says that the first file begins beyond the end. */
  function spoiled(file: Buffer): Buffer {
    const at = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    file.writeUInt32LE(0xfffffff0, at + 42);
    return file;
  }

  /** A workbook with sheets of these names and states, each with a cell that says its name. */
  const sheets = (states: Readonly<Record<string, string>>) =>
    zipOf({
      'xl/workbook.xml': `<workbook><sheets>${Object.entries(states)
        .map(([name, state], at) => `<sheet name="${name}" ${state} r:id="r${at}"/>`)
        .join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${Object.keys(states)
        .map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`)
        .join('')}</Relationships>`,
      ...Object.fromEntries(
        Object.keys(states).map((name, at) => [
          `xl/worksheets/s${at}.xml`,
          sheet(`<row><c t="inlineStr"><is><t>${name}</t></is></c></row>`),
        ]),
      ),
    });
  it.each([
    ['Lists', { Lists: 'state="hidden"', Parts: '' }, 'Parts'],
    ['Lists and code', { Lists: 'state="veryHidden"', Code: 'state="hidden"', Parts: '' }, 'Parts'],
    ['nothing', { Parts: 'state="visible"', More: '' }, 'Parts'],
    ['all', { Parts: 'state="hidden"' }, 'Parts'],
  ] as const)('that hides %s is read as it is seen', async (_name, states, read) => {
    expect((await readTable(await sheets(states), XLSX, LIMITS))[0]?.cells).toEqual([read]);
  });

  it.each([
    [{ Parts: '', South: '', North: '' }, ['South', 'North']],
    [{ Parts: '', Lists: 'state="hidden"' }, []],
    [{ Parts: '', ' ': '' }, []],
    [{ Parts: '' }, []],
  ])('names the sheets that it leaves out: %j', async (states, unread) => {
    const file = await sheets(states as Readonly<Record<string, string>>);
    expect((await readTableFile(file, XLSX, LIMITS)).unread).toEqual(unread);
  });

  const styled = (codes: readonly string[]) => ({
    'xl/styles.xml':
      `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts>` +
      `<cellXfs><xf numFmtId="0"/>${codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}<xf numFmtId="9"/><xf numFmtId="10"/></cellXfs></styleSheet>`,
  });
  const cellsOf = async (rows: string, more: Readonly<Record<string, string>> = {}) =>
    (await readTable(await book(rows, more), XLSX, LIMITS)).map((row) => row.cells);

  it('keeps the zeros that a format of nothing but zeros shows', async () => {
    const rows = `<row>${[0, 1, 2, 3, 4].map((style) => `<c s="${style}"><v>123</v></c>`).join('')}</row>`;
    const formats = styled(['00000', '0', '0.00', '0-0000-00000-00-0']);
    expect(await cellsOf(rows, formats)).toEqual([['123', '00123', '123', '123', '0000000000123']]);
    const others =
      '<row><c s="1"><v>1234567</v></c><c s="1"><v>-5</v></c><c s="1"><v>1.5</v></c></row>';
    expect(await cellsOf(others, formats)).toEqual([['1234567', '-5', '1.5']]);
  });

  it('reads a share as the percentage that it is shown as', async () => {
    const rows = `<row>${[0, 1, 2, 3].map((style) => `<c s="${style}"><v>7.0000000000000007E-2</v></c>`).join('')}</row>`;
    expect(await cellsOf(rows, styled(['0.0%']))).toEqual([['0.07', '7%', '7%', '7%']]);
  });

  it('takes no formula without its result for an empty cell', async () => {
    const rows =
      '<row><c><f>A1*2</f></c><c><f>A1*2</f><v></v></c><c><f>A1*2</f><v>4</v></c>' +
      '<c t="str"><f>IF(A1,"","")</f><v></v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="e"><v>#BUSY!</v></c></row>';
    expect(await cellsOf(rows)).toEqual([['#VALUE!', '#VALUE!', '4', '', '#DIV/0!', '#BUSY!']]);
  });

  it.each([
    ['down the rows', 'A2:A3', 'TABLE_MERGED'],
    ['over two columns', 'A3:B3', 'TABLE_MERGED'],
    ['from the headings down', 'A1:A2', 'TABLE_MERGED'],
    ['of the headings', 'A1:B1', 'taken'],
    ['of nothing', 'F7:G9', 'taken'],
    ['over the last of the rows', 'B4:B9', 'TABLE_MERGED'],
    ['over all of the sheet', 'A1:XFD1048576', 'TABLE_MERGED'],
    ['that is one cell', 'A2:A2', 'taken'],
    ['that is no range', 'A2', 'taken'],
  ] as const)('with cells merged %s: %s is %s', async (_name, range, answer) => {
    const rows = ['a', 'b', 'c', 'd']
      .map((text) => `<row><c t="inlineStr"><is><t>${text}</t></is></c><c><v>1</v></c></row>`)
      .join('');
    const file = await zipOf({
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData><mergeCells count="1"><mergeCell ref="${range}"/></mergeCells></worksheet>`,
    });
    expect(await refusal(file)).toBe(answer);
  });

  it.each([
    ['57.699999999999996', '57.7'],
    ['0.30000000000000004', '0.3'],
    ['3.3000000000000003', '3.3'],
    ['-1234567.8899999999', '-1234567.89'],
    ['7.4999999999999997E-2', '0.075'],
    ['1E-3', '0.001'],
    ['2.5E+3', '2500'],
    ['8850000000017', '8850000000017'],
    ['33.333333333333336', '33.3333333333333'],
    ['10.00015', '10.00015'],
  ])('reads the figure %s as %s', async (kept, shown) => {
    expect(await cellsOf(`<row><c><v>${kept}</v></c></row>`)).toEqual([[shown]]);
  });

  it('leaves out rows that are empty, however many, and takes hidden ones in', async () => {
    const rows =
      `<row r="1"><c><v>1</v></c></row><row r="2" hidden="1"><c><v>2</v></c></row>` +
      `<row r="3"><c s="1"/><c s="1"/></row>${'<row/>'.repeat(900_000)}`;
    expect(await readTable(await book(rows), XLSX, LIMITS)).toEqual([
      { number: 1, cells: ['1'] },
      { number: 2, cells: ['2'] },
    ]);
  });

  it('of as many rows as are allowed is taken', async () => {
    const file = await book('<row><c><v>1</v></c></row>'.repeat(101));
    expect(await readTable(file, XLSX, LIMITS)).toHaveLength(101);
  });
});

describe('a CSV file', () => {
  it('says itself what stands between its cells, in a line that counts', async () => {
    const file = Buffer.from('sep=;\r\na;b,c\r\n1;2,5\r\n');
    expect(await readTable(file, CSV, LIMITS)).toEqual([
      { number: 2, cells: ['a', 'b,c'] },
      { number: 3, cells: ['1', '2,5'] },
    ]);
  });

  const cells = (content: string | Buffer) =>
    readTable(Buffer.from(content as Buffer), CSV, LIMITS).then((rows) =>
      rows.map((row) => row.cells),
    );

  it.each([
    ['commas', 'a,b\r\n1,"x, ""y""\nz"\r\n'],
    ['semicolons', 'a;b\n1;"x, ""y""\nz"'],
    ['tabs, with a mark', '\uFEFFa\tb\n1\t"x, ""y""\nz"\n'],
    ['UTF-16', Buffer.from('\uFEFFa\tb\n1\t"x, ""y""\nz"\n', 'utf16le')],
    ['ends of lines of an old Mac', 'a,b\r1,"x, ""y""\nz"\r'],
    ['a first line that says tabs', 'sep=\t\na\tb\n1\t"x, ""y""\nz"\n'],
    ['a quoted first line', '"sep=|"\r\na|b\r\n1|"x, ""y""\nz"\r\n'],
  ])('with %s', async (_name, content) => {
    expect(await cells(content)).toEqual([
      ['a', 'b'],
      ['1', 'x, "y"\nz'],
    ]);
  });

  it.each([
    ['a title above', 'Stock\na;b;c\n1;2;3\n', [['Stock'], ['a', 'b', 'c'], ['1', '2', '3']]],
    [
      'texts of semicolons',
      'a,b\n1,x; y; z\n',
      [
        ['a', 'b'],
        ['1', 'x; y; z'],
      ],
    ],
    [
      'thousands',
      'a;b\n1;1,070.00\n2;1,070.00\n',
      [
        ['a', 'b'],
        ['1', '1,070.00'],
        ['2', '1,070.00'],
      ],
    ],
  ])('with %s is still a table', async (_name, content, rows) => {
    expect(await cells(content)).toEqual(rows);
  });

  it('keeps quotes that do not enclose a cell', async () => {
    expect(await cells('12" pipe,x\n"a"b,c')).toEqual([
      ['12" pipe', 'x'],
      ['"a"b', 'c'],
    ]);
  });

  it('of a Thai Windows', async () => {
    expect(await cells(Buffer.from([0xa1, 0xd2, 0x2c, 0x31]))).toEqual([['กา', '1']]);
  });

  it('keeps the numbers of its rows over blank ones, and formulas as text', async () => {
    expect(await readTable(Buffer.from("a\n\n,\n'=1+1\n=2"), CSV, LIMITS)).toEqual([
      { number: 1, cells: ['a'] },
      { number: 4, cells: ['=1+1'] },
      { number: 5, cells: ['=2'] },
    ]);
  });

  it.each([
    ['a quote that does not end', 'a,"b', 'TABLE_BROKEN'],
    ['bytes that are no text', 'a\u0000b', 'TABLE_BROKEN'],
    ['too many rows', 'a\n'.repeat(102), 'TABLE_ROWS'],
    ['too many columns', 'a,'.repeat(10).concat('b'), 'TABLE_WIDE'],
  ])('with %s is refused', async (_name, content, code) => {
    expect(await refusal(Buffer.from(content), CSV)).toBe(code);
  });
});
