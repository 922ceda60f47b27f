import './modules/index.ts';
import { contract, type Endpoint } from '@boxyard/shared/contract';
import { DOCUMENT_FAMILIES, type DocumentFamilyName } from '@boxyard/shared/domain';
import { snake } from './kernel/index.ts';
import { plantAccount } from './modules/money/testing/world.ts';
import { approvedOrder, approvedRequest, receive } from './modules/purchasing/testing/documents.ts';
import {
  act,
  contractBody,
  type Doc,
  dayAfter,
  draft,
  hirePurchase,
  inForce,
  lease,
  makeWorld,
  newCustomer,
  pending,
  to,
  type World,
} from './modules/sales/contracts/testing/world.ts';
import { delivered, offer } from './modules/sales/partSales/testing/world.ts';
import { asked as askedToRenew } from './modules/sales/warranties/testing/world.ts';
import { everythingTold, type Told } from './testing/everyGet.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { SEEDED } from './testing/permissionTable.ts';
import {
  type GoodsTelling,
  hiddenBesideGoods,
  hiddenDocuments,
  TOLD_WITH_GOODS,
} from './workflow/index.ts';
import { actsOn } from './workflow/testing/actsOn.ts';
import { expectData } from './workflow/testing/world.ts';

/**
 * Documents that somebody may not read are named to them by no call there is, neither by number nor by id,
 * and nothing is found by their numbers. Read by every role, and by the two salespeople of a contract that
 * was handed over: its invoices of before stay the first one's, the contract is the second one's.
 */
let test: TestApp;
let world: World;
const readers = new Map<string, Person>();

beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  await plantAccount(test, world.companyId);
  for (const { name } of SEEDED) readers.set(name, await test.as(name));
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into teams (name, type, company_id, created_at, updated_at)
     values ('Elsewhere', 'sales', $1, now(), now()) returning id`,
    [world.companyId],
  );
  const after = await test.as('sales-officer', { teamId: String(rows[0]?.id) });
  readers.set('salesperson before', world.seller);
  readers.set('salesperson after', after);
  readers.set(
    'manager of the team after',
    await test.as('sales-manager', { teamId: String(rows[0]?.id) }),
  );
  const elsewhere = { warehouseIds: [world.otherWarehouseId] };
  readers.set('store elsewhere', await test.as('warehouse-manager', elsewhere));
  const own = await test.as('accounting-officer');
  await plantHandedOver(after, own);
  await becomeOwnReader(own);
  readers.set('reader of their own', own);
  await plantEnded();
  await plantBilled();
  await plantGoods();
});
afterAll(() => test?.close());

/** From now on reads what they made themselves alone: in a role of one's own making. */
async function becomeOwnReader({ userId }: Person): Promise<void> {
  const { pg } = test.app;
  const { rows } = await pg.query<{ id: string }>(
    `insert into roles (name, label_en, label_th, data_scope, created_at, updated_at)
     values ('own-accounts', 'Own accounts', 'บัญชีของตน', 'own', now(), now()) returning id`,
  );
  const roleId = String(rows[0]?.id);
  for (const [table, column] of [
    ['role_menus', 'menu_id'],
    ['role_permissions', 'name'],
  ])
    await pg.query(
      `insert into ${table} (role_id, ${column})
       select distinct $1::uuid, m.${column} from ${table} m join roles r on r.id = m.role_id
       where r.name in ('sales-manager', 'accounting-manager')`,
      [roleId],
    );
  await pg.query('update users set role_id = $2 where id = $1', [userId, roleId]);
  test.app.forgetActors();
}

/** The contract that was handed over. */
let handedOver: Doc & { readonly customer: { readonly id: string } };

/** A contract with paid, credited and late invoices that another salesperson has taken over. */
async function plantHandedOver(after: Person, clerk: Person): Promise<void> {
  const accountant = await test.as('accounting-manager');
  const customerId = await newCustomer(world.seller, world.companyId);
  await pending(world, { customerId }, world.seller);
  const doc: Doc = await inForce(world, { ...hirePurchase(world), customerId }, world.seller);
  const { rows } = await test.app.pg.query<{ id: string; balance: string }>(
    `select id, balance::text from invoices where source_id = $1 and balance > 0 order by due_date`,
    [doc.id],
  );
  const [invoice] = rows;
  if (invoice) {
    const payment = expectData(
      await clerk.post('/payments/manual', {
        customerId,
        method: 'cash',
        paidAt: test.app.clock.now().toISOString(),
        amount: '100.00',
        allocations: [{ invoiceId: invoice.id, amount: '100.00' }],
      }),
    );
    expectData(
      await accountant.post(`/payments/${payment.id}/verify`, { version: payment.version }),
    );
    expectData(
      await clerk.post('/credit_notes', {
        invoiceId: invoice.id,
        cause: 'overcharged',
        reason: 'Too much',
        amount: '10.70',
      }),
    );
  }
  const billing = expectData(
    await clerk.post('/billing_notes', {
      customerId,
      collectOn: dayAfter(world, 30),
      lines: rows.slice(0, 2).map(({ id }) => ({ invoiceId: id })),
    }),
  );
  expectData(await accountant.post(`/billing_notes/${billing.id}/issue`, { version: 1 }));
  const seen = expectData(
    await world.admin.get(`/back-office/purchase-management/contracts/${doc.id}`),
  );
  handedOver = (await act(world.admin, seen, {
    action: 'change_sale',
    saleID: after.userId,
    reason: 'A move',
  })) as typeof handedOver;
}

/** A lease that ended, with what comes back of it, and a container that is asked for. */
async function plantEnded(): Promise<void> {
  const customerId = await newCustomer(world.seller, world.companyId);
  const leased = await inForce(world, { ...lease(world), customerId }, world.seller);
  await to(world.salesChief, leased, {
    action: 'terminate',
    reason: 'The shop closes',
    returnWarehouseId: world.warehouseId,
  });
  const wanted = await draft(world, { customerId }, world.seller);
  expectData(
    await world.seller.post('/withdraw_products/request_contract', {
      warehouseId: world.warehouseId,
      neededBy: dayAfter(world, 3),
      purpose: 'Deliver what was agreed',
      contracts: [{ contractId: wanted.id }],
    }),
  );
}

/** A sale of parts that was delivered, notes on its invoice, and a warranty that is asked for. */
async function plantBilled(): Promise<void> {
  await offer(world, world.bolt);
  const sale = await delivered(
    { ...world, customer: world.customerId },
    { items: [{ partId: world.bolt, quantity: 2, unitPrice: '100' }] },
  );
  const { rows } = await test.app.pg.query<{ id: string }>(
    'select id from invoices where source_id = $1',
    [sale.id],
  );
  const invoiceId = String(rows[0]?.id);
  const note = { invoiceId, reason: 'Counted anew', amount: '10.70' };
  const debit = expectData(
    await world.secondAdmin.post('/debit_notes', { ...note, cause: 'undercharged' }),
  );
  expectData(await world.admin.post(`/debit_notes/${debit.id}/approve`, { version: 1 }));
  const billing = expectData(
    await world.secondAdmin.post('/billing_notes', {
      customerId: world.customerId,
      collectOn: dayAfter(world, 30),
      lines: [{ invoiceId }],
    }),
  );
  expectData(await world.admin.post(`/billing_notes/${billing.id}/issue`, { version: 1 }));
  expectData(
    await world.admin.post(`/part_sales/${sale.id}/return`, {
      version: expectData(await world.admin.get(`/part_sales/${sale.id}`)).version,
      reason: 'One too many',
      items: [{ id: sale.items[0]?.id, quantity: 1, condition: 'new' }],
    }),
  );
  await askedToRenew(world);
}

/** Goods that were ordered, received and paid for, and some that go to another warehouse. */
async function plantGoods(): Promise<void> {
  const request = await approvedRequest(world);
  for (const warehouseId of [world.warehouseId, world.otherWarehouseId]) {
    const order = await approvedOrder(world, {
      warehouseId,
      paymentType: 'credit',
      creditDays: 30,
      ...(warehouseId === world.warehouseId
        ? {
            items: [
              {
                partId: world.part,
                quantity: 10,
                unitId: world.pcs,
                unitPrice: '100.0000',
                isService: false,
                requestItemId: request.items[0]?.id,
              },
            ],
          }
        : {}),
    });
    expectData(await receive(world, order));
  }
  const { rows: debts } = await test.app.pg.query<{ id: string }>(
    'select id from credit_purchases',
  );
  expectData(
    await (await test.as('accounting-officer')).post('/supplier_payments', {
      supplierId: world.supplier,
      paymentDate: dayAfter(world, 0),
      method: 'transfer',
      items: debts.map(({ id }) => ({ creditPurchaseId: id, amount: '1.00' })),
    }),
  );
  const transfer = expectData(
    await world.picker.post('/material_tranfers', {
      fromWarehouseId: world.warehouseId,
      toWarehouseId: world.otherWarehouseId,
      expectedDate: dayAfter(world, 3),
      items: [{ partId: world.bolt, quantity: 1 }],
    }),
  );
  const onTransfers = actsOn('/material_tranfers');
  await onTransfers.done(
    world.picker,
    await onTransfers.done(world.chief, transfer, { action: 'approve' }),
    { action: 'ship' },
  );
}

interface Named {
  readonly type: DocumentFamilyName;
  readonly id: string;
  readonly documentNo: string | null;
  /** Calls that tell it to people who handle goods (workflow/toldWithGoods.ts). */
  readonly toldBy: readonly RegExp[];
}

async function hiddenFrom(reader: Person): Promise<Named[]> {
  const all: Omit<Named, 'toldBy'>[] = [];
  for (const [type, { table }] of Object.entries(DOCUMENT_FAMILIES)) {
    // A quotation has the number of its round.
    if (type === 'quotations') continue;
    const { rows } = await test.app.pg.query<{ id: string; documentNo: string | null }>(
      `select id, document_no as "documentNo" from ${snake(table)}`,
    );
    all.push(...rows.map((row) => ({ type: type as Named['type'], ...row })));
  }
  return test.app.transaction({ actor: await reader.actor() }, async (ctx) => {
    const withheld = await hiddenDocuments(ctx, all);
    const hidden = all.filter(({ id }) => withheld.has(id));
    const tellings = await Promise.all(
      (Object.keys(TOLD_WITH_GOODS) as GoodsTelling[]).map(async (telling) => ({
        calls: TOLD_WITH_GOODS[telling].calls,
        hidden: await hiddenBesideGoods(ctx, telling, hidden),
      })),
    );
    return hidden.map((one) => ({
      ...one,
      toldBy: tellings.flatMap(({ calls, hidden: kept }) => (kept.has(one.id) ? [] : [calls])),
    }));
  });
}

/**
 * The log of activities is the record of a company's oversight: whoever may view it reads every entry of
 * their companies, whatever pages they have besides (domain-containers 1.5).
 */
const isOversight = (call: string): boolean => call.startsWith('activityLogs.');

const searchable = (Object.entries(contract) as [string, Endpoint][]).filter(
  ([, endpoint]) => endpoint.kind === 'list' && endpoint.list.searchable !== false,
);

/** Whether an answer to a search has a row. */
function hasRows({ status, type, raw }: Told): boolean {
  if (status !== 200) return false;
  const text = raw.toString('utf8');
  if (!type.includes('json')) return text.trim().split('\n').length > 1;
  const { data } = JSON.parse(text) as { data?: unknown };
  return Array.isArray(data) && data.length > 0;
}

const leaksIn = (told: readonly Told[], hidden: readonly Named[]): string[] =>
  told.flatMap((answer) => {
    const text = answer.raw.toString('utf8');
    const found = new Set<string>();
    for (const { type, id, documentNo, toldBy } of hidden) {
      if (toldBy.some((calls) => calls.test(answer.call))) continue;
      const isAsked = answer.path.includes(id);
      if (!isAsked && text.includes(id)) found.add(`id of ${type}`);
      if (documentNo === null) continue;
      const isSought = answer.path.includes(documentNo);
      if (!isSought && text.includes(documentNo)) found.add(`number of ${type}`);
      if (isSought && hasRows(answer)) found.add(`row by number of ${type}`);
    }
    return [...found].map((what) => `${answer.call} tells the ${what}`);
  });

/** Refusals of changes that name what is in the way. */
it('refuses changes for invoices that whoever asks may not read without their numbers', async () => {
  const reader = readers.get('salesperson after') as Person;
  const PATH = '/back-office/purchase-management/contracts';
  const { version } = expectData(await reader.get(`${PATH}/${handedOver.id}`));
  const agreed = contractBody(world, hirePurchase(world));
  const amend = (by: Person) =>
    by.post(`${PATH}/${handedOver.id}/amend`, {
      ...agreed,
      version,
      customerId: handedOver.customer.id,
      downPayment: '20000.00',
      reason: 'More is paid at once',
      effectiveDate: dayAfter(world, 0),
    });
  const told = (await amend(world.admin)).body;
  expect([told.code, told.message]).toEqual([
    'BILLED_CHANGES',
    expect.stringMatching(/^Invoice IV\d{4}-\d{4} of payment 1 /),
  ]);
  const hidden = (await amend(reader)).body;
  expect([hidden.code, hidden.details]).toEqual(['BILLED_CHANGES_HIDDEN', { row: 1 }]);
  expect(hidden.message).toMatch(/^Payment 1 was invoiced/);
  expect(JSON.stringify(hidden)).not.toMatch(/IV\d{4}|\{\{/);
});

it('a termination is looked at without the numbers of invoices that are hidden', async () => {
  const reader = readers.get('manager of the team after') as Person;
  const hidden = await hiddenFrom(reader);
  const answer = await reader.get(
    `/back-office/purchase-management/contracts/${handedOver.id}/termination`,
  );
  expect(answer.status).toBe(200);
  const text = answer.raw.toString('utf8');
  expect(
    hidden.filter(({ id, documentNo }) => text.includes(id) || text.includes(documentNo ?? id)),
  ).toEqual([]);
  const { voided, credited, lines } = answer.body.data;
  expect(voided.length + credited.length + lines.length).toBeGreaterThan(0);
});

const roles = [
  ...SEEDED.map(({ name }) => name),
  'salesperson before',
  'salesperson after',
  'manager of the team after',
  'reader of their own',
  'store elsewhere',
];

/** Each list is searched for a quarter of the numbers by each role; the long run searches for all. */
const SEARCH_TURNS = process.env.TEST_FULL === '1' ? 1 : 4;

it.each(roles)('%s is told of no document that they may not read', async (role) => {
  const reader = readers.get(role) as Person;
  const hidden = await hiddenFrom(reader);
  const sought = [
    ...new Set(
      [...Map.groupBy(hidden, ({ type }) => type).values()].flatMap((some) =>
        some.flatMap(({ documentNo }) => documentNo ?? []).slice(0, 1),
      ),
    ),
  ];
  const turn = roles.indexOf(role);
  const queries = Object.fromEntries(
    searchable.map(([call], list) => {
      const some = sought.filter((_, at) => (at + list + turn) % SEARCH_TURNS === 0);
      return [call, ['', ...some.map((no) => `search=${no}`)]];
    }),
  );
  const told = await everythingTold(reader, {
    guide: world.admin,
    queries,
    params: {},
    isExportedOnce: true,
    // The text of a file is compressed: nothing is found in it.
    only: (call) => !isOversight(call) && contract[call as keyof typeof contract].kind !== 'file',
  });
  expect(told.length).toBeGreaterThan(50);
  expect([...new Set(leaksIn(told, hidden))].sort()).toEqual([]);
});

it('the planted contract is hidden from the salesperson before, and its invoices from the one after', async () => {
  const kinds = async (role: string) => {
    const hidden = await hiddenFrom(readers.get(role) as Person);
    return [...new Set(hidden.flatMap(({ type, documentNo }) => (documentNo ? type : [])))].sort();
  };
  expect(await kinds('salesperson before')).toContain('contracts');
  expect(await kinds('salesperson after')).toContain('invoices');
});
