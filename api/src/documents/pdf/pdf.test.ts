import { buffer } from 'node:stream/consumers';
import type { ChartModel } from '@boxyard/shared/domain/charts/model.ts';
import { openPdfReader } from '../../testing/pdfReader.ts';
import { until } from '../../testing/streams.ts';
import type { DocumentModel } from '../model.ts';
import type { TableRow } from '../tables/spec.ts';
import { renderDocumentPdf } from './document.ts';
import { type Ink, STYLE } from './ink.ts';
import { newPdf } from './page.ts';
import { type ReportModel, renderTablePdf } from './report.ts';
import { renderTestPng } from './testPng.ts';

const reader = openPdfReader();
afterAll(() => reader.close());

/** Reads a PDF's pages as a person would copy them. */
const pagesOf = async (pdf: Buffer): Promise<string[]> =>
  (await reader.pages(new Uint8Array(pdf))).map((page) => page.normalize('NFKC'));

/** Texts are compared without their spaces, which the reader guesses, and with ำ taken apart. */
const squash = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

const order: DocumentModel = {
  lang: 'th',
  title: 'ใบสั่งซื้อ',
  subtitle: 'Purchase order',
  documentNo: 'PO2611-0001',
  date: '2026-11-21',
  header: {
    nameTh: 'บริษัท บ็อกซ์ยาร์ด จำกัด',
    nameEn: 'Boxyard Co., Ltd.',
    taxId: '0105561000123',
    branchCode: '00000',
    address: '99/1 ถนนสาทรใต้ กรุงเทพมหานคร 10120',
    phone: '02-123-4567',
    logo: renderTestPng({ width: 40, height: 20 }),
  },
  parties: [{ label: 'ผู้ขาย', lines: ['บริษัท น้ำทิพย์ปั๊มน้ำ จำกัด', 'สมุทรปราการ 10540'] }],
  facts: [{ label: 'อ้างอิงใบขอซื้อ', value: 'PR2611-0004' }],
  columns: [
    { key: 'no', label: 'ลำดับ', width: 30, format: 'index' },
    { key: 'item', label: 'รายการ', width: 220 },
    { key: 'qty', label: 'จำนวน', width: 50, format: 'quantity' },
    { key: 'price', label: 'ราคา/หน่วย', width: 70, format: 'price' },
    { key: 'amount', label: 'จำนวนเงิน', width: 80, format: 'money' },
  ],
  rows: [
    {
      item: { text: 'ปั๊มน้ำแรงดันสูง', note: 'PRT-00001' },
      qty: 1.5,
      price: '1250.5000',
      amount: '1875.75',
    },
  ],
  totals: [
    { label: 'ภาษีมูลค่าเพิ่ม 7%', value: '131.30' },
    { label: 'จำนวนเงินรวมทั้งสิ้น', value: '2007.05', strong: true },
    { label: 'หักภาษี ณ ที่จ่าย', value: '-60.21' },
  ],
  amountInWords: '2007.05',
  notes: 'ส่งของพร้อมใบกำกับภาษี',
  terms: 'รับประกัน 12 เดือน',
  signatures: [{ label: 'ผู้จัดทำ', name: 'สมชาย ใจดี', date: '2026-11-21' }, { label: 'ผู้อนุมัติ' }],
  qr: 'PO2611-0001',
};

const rowsOf = (count: number): DocumentModel['rows'] =>
  Array.from({ length: count }, (_, index) => ({
    item: { text: `อะไหล่ชิ้นที่ ${index + 1}`, note: `PRT-${index + 1}` },
    qty: 1,
    price: '10.0000',
    amount: '10.00',
  }));

/** What a page must say. */
function expectOn(page: string | undefined, texts: readonly string[]): void {
  for (const text of texts) expect(squash(page ?? '')).toContain(squash(text));
}

describe('business document', () => {
  it('reads back in Thai, with figures, dates and the amount in words', async () => {
    const pdf = await renderDocumentPdf(order);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const pages = await pagesOf(pdf);
    expect(pages).toHaveLength(1);
    expectOn(pages[0], [
      'ใบสั่งซื้อ',
      'Purchase order',
      'PO2611-0001',
      '21 พ.ย. 2569',
      'บริษัท บ็อกซ์ยาร์ด จำกัด',
      'เลขประจำตัวผู้เสียภาษี 0105561000123  ·  สำนักงานใหญ่',
      'บริษัท น้ำทิพย์ปั๊มน้ำ จำกัด',
      'PR2611-0004',
      'ปั๊มน้ำแรงดันสูง',
      'PRT-00001',
      '1.5',
      '1,250.50',
      '1,875.75',
      'ภาษีมูลค่าเพิ่ม 7%',
      '2,007.05',
      '\u221260.21',
      '(สองพันเจ็ดบาทห้าสตางค์)',
      'ส่งของพร้อมใบกำกับภาษี',
      'รับประกัน 12 เดือน',
      '(สมชาย ใจดี)',
      'ผู้อนุมัติ',
      'หน้า 1 / 1',
    ]);
  });

  it('speaks the language of the request', async () => {
    const pages = await pagesOf(
      await renderDocumentPdf({
        ...order,
        lang: 'en',
        title: 'Purchase order',
        subtitle: undefined,
      }),
    );
    expectOn(pages[0], [
      '21 Nov 2026',
      'Tax ID 0105561000123',
      'Head office',
      'Amount in words',
      '(Two thousand and seven baht and five satang only)',
      'Page 1 of 1',
    ]);
  });

  it('names a branch by its number', async () => {
    const header = { ...order.header, branchCode: '00012' };
    const [page] = await pagesOf(await renderDocumentPdf({ ...order, header }));
    expectOn(page, ['สาขาที่ 00012']);
  });

  it.each([
    ['draft', 'DRAFT'],
    ['cancelled', 'CANCELLED'],
    ['rejected', 'REJECTED'],
    ['reversed', 'REVERSED'],
    ['preview', 'PREVIEW'],
  ] as const)('says across every page of a %s document what it is', async (watermark, word) => {
    const model = { ...order, watermark, rows: rowsOf(60) };
    const pages = await pagesOf(await renderDocumentPdf(model));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expectOn(page, [word]);
  });

  it('prints no watermark on an approved document', async () => {
    const [page] = await pagesOf(await renderDocumentPdf(order));
    expect(page).not.toMatch(/DRAFT|CANCELLED|REJECTED|REVERSED|PREVIEW/);
  });

  it('carries 200 lines over pages: each once, heading and number on every page', async () => {
    const pages = await pagesOf(await renderDocumentPdf({ ...order, rows: rowsOf(200) }));
    expect(pages.length).toBeGreaterThan(5);
    const all = pages.join('\n');
    for (let line = 1; line <= 200; line += 1) {
      expect(all.match(new RegExp(`PRT-${line}\\b`, 'g'))).toHaveLength(1);
    }
    pages.forEach((page, index) => {
      expectOn(page, ['รายการ']);
      expectOn(page, ['PO2611-0001']);
      expectOn(page, [`หน้า ${index + 1} / ${pages.length}`]);
    });
    expect(all.match(/ผู้อนุมัติ/g)).toHaveLength(1);
  });

  it('never leaves totals or signatures alone on a page, however many lines there are', async () => {
    for (let count = 8; count <= 24; count += 1) {
      const model = { ...order, terms: undefined, rows: rowsOf(count) };
      const pages = await pagesOf(await renderDocumentPdf(model));
      const last = pages.at(-1) ?? '';
      expectOn(last, ['PRT-']);
      expectOn(last, ['2,007.05']);
      expectOn(last, ['ผู้อนุมัติ']);
    }
  });

  it('loses nothing of texts longer than a page', async () => {
    const numbered = (mark: string, count: number): string =>
      Array.from({ length: count }, (_, index) => `ข้อความยาว ${mark}${index}`).join(' ');
    const rows = [{ item: numbered('W', 600), qty: 1, price: '1', amount: '1' }];
    const model = { ...order, rows, terms: numbered('T', 800) };
    const text = (await pagesOf(await renderDocumentPdf(model))).join('\n');
    expect(new Set(text.match(/\bW\d+\b/g)).size).toBe(600);
    expect(new Set(text.match(/\bT\d+\b/g)).size).toBe(800);
  });

  it('sets each clause apart from the one before', async () => {
    // Each is one line wide, so that the same lines are one paragraph or as many clauses.
    const clause = 'W'.repeat(50);
    const pagesWith = async (separator: string) => {
      const counts = [20, 24, 28, 32, 36, 40].map(async (count) => {
        const terms = Array.from({ length: count }, () => clause).join(separator);
        return (await pagesOf(await renderDocumentPdf({ ...order, lang: 'en', terms }))).length;
      });
      return (await Promise.all(counts)).reduce((sum, pages) => sum + pages, 0);
    };
    expect(await pagesWith('\n')).toBeGreaterThan(await pagesWith(' '));
  });

  it('prints a document without lines, and one without anything optional', async () => {
    const [empty] = await pagesOf(await renderDocumentPdf({ ...order, rows: [] }));
    expectOn(empty, ['ไม่มีรายการ']);
    const bare = await pagesOf(
      await renderDocumentPdf({
        lang: 'en',
        title: 'Goods import',
        documentNo: 'IM2611-0001',
        date: '2026-11-21',
        header: { nameTh: 'บริษัท' },
        parties: [],
        facts: [],
        columns: [{ key: 'item', label: 'Item', width: 1 }],
        rows: [{ item: 'A' }],
      }),
    );
    expectOn(bare[0], ['IM2611-0001']);
  });

  it('prints without a logo that is no picture, or a broken one', async () => {
    const broken = Buffer.from(renderTestPng({ width: 8, height: 8 }).subarray(0, 12));
    for (const logo of [Buffer.from('<svg/>'), broken, Buffer.from('ffd8ff', 'hex')]) {
      const pages = await pagesOf(
        await renderDocumentPdf({ ...order, header: { ...order.header, logo } }),
      );
      expectOn(pages[0], ['PO2611-0001']);
    }
  });

  it('keeps a unit on one line, however little its column is given', async () => {
    const rows = ['Pack of 100', 'กล่อง (12 ชิ้น)'].map((unit) => ({ item: 'A', qty: 1, unit }));
    const columns = [
      { key: 'item', label: 'Item', width: 20 },
      { key: 'qty', label: 'Quantity', width: 2, format: 'quantity' as const },
      { key: 'unit', label: 'Unit', width: 1, format: 'unit' as const },
    ];
    const [page] = await pagesOf(await renderDocumentPdf({ ...order, columns, rows }));
    expect(page).toMatch(/Pack of 100$/m);
    const [broken] = await pagesOf(
      await renderDocumentPdf({
        ...order,
        columns: columns.map((column) => ({ ...column, format: undefined })),
        rows,
      }),
    );
    expect(broken).not.toMatch(/Pack of 100$/m);
  });

  it('prints what has no shape in the font as a question mark, and no control characters', async () => {
    const rows = [{ item: 'A\u0000B\u200BC\u202ED 中 é', qty: 1, price: '1', amount: '1' }];
    const [page] = await pagesOf(await renderDocumentPdf({ ...order, rows }));
    expectOn(page, ['ABCD ? é']);
  });

  it('gives the same file for the same model', async () => {
    const [one, two] = await Promise.all([renderDocumentPdf(order), renderDocumentPdf(order)]);
    expect(one.equals(two)).toBe(true);
  });

  it('refuses a wrong amount rather than print it', async () => {
    const rows = [{ item: 'A', qty: 1, price: 'NaN', amount: '1' }];
    await expect(renderDocumentPdf({ ...order, rows })).rejects.toThrow(TypeError);
    await expect(renderDocumentPdf({ ...order, amountInWords: '1,000' })).rejects.toThrow(
      TypeError,
    );
    await expect(renderDocumentPdf({ ...order, date: 'soon' })).rejects.toThrow(TypeError);
  });
});

describe('text in a PDF', () => {
  let ink: Ink;
  beforeEach(() => {
    ink = newPdf({
      lang: 'th',
      layout: 'portrait',
      title: 'T',
      author: 'A',
      createdAt: new Date(0),
    });
    ink.doc.addPage();
  });

  it('breaks Thai between words and keeps every line in its width', () => {
    const text = 'บริษัทขอสงวนสิทธิ์ในการปฏิเสธสินค้าที่ไม่ตรงตามข้อกำหนด';
    const words = new Set(
      Array.from(new Intl.Segmenter('th', { granularity: 'word' }).segment(text), (s) => s.index),
    );
    for (const width of [60, 80, 120]) {
      const lines = ink.wrap(text, STYLE.body, width);
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.join('')).toBe(text);
      let at = 0;
      for (const line of lines) {
        expect(words.has(at)).toBe(true);
        expect(ink.width(line, STYLE.body)).toBeLessThanOrEqual(width);
        at += line.length;
      }
    }
  });

  it.each([['ราคาสูง ๆ ต่ำๆ บริษัทฯ และอื่นๆ ฯลฯ'], ['สินค้า (รุ่นใหม่) ราคา 1,000.50 บาท, รวม 50%']])(
    'begins no line of %s with what belongs to the word before',
    (text) => {
      for (let width = 50; width <= 130; width += 5) {
        for (const line of ink.wrap(text, STYLE.body, width)) {
          expect(line).not.toMatch(/^([ๆ,.)%\s]|ฯ(?!ลฯ))/);
          expect(line).not.toMatch(/\($/);
        }
      }
    },
  );

  it('breaks a word wider than its line, never inside a letter with its marks', () => {
    const lines = ink.wrap('SERIALNUMBERWITHOUTANYBREAK'.repeat(3), STYLE.body, 60);
    expect(lines.join('')).toBe('SERIALNUMBERWITHOUTANYBREAK'.repeat(3));
    for (const line of lines) expect(ink.width(line, STYLE.body)).toBeLessThanOrEqual(60);
    for (const line of ink.wrap('กั้ก๊ำก็ก์'.repeat(9), STYLE.body, 12)) {
      expect(line).not.toMatch(/^[\u0E31\u0E33-\u0E3A\u0E47-\u0E4E]/);
    }
  });

  it('keeps line breaks, empty lines too, and a postal code with its province', () => {
    expect(ink.wrap('a\n\nb\r\nc', STYLE.body, 100)).toEqual(['a', '', 'b', 'c']);
    const lines = ink.wrap('ถนนสาทรใต้ กรุงเทพมหานคร 10120', STYLE.body, 108);
    expect(lines.at(-1)).toBe('กรุงเทพมหานคร 10120');
  });

  it('reads every vowel and tone mark back, ำ and า among them', async () => {
    const words: string[] = [];
    for (const base of 'กญฐปฝฟฬซขน') {
      for (const vowel of ['', 'ั', 'ิ', 'ี', 'ึ', 'ื', 'ุ', 'ู']) {
        words.push(['', '่', '้', '๊', '๋', '์'].map((tone) => `${base}${vowel}${tone}น`).join(''));
      }
      words.push(`${base}ำ${base}้ำ${base}า${base}่า${base}๊ำ`);
    }
    words.forEach((text, index) => {
      const style = index % 2 === 0 ? STYLE.body : STYLE.strong;
      ink.line({ text, x: 20 + (index % 3) * 190, y: 20 + Math.floor(index / 3) * 20, style });
    });
    ink.doc.end();
    const [page] = await pagesOf(await buffer(ink.doc));
    expectOn(page, words);
  });
});

const report: ReportModel = {
  lang: 'th',
  name: 'purchase-report',
  title: 'รายงานการจัดซื้อ',
  company: 'บริษัท บ็อกซ์ยาร์ด จำกัด',
  filters: ['1 พ.ย. 2569 – 30 พ.ย. 2569', 'สถานะ: ทั้งหมด'],
  printedAt: '2026-11-21T07:05:00.000Z',
  printedBy: 'สมชาย ใจดี',
  columns: [
    { key: 'no', label: 'เลขที่', type: 'text', width: 14 },
    { key: 'date', label: 'วันที่', type: 'date' },
    { key: 'qty', label: 'จำนวน', type: 'quantity' },
    { key: 'total', label: 'รวม', type: 'money' },
    { key: 'status', label: 'สถานะ', type: 'status', labels: { pending: 'รออนุมัติ' } },
  ],
};

async function* reportRows(count: number): AsyncGenerator<TableRow> {
  for (let index = 1; index <= count; index += 1) {
    yield { no: `PO-${index}`, date: '2026-11-21', qty: 2, total: '1070.00', status: 'pending' };
  }
}

describe('report', () => {
  it('prints every row once, with heading, filters, totals and who printed it', async () => {
    let sum = 0;
    async function* counted(): AsyncGenerator<TableRow> {
      for await (const row of reportRows(100)) {
        sum += 1070;
        yield row;
      }
    }
    const totals = () => ({ no: 'รวมทั้งสิ้น', total: sum });
    const pages = await pagesOf(await buffer(renderTablePdf({ ...report, totals }, counted())));
    const all = pages.join('\n');
    expect(pages.length).toBeGreaterThan(2);
    for (let row = 1; row <= 100; row += 1) {
      expect(all.match(new RegExp(`PO-${row}\\b`, 'g'))).toHaveLength(1);
    }
    expectOn(pages[0], ['1 พ.ย. 2569 – 30 พ.ย. 2569  ·  สถานะ: ทั้งหมด']);
    expectOn(pages[0], ['รออนุมัติ']);
    expectOn(pages.at(-1), ['107,000.00']);
    pages.forEach((page, index) => {
      expectOn(page, ['รวม (บาท)']);
      expectOn(page, ['พิมพ์เมื่อ 21 พ.ย. 2569 14:05 น. โดย สมชาย ใจดี']);
      expectOn(page, [`หน้า ${index + 1} / ${pages.length}`]);
    });
  });

  const months = ['Jan 2026', 'Feb 2026', 'Mar 2026'];
  const chart = (kind: ChartModel['kind'], more: Partial<ChartModel> = {}): ChartModel => ({
    title: `Chart of ${kind}`,
    kind,
    unit: 'money',
    series: ['Billed', 'Paid'],
    points: months.map((label, at) => ({ label, values: [`${at + 1}000`, `${at}500`] })),
    ...more,
  });
  const single = { series: ['Lines'], unit: 'quantity' } as const;
  const charts: readonly ChartModel[] = [
    chart('bar', { stacked: true, lines: ['Paid'] }),
    chart('line'),
    chart('ranking', { ...single, points: [{ label: 'บริษัท น้ำทิพย์ปั๊มน้ำ จำกัด', values: ['7'] }] }),
    chart('pareto', single),
    chart('donut', single),
    chart('heat'),
  ];

  it('draws its charts before the table, each whole on one page, with title, legend, axis and names', async () => {
    const pdf = await buffer(renderTablePdf({ ...report, charts }, reportRows(30)));
    const pages = await pagesOf(pdf);
    for (const { title, kind } of charts) {
      const on = pages.filter((page) => squash(page).includes(squash(title)));
      expect(on).toHaveLength(1);
      const words = {
        bar: ['Billed', 'Paid', ...months, '฿2K'],
        line: ['Billed', 'Paid', ...months, '฿2K'],
        ranking: ['บริษัท น้ำทิพย์ปั๊มน้ำ จำกัด', 'Lines', '7'],
        pareto: ['Lines', '50%', '3K', ...months],
        donut: ['50.0%', ...months],
        heat: ['Billed', ...months, '฿2.5K'],
        map: [],
      }[kind];
      expectOn(on[0], words);
    }
    // The table begins once, after them.
    const first = pages.findIndex((page) => squash(page).includes('PO-1'));
    expect(first).toBeGreaterThan(0);
    const before = pages.slice(0, first).join('');
    expect(squash(before)).not.toContain(squash('รวม (บาท)'));
    // Vectors, no pictures.
    expect(pdf.includes('/Subtype /Image')).toBe(false);
  });

  it('makes a chart smaller that no page would hold', async () => {
    const tall = chart('ranking', {
      ...single,
      points: Array.from({ length: 80 }, (_, at) => ({ label: `Name ${at}`, values: ['1'] })),
    });
    const pages = await pagesOf(await buffer(renderTablePdf({ ...report, charts: [tall] }, [])));
    const on = pages.filter((page) => squash(page).includes('Name79'));
    expect(on).toHaveLength(1);
    expectOn(on[0], ['Name 0', 'Chart of ranking']);
  });

  it('says so when nothing matches', async () => {
    const [page] = await pagesOf(await buffer(renderTablePdf(report, [])));
    expectOn(page, ['ไม่พบข้อมูลตามเงื่อนไขที่เลือก']);
  });

  it('sends its first pages before the last rows are read, and closes them when its reader leaves', async () => {
    let pulled = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<TableRow> {
      try {
        for await (const row of reportRows(1_000_000)) {
          pulled += 1;
          yield row;
        }
      } finally {
        closed = true;
      }
    }
    const output = renderTablePdf(report, endless());
    for await (const chunk of output) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(pulled).toBeLessThan(5_000);
    await until(() => closed);
  });
});
