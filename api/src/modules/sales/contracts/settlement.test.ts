import { type ManualClock, manualClock, SYSTEM } from '../../../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { actsOn } from '../../../workflow/testing/actsOn.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { plantAccount } from '../../money/testing/world.ts';
import { completePaidContracts, watchContracts } from './index.ts';
import {
  act,
  approved,
  type Doc,
  inForce,
  lease,
  makeWorld,
  newCustomer,
  PATH,
  to,
  type World,
} from './testing/world.ts';

/** What both sides owe each other at the end of a contract (docs/adr/0043). */
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
  readonly type: string;
  readonly total: string;
  readonly vat: string;
  readonly balance: string;
  readonly customer: string;
  /** Of the whole row. */
  readonly hash: string;
}

const DEPOSIT = { depositAmount: '5000.00', depositRefundable: true };
const rows = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await test.app.pg.query<R>(text, [...values])).rows;
const get = async ({ id }: Pick<Doc, 'id'>) => expectData(await world.admin.get(`${PATH}/${id}`));
const invoicesOf = ({ id }: Pick<Doc, 'id'>) =>
  rows<Invoice>(
    `select id, document_no as "documentNo", status, source_type as type, grand_total::text as total,
      vat_amount::text as vat, balance::text as balance, customer_id as customer, md5((to_jsonb(i) - 'is_asked_once')::text) as hash
    from invoices i where source_id = $1 order by created_at, document_no`,
    [id],
  );
const depositOf = async (doc: Pick<Doc, 'id'>) =>
  (await invoicesOf(doc)).find(({ type }) => type === 'deposit') as Invoice;
const onPayments = actsOn('/payments');

/** Paid in cash, and verified by a second person. */
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

/** Of one customer alone, so that its account is what the contract made of it. */
const ofNobodyElse = async () => ({ customerId: await newCustomer(world.admin, world.companyId) });
const terminated = (doc: Doc) =>
  to(world.admin, doc, {
    action: 'terminate',
    reason: 'The shop closes',
    returnWarehouseId: world.warehouseId,
  });

/** What the customer of a contract owes by all entries; negative: what is owed to them. */
async function accountOf({ id }: Pick<Doc, 'id'>): Promise<string> {
  const [found] = await rows<{ sum: string }>(
    `select coalesce(sum(amount), 0)::numeric(15, 2)::text as sum from receivable_entries
      where customer_id = (select customer_id from contracts where id = $1)`,
    [id],
  );
  return found?.sum ?? '';
}

const settle = (doc: Doc, charges: readonly object[] = [], by = world.admin) =>
  by.post(`${PATH}/${doc.id}/settle`, { version: doc.version, charges });
const settled = async (doc: Doc, charges: readonly object[] = []) =>
  expectData(await settle(doc, charges));
const damage = (amount: string) => ({ kind: 'damage', reason: 'The door is dented', amount });
const fee = (amount: string) => ({ kind: 'fee', reason: 'Taken down on a Sunday', amount });
const paymentOf = async (id: string) => expectData(await accountant.get(`/payments/${id}`));

/** A lease in force with its deposit paid, whose rent of today is billed and not paid. */
const leased = async (more: object = {}) => {
  const doc = await inForce(world, {
    ...(await ofNobodyElse()),
    ...lease(world),
    ...DEPOSIT,
    ...more,
  });
  await paid(await depositOf(doc));
  return get(doc) as Promise<Doc>;
};

describe('the deposit at the end', () => {
  it('pays what is owed, then fees and damages; the rest waits for its refund by a second person', async () => {
    const doc = await terminated(await leased({ price: '1000.00' }));
    // Rent that was due on the day of the end is void with it.
    const before = await get(doc);
    expect(before).toMatchObject({
      settlementStatus: 'open',
      allowedActions: ['settle'],
      settlement: { lines: [], deposit: '5000.00', credit: '5000.00', settled: null },
    });
    const kept = (await invoicesOf(doc)).filter(({ status }) => status === 'paid');
    const after = await settled(doc, [damage('1200.50'), fee('1000.00'), fee('33.33')]);
    // 7 % of 1,033.33 is 72.33.
    expect(after).toMatchObject({
      status: 'terminated',
      settlementStatus: 'settled',
      allowedActions: [],
      settlement: {
        vatRate: '7.00',
        owed: '0.00',
        charged: '2306.16',
        deposit: '5000.00',
        setOff: '2306.16',
        credit: '2693.84',
        stillOwed: '0.00',
        lines: [
          { kind: 'damage', reason: 'The door is dented', amount: '1200.50', setOff: '1200.50' },
          { kind: 'fee', amount: '1070.00' },
          { kind: 'fee', amount: '35.66' },
        ],
        settled: { on: '2026-11-20', by: { id: world.admin.userId } },
      },
    });
    // What was paid is as it was, byte for byte.
    const now = await invoicesOf(doc);
    expect(now.filter(({ id }) => kept.some((one) => one.id === id))).toEqual(kept);
    expect(
      now
        .filter(({ type }) => type === 'penalty')
        .map(({ total, vat, status }) => [total, vat, status]),
    ).toEqual([
      ['1200.50', '0.00', 'paid'],
      ['1105.66', '72.33', 'paid'],
    ]);
    expect(await accountOf(doc)).toBe('-2693.84');

    const { payment } = after.settlement.settled;
    const refund = await paymentOf(payment.id);
    expect(refund).toMatchObject({
      method: 'deposit',
      status: 'refundRequested',
      amount: '5000.00',
      refundAmount: '2693.84',
      receiptNo: null,
    });
    // The fee is taxed with the money; damages are not.
    expect(refund.taxInvoices.map((one: { grandTotal: string }) => one.grandTotal)).toEqual([
      '1105.66',
    ]);
    const own = await world.admin.post(`/payments/${payment.id}/approve-refund`, {
      version: refund.version,
    });
    expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const done = await onPayments.done(accountant, refund, { action: 'approve-refund' });
    expect(done).toMatchObject({ status: 'verified', creditAmount: '0.00' });
    expect(await accountOf(doc)).toBe('0.00');
    expect(await get(doc)).toMatchObject({
      settlement: { settled: { payment: { status: 'verified', refunded: '2693.84' } } },
    });
  });

  it('leaves an invoice for what it does not pay', async () => {
    const doc = await leased();
    const start = clock.now();
    clock.set(new Date(start.getTime() + 25 * 86_400_000));
    await test.app.transaction({ actor: SYSTEM }, watchContracts);
    const over = await get(doc);
    expect(over).toMatchObject({ status: 'expired', settlementStatus: 'open' });
    // The second month was agreed and used, though nobody has billed it yet.
    expect(over.settlement).toMatchObject({
      owed: '7490.00',
      deposit: '5000.00',
      setOff: '5000.00',
      stillOwed: '2490.00',
      lines: [
        { invoice: { status: expect.any(String) }, amount: '3745.00', setOff: '3745.00' },
        { invoice: null, amount: '3745.00', setOff: '1255.00' },
      ],
    });
    const after = await settled(over, [damage('510.00')]);
    clock.set(start);
    expect(after.settlement).toMatchObject({
      owed: '7490.00',
      charged: '510.00',
      setOff: '5000.00',
      credit: '0.00',
      stillOwed: '3000.00',
      settled: { payment: { status: 'verified' } },
    });
    expect(await accountOf(doc)).toBe('3000.00');
    const open = (await invoicesOf(doc)).filter(({ balance }) => balance !== '0.00');
    expect(open.map(({ balance }) => balance).sort()).toEqual(['2490.00', '510.00']);
    expect(after).toMatchObject({ outstandingAmount: '2490.00' });
  });

  it('stays income where it is not given back', async () => {
    const doc = await terminated(await leased({ depositRefundable: false }));
    expect(doc).toMatchObject({ settlementStatus: 'none' });
    const before = await invoicesOf(doc);
    const after = await settled(doc);
    expect(after.settlement).toMatchObject({
      deposit: '0.00',
      credit: '0.00',
      settled: { payment: null },
    });
    expect(await invoicesOf(doc)).toEqual(before);
  });

  it('is not owed any more where nobody has paid it, and paid in part goes back in that part', async () => {
    const never = await terminated(
      await approved(world, { ...(await ofNobodyElse()), ...DEPOSIT }),
    );
    const without = await settled(never);
    expect(without.settlement).toMatchObject({ deposit: '0.00', stillOwed: '0.00' });
    expect(await depositOf(never)).toMatchObject({ status: 'void' });
    expect(await accountOf(never)).toBe('0.00');

    const doc = await approved(world, { ...(await ofNobodyElse()), ...DEPOSIT });
    await paid(await depositOf(doc), '3000.25');
    const partly = await settled(await terminated(await get(doc)));
    expect(partly.settlement).toMatchObject({ deposit: '3000.25', credit: '3000.25' });
    expect(await depositOf(doc)).toMatchObject({ status: 'paid' });
    expect(await accountOf(doc)).toBe('-3000.25');
  });

  it('goes back once, whatever is tried afterwards', async () => {
    const doc = await terminated(await leased());
    const answers = await Promise.all([settle(doc), settle(doc), settle(doc)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const now = await get(doc);
    const again = await settle(now);
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_SETTLED']);
    const deposit = await depositOf(doc);
    const credit = await clerk.post('/credit_notes', {
      invoiceId: deposit.id,
      cause: 'terminated',
      reason: 'Once more',
      amount: '5000.00',
    });
    expect([credit.status, credit.body.code]).toEqual([409, 'DEPOSIT_SETTLED']);
    const { payment } = now.settlement.settled;
    const declined = await onPayments.done(accountant, await paymentOf(payment.id), {
      action: 'decline-refund',
      reason: 'Kept for another contract',
    });
    const reversed = await accountant.post(`/payments/${payment.id}/reverse`, {
      version: declined.version,
      reason: 'Once more',
    });
    expect([reversed.status, reversed.body.code]).toEqual([409, 'DEPOSIT_SETTLED']);
    expect(await accountOf(doc)).toBe('-5000.00');
    await expect(
      rows(`update contract_settlements set credit = 0, set_off = deposit where contract_id = $1`, [
        doc.id,
      ]),
    ).rejects.toThrow('never changed');
  });

  it('is not credited by a note that was asked for before', async () => {
    const doc = await leased();
    const deposit = await depositOf(doc);
    const note = expectData(
      await clerk.post('/credit_notes', {
        invoiceId: deposit.id,
        cause: 'terminated',
        reason: 'The shop closes',
        amount: '5000.00',
      }),
    );
    await settled(await terminated(await get(doc)));
    const late = await accountant.post(`/credit_notes/${note.id}/approve`, {
      version: note.version,
    });
    expect([late.status, late.body.code]).toEqual([409, 'DEPOSIT_SETTLED']);
  });

  it('goes back whole once a sale is paid to the last satang', async () => {
    const doc = await inForce(world, { ...(await ofNobodyElse()), ...DEPOSIT });
    for (const invoice of await invoicesOf(doc)) await paid(invoice);
    await test.app.transaction({ actor: SYSTEM }, completePaidContracts);
    const over = await get(doc);
    expect(over).toMatchObject({ status: 'completed', settlementStatus: 'open' });
    const before = await invoicesOf(doc);
    expect(before.every(({ status }) => status === 'paid')).toBe(true);
    const after = await settled(over);
    expect(after.settlement).toMatchObject({ owed: '0.00', credit: '5000.00', lines: [] });
    expect(await invoicesOf(doc)).toEqual(before);
    expect(await accountOf(doc)).toBe('-5000.00');
  });

  it('pays rent whole, with the tax that the customer would have withheld', async () => {
    const doc = await leased({ whtRate: '5.00', price: '1000.00' });
    // The rent of the first day is owed to an end that is dated later.
    clock.advance(86_400_000);
    const over = await terminated(doc);
    const after = await settled(over);
    expect(after.settlement).toMatchObject({ owed: '1070.00', credit: '3930.00' });
    const rent = (await invoicesOf(doc)).find(({ type }) => type === 'contractInstallment');
    expect(rent).toMatchObject({ status: 'paid', total: '1070.00' });
    const { taxInvoices } = expectData(await clerk.get(`/invoices/${rent?.id}`));
    expect(taxInvoices).toMatchObject([{ grandTotal: '1070.00' }]);
    expect(await accountOf(doc)).toBe('-3930.00');
    clock.advance(-86_400_000);
  });

  it('follows the contract to another customer', async () => {
    const doc = await leased();
    const moved = await act(world.admin, doc, {
      action: 'change_customer',
      customerID: await newCustomer(world.admin, world.companyId),
      reason: 'The shop was sold',
      effectiveDate: '2026-11-20',
      assumeOutstanding: true,
    });
    const after = await settled(await terminated(moved));
    expect(after.settlement).toMatchObject({ deposit: '5000.00', credit: '5000.00' });
    expect(await accountOf(doc)).toBe('-5000.00');
  });
});

describe('a settlement', () => {
  it('is for whoever ends contracts, once a contract is over', async () => {
    const doc = await leased();
    const early = await settle(doc);
    expect([early.status, early.body.code]).toEqual([409, 'INVALID_STATE']);
    const over = await terminated(doc);
    expect((await settle(over, [], clerk)).status).toBe(403);
    const stale = await settle({ ...over, version: over.version + 3 });
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    const wrong = await settle(over, [{ kind: 'damage', reason: ' ', amount: '0.00' }]);
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'charges[0].amount',
      'charges[0].reason',
    ]);
    expect(await get(over)).toMatchObject({ settlementStatus: 'open' });
  });

  it('waits on the list, and adds up whatever was paid and charged', async () => {
    const waiting = await leased({ price: '777.77' });
    await terminated(waiting);
    const list = await world.admin.get(`${PATH}?settlementStatus=open`);
    expect(list.body.data.map((one: Doc) => one.id)).toContain(waiting.id);

    const before = await rows<{ off: number }>(
      `select count(*)::int as off from contract_settlements
        where owed + charged <> set_off + still_owed or deposit <> set_off + credit`,
    );
    expect(before).toEqual([{ off: 0 }]);
    // Lines, invoices and payments tell the same as the settlement.
    const told = await rows<{ id: string }>(
      `select s.id from contract_settlements s
        where s.owed + s.charged <> (select coalesce(sum(amount), 0) from contract_settlement_lines where settlement_id = s.id)
          or s.set_off <> (select coalesce(sum(set_off), 0) from contract_settlement_lines where settlement_id = s.id)
          or s.deposit <> (select coalesce(sum(amount), 0) from deposit_returns where payment_id = s.payment_id)
          or s.credit <> (select coalesce(sum(amount - allocated_amount), 0) from payments where id = s.payment_id)`,
    );
    expect(told).toEqual([]);
    const sums = await rows<{ customer: string; entries: string; balances: string }>(
      `select customer_id as customer, sum(amount)::numeric(15, 2)::text as entries,
          ((select coalesce(sum(balance), 0) from invoices i where i.customer_id = r.customer_id)
            - (select coalesce(sum(credit_amount), 0) from payments p where p.customer_id = r.customer_id))::numeric(15, 2)::text as balances
        from receivable_entries r group by customer_id`,
    );
    expect(sums.map(({ entries }) => entries)).toEqual(sums.map(({ balances }) => balances));
  });
});
