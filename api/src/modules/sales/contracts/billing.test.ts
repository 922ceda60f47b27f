import { decimal } from '@boxyard/shared/domain';
import { type ManualClock, manualClock, SYSTEM } from '../../../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { setSetting } from '../../../testing/settings.ts';
import { actsOn } from '../../../workflow/testing/actsOn.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { type InvoiceOrder, issueFor } from '../../money/index.ts';
import { plantAccount } from '../../money/testing/world.ts';
import { billContracts, completePaidContracts } from './index.ts';
import {
  act,
  approved,
  contractBody,
  type Doc,
  dayAfter,
  hirePurchase,
  inForce,
  installed,
  lease,
  makeWorld,
  newCustomer,
  PATH,
  setUp,
  signed,
  status,
  to,
  type World,
} from './testing/world.ts';

/** What contracts ask their customers for, and what they know of what is paid. */
let clock: ManualClock;
let test: TestApp;
let world: World;
let clerk: Person;
let accountant: Person;

beforeAll(async () => {
  clock = manualClock(new Date('2026-11-20T03:00:00Z'));
  test = await createTestApp({ clock });
  world = await makeWorld(test);
  await plantAccount(test, world.companyId);
  clerk = await test.as('accounting-officer');
  accountant = await test.as('accounting-manager');
});
afterAll(async () => {
  await test?.close();
});

interface Invoice {
  readonly id: string;
  readonly documentNo: string;
  readonly status: string;
  readonly total: string;
  readonly vat: string;
  readonly due: string;
  readonly customer: string;
  readonly key: string;
  readonly hash: string;
}

const DEPOSIT = { depositAmount: '5000.00', depositRefundable: true };
const get = async (id: string) => expectData(await world.admin.get(`${PATH}/${id}`));
const invoicesOf = async ({ id }: Pick<Doc, 'id'>): Promise<Invoice[]> =>
  (
    await test.app.pg.query<Invoice>(
      `select id, document_no as "documentNo", status, grand_total::text as total, vat_amount::text as vat,
        due_date::text as due, customer_id as customer, source_key as key, md5(i::text) as hash
      from invoices i where source_id = $1 order by due_date, document_no`,
      [id],
    )
  ).rows;
/** All that is stored of an invoice and its lines, but for how it may be taken off. */
const storedRow = async (id: string | undefined) =>
  (
    await test.app.pg.query<{ row: unknown; items: unknown }>(
      `select to_jsonb(iv) - 'is_asked_once' as row, (select jsonb_agg(to_jsonb(i) order by i.line_no) from invoice_items i
        where i.invoice_id = iv.id) as items from invoices iv where iv.id = $1`,
      [id],
    )
  ).rows[0];
const standing = async (doc: Pick<Doc, 'id'>) =>
  (await invoicesOf(doc)).filter((one) => one.status !== 'void');
const night = () =>
  test.app.transaction({ actor: SYSTEM }, async (ctx) => {
    await billContracts(ctx);
    await completePaidContracts(ctx);
  });
const onPayments = actsOn('/payments');

/** Paid in cash, and verified by a second person. */
async function paid({ id, total, customer }: Invoice): Promise<void> {
  const payment = expectData(
    await clerk.post('/payments/manual', {
      customerId: customer,
      method: 'cash',
      paidAt: clock.now().toISOString(),
      amount: total,
      allocations: [{ invoiceId: id, amount: total }],
    }),
  );
  await onPayments.done(accountant, payment, { action: 'verify' });
}

describe('the deposit of a contract', () => {
  it('is asked for with the approval, without VAT where it is given back', async () => {
    const doc = await approved(world, DEPOSIT);
    expect(await standing(doc)).toMatchObject([
      { total: '5000.00', vat: '0.00', status: 'issued' },
    ]);
    const seen = await get(doc.id);
    expect(seen).toMatchObject({ paymentStatus: 'unpaid' });
    expect(seen.schedule[0].invoice).toMatchObject({ status: 'issued', balance: '5000.00' });
    // It is no part of the price.
    expect(seen.outstandingAmount).toBe(seen.grandTotal);
  });

  it('is paid before the contract is in force, where the company says so', async () => {
    await setSetting(
      { app: test.app, companyId: world.companyId },
      'contract.depositRequired',
      true,
    );
    const doc = await installed(world, DEPOSIT);
    const seen = await get(doc.id);
    expect(seen.checklist).toContainEqual({
      action: 'activate',
      guard: 'isDepositPaid',
      isMet: false,
    });
    const early = await status('activate')(world.admin, doc);
    expect([early.status, early.body.code]).toEqual([409, 'DEPOSIT_UNPAID']);
    const [deposit] = await standing(doc);
    await paid(deposit as Invoice);
    expect((await get(doc.id)).paymentStatus).toBe('paid');
    expect(await to(world.admin, doc, { action: 'activate' })).toMatchObject({ status: 'onGoing' });
    await setSetting(
      { app: test.app, companyId: world.companyId },
      'contract.depositRequired',
      false,
    );
  });
});

describe('instalments', () => {
  it('are billed a week before they are due, each once, and add up to the satang', async () => {
    const doc = await inForce(world, { ...hirePurchase(world), price: '99999.99' });
    // The down payment is due with the contract; the first instalment is not yet.
    expect(await standing(doc)).toHaveLength(1);
    const start = clock.now();
    for (let month = 1; month <= 14; month += 1) {
      clock.set(new Date(start.getTime() + month * 31 * 86_400_000));
      await night();
      await night();
    }
    clock.set(start);
    const all = await standing(doc);
    const { schedule, grandTotal } = await get(doc.id);
    const sum = (amounts: readonly string[]) => decimal.round(decimal.add('0', ...amounts));
    expect(all.map(({ key, due, total }) => [key.split(':')[1], due, total])).toEqual(
      schedule.map((row: { seq: number; dueDate: string; total: string }) => [
        String(row.seq),
        row.dueDate,
        row.total,
      ]),
    );
    expect(sum(all.map(({ total }) => total))).toBe(grandTotal);
    expect(sum(all.map(({ vat }) => vat))).toBe(
      sum(schedule.map((row: { vat: string }) => row.vat)),
    );
  });

  it('are billed all at once after a long rest, as if nobody had rested', async () => {
    const doc = await inForce(world, hirePurchase(world));
    const start = clock.now();
    clock.set(new Date(start.getTime() + 400 * 86_400_000));
    await night();
    clock.set(start);
    expect(await standing(doc)).toHaveLength((await get(doc.id)).schedule.length);
  });

  it('are not billed while a draft takes the place of a void one, and keep no other from its bill', async () => {
    const doc = await inForce(world, lease(world));
    const other = await inForce(world, hirePurchase(world));
    const [first] = await standing(doc);
    const onInvoices = actsOn('/invoices');
    const { version } = expectData(await clerk.get(`/invoices/${first?.id}`));
    await onInvoices.done(accountant, { id: first?.id ?? '', version } as never, {
      action: 'void',
      reason: 'A wrong address',
      replace: true,
    });
    const start = clock.now();
    clock.set(new Date(start.getTime() + 31 * 86_400_000));
    await night();
    const now = await invoicesOf(doc);
    expect(
      now
        .filter(({ key }) => key === first?.key)
        .map((one) => one.status)
        .sort(),
    ).toEqual(['draft', 'void']);
    expect((await standing(other)).length).toBeGreaterThan(1);
    // Nobody settles what somebody is still writing of the days before.
    const over = await to(world.admin, await get(doc.id), {
      action: 'terminate',
      reason: 'The shop closes',
      returnWarehouseId: world.warehouseId,
    });
    const early = await world.admin.post(`${PATH}/${doc.id}/settle`, {
      version: over.version,
      charges: [],
    });
    clock.set(start);
    expect([early.status, early.body.code]).toEqual([409, 'INVOICE_DRAFT']);
  });

  it('may not be changed once they were billed', async () => {
    const more = hirePurchase(world);
    const doc = await inForce(world, more);
    const { version, ...rest } = contractBody(world, { ...more, version: doc.version });
    const answer = await world.secondAdmin.post(`${PATH}/${doc.id}/amend`, {
      ...rest,
      version,
      downPayment: '20000.00',
      reason: 'More is paid at once',
      effectiveDate: dayAfter(world, 0),
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'BILLED_CHANGES']);
  });
});

describe('the deposit of a lease', () => {
  it.each([
    ['asked for higher', { depositAmount: '6000.00' }],
    ['asked for lower', { depositAmount: '1000.00' }],
    ['no longer given back', { depositRefundable: false }],
  ])('is not %s by a change once it was billed', async (_how, change) => {
    const more = { ...lease(world), depositAmount: '5000.00', depositRefundable: true };
    const doc = await inForce(world, more);
    const { version: _version, ...rest } = contractBody(world, more);
    const amend = (changes: object) =>
      world.secondAdmin.post(`${PATH}/${doc.id}/amend`, {
        ...rest,
        ...changes,
        version: doc.version,
        reason: 'Agreed anew',
        effectiveDate: dayAfter(world, 0),
      });
    const refused = await amend(change);
    expect([refused.status, refused.body.code]).toEqual([409, 'BILLED_CHANGES']);
    expect((await amend({ warrantyMonths: 18 })).status).toBe(200);
  });

  it('stays one that is given back, also where nothing bears VAT', async () => {
    const more = {
      ...lease(world),
      vatMode: 'none',
      depositAmount: '5000.00',
      depositRefundable: true,
    };
    const doc = await inForce(world, more);
    const { version: _version, ...rest } = contractBody(world, more);
    const refused = await world.secondAdmin.post(`${PATH}/${doc.id}/amend`, {
      ...rest,
      depositRefundable: false,
      version: doc.version,
      reason: 'Agreed anew',
      effectiveDate: dayAfter(world, 0),
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'BILLED_CHANGES']);
  });
});

/** What the preview of a plan reads of a contract. */
const PLANNED = [
  ...['type', 'documentDate', 'customerId', 'price', 'vatMode', 'whtRate', 'depositAmount'],
  ...['depositRefundable', 'downPayment', 'installmentCount', 'interval', 'dueDay', 'firstDueDate'],
  ...['interestType', 'interestRate'],
] as const;
interface Payment {
  readonly principal: string;
  readonly total: string;
  readonly dueDate: string;
  readonly invoice: { readonly id: string } | null;
}

describe('the rent of a lease', () => {
  it('changes from the payments on that nobody has billed', async () => {
    const start = clock.now();
    const terms = { ...lease(world), installmentCount: 4, endDate: dayAfter(world, 150) };
    const doc = await inForce(world, terms);
    const before = (await get(doc.id)).schedule as readonly Payment[];
    const billed = before.filter(({ invoice }) => invoice !== null).length;
    expect(billed).toBeGreaterThan(0);
    const { version: _version, ...rest } = contractBody(world, { ...terms, price: '4000.00' });
    const change = {
      ...rest,
      version: doc.version,
      reason: 'The rent rises',
      effectiveDate: dayAfter(world, 0),
    };
    const planned = Object.fromEntries(PLANNED.map((name) => [name, rest[name]]));
    const shown = expectData(
      await world.secondAdmin.post(`${PATH}/preview`, {
        ...planned,
        contractId: doc.id,
        effectiveDate: change.effectiveDate,
      }),
    );
    const asked = expectData(await world.secondAdmin.post(`${PATH}/${doc.id}/amend`, change));
    const agreed = expectData(
      await world.admin.post(`${PATH}/${doc.id}/approve-change`, { version: asked.version }),
    );
    const after = agreed.schedule as readonly Payment[];
    expect(after.slice(0, billed)).toEqual(before.slice(0, billed));
    expect(after.slice(billed).map(({ principal }) => principal)).toEqual(
      after.slice(billed).map(() => '4000.00'),
    );
    expect(agreed.grandTotal).toBe(
      decimal.round(decimal.add('0', ...after.map(({ total }) => total))),
    );
    expect(shown.totals).toEqual(agreed.totals);
    expect(shown.schedule.map(({ total }: Payment) => total)).toEqual(
      after.map(({ total }) => total),
    );
    // The next one is billed as it is agreed now.
    clock.set(new Date(`${after[billed]?.dueDate}T03:00:00Z`));
    await test.app.transaction({ actor: SYSTEM }, billContracts);
    const [next] = ((await get(doc.id)).schedule as readonly Payment[]).slice(billed);
    expect(expectData(await world.admin.get(`/invoices/${next?.invoice?.id}`))).toMatchObject({
      subTotal: '4000.00',
    });
    clock.set(start);
  });
});

describe('an invoice of a plan', () => {
  const onInvoices = actsOn('/invoices');
  /** In the last row the plan's VAT is other than that of its amount: it absorbs what was rounded. */
  const uneven = () => ({ ...hirePurchase(world), price: '98765.43' });
  const seen = async (id: string | undefined) =>
    expectData(await world.admin.get(`/invoices/${id}`));
  const discounted = async (doc: Doc, value: string) =>
    expectData(
      await world.admin.put(`/invoices/${doc.id}`, {
        version: doc.version,
        discount: { type: 'percent', value, reason: 'A loyal customer' },
      }),
    );
  const replaced = async (doc: Doc) => {
    await onInvoices.done(accountant, doc, {
      action: 'void',
      reason: 'Printed with a wrong address',
      replace: true,
    });
    const { rows } = await test.app.pg.query<{ id: string }>(
      'select id from invoices where replaces_id = $1',
      [doc.id],
    );
    return seen(rows[0]?.id);
  };
  /** The invoice of the last row, three days before it is due, at another rate of VAT for what is new. */
  const withLast = async (
    work: (last: Doc, row: { vat: string; total: string }, contract: Doc) => Promise<void>,
  ) => {
    const contract = await inForce(world, uneven());
    const row = (await get(contract.id)).schedule.at(-1);
    const start = clock.now();
    clock.set(new Date(Date.parse(`${row.dueDate}T03:00:00Z`) - 3 * 86_400_000));
    try {
      await night();
      await setSetting(test, 'vatRate', '10.00');
      const last = (await standing(contract)).find(({ key }) => key.endsWith(`:${row.seq}`));
      await work(await seen(last?.id), row, contract);
    } finally {
      await setSetting(test, 'vatRate', '7.00');
      clock.set(start);
    }
  };

  it('keeps the tax of its plan when another takes its place', () =>
    withLast(async (last, row, contract) => {
      expect(last).toMatchObject({ source: { type: 'contracts', id: contract.id } });
      const draft = await replaced(last);
      const agreed = { vatRate: '7.00', vatAmount: row.vat, grandTotal: row.total };
      expect(draft).toMatchObject(agreed);
      const { dueDate, taxPoint, vatMode, items, version } = draft;
      const changed = expectData(
        await accountant.patch(`/invoices/${draft.id}`, {
          customerId: world.customerId,
          dueDate,
          taxPoint,
          vatMode,
          version,
          items: items.map(
            ({ id: _id, lineTotal: _total, ...item }: Record<string, unknown>) => item,
          ),
          remark: 'The right address',
        }),
      );
      expect(changed).toMatchObject(agreed);
      expect(await onInvoices.done(accountant, changed, { action: 'issue' })).toMatchObject({
        status: 'issued',
        ...agreed,
      });
    }));

  it('comes back to its plan when a discount is taken back, and passes on one that was given', () =>
    withLast(async (last, row) => {
      const given = await discounted(last, '1.00');
      expect(decimal.compare(given.grandTotal, row.total)).toBe(-1);
      const back = await discounted(given, '0.00');
      expect(back).toMatchObject({ discount: null, vatAmount: row.vat, grandTotal: row.total });
      const again = await discounted(back, '1.00');
      // Whoever makes it void may give no discount, and gives none.
      const { discount, vatRate, vatAmount, grandTotal } = again;
      expect(await replaced(again)).toMatchObject({ discount, vatRate, vatAmount, grandTotal });
    }));

  it('gives no discount beside that of its contract beyond a person’s limit', async () => {
    // A tenth below its price, within the fifteen per cent of the sales manager.
    const contract = await inForce(
      world,
      {
        ...uneven(),
        discountType: 'percent',
        discountValue: '10.00',
        discountReason: 'A loyal customer',
      },
      world.seller,
    );
    const start = clock.now();
    const row = (await get(contract.id)).schedule.at(-1);
    clock.set(new Date(Date.parse(`${row.dueDate}T03:00:00Z`) - 3 * 86_400_000));
    await night();
    const last = (await standing(contract)).find(({ key }) => key.endsWith(`:${row.seq}`));
    const doc = await seen(last?.id);
    const discount = (by: Person, value: string) =>
      by.put(`/invoices/${doc.id}`, {
        version: doc.version,
        discount: { type: 'percent', value, reason: 'A loyal customer' },
      });
    const refused = await discount(world.salesChief, '10.00');
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'DISCOUNT_LIMIT', details: { limit: '15.00', percent: '19.00' } },
    ]);
    expect((await discount(world.salesChief, '5.00')).status).toBe(200);
    clock.set(start);
  });

  it('with a discount still is the payment of its row, until that row changes', () => {
    const { version: _version, ...rest } = contractBody(world, uneven());
    return withLast(async (last, _row, contract) => {
      await discounted(last, '1.00');
      await setSetting(test, 'vatRate', '7.00');
      const { version } = await get(contract.id);
      const amend = (changes: object) =>
        world.secondAdmin.post(`${PATH}/${contract.id}/amend`, {
          ...rest,
          version,
          reason: 'It was misspelt',
          effectiveDate: dayAfter(world, 0),
          ...changes,
        });
      const refused = await amend({ price: '99999.99' });
      expect([refused.status, refused.body.code]).toEqual([409, 'BILLED_CHANGES']);
      const kept = await amend({ warrantyMonths: 18 });
      expect([kept.status, kept.body.code]).toEqual([200, undefined]);
    });
  });
});

it('names its warranty and what was charged for a delay, and says what is overdue', async () => {
  const doc = await inForce(world, hirePurchase(world));
  const [first] = await standing(doc);
  const charge = {
    companyId: world.companyId,
    customerId: world.customerId,
    dueDate: dayAfter(world, 9),
  };
  const feeOf = (id: string, key: string): InvoiceOrder => ({
    ...charge,
    source: { type: 'penalty', id, key, label: 'CT' },
    taxPoint: 'none',
    vatMode: 'none',
    items: [{ description: 'Late', quantity: 1, unitPrice: '10.0000' }],
  });
  const fees = await test.app.transaction({ actor: SYSTEM }, (ctx) =>
    issueFor(ctx, [feeOf(first?.id ?? '', 'late-2026-11'), feeOf(doc.id, 'fee')]),
  );
  const before = await get(doc.id);
  expect(before.overdueAmount).toBe('0.00');
  const related: { type: string; id: string }[] = before.related;
  expect(related.filter(({ type }) => type === 'invoice').map(({ id }) => id)).toEqual(fees);
  expect(related.filter(({ type }) => type === 'warranty')).toHaveLength(1);
  const start = clock.now();
  clock.set(new Date(start.getTime() + 3 * 86_400_000));
  const late = await get(doc.id);
  clock.set(start);
  expect(late.overdueAmount).toBe(first?.total);
});

describe('what keeps one contract from being billed', () => {
  const soon = () => ({ ...hirePurchase(world), firstDueDate: dayAfter(world, 20) });
  const onInvoices = actsOn('/invoices');

  it('is no customer who went out of use: what was agreed is asked for', async () => {
    const customerId = await newCustomer(world.admin, world.companyId);
    const doc = await inForce(world, { ...soon(), customerId });
    await test.app.pg.query('update customers set is_active = false where id = $1', [customerId]);
    const other = await inForce(world, soon());
    const start = clock.now();
    clock.set(new Date(start.getTime() + 30 * 86_400_000));
    await night();
    clock.set(start);
    expect((await standing(doc)).length).toBeGreaterThan(1);
    expect((await standing(other)).length).toBeGreaterThan(1);
  });

  it('is no draft in the place of an invoice that was voided: it stands for its row', async () => {
    const doc = await approved(world, DEPOSIT);
    const [deposit] = await standing(doc);
    const seen = expectData(await accountant.get(`/invoices/${deposit?.id}`));
    await onInvoices.done(accountant, seen, {
      action: 'void',
      reason: 'Printed with a wrong account',
      replace: true,
    });
    const done = await setUp(world, await signed(world, doc));
    expect(await to(world.admin, done, { action: 'activate' })).toMatchObject({
      status: 'onGoing',
    });
    await night();
    const [draft, ...rest] = (await standing(doc)).filter(({ key }) => key === deposit?.key);
    expect([draft?.status, rest]).toEqual(['draft', []]);
    const waiting = expectData(await accountant.get(`/invoices/${draft?.id}`));
    // Neither to somebody else nor for another amount: that is agreed in the contract.
    const { dueDate, taxPoint, vatMode, items } = waiting;
    const body = {
      customerId: world.customerId,
      version: waiting.version,
      dueDate,
      taxPoint,
      vatMode,
      items: items.map(({ id: _id, lineTotal: _total, ...item }: Record<string, unknown>) => item),
    };
    const refused = await accountant.patch(`/invoices/${draft?.id}`, {
      ...body,
      customerId: world.otherCustomerId,
      items: [{ ...body.items[0], unitPrice: '1.0000' }],
    });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'customerId',
      'items',
    ]);
    const changed = expectData(
      await accountant.patch(`/invoices/${draft?.id}`, { ...body, remark: 'The other account' }),
    );
    await onInvoices.done(accountant, changed, { action: 'issue' });
    expect((await standing(doc)).filter(({ key }) => key === deposit?.key)).toMatchObject([
      { status: 'issued', total: '5000.00' },
    ]);
  });

  it('is over with the contract: a draft in the place of another goes as well', async () => {
    const doc = await approved(world, DEPOSIT);
    const [deposit] = await standing(doc);
    const seen = expectData(await accountant.get(`/invoices/${deposit?.id}`));
    await onInvoices.done(accountant, seen, {
      action: 'void',
      reason: 'Printed with a wrong account',
      replace: true,
    });
    await to(world.admin, await get(doc.id), { action: 'cancel', reason: 'Not wanted' });
    expect(await standing(doc)).toEqual([]);
  });
});

describe('what is paid', () => {
  it('is what the contract knows, and completes a sale', async () => {
    const doc = await inForce(world);
    expect(await get(doc.id)).toMatchObject({
      paymentStatus: 'unpaid',
      nextDueDate: dayAfter(world, 0),
    });
    for (const invoice of await standing(doc)) await paid(invoice);
    expect(await get(doc.id)).toMatchObject({
      paymentStatus: 'paid',
      outstandingAmount: '0.00',
      nextDueDate: null,
      status: 'onGoing',
    });
    await night();
    expect(await get(doc.id)).toMatchObject({ status: 'completed' });
  });

  it('is given back before the contract is cancelled; what is not is void', async () => {
    const doc = await approved(world, DEPOSIT);
    const cancelled = await to(world.admin, doc, { action: 'cancel', reason: 'Not wanted' });
    expect(cancelled).toMatchObject({ status: 'cancelled', paymentStatus: 'notBilled' });
    expect((await invoicesOf(doc)).map((one) => one.status)).toEqual(['void']);

    const other = await approved(world, DEPOSIT);
    for (const invoice of await standing(other)) await paid(invoice);
    const answer = await status('cancel', { reason: 'Not wanted' })(
      world.admin,
      await get(other.id),
    );
    expect([answer.status, answer.body.code]).toEqual([409, 'PAID_INVOICES']);
  });

  it('stays owed to the end of a contract, and nothing after it', async () => {
    const doc = await inForce(world, { ...hirePurchase(world), firstDueDate: dayAfter(world, 5) });
    const before = await standing(doc);
    expect(before.length).toBeGreaterThan(1);
    const ended = await to(world.admin, doc, {
      action: 'terminate',
      reason: 'The shop closes',
      returnWarehouseId: world.warehouseId,
    });
    const kept = await standing(doc);
    expect(kept.every(({ due }) => due < dayAfter(world, 0) || due === dayAfter(world, 0))).toBe(
      true,
    );
    const owed = kept.map(({ total }) => total);
    expect(ended).toMatchObject({ outstandingAmount: decimal.round(decimal.add('0', ...owed)) });
  });
});

describe('another customer', () => {
  it('is asked for what is not paid; what is paid stays byte for byte', async () => {
    const doc = await inForce(world, {
      ...hirePurchase(world),
      titleHolder: 'company',
      firstDueDate: dayAfter(world, 5),
    });
    const [first, ...rest] = await standing(doc);
    await paid(first as Invoice);
    const settled = await storedRow(first?.id);
    const changed = await act(world.admin, await get(doc.id), {
      action: 'change_customer',
      customerID: world.otherCustomerId,
      reason: 'The shop was sold',
      effectiveDate: dayAfter(world, 0),
      assumeOutstanding: true,
    });
    const now = await standing(doc);
    expect(await storedRow(first?.id)).toEqual(settled);
    const moved = now.filter(({ id }) => id !== first?.id);
    expect(moved.map(({ key, total }) => [key, total])).toEqual(
      rest.map(({ key, total }) => [key, total]),
    );
    expect(new Set(moved.map(({ customer }) => customer))).toEqual(
      new Set([world.otherCustomerId]),
    );
    expect(changed).toMatchObject({ paymentStatus: 'partiallyPaid' });
  });
});

describe('another customer, when a payment was paid in part', () => {
  const handedOver = async (doc: Pick<Doc, 'id'>, customerID: string) =>
    act(world.admin, await get(doc.id), {
      action: 'change_customer',
      customerID,
      reason: 'The shop was sold',
      effectiveDate: dayAfter(world, 0),
      assumeOutstanding: true,
    });
  const notesOf = async (invoiceId: string | undefined) =>
    (
      await test.app.pg.query<{ id: string; version: number; amount: string }>(
        `select id, version, grand_total::text as amount from credit_notes
          where invoice_id = $1 and status = 'pending'`,
        [invoiceId],
      )
    ).rows;
  const owedBy = async (doc: Pick<Doc, 'id'>, customerId: string) =>
    (
      await test.app.pg.query<{ owed: string }>(
        `select coalesce(sum(balance), 0)::text as owed from invoices
          where source_id = $1 and customer_id = $2`,
        [doc.id, customerId],
      )
    ).rows[0]?.owed;

  it('is asked for the rest once somebody else has credited it, and the next one again', async () => {
    const third = await newCustomer(world.admin, world.companyId);
    const doc = await inForce(world, lease(world));
    const [first] = await standing(doc);
    await paid({ ...(first as Invoice), total: '1000.00' });
    await handedOver(doc, world.otherCustomerId);
    // Nobody is asked twice meanwhile, and the contract says what its present customer owes.
    const between = await get(doc.id);
    const unbilled = between.schedule
      .filter(({ invoice }: { readonly invoice: unknown }) => invoice === null)
      .map(({ total }: { readonly total: string }) => total);
    expect(between.outstandingAmount).toBe(decimal.round(decimal.add('0', ...unbilled)));
    const [note] = await notesOf(first?.id);
    expect(note?.amount).toBe('2745.00');
    const own = await world.admin.post(`/credit_notes/${note?.id}/approve`, {
      version: note?.version,
    });
    expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
    expectData(
      await accountant.post(`/credit_notes/${note?.id}/approve`, { version: note?.version }),
    );
    expect(await owedBy(doc, first?.customer ?? '')).toBe('0.00');
    expect(await owedBy(doc, world.otherCustomerId)).toBe('2745.00');
    const rest = (await standing(doc)).find(({ customer }) => customer === world.otherCustomerId);
    expect([rest?.total, rest?.due]).toEqual(['2745.00', first?.due]);
    expect((await get(doc.id)).outstandingAmount).toBe(
      decimal.round(decimal.add('2745.00', ...unbilled)),
    );
    await handedOver(doc, third);
    expect(await owedBy(doc, world.otherCustomerId)).toBe('0.00');
    expect(await owedBy(doc, third)).toBe('2745.00');
  });
});

describe('the end of a contract', () => {
  it('leaves what is paid byte for byte, and voids what would have become due', async () => {
    const doc = await inForce(world, { ...hirePurchase(world), firstDueDate: dayAfter(world, 5) });
    const [first, ...rest] = await standing(doc);
    await paid(first as Invoice);
    const settled = await storedRow(first?.id);
    await status('terminate', { reason: 'The shop closes', returnWarehouseId: world.warehouseId })(
      world.admin,
      await get(doc.id),
    );
    expect(await storedRow(first?.id)).toEqual(settled);
    const now = await invoicesOf(doc);
    for (const { id } of rest) expect(now.find((one) => one.id === id)?.status).toBe('void');
  });
});

describe('many hands', () => {
  it('neither bill twice nor stand in each other’s way', async () => {
    const doc = await inForce(world, { ...hirePurchase(world), firstDueDate: dayAfter(world, 5) });
    const open = await standing(doc);
    const answers = await Promise.allSettled([
      ...open.map((invoice) => paid(invoice)),
      night(),
      night(),
      status('terminate', { reason: 'The shop closes', returnWarehouseId: world.warehouseId })(
        world.admin,
        doc,
      ),
    ]);
    // Whose invoice the termination has voided first is told that nothing is owed, and nothing else.
    expect(
      answers.flatMap((answer) =>
        answer.status === 'rejected' && !/^Error: 409 .*"OVER_BALANCE"/.test(String(answer.reason))
          ? [String(answer.reason)]
          : [],
      ),
    ).toEqual([]);
    const now = await invoicesOf(doc);
    const keys = now.filter((one) => one.status !== 'void').map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
