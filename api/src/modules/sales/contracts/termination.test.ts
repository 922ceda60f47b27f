import type { ContractTermination } from '@boxyard/shared/contract/areas/contracts.ts';
import { decimal } from '@boxyard/shared/domain';
import { type ManualClock, manualClock, SYSTEM } from '../../../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { actsOn } from '../../../workflow/testing/actsOn.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { plantAccount } from '../../money/testing/world.ts';
import { asked, onRequests, priceList, QUOTE } from '../warranties/testing/world.ts';
import { billContracts } from './index.ts';
import {
  approved,
  type Doc,
  dayAfter,
  draft,
  exchanged,
  hirePurchase,
  inForce,
  installed,
  lease,
  makeWorld,
  newContainer,
  newCustomer,
  PATH,
  status,
  to,
  type World,
} from './testing/world.ts';

/** Whoever ends a contract sees beforehand what its end does (domain-containers 2.5). */
const START = new Date('2026-11-20T03:00:00Z');
let clock: ManualClock;
let test: TestApp;
let world: World;
let clerk: Person;
let accountant: Person;

beforeAll(async () => {
  clock = manualClock(START);
  test = await createTestApp({ clock });
  world = await makeWorld(test);
  await plantAccount(test, world.companyId);
  await priceList(world);
  clerk = await test.as('accounting-officer');
  accountant = await test.as('accounting-manager');
});
afterEach(() => clock.set(START));
afterAll(async () => {
  await test?.close();
});

interface Invoice {
  readonly id: string;
  readonly status: string;
  readonly type: string;
  readonly key: string;
  readonly total: string;
  readonly paid: string;
  readonly customer: string;
}

type Json = Readonly<Record<string, unknown>>;

const DEPOSIT = { depositAmount: '5000.00', depositRefundable: true };
const onInvoices = actsOn('/invoices');
const onPayments = actsOn('/payments');
const rows = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await test.app.pg.query<R>(text, [...values])).rows;
const get = async ({ id }: Pick<Doc, 'id'>) => expectData(await world.admin.get(`${PATH}/${id}`));
const invoicesOf = ({ id }: Pick<Doc, 'id'>) =>
  rows<Invoice>(
    `select id, status, source_type as type, split_part(source_key, ':', 2) as key,
      grand_total::text as total, paid_amount::text as paid, customer_id as customer
    from invoices where source_id = $1 and status <> 'void' order by due_date, document_no`,
    [id],
  );
const invoiceOf = async (doc: Doc, which: (one: Invoice) => boolean): Promise<Invoice> => {
  const found = (await invoicesOf(doc)).find(which);
  if (!found) throw new Error('no such invoice');
  return found;
};
const isDeposit = ({ type }: Invoice) => type === 'deposit';
const isPayment = ({ type }: Invoice) => type === 'contractInstallment';
const days = (count: number): string => dayAfter(world, count);
/** Counted from the day on which every case begins. */
const dayOf = (count: number): string =>
  new Date(START.getTime() + count * 86_400_000).toISOString().slice(0, 10);
const pass = (count: number) => clock.advance(count * 86_400_000);
const night = () => test.app.transaction({ actor: SYSTEM }, billContracts);

async function paid({ id, total, customer }: Invoice, amount = total): Promise<void> {
  const payment = expectData(
    await clerk.post('/payments/manual', {
      customerId: customer,
      method: 'cash',
      paidAt: clock.now().toISOString(),
      amount,
      allocations: [{ invoiceId: id, amount }],
    }),
  );
  await onPayments.done(accountant, payment, { action: 'verify' });
}

const invoiceAct = async ({ id }: Invoice, action: string, more: object = {}) => {
  const { version } = expectData(await accountant.get(`/invoices/${id}`));
  return onInvoices.done(accountant, { id, version }, { action, ...more });
};
const discounted = async ({ id }: Invoice, value: string) => {
  const { version } = expectData(await world.admin.get(`/invoices/${id}`));
  expectData(
    await world.admin.put(`/invoices/${id}`, {
      version,
      discount: { type: 'amount', value, reason: 'A long time out of order' },
    }),
  );
};
async function credited({ id }: Invoice, amount: string): Promise<void> {
  const note = expectData(
    await clerk.post('/credit_notes', {
      invoiceId: id,
      cause: 'overcharged',
      reason: 'Too much',
      amount,
    }),
  );
  expectData(await accountant.post(`/credit_notes/${note.id}/approve`, { version: note.version }));
}
/** Made void, and issued anew with another due date. */
async function replaced(doc: Doc, invoice: Invoice, dueDate: string): Promise<void> {
  await invoiceAct(invoice, 'void', { reason: 'A wrong account', replace: true });
  const waiting = await invoiceOf(
    doc,
    ({ status, key }) => status === 'draft' && key === invoice.key,
  );
  const read = expectData(await accountant.get(`/invoices/${waiting.id}`));
  const { version, taxPoint, vatMode, whtRate, items } = read;
  const changed = expectData(
    await accountant.patch(`/invoices/${waiting.id}`, {
      customerId: invoice.customer,
      version,
      dueDate,
      taxPoint,
      vatMode,
      whtRate,
      items: items.map(({ id: _id, lineTotal: _total, ...item }: Record<string, unknown>) => item),
    }),
  );
  await onInvoices.done(accountant, changed, { action: 'issue' });
}

/** What the end of a contract asked somebody else to credit of its own invoices. */
const askedToCredit = ({ id }: Pick<Doc, 'id'>) =>
  rows<{ id: string; amount: string; by: string }>(
    `select n.invoice_id as id, n.grand_total::text as amount, n.author_ids[1] as by
      from credit_notes n join invoices iv on iv.id = n.invoice_id
      where iv.source_id = $1 and n.status = 'pending' and n.created_by is null order by iv.due_date`,
    [id],
  );

const preview = ({ id }: Pick<Doc, 'id'>, effectiveDate?: string, by = world.admin) =>
  by.get(`${PATH}/${id}/termination${effectiveDate ? `?effectiveDate=${effectiveDate}` : ''}`);

/** Everything that a termination or a settlement writes, as it stands in the tables. */
const TABLES = [
  'contracts',
  'contract_schedule',
  'contract_settlements',
  'invoices',
  'invoice_items',
  'payments',
  'payment_allocations',
  'receivable_entries',
  'tax_entries',
  'products',
  'product_status_log',
  'product_contracts',
  'container_receipts',
  'warranties',
  'warranty_requests',
  'credit_notes',
  'document_sequences',
  'history',
  'activity_logs',
];
const written = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const table of TABLES) {
    const [one] = await rows<{ hash: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${table} t`,
    );
    found.push(`${table} ${one?.hash}`);
  }
  return found;
};

/** What hangs on the warranties of a contract: which count, what of their invoices stands, and what is to be credited. */
const coveredBy = async ({ id }: Pick<Doc, 'id'>) => {
  const ofContract = 'select w.id from warranties w where w.contract_id = $1';
  const [voided, invoices, credits] = await Promise.all([
    rows<{ id: string }>(`${ofContract} and w.status = 'voided' order by w.id`, [id]),
    rows<{ id: string; total: string }>(
      `select id, grand_total::text as total from invoices
       where source_id in (${ofContract}) and status <> 'void' order by id`,
      [id],
    ),
    rows<{ id: string; amount: string }>(
      `select n.invoice_id as id, n.grand_total::text as amount from credit_notes n
         join invoices iv on iv.id = n.invoice_id
       where iv.source_id in (${ofContract}) and n.status = 'pending' order by n.invoice_id`,
      [id],
    ),
  ]);
  return { voided, invoices, credits };
};
type Covered = Awaited<ReturnType<typeof coveredBy>>;

/** What of it is another after the end. */
const endedOf = (before: Covered, after: Covered) => {
  const without = <R extends object>(from: readonly R[], these: readonly R[]) => {
    const known = new Set(these.map((one) => JSON.stringify(one)));
    return from.filter((one) => !known.has(JSON.stringify(one)));
  };
  return {
    withdrawn: without(after.voided, before.voided).map(({ id }) => id),
    void: without(before.invoices, after.invoices).map(({ id, total }) => ({ id, amount: total })),
    credit: without(after.credits, before.credits),
  };
};

/** The same as the preview shows it. */
const shownOf = ({ withdrawn }: ContractTermination) => {
  const invoices = withdrawn.flatMap((one) => one.invoices);
  const which = (wanted: string) =>
    invoices
      .filter(({ becomes }) => becomes === wanted)
      .map(({ id, amount }) => ({ id, amount }))
      .sort((one, other) => String(one.id).localeCompare(String(other.id)));
  return {
    withdrawn: withdrawn.map(({ id }) => id).sort(),
    void: which('void'),
    credit: which('credit'),
  };
};

/** A sale in force whose warranty was renewed, to begin once the one of its contract is over. */
async function renewed(parties: Json, price = QUOTE.price): Promise<Doc> {
  const doc = await inForce(world, parties);
  const request = await asked(world, doc.product?.id);
  const quoted = await onRequests.done(world.secondAdmin, request, {
    action: 'quote',
    ...QUOTE,
    price,
  });
  const agreed = await onRequests.done(world.admin, quoted, { action: 'approve' });
  await onRequests.done(world.admin, agreed, { action: 'accept' });
  return doc;
}
const renewalInvoice = async (doc: Pick<Doc, 'id'>): Promise<Invoice> => {
  const [found] = await rows<Invoice>(
    `select iv.id, iv.status, iv.source_type as type, '1' as key, iv.grand_total::text as total,
       iv.paid_amount::text as paid, iv.customer_id as customer
     from invoices iv join warranties w on w.id = iv.source_id where w.contract_id = $1 and iv.status <> 'void'`,
    [doc.id],
  );
  if (!found) throw new Error('no renewal was billed');
  return found;
};
/** One warranty that comes to nothing, with what becomes of its invoices. */
const withdrawing = (...invoices: readonly object[]) => [
  expect.objectContaining({
    documentNo: expect.stringMatching(/^W/),
    invoices: invoices.map((one) => expect.objectContaining(one)),
  }),
];

/** An invoice for whose rest a credit note is asked for. */
const asking = (amount: string) => [expect.objectContaining({ amount })];

const sum = (amounts: readonly string[]): string => decimal.round(decimal.add('0', ...amounts));

interface Case {
  /** Takes the contract to where it is ended. */
  readonly make: (parties: Json) => Promise<Doc>;
  /** The day of the end; today by default. */
  readonly on?: number;
  /** What has to show, so that the case is what it is called. */
  readonly shows: Partial<ContractTermination>;
}

const NOBODY_PAID: Case = {
  make: (parties) => approved(world, { ...parties, ...DEPOSIT }),
  shows: { deposit: '0.00', owed: '0.00', isReturned: false, titleHolder: 'company' },
};

/** A lease in force with its deposit paid, whose rent of today is billed. */
async function leased(more: Json): Promise<Doc> {
  const doc = await inForce(world, { ...lease(world), ...DEPOSIT, ...more });
  await paid(await invoiceOf(doc, isDeposit));
  return doc;
}
/** Hire purchase whose first instalment is due in five days. */
const hired = (more: Json) =>
  inForce(world, { ...hirePurchase(world), firstDueDate: days(5), dueDay: '25', ...more });

const CASES: Readonly<Record<string, Case>> = {
  'a sale that is approved, nothing paid': NOBODY_PAID,
  'a sale that is approved, its deposit not paid in time': {
    make: async (parties) => {
      const doc = await approved(world, { ...parties, ...DEPOSIT });
      pass(1);
      return doc;
    },
    on: 1,
    // It would go back at once: the settlement makes it void.
    shows: {
      deposit: '0.00',
      owed: '96300.00',
      voided: [expect.objectContaining({ amount: '5000.00' })],
    },
  },
  'a sale that is approved, its deposit paid in part': {
    make: async (parties) => {
      const doc = await approved(world, { ...parties, ...DEPOSIT });
      await paid(await invoiceOf(doc, isDeposit), '3000.25');
      return doc;
    },
    shows: { deposit: '3000.25', credit: '3000.25', voided: [] },
  },
  'a sale that stands at its customer and is not in force': {
    make: (parties) => installed(world, parties),
    shows: { owed: '0.00', voided: [], isReturned: true, titleHolder: 'company' },
  },
  'a sale in force, nothing paid, on the day of its payment': {
    make: (parties) => inForce(world, parties),
    // It was taxed with its delivery: a credit note takes the tax back.
    shows: { owed: '0.00', voided: [], credited: asking('96300.00'), titleHolder: 'customer' },
  },
  'a sale in force, nothing paid, after the day of its payment': {
    make: async (parties) => {
      const doc = await inForce(world, parties);
      pass(1);
      return doc;
    },
    on: 1,
    shows: { owed: '96300.00', stillOwed: '96300.00', voided: [], credited: [] },
  },
  'a sale in force, paid in part and credited in part': {
    make: async (parties) => {
      const doc = await inForce(world, parties);
      const invoice = await invoiceOf(doc, isPayment);
      await paid(invoice, '50000.01');
      await credited(invoice, '1000.00');
      pass(1);
      return doc;
    },
    on: 1,
    shows: { owed: '45299.99', isReturned: true },
  },
  'a sale in force, paid to the last satang': {
    make: async (parties) => {
      const doc = await inForce(world, { ...parties, ...DEPOSIT });
      for (const invoice of await invoicesOf(doc)) await paid(invoice);
      return doc;
    },
    shows: { owed: '0.00', credit: '5000.00' },
  },
  'hire purchase, its down payment taxed and not paid': {
    make: async (parties) => {
      const doc = await hired({ ...parties, ...DEPOSIT });
      pass(1);
      return doc;
    },
    on: 1,
    shows: { owed: '10700.00', deposit: '0.00', titleHolder: 'company' },
  },
  'hire purchase that is ended as of a day before an instalment that was taxed': {
    make: async (parties) => {
      const doc = await hired(parties);
      pass(10);
      await night();
      return doc;
    },
    on: 3,
    shows: { owed: '10700.00', voided: [], credited: asking('7561.34') },
  },
  'hire purchase with the title passed, what is late paid in part': {
    make: async (parties) => {
      const doc = await hired({ ...parties, ...DEPOSIT, titleHolder: 'customer' });
      await paid(await invoiceOf(doc, isDeposit));
      pass(10);
      await night();
      await paid(await invoiceOf(doc, isPayment), '1234.56');
      return doc;
    },
    on: 10,
    shows: { owed: '17026.78', setOff: '5000.00', stillOwed: '12026.78', titleHolder: 'customer' },
  },
  'hire purchase with an instalment that nobody has billed': {
    make: async (parties) => {
      const doc = await hired({ ...parties, firstDueDate: days(15) });
      pass(20);
      return doc;
    },
    on: 20,
    shows: {
      owed: '18261.34',
      lines: [
        expect.objectContaining({ amount: '10700.00' }),
        expect.objectContaining({ invoice: null, amount: '7561.34' }),
      ],
    },
  },
  'a lease that ends on the day of its rent': {
    make: leased,
    shows: { owed: '0.00', deposit: '5000.00', credit: '5000.00' },
  },
  'a lease that ends later, rent withheld from': {
    make: async (parties) => {
      const doc = await leased({ ...parties, whtRate: '5.00', price: '1000.00' });
      pass(3);
      return doc;
    },
    on: 3,
    shows: { owed: '1070.00', setOff: '1070.00', credit: '3930.00', voided: [] },
  },
  'a lease that is ended as of a day before': {
    make: async (parties) => {
      const doc = await leased(parties);
      pass(3);
      return doc;
    },
    on: 0,
    // Its rent was due: it does not vanish by whoever ends the contract.
    shows: { owed: '0.00', credit: '5000.00', voided: [], credited: asking('3745.00') },
  },
  'a lease whose next rent was paid in part': {
    make: async (parties) => {
      const doc = await leased(parties);
      await paid(await invoiceOf(doc, isPayment), '500.00');
      return doc;
    },
    shows: { owed: '0.00', credit: '5000.00', voided: [], credited: asking('3245.00') },
  },
  'a lease whose next rent somebody wants to credit already': {
    make: async (parties) => {
      const doc = await leased(parties);
      const { id: invoiceId } = await invoiceOf(doc, isPayment);
      await paid(await invoiceOf(doc, isPayment), '500.00');
      const note = { invoiceId, cause: 'terminated', reason: 'It ends', amount: '1000.00' };
      expectData(await clerk.post('/credit_notes', note));
      return doc;
    },
    shows: { owed: '0.00', setOff: '0.00', voided: [], credited: asking('2245.00') },
  },
  'a lease whose deposit is not given back': {
    make: (parties) => leased({ ...parties, depositRefundable: false }),
    shows: { deposit: '0.00', credit: '0.00', keptDeposit: '5350.00' },
  },
  'a lease that owes more than its deposit, its rent discounted': {
    make: async (parties) => {
      const doc = await leased({ ...parties, price: '9000.00' });
      await discounted(await invoiceOf(doc, isPayment), '1000.00');
      pass(1);
      return doc;
    },
    on: 1,
    shows: { owed: '8560.00', setOff: '5000.00', stillOwed: '3560.00', credit: '0.00' },
  },
  'a lease whose rent was deferred beyond the end': {
    make: async (parties) => {
      const doc = await leased(parties);
      const rent = await invoiceOf(doc, isPayment);
      await invoiceAct(rent, 'defer', { dueDate: days(15), reason: 'Time was given' });
      pass(2);
      return doc;
    },
    on: 2,
    shows: { owed: '3745.00', voided: [] },
  },
  'a lease whose rent was invoiced anew for a day after the end': {
    make: async (parties) => {
      const doc = await leased(parties);
      await replaced(doc, await invoiceOf(doc, isPayment), days(15));
      pass(2);
      return doc;
    },
    on: 2,
    // It was due before: time that was given changes nothing of that.
    shows: { owed: '3745.00', voided: [], credited: [] },
  },
  'a lease that is ended as of a day before, its late rent deferred and invoiced anew': {
    make: async (parties) => {
      const doc = await leased(parties);
      pass(3);
      const rent = await invoiceOf(doc, isPayment);
      await invoiceAct(rent, 'defer', { dueDate: dayOf(20), reason: 'Time was given' });
      await replaced(doc, await invoiceOf(doc, isPayment), dayOf(20));
      return doc;
    },
    on: 0,
    shows: { owed: '0.00', voided: [], credited: asking('3745.00') },
  },
  'a sale whose renewed warranty nobody has paid': {
    make: (parties) => renewed(parties),
    shows: {
      voided: [],
      withdrawn: withdrawing({ becomes: 'void', amount: '1284.00' }),
    },
  },
  'a sale whose renewed warranty is paid in part': {
    make: async (parties) => {
      const doc = await renewed(parties);
      await paid(await renewalInvoice(doc), '500.25');
      return doc;
    },
    // Nothing of it is kept, since it has not begun.
    shows: { withdrawn: withdrawing({ becomes: 'credit', amount: '1284.00' }) },
  },
  'a sale whose renewed warranty is paid': {
    make: async (parties) => {
      const doc = await renewed(parties);
      await paid(await renewalInvoice(doc));
      return doc;
    },
    shows: { withdrawn: withdrawing({ becomes: 'credit', amount: '1284.00' }) },
  },
  'a sale whose renewed warranty was credited in part': {
    make: async (parties) => {
      const doc = await renewed(parties);
      const invoice = await renewalInvoice(doc);
      await paid(invoice, '500.25');
      await credited(invoice, '84.01');
      return doc;
    },
    shows: { withdrawn: withdrawing({ becomes: 'credit', amount: '1199.99' }) },
  },
  'a sale whose renewed warranty somebody wants to credit already': {
    make: async (parties) => {
      const doc = await renewed(parties);
      const invoice = await renewalInvoice(doc);
      await paid(invoice, '1.00');
      const asking = {
        invoiceId: invoice.id,
        cause: 'overcharged',
        reason: 'Too much',
        amount: '100.00',
      };
      expectData(await clerk.post('/credit_notes', asking));
      return doc;
    },
    shows: { withdrawn: withdrawing({ becomes: 'credit', amount: '1184.00' }) },
  },
  'a sale whose warranty was renewed for nothing': {
    make: (parties) => renewed(parties, '0.00'),
    shows: { withdrawn: withdrawing() },
  },
  'a sale whose renewed warranty went over to another container': {
    make: async (parties) => {
      const doc = await renewed(parties);
      return exchanged(world, doc, (await newContainer(world)).id);
    },
    shows: { withdrawn: withdrawing({ becomes: 'void', amount: '1284.00' }) },
  },
  'a lease whose container is lost': {
    make: async (parties) => {
      const doc = await inForce(world, { ...lease(world), ...parties });
      const { id } = doc.product ?? { id: '' };
      const { version } = expectData(await world.admin.get(`/products/${id}`));
      expectData(await world.chief.post(`/products/${id}/lose`, { version, reason: 'Stolen' }));
      return doc;
    },
    shows: { isReturned: false },
  },
};

const figuresOf = ({ owed, charged, deposit, setOff, credit, stillOwed }: ContractTermination) => ({
  owed,
  charged,
  deposit,
  setOff,
  credit,
  stillOwed,
});

it.each(Object.entries(CASES))('%s: the end does what was shown before', async (_case, one) => {
  const made = await one.make({ customerId: await newCustomer(world.admin, world.companyId) });
  const doc = await get(made);
  const on = one.on === undefined ? undefined : dayOf(one.on);
  const before = await written();
  const shown: ContractTermination = expectData(await preview(doc, on));
  expect(await written()).toEqual(before);
  expect(shown).toMatchObject(one.shows);

  const stood = await invoicesOf(doc);
  const covered = await coveredBy(doc);
  const ended = await to(world.admin, doc, {
    action: 'terminate',
    reason: 'The shop closes',
    returnWarehouseId: world.warehouseId,
    ...(on === undefined ? {} : { effectiveDate: on }),
  });
  const { voided, credited: asked, withdrawn: _shown, keptDeposit, ...left } = shown;
  const { titleHolder, isReturned, ...settlement } = left;
  expect((await get(ended)).settlement).toEqual(settlement);
  expect(ended.related.some(({ type }) => type === 'containerReceipt')).toBe(isReturned);
  const [container] = await rows<{ title: string }>(
    'select title_holder as title from products where id = $1',
    [doc.product.id],
  );
  expect(container?.title).toBe(titleHolder);

  expect(endedOf(covered, await coveredBy(doc))).toEqual(shownOf(shown));
  expect(await askedToCredit(doc)).toEqual(
    asked.map(({ id, amount }) => ({ id, amount, by: world.admin.userId })),
  );

  const settled = expectData(
    await world.admin.post(`${PATH}/${doc.id}/settle`, { version: ended.version, charges: [] }),
  );
  expect(figuresOf(settled.settlement)).toEqual(figuresOf(shown));
  const [payment] = await rows<{ amount: string; left: string }>(
    `select amount::text, (amount - allocated_amount)::text as left from payments
      where id = $1`,
    [settled.settlement.settled.payment?.id ?? null],
  );
  expect(payment?.left ?? '0.00').toBe(shown.credit);

  const stand = new Set((await invoicesOf(doc)).map(({ id }) => id));
  const gone = stood.filter(({ id }) => !stand.has(id));
  expect(voided.map(({ id }) => id).sort()).toEqual(gone.map(({ id }) => id).sort());
  expect(sum(voided.map(({ amount }) => amount))).toBe(sum(gone.map(({ total }) => total)));
  const income = doc.depositRefundable ? [] : stood.filter(isDeposit);
  expect(keptDeposit).toBe(sum(income.map((deposit) => deposit.paid)));
});

it.each([
  ['made void', false, 'UNBILLED_PAYMENTS'],
  ['made void and begun anew', true, 'INVOICE_DRAFT'],
])(
  'lets nobody end what is late by oneself: an invoice that was %s is billed first',
  async (_how, replace, code) => {
    const customerId = await newCustomer(world.admin, world.companyId);
    const doc = await get(await leased({ customerId }));
    pass(3);
    const rent = await invoiceOf(doc, isPayment);
    await invoiceAct(rent, 'void', { reason: 'A wrong account', replace });
    const seen = await preview(doc, dayOf(0));
    expect([seen.status, seen.body.code]).toEqual([409, code]);
    const end = {
      reason: 'The shop closes',
      returnWarehouseId: world.warehouseId,
      effectiveDate: dayOf(0),
    };
    const refused = await status('terminate', end)(world.admin, doc);
    expect([refused.status, refused.body.code]).toEqual([409, code]);
    if (replace) {
      const waiting = await invoiceOf(doc, ({ status: now }) => now === 'draft');
      await invoiceAct(waiting, 'issue');
    } else await night();
    const shown: ContractTermination = expectData(await preview(doc, dayOf(0)));
    expect(shown).toMatchObject({ voided: [], credited: asking(rent.total) });
    await to(world.admin, await get(doc), { action: 'terminate', ...end });
    expect((await askedToCredit(doc)).map(({ amount }) => amount)).toEqual([rent.total]);
  },
);

it('what was due before the end is outstanding also where its invoice was made void', async () => {
  const customerId = await newCustomer(world.admin, world.companyId);
  const doc = await get(await leased({ customerId }));
  pass(3);
  await to(world.admin, doc, {
    action: 'terminate',
    reason: 'The shop closes',
    returnWarehouseId: world.warehouseId,
  });
  const rent = await invoiceOf(doc, isPayment);
  expect(await get(doc)).toMatchObject({ outstandingAmount: rent.total });
  await invoiceAct(rent, 'void', { reason: 'A wrong account' });
  const now = await get(doc);
  expect(now).toMatchObject({ outstandingAmount: rent.total, settlement: { owed: rent.total } });
  const settled = await world.admin.post(`${PATH}/${doc.id}/settle`, {
    version: now.version,
    charges: [],
  });
  // The deposit of 5,000.00 pays it.
  expect(expectData(settled)).toMatchObject({ outstandingAmount: '0.00' });
});

it('a discount on a deposit that is given back makes no tax to be withheld', async () => {
  const customerId = await newCustomer(world.admin, world.companyId);
  const parties = { ...lease(world), ...DEPOSIT, whtRate: '5.00', customerId };
  const doc = await approved(world, parties);
  const deposit = await invoiceOf(doc, isDeposit);
  await discounted(deposit, '2000.00');
  expect(expectData(await world.admin.get(`/invoices/${deposit.id}`))).toMatchObject({
    grandTotal: '3000.00',
    whtAmount: '0.00',
    netReceivable: '3000.00',
  });
});

it('is for whoever ends contracts, of contracts that may be ended and that they see', async () => {
  const own = await draft(world, {}, world.seller);
  const doc = await inForce(world, lease(world));
  expect((await preview(doc, undefined, world.seller)).status).toBe(403);
  const early = await preview(own);
  expect([early.status, early.body.code]).toEqual([409, 'INVALID_STATE']);
  const late = await preview(doc, days(1));
  expect(late.status).toBe(422);
  expect(late.body.errors).toMatchObject([{ field: 'effectiveDate', code: 'FUTURE_DATE' }]);
  const ahead = await preview(doc, days(-1));
  expect(ahead.body.errors).toMatchObject([{ field: 'effectiveDate', code: 'DATE_TOO_EARLY' }]);
  const refused = await status('terminate', {
    reason: 'The shop closes',
    returnWarehouseId: world.warehouseId,
    effectiveDate: days(-1),
  })(world.admin, doc);
  expect(refused.body.errors).toMatchObject([{ field: 'effectiveDate', code: 'DATE_TOO_EARLY' }]);
  // The contract of a salesperson of no team of theirs.
  expect((await preview(doc, undefined, world.salesChief)).status).toBe(404);
  const over = await to(world.admin, doc, {
    action: 'terminate',
    reason: 'The shop closes',
    returnWarehouseId: world.warehouseId,
  });
  expect((await preview(over)).body.code).toBe('INVALID_STATE');
});

it('names no warranty and no invoice that are hidden from whoever looks, but what they come to', async () => {
  const doc = await renewed({ customerId: await newCustomer(world.admin, world.companyId) });
  const invoice = await renewalInvoice(doc);
  await rows('update contracts set sale_id = $2 where id = $1', [doc.id, world.seller.userId]);
  const seen: ContractTermination = expectData(await preview(doc));
  const { related } = expectData(await world.salesChief.get(`${PATH}/${doc.id}`));
  const told: ContractTermination = expectData(await preview(doc, undefined, world.salesChief));
  expect(related.map(({ id }: { readonly id: string }) => id)).not.toContain(seen.withdrawn[0]?.id);
  expect(told.withdrawn).toEqual(
    seen.withdrawn.map((one) => ({
      ...one,
      id: null,
      documentNo: null,
      invoices: one.invoices.map((each) => ({ ...each, id: null, documentNo: null })),
    })),
  );
  expect(seen.withdrawn[0]?.invoices).toMatchObject([{ id: invoice.id, amount: '1284.00' }]);
});
