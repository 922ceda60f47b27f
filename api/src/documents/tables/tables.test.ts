import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { until } from '../../testing/streams.ts';
import { csvStream } from './csv.ts';
import { openZip } from './readZip.ts';
import type { TableRow, TableSpec } from './spec.ts';
import { xlsxStream } from './xlsx.ts';

const spec: TableSpec = {
  lang: 'en',
  name: 'Purchase orders',
  columns: [
    { key: 'no', label: 'No.', type: 'text', width: 14 },
    { key: 'date', label: 'Date', type: 'date' },
    { key: 'at', label: 'Approved at', type: 'datetime' },
    { key: 'qty', label: 'Quantity', type: 'quantity' },
    { key: 'total', label: 'Total', type: 'money' },
    { key: 'rate', label: 'Rate', type: 'number', unit: '%' },
    {
      key: 'status',
      label: 'Status',
      type: 'status',
      labels: { pending: 'Pending', approved: 'Approved' },
    },
  ],
};

const order: TableRow = {
  no: 'PO2611-0001',
  date: '2026-11-21',
  at: '2026-11-20T17:05:00.000Z',
  qty: 2.5,
  total: '1070.0000',
  rate: 7,
  status: 'approved',
};

/** Of what cannot be packed. */
const BYTES_OF_ROW = 600;

async function* endless(state: { pulled: number; closed: boolean }): AsyncGenerator<TableRow> {
  try {
    for (;;) {
      state.pulled += 1;
      // Text that does not shrink, or the packed stream would take long to fill.
      yield { ...order, no: randomBytes(BYTES_OF_ROW).toString('base64') };
    }
  } finally {
    state.closed = true;
  }
}

async function csvLines(rows: readonly TableRow[], of: TableSpec = spec): Promise<string[]> {
  // The mark itself is tested once; consumers.text drops it.
  return (await text(csvStream(of, rows))).replace(/^\uFEFF/, '').split('\r\n');
}

describe('CSV', () => {
  it('starts with the UTF-8 mark and closes every line with CRLF', async () => {
    const bytes = await buffer(csvStream(spec, [order]));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString('utf8').slice(1)).toBe(
      'No.,Date,Approved at,Quantity,Total (THB),Rate (%),Status\r\n' +
        'PO2611-0001,2026-11-21,2026-11-21 00:05:00,2.5,1070.00,7,Approved\r\n',
    );
  });

  it('quotes commas, quotes, line breaks and outer spaces', async () => {
    const lines = await text(
      csvStream(spec, [{ no: 'a,b' }, { no: 'say "x"' }, { no: 'a\nb' }, { no: ' a' }]),
    );
    expect(lines).toContain('\r\n"a,b",,,,,,\r\n');
    expect(lines).toContain('\r\n"say ""x""",,,,,,\r\n');
    expect(lines).toContain('\r\n"a\nb",,,,,,\r\n');
    expect(lines).toContain('\r\n" a",,,,,,\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+66 2 123 4567', "'+66 2 123 4567"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a=1', 'a=1'],
  ])('neutralises the text %j', async (value, written) => {
    const file = await text(
      csvStream({ ...spec, columns: [{ key: 'no', label: 'No.', type: 'text' }] }, [{ no: value }]),
    );
    expect(file.replace(/^\uFEFF/, '')).toBe(`No.\r\n${written}\r\n`);
  });

  it('neutralises the label of a status and leaves negative figures numbers', async () => {
    const lines = await csvLines([{ status: '=cmd', total: '-12.5', qty: '-3', rate: '-1.25' }]);
    expect(lines[1]).toBe(",,,-3,-12.50,-1.25,'=cmd");
  });

  it('keeps the places of a unit price that count', async () => {
    const lines = await csvLines([{ total: '0.1275' }, { total: '12.5000' }, { total: 3 }]);
    expect(lines.slice(1, 4).map((line) => line.split(',')[4])).toEqual([
      '0.1275',
      '12.50',
      '3.00',
    ]);
  });

  it('closes with the totals, asked for after the last row', async () => {
    let sum = 0;
    async function* rows(): AsyncGenerator<TableRow> {
      for (const total of [10, 20]) {
        sum += total;
        yield { total };
      }
    }
    const withTotals = { ...spec, totals: () => ({ no: 'Total', total: sum }) };
    const lines = (await text(csvStream(withTotals, rows()))).split('\r\n');
    expect(lines[3]).toBe('Total,,,,30.00,,');
  });

  it('ends with an error that names the column rather than write a wrong figure', async () => {
    await expect(text(csvStream(spec, [{ total: 'many' }]))).rejects.toThrow(
      'Column total: not a number: many',
    );
    await expect(text(csvStream(spec, [{ date: 'soon' }]))).rejects.toThrow(
      'Column date: not a date: soon',
    );
  });
});

interface ReadCell {
  readonly type: string | undefined;
  readonly style: string | undefined;
  readonly value: string;
}

const UNESCAPE: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

interface ReadBook {
  readonly sheet: string;
  readonly workbook: string;
  readonly styles: string;
  cell(at: string): ReadCell | undefined;
}

async function readBook(of: TableSpec, rows: readonly TableRow[]): Promise<ReadBook> {
  const limits = { bytes: 100_000_000, entries: 100 };
  const zip = await openZip(await buffer(xlsxStream(of, rows)), limits);
  const part = async (name: string) => (await zip.content(name))?.toString('utf8') ?? '';
  const sheet = await part('xl/worksheets/sheet1.xml');
  return {
    sheet,
    workbook: await part('xl/workbook.xml'),
    styles: await part('xl/styles.xml'),
    cell(at) {
      const match = new RegExp(`<c r="${at}"([^>]*?)(?:/>|>(.*?)</c>)`, 's').exec(sheet);
      if (!match) return undefined;
      const inner = /<(?:v|t)[^>]*>(.*?)<\/(?:v|t)>/s.exec(match[2] ?? '')?.[1] ?? '';
      return {
        type: / t="(\w+)"/.exec(match[1] ?? '')?.[1],
        style: / s="(\d+)"/.exec(match[1] ?? '')?.[1],
        value: inner.replace(/&\w+;/g, (entity) => UNESCAPE[entity] ?? entity),
      };
    },
  };
}

/** The number format that a cell's style stands for. */
function formatOf(book: ReadBook, at: string): string | undefined {
  const xfs = /<cellXfs.*?<\/cellXfs>/s.exec(book.styles)?.[0].match(/<xf [^>]*/g) ?? [];
  const id = /numFmtId="(\d+)"/.exec(xfs[Number(book.cell(at)?.style)] ?? '')?.[1];
  const builtIn: Readonly<Record<string, string>> = { 0: 'General', 3: '#,##0', 4: '#,##0.00' };
  const own = new RegExp(`numFmtId="${id}" formatCode="(.*?)"`).exec(book.styles)?.[1];
  return own ?? builtIn[id ?? ''];
}

describe('XLSX', () => {
  it('writes figures and dates as numbers with their format', async () => {
    const book = await readBook(spec, [order, { qty: '1200' }]);
    expect(book.cell('D2')).toMatchObject({ type: undefined, value: '2.5' });
    expect(formatOf(book, 'D2')).toBe('#,##0.0##');
    expect(formatOf(book, 'D3')).toBe('#,##0');
    expect(book.cell('E2')).toMatchObject({ type: undefined, value: '1070.0000' });
    expect(formatOf(book, 'E2')).toBe('#,##0.00');
    expect(formatOf(book, 'F2')).toBe('General');
    // 21 November 2026 is day 46,347 of the spreadsheet's count.
    expect(book.cell('B2')).toMatchObject({ type: undefined, value: '46347' });
    expect(formatOf(book, 'B2')).toBe('d mmm yyyy');
    expect(Number(book.cell('C2')?.value)).toBeCloseTo(46347 + 5 / 1440, 9);
    expect(formatOf(book, 'C2')).toBe('d mmm yyyy hh:mm');
    expect(book.cell('G2')?.value).toBe('Approved');
  });

  it('shows dates of a Thai sheet in the Buddhist era and keeps them real dates', async () => {
    const book = await readBook({ ...spec, lang: 'th' }, [order]);
    expect(book.cell('B2')?.value).toBe('46347');
    expect(formatOf(book, 'B2')).toBe('[$-107041E]d mmm yyyy');
    expect(book.cell('E1')?.value).toBe('Total (บาท)');
  });

  it('never lets text become a formula or break the XML', async () => {
    const book = await readBook(spec, [
      { no: '=HYPERLINK("http://x")' },
      { no: '<a> & "b"' },
      { no: 'a\u0000\u0008\uFFFEb\uD800c' },
      { no: '_x0041_' },
    ]);
    expect(book.sheet).not.toContain('<f>');
    expect(book.cell('A2')).toMatchObject({ type: 'inlineStr', value: '=HYPERLINK("http://x")' });
    expect(book.cell('A3')?.value).toBe('<a> & "b"');
    expect(book.cell('A4')?.value).toBe('ab\uFFFDc');
    expect(book.cell('A5')?.value).toBe('_x005F_x0041_');
  });

  it('keeps a figure of more digits than a spreadsheet can hold, as text', async () => {
    const book = await readBook(spec, [
      { total: '90071992547409.93' },
      { total: '9007199254740.93' },
    ]);
    expect(book.cell('E2')).toMatchObject({ type: 'inlineStr', value: '90071992547409.93' });
    expect(book.cell('E3')).toMatchObject({ type: undefined, value: '9007199254740.93' });
  });

  it('freezes and filters the headings, sets widths and cleans the name of the sheet', async () => {
    const book = await readBook(
      { ...spec, name: "'PO/PR: [all]?' of the very long financial year 2569" },
      [order, order],
    );
    expect(book.sheet).toContain('state="frozen"');
    expect(book.sheet).toContain('<autoFilter ref="A1:G3"/>');
    expect(book.sheet).toContain('<col min="1" max="1" width="14" customWidth="1"/>');
    expect(book.styles).toContain('<b/>');
    const name = /<sheet name="(.*?)"/.exec(book.workbook)?.[1] ?? '';
    expect(name).toBe("PO PR all ' of the very long fi");
    expect(name.length).toBeLessThanOrEqual(31);
  });

  it('writes the totals in bold under the filter', async () => {
    const book = await readBook({ ...spec, totals: { no: 'Total', total: '10.00' } }, [order]);
    expect(book.cell('E3')).toMatchObject({ value: '10.00' });
    expect(formatOf(book, 'E3')).toBe('#,##0.00');
    expect(book.cell('E3')?.style).not.toBe(book.cell('E2')?.style);
    expect(book.sheet).toContain('<autoFilter ref="A1:G2"/>');
  });

  it('gives the same bytes for the same rows, and a whole file for none', async () => {
    const one = await buffer(xlsxStream(spec, [order]));
    expect(one.equals(await buffer(xlsxStream(spec, [order])))).toBe(true);
    const empty = await readBook(spec, []);
    expect(empty.cell('A1')?.value).toBe('No.');
    expect(empty.sheet).toContain('<autoFilter ref="A1:G1"/>');
  });

  it('names columns beyond Z as spreadsheets do', async () => {
    const columns = Array.from({ length: 30 }, (_, index) => ({
      key: `k${index}`,
      label: `C${index}`,
      type: 'text' as const,
    }));
    const book = await readBook({ ...spec, columns }, []);
    expect(book.cell('Z1')?.value).toBe('C25');
    expect(book.cell('AD1')?.value).toBe('C29');
  });

  it('ends with the error of a row that cannot be written', async () => {
    await expect(buffer(xlsxStream(spec, [{ total: '1,5' }]))).rejects.toThrow('Column total');
  });
});

describe.each([
  ['CSV', csvStream],
  ['XLSX', xlsxStream],
] as const)('streaming %s', (_name, stream) => {
  it('pulls rows no faster than they are read, and closes them when the reader leaves', async () => {
    const state = { pulled: 0, closed: false };
    const output = stream(spec, endless(state));
    let read = 0;
    for await (const chunk of output) {
      read += chunk.length;
      // Whoever pulls without being read would go on through all these turns.
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
      expect(state.pulled - read / BYTES_OF_ROW).toBeLessThan(1000);
      if (read > 500_000) break;
    }
    await until(() => state.closed);
  });

  it('closes a database stream of which not one row was asked for', async () => {
    const rows = Readable.from([order]);
    const output = stream(spec, rows);
    output.destroy();
    await until(() => rows.destroyed);
  });

  it('carries an error of the rows to the reader', async () => {
    async function* failing(): AsyncGenerator<TableRow> {
      yield order;
      throw new Error('connection lost');
    }
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
    await expect(pipeline(stream(spec, failing()), sink)).rejects.toThrow('connection lost');
  });
});
