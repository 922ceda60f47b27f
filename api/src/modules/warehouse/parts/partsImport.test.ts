import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { makeOffice, type Office, tag } from '../../masterData/testing/office.ts';
import { makeCatalogue } from './testing/names.ts';

let test: TestApp;
let office: Office;
let boss: Person;
let names: Awaited<ReturnType<typeof makeCatalogue>>;
beforeAll(async () => {
  test = await createTestApp();
  office = await makeOffice(test);
  boss = await test.as('warehouse-manager', { companyId: office.companyA });
  names = await makeCatalogue(test);
});
afterAll(() => test.close());

const HEAD = [
  'Part no.',
  'Name',
  'Category',
  'Sub-category',
  'Unit',
  'Tracking',
  'Minimum',
  'Maximum',
  'Standard price',
  'For sale',
];
const csv = (rows: readonly (readonly string[])[], head = HEAD) =>
  [head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');

function send(content: string, who = boss) {
  const boundary = 'import';
  return who.post(
    '/imports/parts',
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="parts.csv"\r\n\r\n${content}\r\n--${boundary}--\r\n`,
    ),
    { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } },
  );
}
const partsOf = async (partNos: readonly string[]) =>
  test.app.db
    .selectFrom('materialParts')
    .where('partNo', 'in', partNos)
    .select(['partNo', 'barcode', 'trackingType', 'standardPrice', 'maxStock', 'isSellable'])
    .orderBy('partNo')
    .execute();

describe('parts from a spreadsheet', () => {
  it('come in by the words that people know, once they were looked at', async () => {
    const [one, two] = [`I-${tag()}`, `I-${tag()}`];
    const file = csv([
      [
        one.toLowerCase(),
        'Pump',
        names.main,
        names.sub,
        names.unit,
        'Serial',
        '1',
        '1,000',
        '1250.5',
        'yes',
      ],
      [two, 'Hose', names.main, '', names.unit.toLowerCase(), '', '', '', '', 'ไม่ใช่'],
    ]);
    const checked = await send(file);
    expect([checked.status, checked.body.data.goodRows, checked.body.data.faults]).toEqual([
      201,
      2,
      [],
    ]);
    expect(await partsOf([one, two])).toEqual([]);
    const { id, version } = checked.body.data;
    const done = await boss.post(`/imports/${id}/commit`, { version });
    expect([done.status, done.body.data.importedRows]).toEqual([200, 2]);
    const found = await partsOf([one, two]);
    expect(found.find(({ partNo }) => partNo === one)).toMatchObject({
      barcode: one,
      trackingType: 'serial',
      standardPrice: '1250.5000',
      isSellable: true,
    });
    const again = await boss.post(`/imports/${id}/commit`, { version: version + 1 });
    expect(again.status).toBe(409);
  });

  it('stay out with every bad cell named, the good ones come in', async () => {
    const [good, taken] = [`I-${tag()}`, `I-${tag()}`];
    const row = (partNo: string, more: readonly string[]) => [
      partNo,
      'X',
      names.main,
      '',
      names.unit,
      ...more,
    ];
    const first = await send(csv([row(taken, ['', '', '', '', ''])]));
    await boss.post(`/imports/${first.body.data.id}/commit`, { version: 1 });
    const { body } = await send(
      csv([
        row(good, ['none', '', '', '', '']),
        row(taken, ['', '', '', '', '']),
        ['I-1', '', 'No such category', '', '', 'often', 'few', '', '12.34567', 'perhaps'],
        row(`I-${tag()}`, ['serial', '9', '2', '', '']),
        row(good, ['', '', '', '', '']),
        row(`I-${tag()}`, ['', '1,5', '', '12,50', '']),
      ]),
    );
    expect(body.data.goodRows).toBe(1);
    expect(
      body.data.faults.map(
        ({ cell, column, code }: Record<string, string>) => `${cell} ${column} ${code}`,
      ),
    ).toEqual([
      'A3 partNo DUPLICATE',
      'B4 name REQUIRED',
      'C4 category UNKNOWN_VALUE',
      'E4 unit REQUIRED',
      'F4 trackingType UNKNOWN_VALUE',
      'I4 standardPrice PRICE',
      'G4 minStock NUMBER',
      'J4 isSellable UNKNOWN_VALUE',
      'H5 maxStock MIN',
      'A6 partNo REPEATED_IN_ROW',
      'I7 standardPrice PRICE',
      'G7 minStock NUMBER',
    ]);
    const done = await boss.post(`/imports/${body.data.id}/commit`, { version: 1 });
    expect(done.body.data.importedRows).toBe(1);
    expect(await partsOf([good])).toHaveLength(1);
  });

  /** One new part, with these cells for its minimum and its price. */
  const one = (minimum: string, price: string) =>
    csv([[`I-${tag()}`, 'X', names.main, '', names.unit, '', minimum, '', price, '']]);
  it.each([
    ['1,250', '1,250.50', '1250.5000'],
    ['๑๒', '๑,๒๕๐.๕', '1250.5000'],
    ['5', '1,250.50 บาท', '1250.5000'],
    ['5', '฿ 99', '99.0000'],
    ['1 250', '1\u00A0250', '1250.0000'],
    ['\u200B7', '\u202D12.5\u202C', '12.5000'],
  ])('take the figures %j and %j', async (minimum, price, kept) => {
    const { body } = await send(one(minimum, price));
    expect(body.data.faults).toEqual([]);
    const { id, version } = body.data;
    await boss.post(`/imports/${id}/commit`, { version });
    const { rows } = await test.app.pg.query<{ price: string }>(
      'select standard_price::text as price from material_parts order by created_at desc, part_no desc limit 1',
    );
    expect(rows).toEqual([{ price: kept }]);
  });

  it.each([
    ['n/a', 'n/a'],
    ['-', '-'],
    ['—', '—'],
    ['ไม่มี', 'ไม่มี'],
    ['NULL', 'none'],
    ['3 pcs', '12.5%'],
    ['1,5', '12,50'],
    ['2 5', '1.250,00'],
    ['1e3', '1.25E+3'],
    ['--1', '(12.00)'],
    ['½', 'USD 12'],
    ['1.0000001', '33.333333333333336'],
  ])('stay out with the figures “%s” and “%s”', async (minimum, price) => {
    const { body } = await send(one(minimum, price));
    expect(body.data.faults.map(({ cell }: { cell: string }) => cell).sort()).toEqual(['G2', 'I2']);
  });

  it.each(['#N/A', '#REF!', '#NAME?', '#SPILL!', 'Err:504', '######'])(
    'are not called “%s”',
    async (name) => {
      const { body } = await send(
        csv([[`I-${tag()}`, name, names.main, '', names.unit, '', '', '', '', '']]),
      );
      expect(body.data.faults).toMatchObject([{ cell: 'B2', code: 'NO_RESULT' }]);
    },
  );

  it.each(['ก ข#:+(1)', 'A 1', 'A:1', 'A+1', '-A', '"A"'])(
    'have no number “%s”',
    async (partNo) => {
      const { body } = await send(
        csv([[partNo.replaceAll('"', '""'), 'X', names.main, '', names.unit, '', '', '', '', '']]),
      );
      expect(body.data.faults).toMatchObject([{ cell: 'A2', code: 'CODE' }]);
    },
  );

  it('have a template, and are nobody else’s business', async () => {
    const template = await boss.get('/imports/parts/template?format=csv');
    expect(template.raw.toString('utf8')).toContain('Part no.');
    const staff = await test.as('technician', { companyId: office.companyA });
    expect((await send(csv([]), staff)).status).toBe(403);
  });
});
