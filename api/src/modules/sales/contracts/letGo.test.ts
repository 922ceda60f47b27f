import { type ManualClock, manualClock, SYSTEM } from '../../../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { actsOn } from '../../../workflow/testing/actsOn.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { markOverdueInvoices, plantAccount } from '../../money/testing/world.ts';
import { asked, onRequests, QUOTE } from '../warranties/testing/world.ts';
import { billContracts } from './index.ts';
import {
  act,
  type Doc,
  dayAfter,
  hirePurchase,
  inForce,
  lease,
  makeWorld,
  newCustomer,
  PATH,
  to,
  type World,
} from './testing/world.ts';

/** One person lets go of no debt around the end of a contract (docs/domain/money.md "What a contract owes"). */
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
  readonly balance: string;
  readonly customer: string;
  readonly due: string;
}

const DEPOSIT = { depositAmount: '5000.00', depositRefundable: true };
const onInvoices = actsOn('/invoices');
const onPayments = actsOn('/payments');
const rows = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await test.app.pg.query<R>(text, [...values])).rows;
const get = async ({ id }: Pick<Doc, 'id'>): Promise<Doc> =>
  expectData(await world.admin.get(`${PATH}/${id}`));
const invoicesOf = ({ id }: Pick<Doc, 'id'>) =>
  rows<Invoice>(
    `select id, status, source_type as type, source_key as key, grand_total::text as total,
       balance::text as balance, customer_id as customer, due_date::text as due
     from invoices where source_id = $1 order by created_at, id`,
    [id],
  );
const invoiceNow = async (id: string) => expectData(await world.admin.get(`/invoices/${id}`));
const pass = (days: number) => clock.advance(days * 86_400_000);
const night = async () => {
  await test.app.transaction({ actor: SYSTEM }, billContracts);
  await test.app.transaction({ actor: SYSTEM }, markOverdueInvoices);
};
const ofNobodyElse = async () => ({ customerId: await newCustomer(world.admin, world.companyId) });

async function paid({ id, total, customer }: Invoice, amount = total) {
  const payment = expectData(
    await clerk.post('/payments/manual', {
      customerId: customer,
      method: 'cash',
      paidAt: clock.now().toISOString(),
      amount,
      allocations: [{ invoiceId: id, amount }],
    }),
  );
  return onPayments.done(accountant, payment, { action: 'verify' });
}
const terminated = async (doc: Pick<Doc, 'id'>, effectiveDate?: string) =>
  to(world.admin, await get(doc), {
    action: 'terminate',
    reason: 'The shop closes',
    returnWarehouseId: world.warehouseId,
    ...(effectiveDate ? { effectiveDate } : {}),
  });
const settle = async (doc: Pick<Doc, 'id'>) =>
  world.admin.post(`${PATH}/${doc.id}/settle`, {
    version: (await get(doc)).version,
    charges: [],
  });
const handOver = async (doc: Pick<Doc, 'id'>, customerID: string) =>
  act(world.admin, await get(doc), {
    action: 'change_customer',
    customerID,
    reason: 'The shop was sold',
    effectiveDate: dayAfter(world, 0),
    assumeOutstanding: true,
  });
const voiding = async (by: Person, id: string, more: object = {}) =>
  onInvoices.act(by, await invoiceNow(id), { action: 'void', reason: 'A mistake', ...more });
const notes = (invoiceId: string) =>
  rows<{ id: string; version: number; status: string; amount: string; cause: string }>(
    `select id, version, status, cause, grand_total::text as amount from credit_notes
      where invoice_id = $1 order by created_at`,
    [invoiceId],
  );
const credited = async (invoiceId: string, amount: string) => {
  const asked = { invoiceId, cause: 'overcharged', reason: 'Agreed with the customer', amount };
  const note = expectData(await clerk.post('/credit_notes', asked));
  return expectData(
    await accountant.post(`/credit_notes/${note.id}/approve`, { version: note.version }),
  );
};
const owedOf = async (doc: Pick<Doc, 'id'>) =>
  (
    await rows<{ sum: string }>(
      `select coalesce(sum(balance), 0)::text as sum from invoices
        where source_id = $1 and status not in ('void', 'draft')`,
      [doc.id],
    )
  )[0]?.sum;

/** A lease whose first rent is five days late. */
async function lateLease(more: object = {}) {
  const doc = await inForce(world, { ...(await ofNobodyElse()), ...lease(world), ...more });
  pass(5);
  await night();
  const rent = (await invoicesOf(doc)).find(({ type }) => type === 'contractInstallment');
  if (!rent) throw new Error('no rent was billed');
  return { doc, rent };
}

describe('one person who ends a contract as of a day before its late rent', () => {
  it('does not void that rent afterwards, around the credit note', async () => {
    const { doc, rent } = await lateLease();
    await terminated(doc, dayAfter(world, -5));
    expect(await notes(rent.id)).toMatchObject([{ status: 'pending', amount: rent.total }]);
    const gone = await voiding(world.admin, rent.id);
    const settledNow = await settle(doc);
    expect([gone.body.code, await owedOf(doc)]).toEqual(['CREDIT_NOTE_INSTEAD', rent.total]);
    // An amount that waits to be credited is set off against nothing.
    expect(settledNow.body.data?.settlement?.owed).toBe('0.00');
  });

  it('does not discount that rent away afterwards, around the credit note', async () => {
    const { doc, rent } = await lateLease();
    await terminated(doc, dayAfter(world, -5));
    const { version } = await invoiceNow(rent.id);
    const given = await world.admin.put(`/invoices/${rent.id}`, {
      version,
      discount: { type: 'amount', value: '3499.99', reason: 'A loyal customer' },
    });
    expect([given.body.code, await owedOf(doc)]).toEqual(['CREDIT_NOTE_INSTEAD', rent.total]);
  });

  it('does not void what was due before the end, once the contract is settled', async () => {
    const { doc, rent } = await lateLease();
    await terminated(doc);
    expectData(await settle(doc));
    const gone = await voiding(world.admin, rent.id);
    expect([gone.body.code, await owedOf(doc)]).toEqual(['CREDIT_NOTE_INSTEAD', rent.total]);
  });
});

describe('the rest of a payment that a new customer owes', () => {
  /** A lease whose rent was paid in part by the customer before; the new one owes the rest, which is late. */
  async function withRest() {
    const { doc, rent } = await lateLease();
    await paid(rent, '1000.00');
    await handOver(doc, world.otherCustomerId);
    const [note] = await notes(rent.id);
    expectData(
      await accountant.post(`/credit_notes/${note?.id}/approve`, { version: note?.version }),
    );
    const rest = (await invoicesOf(doc)).find(({ key }) => key.endsWith(':rest'));
    if (!rest) throw new Error('no rest was billed');
    return { doc, rent, rest };
  }

  it('is neither void nor discounted by one person, and a credit note takes it off', async () => {
    const { doc, rest } = await withRest();
    const gone = await voiding(world.admin, rest.id);
    expect([gone.status, gone.body.code]).toEqual([409, 'CREDIT_NOTE_INSTEAD']);
    const { version, allowedActions } = await invoiceNow(rest.id);
    expect(allowedActions).not.toContain('void');
    const cheaper = await world.admin.put(`/invoices/${rest.id}`, {
      version,
      discount: { type: 'amount', value: '2000.00', reason: 'A loyal customer' },
    });
    expect([cheaper.status, cheaper.body.code]).toEqual([409, 'CREDIT_NOTE_INSTEAD']);
    expect(await owedOf(doc)).toBe('2745.00');
    await credited(rest.id, '2745.00');
    expect(await owedOf(doc)).toBe('0.00');
  });

  it('bears the taxes that are taken off the customer before, to the satang', async () => {
    const { doc, rent } = await lateLease({ whtRate: '5.00' });
    const taxesOf = async ({ id }: Pick<Invoice, 'id'>) => {
      const { grandTotal, vatAmount, whtAmount } = await invoiceNow(id);
      return [grandTotal, vatAmount, whtAmount];
    };
    const rests: Invoice[] = [];
    let owing = rent;
    for (const customerId of [
      world.otherCustomerId,
      await newCustomer(world.admin, world.companyId),
    ]) {
      await paid(owing, '1.00');
      await handOver(doc, customerId);
      const [note] = await notes(owing.id);
      expectData(
        await accountant.post(`/credit_notes/${note?.id}/approve`, { version: note?.version }),
      );
      owing = (await invoicesOf(doc)).find(({ customer }) => customer === customerId) as Invoice;
      rests.push(owing);
    }
    expect(await Promise.all([rent, ...rests].map(taxesOf))).toEqual([
      ['3745.00', '245.00', '175.00'],
      ['3744.00', '244.93', '174.95'],
      // Shares of the invoice before it: shares of the whole rent would be 244.87 and 174.91.
      ['3743.00', '244.86', '174.90'],
    ]);
  });
});

describe('a deposit that was given back', () => {
  it('is owed again where its money went back, and one person does not let go of it', async () => {
    const doc = await inForce(world, { ...(await ofNobodyElse()), ...lease(world), ...DEPOSIT });
    const deposit = (await invoicesOf(doc)).find(({ type }) => type === 'deposit') as Invoice;
    const payment = await paid(deposit);
    await terminated(doc);
    const after = expectData(await settle(doc));
    const back = after.settlement.settled.payment;
    const waiting = expectData(await accountant.get(`/payments/${back.id}`));
    expect(waiting).toMatchObject({ status: 'refundRequested', refundAmount: '5000.00' });
    await onPayments.done(accountant, waiting, { action: 'approve-refund' });
    const now = expectData(await accountant.get(`/payments/${payment.id}`));
    const reversed = await onPayments.act(accountant, now, {
      action: 'reverse',
      reason: 'The cheque bounced',
    });
    expect(reversed.status).toBe(200);
    expect((await invoiceNow(deposit.id)).balance).toBe('5000.00');
    const gone = await voiding(accountant, deposit.id);
    expect([gone.status, gone.body.code]).toEqual([409, 'CREDIT_NOTE_INSTEAD']);
    const tooMuch = await clerk.post('/credit_notes', {
      invoiceId: deposit.id,
      cause: 'overcharged',
      reason: 'Agreed with the customer',
      amount: '5000.01',
    });
    expect([tooMuch.status, tooMuch.body.code]).toEqual([409, 'OVER_INVOICE']);
    await credited(deposit.id, '5000.00');
    expect((await invoiceNow(deposit.id)).balance).toBe('0.00');
  });
});

describe('tax of hire purchase', () => {
  it('keeps its day in an invoice that takes the place of another one', async () => {
    const doc = await inForce(world, {
      ...(await ofNobodyElse()),
      ...hirePurchase(world),
      firstDueDate: dayAfter(world, 5),
      dueDay: '25',
    });
    const first = (await invoicesOf(doc)).find(({ due }) => due > dayAfter(world, 0)) as Invoice;
    expect((await voiding(accountant, first.id, { replace: true })).status).toBe(200);
    const { id } = (await invoicesOf(doc)).find(({ status }) => status === 'draft') as Invoice;
    const draft = await invoiceNow(id);
    const { version, vatMode, whtRate, items, dueDate } = draft;
    const answer = await accountant.patch(`/invoices/${id}`, {
      customerId: first.customer,
      version,
      dueDate,
      taxPoint: 'payment',
      vatMode,
      whtRate,
      items: items.map(({ id: _id, lineTotal: _total, ...item }: Record<string, unknown>) => item),
    });
    expect([answer.status, answer.body.data?.taxPoint]).toEqual([422, undefined]);
  });
});

describe('a credit note whose cause says that the contract was handed over', () => {
  it('asks the new customer for no more than the one before still owed', async () => {
    const { doc, rent } = await lateLease();
    await paid(rent);
    await handOver(doc, world.otherCustomerId);
    const before = await owedOf(doc);
    const asked = await clerk.post('/credit_notes', {
      invoiceId: rent.id,
      cause: 'handedOver',
      reason: 'By hand',
      amount: rent.total,
    });
    const { id, version } = expectData(asked);
    expectData(await accountant.post(`/credit_notes/${id}/approve`, { version }));
    expect(await owedOf(doc)).toBe(before);
  });
});

describe('a deposit that pays what is owed at the end', () => {
  it('does not let one person take both away where its money went back', async () => {
    const { doc, rent } = await lateLease(DEPOSIT);
    const deposit = (await invoicesOf(doc)).find(({ type }) => type === 'deposit') as Invoice;
    const payment = await paid(deposit);
    await terminated(doc);
    expectData(await settle(doc));
    expect((await invoiceNow(rent.id)).balance).toBe('0.00');
    const now = expectData(await accountant.get(`/payments/${payment.id}`));
    await onPayments.done(accountant, now, { action: 'reverse', reason: 'The cheque bounced' });
    const { version } = await invoiceNow(deposit.id);
    const given = await world.admin.put(`/invoices/${deposit.id}`, {
      version,
      discount: { type: 'amount', value: '4999.99', reason: 'A loyal customer' },
    });
    const gone = await voiding(accountant, deposit.id);
    expect([given.status, gone.status, await owedOf(doc)]).toEqual([409, 409, '5000.00']);
  });
});

describe('a customer whose contract was settled', () => {
  it('is merged into another one', async () => {
    const { customerId } = await ofNobodyElse();
    const doc = await inForce(world, { customerId, ...lease(world) });
    await terminated(doc);
    expectData(await settle(doc));
    const { customerId: intoId } = await ofNobodyElse();
    const [row] = await rows<{ version: number }>('select version from customers where id = $1', [
      customerId,
    ]);
    const merged = await world.admin.post(`/back-office/customers/${customerId}/merge`, {
      version: row?.version,
      intoId,
      reason: 'Entered twice',
    });
    expect(merged.status).toBe(200);
  });
});

describe('a renewed warranty that ends with its contract before it began', () => {
  it('is not let go of by whoever ended the contract, once its invoice was late', async () => {
    const doc = await inForce(world, await ofNobodyElse());
    const request = await asked(world, doc.product?.id);
    const quoted = await onRequests.done(world.secondAdmin, request, { action: 'quote', ...QUOTE });
    const agreed = await onRequests.done(world.admin, quoted, { action: 'approve' });
    await onRequests.done(world.admin, agreed, { action: 'accept' });
    pass(45);
    await night();
    const [late] = await rows<{ id: string; status: string; balance: string }>(
      `select iv.id, iv.status, iv.balance::text as balance from invoices iv
        join warranties w on w.id = iv.source_id where w.contract_id = $1`,
      [doc.id],
    );
    expect(late).toMatchObject({ status: 'overdue' });
    await terminated(doc);
    expect(await notes(late?.id ?? '')).toMatchObject([{ status: 'pending' }]);
    const gone = await voiding(world.admin, late?.id ?? '');
    expect([gone.status, (await invoiceNow(late?.id ?? '')).balance]).toEqual([409, late?.balance]);
  });
});

describe('the end of a contract, looked at and done at once by many', () => {
  it('says beforehand what it does, and does it once', async () => {
    const { doc } = await lateLease({ ...DEPOSIT });
    const read = () =>
      world.admin.get(`${PATH}/${doc.id}/termination?effectiveDate=${dayAfter(world, -5)}`);
    const before = expectData(await read());
    const { version } = await get(doc);
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_one, n) =>
        (n % 2 ? world.admin : world.secondAdmin).put(`${PATH}/${doc.id}/change-status`, {
          version,
          action: 'terminate',
          reason: 'The shop closes',
          returnWarehouseId: world.warehouseId,
          effectiveDate: dayAfter(world, -5),
        }),
      ),
    );
    const codes = ends.map(({ status }) => status);
    expect([
      codes.filter((code) => code === 200).length,
      codes.filter((code) => code >= 500),
    ]).toEqual([1, []]);
    const pending = await rows<{ amount: string }>(
      `select n.grand_total::text as amount from credit_notes n join invoices iv on iv.id = n.invoice_id where iv.source_id = $1 and n.status = 'pending'`,
      [doc.id],
    );
    expect(pending.map(({ amount }) => amount)).toEqual(
      before.credited.map((one: { amount: string }) => one.amount),
    );
    const settles = await Promise.all(Array.from({ length: 10 }, () => settle(doc)));
    expect(settles.map(({ status }) => status).filter((code) => code < 300).length).toBe(1);
  });
});

describe('what was due before the end of a contract', () => {
  it('stays owed after its settlement: one person does not make it void', async () => {
    const { doc, rent } = await lateLease();
    await terminated(doc);
    expectData(await settle(doc));
    expect(await owedOf(doc)).toBe(rent.total);
    const gone = await voiding(world.admin, rent.id);
    await night();
    expect([gone.status, await owedOf(doc)]).toEqual([409, rent.total]);
  });

  it('is billed by the settlement where somebody made it void before', async () => {
    const { doc, rent } = await lateLease();
    await terminated(doc);
    expect((await voiding(world.admin, rent.id)).status).toBe(200);
    expectData(await settle(doc));
    expect(await owedOf(doc)).toBe(rent.total);
  });
});

describe('a contract that goes to another customer and comes back', () => {
  it('loses nothing of what its customer owes by the credit note of the first change', async () => {
    const { doc, rent } = await lateLease();
    await paid(rent, '1000.00');
    await handOver(doc, world.otherCustomerId);
    const [note] = await notes(rent.id);
    await handOver(doc, rent.customer);
    const decided = await accountant.post(`/credit_notes/${note?.id}/approve`, {
      version: note?.version,
    });
    expect([decided.status, await owedOf(doc)]).toEqual([409, '2745.00']);
  });

  it('loses nothing where the note was approved in between', async () => {
    const { doc, rent } = await lateLease();
    await paid(rent, '1000.00');
    await handOver(doc, world.otherCustomerId);
    const [note] = await notes(rent.id);
    expectData(
      await accountant.post(`/credit_notes/${note?.id}/approve`, { version: note?.version }),
    );
    await handOver(doc, rent.customer);
    expect(await owedOf(doc)).toBe('2745.00');
    const rest = (await invoicesOf(doc)).find(
      ({ key, status }) => key.includes(':rest') && status !== 'void',
    );
    await paid(rest as Invoice, '45.00');
    await handOver(doc, world.otherCustomerId);
    const [second] = await notes(rest?.id ?? '');
    expectData(
      await accountant.post(`/credit_notes/${second?.id}/approve`, { version: second?.version }),
    );
    expect(await owedOf(doc)).toBe('2700.00');
  });
});

describe('the end of a contract while a hand-over waits', () => {
  it('leaves nothing for both customers, and nothing twice', async () => {
    const { doc, rent } = await lateLease();
    await paid(rent, '1000.00');
    await handOver(doc, world.otherCustomerId);
    const [note] = await notes(rent.id);
    await terminated(doc);
    expectData(await settle(doc));
    expectData(
      await accountant.post(`/credit_notes/${note?.id}/approve`, { version: note?.version }),
    );
    expect(await owedOf(doc)).toBe('2745.00');
  });
});

describe('a credit note that the system asks for over what is owed', () => {
  const waits = async (invoiceId: string) =>
    (await notes(invoiceId)).map(({ status, amount }) => ({ status, amount }));
  const approved = async (invoiceId: string) => {
    const note = (await notes(invoiceId)).find(({ status }) => status === 'pending');
    return accountant.post(`/credit_notes/${note?.id}/approve`, { version: note?.version });
  };

  it('falls with what the customer before pays, and the new one is asked for the rest', async () => {
    const { doc, rent } = await lateLease();
    await paid(rent, '1000.00');
    await handOver(doc, world.otherCustomerId);
    expect(await waits(rent.id)).toEqual([{ status: 'pending', amount: '2745.00' }]);
    await paid(rent, '1000.00');
    expect(await waits(rent.id)).toEqual([{ status: 'pending', amount: '1745.00' }]);
    expectData(await approved(rent.id));
    const now = await invoicesOf(doc);
    expect(now.find(({ key }) => key.endsWith(':rest'))?.balance).toBe('1745.00');
    const [account] = await rows<{ credit: string }>(
      "select coalesce(-sum(amount), 0)::text as credit from receivable_entries where customer_id = $1 and kind = 'credit'",
      [rent.customer],
    );
    expect(account?.credit).toBe('0');
  });

  it('falls with a note that somebody asked for by hand', async () => {
    const { doc, rent } = await lateLease();
    await paid(rent, '1000.00');
    await handOver(doc, world.otherCustomerId);
    await credited(rent.id, '1000.00');
    expect((await waits(rent.id))[0]).toEqual({ status: 'pending', amount: '1745.00' });
    expectData(await approved(rent.id));
    expect(await owedOf(doc)).toBe('1745.00');
  });

  it('is withdrawn once the customer before has paid, and stays so where that payment goes back', async () => {
    const { doc, rent } = await lateLease();
    await paid(rent, '1000.00');
    await handOver(doc, world.otherCustomerId);
    const payment = await paid(rent, '2745.00');
    expect(await waits(rent.id)).toEqual([{ status: 'cancelled', amount: '2745.00' }]);
    const now = expectData(await accountant.get(`/payments/${payment.id}`));
    await onPayments.done(accountant, now, { action: 'reverse', reason: 'The cheque bounced' });
    expect((await invoiceNow(rent.id)).balance).toBe('2745.00');
    expect(await owedOf(doc)).toBe('2745.00');
  });

  it('takes nothing back of what was paid after the end', async () => {
    const { doc, rent } = await lateLease();
    await terminated(doc, dayAfter(world, -5));
    await paid(rent, '3000.00');
    expect(await waits(rent.id)).toEqual([{ status: 'pending', amount: '745.00' }]);
    expectData(await approved(rent.id));
    const { balance, paidAmount } = await invoiceNow(rent.id);
    expect([balance, paidAmount]).toEqual(['0.00', '3000.00']);
  });

  it('is withdrawn where both customers are merged', async () => {
    const { customerId } = await ofNobodyElse();
    const { doc, rent } = await lateLease({ customerId });
    await paid(rent, '1000.00');
    const { customerId: intoId } = await ofNobodyElse();
    await handOver(doc, intoId);
    const [row] = await rows<{ version: number }>('select version from customers where id = $1', [
      customerId,
    ]);
    const merged = await world.admin.post(`/back-office/customers/${customerId}/merge`, {
      version: row?.version,
      intoId,
      reason: 'Entered twice',
    });
    expect(merged.status).toBe(200);
    expect(await waits(rent.id)).toEqual([{ status: 'cancelled', amount: '2745.00' }]);
    await terminated(doc, dayAfter(world, -5));
    expect((await waits(rent.id)).at(-1)).toEqual({ status: 'pending', amount: '2745.00' });
  });
});

describe('a lease without VAT that changes hands', () => {
  it('asks the new customer for the rest of a rent that the one before began to pay', async () => {
    const { doc, rent } = await lateLease({ vatMode: 'none' });
    expect(rent.total).toBe('3500.00');
    await paid(rent, '1000.00');
    await handOver(doc, world.otherCustomerId);
    const [note] = await notes(rent.id);
    expect(note).toMatchObject({ status: 'pending', amount: '2500.00', cause: 'handedOver' });
    expectData(
      await accountant.post(`/credit_notes/${note?.id}/approve`, { version: note?.version }),
    );
    const rest = (await invoicesOf(doc)).find(({ key }) => key.endsWith(':rest'));
    expect(rest).toMatchObject({ customer: world.otherCustomerId, balance: '2500.00' });
  });
});

describe('a warranty that begins without its money, since that was deferred', () => {
  it('is not made free by the one who deferred it', async () => {
    const doc = await inForce(world, await ofNobodyElse());
    const request = await asked(world, doc.product?.id);
    const quoted = await onRequests.done(world.secondAdmin, request, { action: 'quote', ...QUOTE });
    const agreed = await onRequests.done(world.admin, quoted, { action: 'approve' });
    await onRequests.done(world.admin, agreed, { action: 'accept' });
    const [billed] = await rows<{ id: string; balance: string }>(
      `select iv.id, iv.balance::text as balance from invoices iv
        join warranties w on w.id = iv.source_id where w.contract_id = $1`,
      [doc.id],
    );
    const { id, balance } = billed ?? { id: '', balance: '' };
    await onInvoices.done(accountant, await invoiceNow(id), {
      action: 'defer',
      dueDate: dayAfter(world, 90),
      reason: 'Agreed with the customer',
    });
    const gone = await voiding(accountant, id);
    expect([gone.status, gone.body.code]).toEqual([409, 'CREDIT_NOTE_INSTEAD']);
    expect((await invoiceNow(id)).balance).toBe(balance);
  });
});
