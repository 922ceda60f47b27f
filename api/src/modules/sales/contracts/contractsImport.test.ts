import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  contractBody,
  type Doc,
  dayAfter,
  makeWorld,
  newCustomer,
  PATH,
  to,
  today,
  type World,
} from './testing/world.ts';

/** Contracts that run already, from a spreadsheet (docs/domain/money.md "Opening balances"). */
let world: World;
const clock = withTestServer('2026-12-02T03:00:00Z', async (test) => {
  const made = await makeWorld(test);
  // Its salesperson is whoever imports it: somebody else approves.
  world = { ...made, customerId: await newCustomer(made.secondAdmin, made.companyId) };
});

const multipart = (content: string) =>
  Buffer.from(
    `--import\r\ncontent-disposition: form-data; name="file"; filename="rows.csv"\r\n\r\n${content}\r\n--import--\r\n`,
  );
const send = (resource: string, content: string, who: Person) =>
  who.post(`/imports/${resource}`, multipart(content), {
    headers: { 'content-type': 'multipart/form-data; boundary=import' },
  });

const HEAD = [
  'Former number',
  'Contractor name',
  'Serial number',
  'Type',
  'Contract date',
  'From',
  'Until',
  'Price',
  'VAT',
  'Withholding tax',
  'Deposit',
  'Deposit is given back',
  'Down payment',
  'Payments',
  'Due day',
  'First due on',
  'Paid so far',
  'Taken over on',
] as const;
type Row = Partial<Record<(typeof HEAD)[number], string>>;
const csv = (rows: readonly Row[]) =>
  [HEAD, ...rows.map((row) => HEAD.map((name) => row[name] ?? ''))]
    // A heading may be in either language.
    .map((cells) =>
      cells.map((cell) => `"${cell === 'Former number' ? 'เลขที่สัญญาเดิม' : cell}"`).join(','),
    )
    .join('\r\n');
const check = (rows: readonly Row[], who = world.secondAdmin) => send('contracts', csv(rows), who);
const faultsOf = (body: {
  data: { faults: readonly { column: string; row: number; code: string }[] };
}) => body.data.faults.map(({ row, column, code }) => [row, column, code]);
const codeOf = async (id: string): Promise<string> => {
  const { rows } = await world.test.app.pg.query<{ code: string }>(
    'select code from customers where id = $1',
    [id],
  );
  return String(rows[0]?.code);
};

let count = 0;
/** A container that stands at its customer by the import of the fleet. */
async function standing(): Promise<string> {
  count += 1;
  const serialNumber = `OLD-${String(count).padStart(6, '0')}`;
  const { rows } = await world.test.app.pg.query<{ code: string; company: string }>(
    'select m.code, c.code as company from product_models m, companies c where m.id = $1 and c.id = $2',
    [world.modelId, world.companyId],
  );
  const [{ code, company } = { code: '', company: '' }] = rows;
  const checked = expectData(
    await send(
      'containers',
      `Serial number,Model,Company,Holder,Address\r\n${serialNumber},${code},${company},โรงพยาบาลกลาง,514 ถนนหลวง`,
      world.admin,
    ),
  );
  expectData(await world.admin.post(`/imports/${checked.id}/commit`, { version: checked.version }));
  return serialNumber;
}

/** A hire purchase of ten payments of 1,070.00 a month since March, VAT in them. */
const hirePurchase = async (more: Row = {}): Promise<Row> => ({
  'Former number': `HP-${count + 1}/2569`,
  'Contractor name': await codeOf(world.customerId),
  'Serial number': await standing(),
  Type: 'เช่าซื้อ',
  'Contract date': '1/3/2569',
  Price: '10,000.00',
  'Withholding tax': '',
  Payments: '10',
  'Due day': '5',
  'First due on': '5/3/2026',
  'Paid so far': '8,560.00',
  ...more,
});

interface Detail extends Doc {
  readonly schedule: readonly {
    readonly seq: number;
    readonly dueDate: string;
    readonly total: string;
    readonly paidBefore: string | null;
    readonly invoice: { readonly id: string; readonly balance: string } | null;
  }[];
  readonly outstandingAmount: string;
  readonly paymentStatus: string;
  readonly formerNo: string | null;
  readonly takenOverOn: string | null;
}
const find = async (formerNo: string, who = world.admin): Promise<Detail> => {
  const { body } = await who.get(`${PATH}?search=${encodeURIComponent(formerNo)}&limit=10`);
  const [found] = body.data as { readonly id: string }[];
  return expectData(await who.get(`${PATH}/${found?.id}`));
};
async function takenOver(row: Row): Promise<Detail> {
  const checked = await check([row]);
  expect([checked.status, faultsOf(checked.body)]).toEqual([201, []]);
  const { id, version } = checked.body.data;
  const done = await world.secondAdmin.post(`/imports/${id}/commit`, { version });
  expect([done.status, done.body.data?.importedRows]).toEqual([200, 1]);
  return find(row['Former number'] ?? '');
}
const inForce = async (doc: Doc): Promise<Detail> =>
  (await to(world.admin, await to(world.admin, doc, { action: 'approve' }), {
    action: 'activate',
  })) as Detail;
const taxesOf = async (id: string) => {
  const { rows } = await world.test.app.pg.query<{ vat: string; date: string }>(
    `select t.vat_amount as vat, t.tax_date::text as date from tax_entries t
     join invoices i on i.id = t.invoice_id where i.source_id = $1 order by t.tax_date`,
    [id],
  );
  return rows;
};
const invoiceOf = async (doc: Detail, seq: number) =>
  expectData(
    await world.admin.get(`/invoices/${doc.schedule.find((row) => row.seq === seq)?.invoice?.id}`),
  );

it('come in with what was paid marked as paid, and wait for somebody else', async () => {
  const row = await hirePurchase();
  const doc = await takenOver(row);
  expect(doc).toMatchObject({
    status: 'pending',
    formerNo: row['Former number'],
    takenOverOn: today(world),
    customer: { id: world.customerId },
    product: { serialNumber: row['Serial number'] },
    grandTotal: '10700.00',
    outstandingAmount: '2140.00',
    paymentStatus: 'paid',
    nextDueDate: '2026-11-05',
  });
  expect(doc.schedule.map(({ paidBefore }) => paidBefore)).toEqual([
    ...Array<string>(8).fill('1070.00'),
    null,
    null,
  ]);
  const own = await world.secondAdmin.put(`${PATH}/${doc.id}/change-status`, {
    version: doc.version,
    action: 'approve',
  });
  expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
  // Paid rows stay as they were agreed, also while the contract waits.
  const changed = await world.admin.put(`${PATH}/${doc.id}`, {
    ...contractBody(world, {
      type: 'installment',
      documentDate: '2026-03-01',
      startDate: '2026-03-01',
      price: '12000.00',
      installmentCount: 10,
      interval: 'month',
      dueDay: '5',
      firstDueDate: '2026-03-05',
      titleHolder: 'company',
    }),
    version: doc.version,
    versionReason: 'Another price',
  });
  expect(changed.body.code ?? changed.status).toBe('PAID_BEFORE_CHANGES');
});

it('bill what is left, without taxing again what was due before', async () => {
  const doc = await inForce(await takenOver(await hirePurchase()));
  expect(doc).toMatchObject({ status: 'onGoing', outstandingAmount: '2140.00' });
  // The payment of 5 November was due before they were taken over: its VAT was declared then.
  expect(await invoiceOf(doc, 9)).toMatchObject({
    status: 'overdue',
    grandTotal: '1070.00',
    vatAmount: '0.00',
    taxPoint: 'none',
    dueDate: '2026-11-05',
  });
  expect(await taxesOf(doc.id)).toEqual([]);
  expect(doc.schedule.filter(({ invoice }) => invoice).map(({ seq }) => seq)).toEqual([9, 10]);
  expect(await invoiceOf(doc, 10)).toMatchObject({
    grandTotal: '1070.00',
    vatAmount: '70.00',
    taxPoint: 'dueDate',
  });
});

it('bill the rest of a payment that was paid in part, to the satang', async () => {
  const doc = await inForce(
    await takenOver(
      await hirePurchase({ 'Paid so far': '9963.33', 'Taken over on': today(world) }),
    ),
  );
  // 9 × 1,070.00 are paid, and 333.33 of the tenth, which is due on 5 December.
  expect(doc.schedule.at(-1)).toMatchObject({ paidBefore: '333.33' });
  expect(doc.outstandingAmount).toBe('736.67');
  expect(await invoiceOf(doc, 10)).toMatchObject({
    grandTotal: '736.67',
    baseAmount: '688.48',
    vatAmount: '48.19',
    balance: '736.67',
  });
});

it('of a lease are taxed with the money that comes in now', async () => {
  const doc = await inForce(
    await takenOver(
      await hirePurchase({
        Type: 'Lease',
        'Contract date': '2026-01-01',
        Until: '2026-12-31',
        Price: '3500.00',
        'Withholding tax': '5',
        Deposit: '7000.00',
        'Deposit is given back': 'ใช่',
        Payments: '12',
        'Due day': 'สิ้นเดือน',
        'First due on': '2026-01-31',
        'Paid so far': '37450.00',
      }),
    ),
  );
  // Ten of twelve rents were paid; the deposit is held here as any other.
  expect(doc.schedule.map(({ paidBefore }) => paidBefore)).toEqual([
    null,
    ...Array<string>(10).fill('3745.00'),
    null,
    null,
  ]);
  const november = await invoiceOf(doc, doc.schedule.at(-2)?.seq ?? 0);
  expect(november).toMatchObject({
    status: 'overdue',
    grandTotal: '3745.00',
    vatAmount: '245.00',
    whtAmount: '175.00',
    taxPoint: 'payment',
  });
});

it('that are paid bill nothing, and end by themselves', async () => {
  const doc = await inForce(await takenOver(await hirePurchase({ 'Paid so far': '10700.00' })));
  expect(doc).toMatchObject({ outstandingAmount: '0.00', paymentStatus: 'paid' });
  expect(doc.schedule.every(({ invoice }) => invoice === null)).toBe(true);
  expect(await taxesOf(doc.id)).toEqual([]);
});

it('are not billed by a run for what was paid before, and end without asking for it', async () => {
  const doc = await inForce(await takenOver(await hirePurchase()));
  clock.set(new Date(`${dayAfter(world, 40)}T03:00:00Z`));
  const preview = await world.admin.get(
    `${PATH}/${doc.id}/termination?effectiveDate=${today(world)}`,
  );
  expect(expectData(preview)).toMatchObject({ owed: '2140.00' });
  clock.set(new Date('2026-12-02T03:00:00Z'));
});

describe('a row that is not good', () => {
  it('names each wrong cell', async () => {
    const good = await hirePurchase();
    const other = await newCustomer(world.admin, world.companyId);
    const rows: Row[] = [
      good,
      // The same contract, and the same container, once more.
      { ...(await hirePurchase()), 'Former number': good['Former number'] ?? '' },
      { ...(await hirePurchase()), 'Serial number': good['Serial number'] ?? '' },
      { ...(await hirePurchase()), 'Serial number': 'NOWHERE-1', 'Contractor name': 'CUS-9999' },
      { ...(await hirePurchase()), 'Paid so far': '10700.01' },
      { ...(await hirePurchase()), 'Paid so far': '1.001', Price: '12,50' },
      {
        ...(await hirePurchase()),
        'Contractor name': await codeOf(other),
        Type: 'gift',
        'Contract date': '2027-01-01',
        Payments: '',
        'Taken over on': 'soon',
      },
    ];
    const { status, body } = await check(rows);
    expect(status).toBe(201);
    expect(faultsOf(body)).toEqual([
      [3, 'formerNo', 'REPEATED_IN_ROW'],
      [4, 'serialNumber', 'REPEATED_IN_ROW'],
      [5, 'customer', 'UNKNOWN_VALUE'],
      [5, 'serialNumber', 'UNKNOWN_VALUE'],
      [6, 'paid', 'MAX'],
      [7, 'price', 'MONEY'],
      [7, 'paid', 'MONEY'],
      [8, 'type', 'UNKNOWN_VALUE'],
      [8, 'documentDate', 'FUTURE_DATE'],
      [8, 'takenOverOn', 'DATE'],
    ]);
  });

  it('is one that came in before, until that is cancelled', async () => {
    const row = await hirePurchase();
    const doc = await takenOver(row);
    const again = { ...row, 'Serial number': await standing() };
    expect(faultsOf((await check([again])).body)).toEqual([[2, 'formerNo', 'DUPLICATE']]);
    await to(world.secondAdmin, doc, { action: 'cancel', reason: 'Imported twice' });
    expect(faultsOf((await check([again])).body)).toEqual([]);
  });
});

it('need the right, and are cut by company', async () => {
  const row = await hirePurchase();
  expect((await check([row], world.seller)).status).toBe(403);
  const { rows } = await world.test.app.pg.query<{ id: string }>(
    `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
      values ('ELSE', 'อื่น', 'Else', '0105552001299', 'headOffice', '00000', now(), now()) returning id`,
  );
  const stranger = await world.test.as('sales-manager', { companyId: String(rows[0]?.id) });
  expect(faultsOf((await check([row], stranger)).body)).toEqual([
    [2, 'customer', 'UNKNOWN_VALUE'],
    [2, 'serialNumber', 'UNKNOWN_VALUE'],
  ]);
  const template = await world.secondAdmin.get('/imports/contracts/template?format=csv');
  expect(template.status).toBe(200);
});
