import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { startWatch } from '../../../testing/stopwatch.ts';
import { makeOffice, type Office } from '../../masterData/testing/office.ts';

let test: TestApp;
let office: Office;
let manager: Person;
let officer: Person;

beforeAll(async () => {
  test = await createTestApp();
  office = await makeOffice(test);
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into teams (name, type, company_id, created_at, updated_at)
      values ('Import', 'sales', $1, now(), now()) returning id`,
    [office.companyA],
  );
  const teamId = String(rows[0]?.id);
  manager = await test.as('sales-manager', { companyId: office.companyA, teamId });
  officer = await test.as('sales-officer', { companyId: office.companyA, teamId });
});
afterAll(() => test?.close());

const HEAD = [
  'ประเภท',
  'Title',
  'First name',
  'Last name',
  'Company name',
  'Tax ID',
  'Branch',
  'Phone',
  'Address',
  'Sub-district',
  'District',
  'Province',
  'Postcode',
  'Credit term (days)',
  'Consent (PDPA)',
];
const PLACE = ['99 ถนนสาทรใต้', 'แขวงพระบรมมหาราชวัง', 'เขตพระนคร', 'กรุงเทพมหานคร', '10200'];
const person = (first: string, phone: string, place = PLACE) => [
  'บุคคลธรรมดา',
  'นาย',
  first,
  'ใจดี',
  '',
  '',
  '',
  phone,
  ...place,
  '30',
  'ใช่',
];
const company = (taxId: string, branch: string) => [
  'company',
  'บริษัท',
  '',
  '',
  'สยาม สแน็ค จำกัด',
  taxId,
  branch,
  '021234501',
  ...PLACE,
  '',
  '',
];
const csv = (rows: readonly (readonly string[])[]) =>
  [HEAD, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');

/** The same number with the last digit that modulo 11 asks for. */
function withCheckDigit(taxId: string): string {
  const sum = [...taxId.slice(0, 12)].reduce(
    (total, digit, index) => total + Number(digit) * (13 - index),
    0,
  );
  return `${taxId.slice(0, 12)}${(11 - (sum % 11)) % 10}`;
}

const send = (content: string, who = manager) =>
  who.post(
    '/imports/customers',
    Buffer.from(
      `--import\r\ncontent-disposition: form-data; name="file"; filename="customers.csv"\r\n\r\n${content}\r\n--import--\r\n`,
    ),
    { headers: { 'content-type': 'multipart/form-data; boundary=import' } },
  );
const commit = ({ id, version }: { id: string; version: number }, who = manager) =>
  who.post(`/imports/${id}/commit`, { version });
const faultsOf = (body: {
  data: { faults: readonly { cell: string; column: string; code: string }[] };
}) => body.data.faults.map(({ cell, column, code }) => [cell, column, code]);

describe('customers from a spreadsheet', () => {
  it('come in with code, salesperson and zone, and with the zeros that a spreadsheet takes away', async () => {
    // The zero of the phone and those of the branch are gone.
    const checked = await send(csv([person('สมหมาย', '812345601'), company('0105552001116', '7')]));
    expect([checked.status, faultsOf(checked.body)]).toEqual([201, []]);
    const done = await commit(checked.body.data);
    expect(done.body.data).toMatchObject({ importedRows: 2 });
    const { body } = await manager.get('/back-office/customers?search=สมหมาย');
    expect(body.data).toMatchObject([
      {
        code: expect.stringMatching(/^CUS-\d{4}$/),
        nameTh: 'นายสมหมาย ใจดี',
        phone: '0812345601',
        sale: { id: manager.userId },
        province: expect.any(String),
      },
    ]);
    const { body: juristic } = await manager.get('/back-office/customers?search=0105552001116');
    expect(juristic.data).toMatchObject([{ branchCode: '00007', type: 'juristic' }]);
  });

  it.each([
    ['สำนักงานใหญ่', '0105550000017'],
    [' สำนักงาน ใหญ่ ', '0105550000025'],
    ['Head office', '0105550000033'],
    ['HEADOFFICE', '0105550000041'],
    ['head  Office ', '0105550000050'],
  ])('read the branch “%s” as the head office', async (word, taxId) => {
    const checked = await send(csv([company(withCheckDigit(taxId), word)]));
    expect([checked.status, faultsOf(checked.body)]).toEqual([201, []]);
    expect((await commit(checked.body.data)).body.data).toMatchObject({ importedRows: 1 });
    const { body } = await manager.get(`/back-office/customers?search=${withCheckDigit(taxId)}`);
    expect(body.data).toMatchObject([{ branchCode: '00000' }]);
  });

  it('refuse a branch that is no word for the head office', async () => {
    const checked = await send(csv([company('0105552001116', 'Branch office')]));
    expect(faultsOf(checked.body)).toMatchObject([['G2', 'branchCode', expect.any(String)]]);
  });

  it('name each bad cell, and take in the others', async () => {
    const rows = [
      person('ดีหนึ่ง', '0812345611'),
      // Without a name, with a phone that is none.
      person('', '12'),
      // A district of another province.
      person('ผิดเขต', '0812345612', ['1', '', 'เขตบางรัก', 'เชียงใหม่', '']),
      // Check digit.
      company('0105552001117', '00000'),
      // Stands in row 2 already.
      person('ดีหนึ่ง', '0812345611'),
    ];
    const checked = await send(csv(rows));
    expect(faultsOf(checked.body)).toEqual([
      ['C3', 'firstName', 'REQUIRED'],
      ['H3', 'phone', 'PHONE'],
      ['K4', 'district', 'UNKNOWN_VALUE'],
      ['F5', 'taxId', 'TAX_ID'],
      ['H6', 'phone', 'REPEATED_IN_ROW'],
    ]);
    const done = await commit(checked.body.data);
    expect(done.body.data).toMatchObject({ importedRows: 1, badRows: 4 });
  });

  it('are told from those that are known: by tax id and branch, else by name and phone', async () => {
    const file = csv([
      person('ซ้ำ', '0812345621'),
      company('0105552001116', '00021'),
      company('0105552001116', '00022'),
    ]);
    const first = await send(file);
    await commit(first.body.data);
    const again = await send(
      csv([
        person('ซ้ำ', '0812345621'),
        company('0105552001116', '00021'),
        company('0105552001116', '00023'),
      ]),
    );
    expect(faultsOf(again.body)).toEqual([
      ['H2', 'phone', 'DUPLICATE'],
      ['F3', 'taxId', 'DUPLICATE'],
    ]);
  });

  /** A company of this row, each cell by its heading. */
  const rowOf = (more: Readonly<Record<string, string>>) =>
    csv([HEAD.map((heading, at) => more[heading] ?? company('0105552001116', '00031')[at] ?? '')]);
  it.each(['n/a', '-', '—', 'ไม่มี', 'NULL', 'none', '0', '.'])(
    'name each cell where “%s” stands for nothing',
    async (nothing) => {
      const one = Object.fromEntries(
        ['Tax ID', 'Phone', 'Province', 'Postcode', 'Credit term (days)'].map((heading) => [
          heading,
          nothing,
        ]),
      );
      const { body } = await send(rowOf(one));
      const columns = faultsOf(body).map(([, column]) => column);
      // No days of credit are a figure.
      const figure = nothing === '0' ? [] : ['creditTermDays'];
      expect(new Set(columns)).toEqual(
        new Set(['taxId', 'phone', 'province', 'district', 'subDistrict', 'postcode', ...figure]),
      );
    },
  );

  it.each([
    ['\u202A02-123-4501\u202C', '021234501'],
    ['(02) 123-4501', '021234501'],
    ['+66 (0) 2 123 4501', '021234501'],
    ['๐๒ ๑๒๓ ๔๕๐๑', '021234501'],
    ['66812345671', '0812345671'],
    ['21234501', '021234501'],
  ])('take the phone %j as %s', async (typed, kept) => {
    const checked = await send(rowOf({ Phone: typed, 'Tax ID': withCheckDigit(taxOf()) }));
    expect([checked.status, faultsOf(checked.body)]).toEqual([201, []]);
    await commit(checked.body.data);
    const { rows } = await test.app.pg.query<{ phone: string }>(
      'select phone from customers order by created_at desc, code desc limit 1',
    );
    expect(rows).toEqual([{ phone: kept }]);
  });

  let taxes = 0;
  const taxOf = () => {
    taxes += 1;
    return `01055522${String(taxes).padStart(4, '0')}0`;
  };

  it.each([
    ['กรุงเทพมหานคร', 'one character'],
    ['กร\u0E38งเทพมหานคร\u200B', 'a mark that nobody sees'],
    [' จังหวัดกรุงเทพมหานคร', 'what stands on an envelope'],
  ])('know the province %j: %s', async (province) => {
    const checked = await send(rowOf({ Province: province, 'Tax ID': withCheckDigit(taxOf()) }));
    expect(faultsOf(checked.body)).toEqual([]);
  });

  it.each([
    ['ล\u0E4D\u0E32ปาง', 'เมืองล\u0E33ปาง'],
    ['ล\u0E33ปาง', 'เมืองล\u0E4D\u0E32ปาง'],
    ['ล\u0E4D\u0E32พูน', 'เมืองล\u0E4D\u0E32พูน'],
    ['ก\u0E4D\u0E32แพงเพชร', 'เมืองก\u0E33แพงเพชร'],
    ['หนองบัวล\u0E4D\u0E32ภู', 'เมืองหนองบัวล\u0E4D\u0E32ภู'],
    ['อ\u0E4D\u0E32นาจเจริญ', 'เมืองอ\u0E4D\u0E32นาจเจริญ'],
  ])('know %s and its districts in either spelling', async (province, district) => {
    const place = { Province: province, District: district, 'Sub-district': '', Postcode: '' };
    const { body } = await send(rowOf({ ...place, 'Tax ID': withCheckDigit(taxOf()) }));
    const faults = faultsOf(body).filter(
      ([, column]) => column === 'province' || column === 'district',
    );
    expect(faults).toEqual([]);
  });

  it('are for whoever may import customers', async () => {
    expect((await send(csv([person('ไม่มีสิทธิ์', '0812345631')]), officer)).status).toBe(403);
  });

  it('are a thousand in at most 20 seconds', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) =>
      person(`แถว${index}`, index % 100 === 99 ? '5' : `08${String(20_000_000 + index)}`),
    );
    const watch = startWatch();
    const checked = await send(csv(rows));
    expect(checked.body.data).toMatchObject({ goodRows: 990, badRows: 10 });
    const done = await commit(checked.body.data);
    expect(done.body.data).toMatchObject({ importedRows: 990 });
    // A promise for a quiet machine: other work beside the database would be measured with it.
    if (process.env.TEST_FULL === '1') expect(watch()).toBeLessThan(20);
  });
});
