import './modules/index.ts';
import { contract, type Endpoint } from '@boxyard/shared/contract';
import { newId } from './kernel/index.ts';
import { plantAccount } from './modules/money/testing/world.ts';
import {
  type Doc,
  hirePurchase,
  inForce,
  makeWorld,
  newCustomer,
  pending,
  type World,
} from './modules/sales/contracts/testing/world.ts';
import { partSaleBody } from './modules/sales/partSales/testing/world.ts';
import { callsOf, everythingTold, leaksIn, type Marks, type Told } from './testing/everyGet.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { sendPicture } from './testing/photo.ts';
import { expectData } from './workflow/testing/world.ts';

/**
 * Whose the records of sales and money are: a sales officer reads of own customers only, the manager of
 * the team's, through every GET there is, with every filter, search, export, panel and file. Three
 * salespeople have the same records, each marked by its own.
 */

let test: TestApp;
let world: World;
/** Asks; has a colleague in the team, and there is a stranger to both. */
let officer: Person;
let manager: Person;
let stranger: Person;
interface Owned {
  readonly name: string;
  /** Ids and numbers that tell whose a record is. */
  readonly marks: Marks;
  readonly customerId: string;
}
let own: Owned;
let colleagues: Owned;
let strangers: Owned;

beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  await plantAccount(test, world.companyId);
  officer = world.seller;
  manager = world.salesChief;
  const { rows } = await test.app.pg.query<{ teamId: string }>(
    'select team_id as "teamId" from users where id = $1',
    [officer.userId],
  );
  const colleague = await test.as('sales-officer', { teamId: String(rows[0]?.teamId) });
  const [other] = (
    await test.app.pg.query<{ id: string }>(
      `insert into teams (name, type, company_id, created_at, updated_at)
       values ('Elsewhere', 'sales', $1, now(), now()) returning id`,
      [world.companyId],
    )
  ).rows;
  stranger = await test.as('sales-officer', { teamId: String(other?.id) });
  own = await plantAll(officer, 'OWNMARK');
  colleagues = await plantAll(colleague, 'TEAMMARK');
  strangers = await plantAll(stranger, 'ELSEMARK');
});
afterAll(() => test?.close());

/** A customer with everything that can be had of one. */
async function plantAll(by: Person, name: string): Promise<Owned> {
  const { pg } = test.app;
  const clerk = await test.as('accounting-officer');
  const accountant = await test.as('accounting-manager');
  const customerId = await newCustomer(by, world.companyId, {
    companyName: `${name} จำกัด`,
    nameEn: `${name} Co., Ltd.`,
    email: `${name.toLowerCase()}@customer.example`,
    phone: `02${String(name.length).padStart(2, '0')}${String(parseInt(name.slice(0, 4), 36))
      .slice(-5)
      .padStart(5, '0')}`,
  });
  const installSite = {
    address: `${name} Road`,
    contactName: `คุณ ${name}`,
    contactPhone: '0812345678',
  };
  const body = { customerId, installSite };
  const draft = await pending(world, body, by);
  const doc: Doc = await inForce(world, { ...hirePurchase(world), ...body }, by);
  const file = await sendPicture(by, '/back-office/customers/upload-files');
  const fileId = expectData(file).files[0].fileId;
  expectData(
    await by.post(`/back-office/customers/${customerId}/map-attachment`, {
      fileIds: [fileId],
      kind: 'map',
    }),
  );
  const one = async (text: string, values: readonly unknown[]): Promise<string> =>
    String((await pg.query<{ id: string }>(text, [...values])).rows[0]?.id);
  const soldId = await one('select id from product_contracts where contract_id = $1', [doc.id]);
  await pg.query(
    `insert into product_transactions (company_id, product_id, contract_id, machine_txn_id, occurred_at, received_at,
       channel, status, price_option_key, item_name, quantity, amount, cost_amount)
     select company_id, product_id, contract_id, $2, now(), now(), 'cash', 'success', null, null, 1, 20, 8
     from product_contracts where id = $1`,
    [soldId, `${name}-TXN`],
  );
  await pg.query(
    `insert into line_messages (product_contract_id, customer_id, event, body_text, created_at)
     values ($1, $2, $3, $4, now())`,
    [soldId, customerId, newId(), `${name} is on`],
  );
  const invoice = expectData(
    await clerk.post('/invoices', {
      companyId: world.companyId,
      customerId,
      dueDate: '2030-01-31',
      taxPoint: 'delivery',
      vatMode: 'exclusive',
      items: [{ description: `Delivery to ${name}`, quantity: 1, unitPrice: '1000.0000' }],
    }),
  );
  const issued = expectData(
    await clerk.post(`/invoices/${invoice.id}/issue`, { version: invoice.version }),
  );
  expectData(await clerk.post(`/invoices/${invoice.id}/other/notify`, { version: issued.version }));
  const payment = expectData(
    await clerk.post('/payments/manual', {
      customerId,
      method: 'cash',
      paidAt: test.app.clock.now().toISOString(),
      amount: '100.00',
      allocations: [{ invoiceId: invoice.id, amount: '100.00' }],
    }),
  );
  expectData(await accountant.post(`/payments/${payment.id}/verify`, { version: payment.version }));
  const credit = expectData(
    await clerk.post('/credit_notes', {
      invoiceId: invoice.id,
      cause: 'overcharged',
      reason: `Too much for ${name}`,
      amount: '10.70',
    }),
  );
  await pg.query(
    'update material_parts set is_sellable = true, standard_price = 100 where id = $1',
    [world.bolt],
  );
  const sale = expectData(
    await by.post(
      '/part_sales',
      partSaleBody(
        { ...world, part: world.bolt, customer: customerId } as never,
        { warehouseId: world.warehouseId } as never,
      ),
    ),
  );
  const productId = doc.product?.id ?? '';
  const request = await one(
    `insert into warranty_requests (company_id, document_no, status, document_date, product_id, customer_id,
       sale_id, channel, months, coverage, price, created_by, created_at, updated_at)
     values ($1, $5, 'pending', now(), $2, $3, $4, 'customer', 12, 'full', 1200, $4, now(), now()) returning id`,
    [world.companyId, productId, customerId, by.userId, `WQ-${name}`],
  );
  const warranty = await one('select id from warranties where product_id = $1', [productId]);
  const code = await one('select code as id from customers where id = $1', [customerId]);
  return {
    name,
    customerId,
    marks: new Map([
      ['its name', name],
      ['its mail', `${name.toLowerCase()}@`],
      ['the customer', customerId],
      ['its code', `"${code}"`],
      ['a contract that waits', draft.id],
      ['the contract', doc.id],
      ['its number', String(doc.documentNo)],
      ['the sold container', soldId],
      ['an invoice', invoice.id],
      ['a payment', payment.id],
      ['a credit note', credit.id],
      ['a parts sale', sale.id],
      ['a request', request],
      ['a warranty', warranty],
    ]),
  };
}

/** Families whose records are a salesperson's. */
const OF_SALES =
  /^(customers|contracts|productContracts|productTransactions|partSales|warranties|warrantyRequests|invoices|payments|billingNotes|creditNotes|debitNotes|receivables|inspections|dashboard|search|activityLogs|notifications|containerRequisitions|products|bankLines|tax|taxInvoices|taxPeriods|inputTax|whtCertificates|machineKeys|reports|comments|attachments|invoiceRuns|jobs|warrantyPrices|bankAccounts)\./;

const lists = (Object.entries(contract) as [string, Endpoint][]).filter(
  ([name, { kind }]) => kind === 'list' && OF_SALES.test(name),
);

/** Each list cut by what would find a record of somebody else. */
function queriesFor({ name, customerId, marks }: Owned): Record<string, string[]> {
  return Object.fromEntries(
    lists.map(([call, endpoint]) => {
      if (endpoint.kind !== 'list') return [call, ['']];
      const { filters } = endpoint.list;
      const ids = [...marks.values()].filter((mark) => /^[0-9a-f-]{36}$/.test(mark)).join(',');
      return [
        call,
        [
          '',
          `search=${name}`,
          `ids=${ids}`,
          ...('customerId' in filters ? [`customerId=${customerId}`] : []),
          ...('contractId' in filters ? [`contractId=${marks.get('the contract')}`] : []),
          ...('invoiceId' in filters ? [`invoiceId=${marks.get('an invoice')}`] : []),
          ...('saleId' in filters ? [`saleId=${stranger.userId}`] : []),
        ],
      ];
    }),
  );
}

const asked = (person: Person, about: Owned): Promise<Told[]> =>
  everythingTold(person, {
    guide: world.admin,
    queries: queriesFor(about),
    params: {},
    only: (call) => OF_SALES.test(call),
  });

/**
 * Containers are stock, cut by company and warehouse: their log names documents by their numbers, and
 * opens none. Of whom they are agreed with it says nothing.
 */
const OF_STOCK = /^products\./;
const PERSONAL = new Set(['its name', 'its mail', 'the customer', 'its code']);

const leaks = (told: readonly Told[], { marks }: Owned): string[] =>
  leaksIn(told, marks, (call, what) => OF_STOCK.test(call) && !PERSONAL.has(what));

it('a sales officer reads of own customers only, by no call there is', async () => {
  const toldOfTeam = await asked(officer, colleagues);
  expect(leaks(toldOfTeam, colleagues)).toEqual([]);
  expect(leaks(toldOfTeam, strangers)).toEqual([]);
  const toldOfOthers = await asked(officer, strangers);
  expect(leaks(toldOfOthers, strangers)).toEqual([]);
  // What is asked finds something: their own stands in each of the lists.
  expect(callsOf(leaks(await asked(officer, own), own))).toEqual(
    expect.arrayContaining(EVERYWHERE),
  );
});

it('the sales manager reads those of the team, and of nobody else', async () => {
  const told = await asked(manager, strangers);
  expect(leaks(told, strangers)).toEqual([]);
  expect(callsOf(leaks(await asked(manager, colleagues), colleagues))).toEqual(
    expect.arrayContaining(EVERYWHERE),
  );
});

/** Lists in which a salesperson's own records have to be found, or nothing is proved. */
const EVERYWHERE = [
  'contracts.list',
  'contracts.get',
  'contracts.versions',
  'customers.list',
  'customers.get',
  'customers.messages',
  'creditNotes.list',
  'invoices.list',
  'partSales.list',
  'payments.list',
  'productContracts.list',
  'productTransactions.list',
  'warranties.list',
  'warrantyRequests.list',
];
it('every call that could tell of a customer is asked', () => {
  const named = (Object.entries(contract) as [string, Endpoint][]).filter(
    ([, { path, method }]) =>
      method === 'GET' &&
      /customer|contract|product_contracts|invoices|payments|notes|receivable|warranty|part_sales/.test(
        path,
      ),
  );
  const left = named
    .map(([name]) => name)
    .filter((name) => !OF_SALES.test(name) && !OF_OTHERS.test(name));
  expect(left).toEqual([]);
});

/** Calls whose paths only sound alike: of suppliers, of the company, of templates. */
const OF_OTHERS = /^(contractClauses|supplierPayments|parts|receipts)\./;
