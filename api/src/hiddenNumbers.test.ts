import './modules/index.ts';
import { contract, type Endpoint } from '@boxyard/shared/contract';
import { plantAccount } from './modules/money/testing/world.ts';
import {
  act,
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
import { everythingTold, type Told } from './testing/everyGet.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { SEEDED } from './testing/permissionTable.ts';
import { hiddenDocuments } from './workflow/index.ts';
import { expectData } from './workflow/testing/world.ts';

/**
 * Documents that somebody may not read are named to them by no call there is, neither by number nor by id,
 * and nothing is found by their numbers. Read by every role, and by the two salespeople of a contract that
 * was handed over: its invoices of before stay the first one's, the contract is the second one's.
 */
let test: TestApp;
let world: World;
const readers = new Map<string, Person>();

/** Tables of the documents whose numbers are planted, by family. */
const TABLES = {
  contracts: 'contracts',
  invoices: 'invoices',
  payments: 'payments',
  creditNotes: 'credit_notes',
  warranties: 'warranties',
} as const;

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
  await plantHandedOver(after);
  await plantEnded();
});
afterAll(() => test?.close());

/** A contract with paid, credited and late invoices that another salesperson has taken over. */
async function plantHandedOver(after: Person): Promise<void> {
  const clerk = await test.as('accounting-officer');
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
  const seen = expectData(
    await world.admin.get(`/back-office/purchase-management/contracts/${doc.id}`),
  );
  await act(world.admin, seen, { action: 'change_sale', saleID: after.userId, reason: 'A move' });
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

interface Named {
  readonly type: keyof typeof TABLES;
  readonly id: string;
  readonly documentNo: string | null;
}

async function hiddenFrom(reader: Person): Promise<Named[]> {
  const all: Named[] = [];
  for (const [type, table] of Object.entries(TABLES)) {
    const { rows } = await test.app.pg.query<{ id: string; documentNo: string | null }>(
      `select id, document_no as "documentNo" from ${table}`,
    );
    all.push(...rows.map((row) => ({ type: type as Named['type'], ...row })));
  }
  const withheld = await test.app.transaction({ actor: await reader.actor() }, (ctx) =>
    hiddenDocuments(ctx, all),
  );
  return all.filter(({ id }) => withheld.has(id));
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
    for (const { type, id, documentNo } of hidden) {
      const isAsked = answer.path.includes(id);
      if (!isAsked && text.includes(id)) found.add(`id of ${type}`);
      if (documentNo === null) continue;
      const isSought = answer.path.includes(documentNo);
      if (!isSought && text.includes(documentNo)) found.add(`number of ${type}`);
      if (isSought && hasRows(answer)) found.add(`row by number of ${type}`);
    }
    return [...found].map((what) => `${answer.call} tells the ${what}`);
  });

const roles = [...SEEDED.map(({ name }) => name), 'salesperson before', 'salesperson after'];

it.each(roles)('%s is told of no document that they may not read', async (role) => {
  const reader = readers.get(role) as Person;
  const hidden = await hiddenFrom(reader);
  const sought = [
    ...new Set(
      [...Map.groupBy(hidden, ({ type }) => type).values()].flatMap((some) =>
        some.flatMap(({ documentNo }) => documentNo ?? []).slice(0, 3),
      ),
    ),
  ];
  const queries = Object.fromEntries(
    searchable.map(([call]) => [call, ['', ...sought.map((no) => `search=${no}`)]]),
  );
  const told = await everythingTold(reader, {
    guide: world.admin,
    queries,
    params: {},
    only: (call) => !isOversight(call),
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
