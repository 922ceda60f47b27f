import { signatureOf, WEBHOOK_TOLERANCE_MS } from '../../../kernel/index.ts';
import { TEST_GATEWAY_SECRET } from '../../../testing/database.ts';
import { createTestApp, manualClock, type TestApp } from '../../../testing/index.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { plantCustomer } from '../../partners/testing/planted.ts';
import { report, type Sent } from '../testing/provider.ts';
import {
  type Doc,
  INVOICES,
  invoiceBody,
  invoiceNow,
  issued,
  makeWorld,
  paid,
  plantAccount,
  type World,
} from '../testing/world.ts';

/** Payments that a bank or gateway reports by itself. */

const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
let server: TestApp;
let world: World;
let accountNo: string;
let events = 0;
beforeAll(async () => {
  server = await createTestApp({ clock });
  world = await makeWorld(server);
  const [row] = await query<{ no: string }>(
    'select account_no as no from bank_accounts where id = $1',
    [world.bankAccountId],
  );
  accountNo = row?.no ?? '';
});
afterAll(() => server?.close());

const query = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await server.app.pg.query<R>(text, values)).rows;

type Event = Readonly<Record<string, unknown>>;
const eventOf = (invoice: Doc | null, more: Event = {}): Event => {
  events += 1;
  return {
    eventId: `evt-${events}`,
    accountNo,
    method: 'billPayment',
    amount: '1070.00',
    paidAt: clock.now().toISOString(),
    reference: `FT${events}`,
    ref2: invoice?.documentNo?.replaceAll('-', '') ?? 'XX',
    payerName: 'Siam Snack',
    ...more,
  };
};

const send = (event: Event, sent: Sent = {}) => report(server, event, sent);

const paymentsOf = (reference: unknown) =>
  query<{ id: string; status: string; receipt: string | null; credit: string }>(
    `select id, status, receipt_no as receipt, credit_amount as credit from payments where bank_reference = $1`,
    [reference],
  );
const linesOf = (reference: unknown) =>
  query<{ id: string; status: string; amount: string }>(
    'select id, status, amount from bank_lines where reference = $1',
    [reference],
  );

it('records and verifies a payment of the invoice that its reference names', async () => {
  const invoice = await issued(world);
  const event = eventOf(invoice);
  const answer = await send(event);
  expect(answer.body.data).toEqual({ status: 'recorded', repeated: false });
  expect(await invoiceNow(world, invoice.id)).toMatchObject({ status: 'paid', balance: '0.00' });
  expect(await paymentsOf(event.reference)).toMatchObject([
    { status: 'verified', receipt: expect.stringMatching(/^RE2611-/), credit: '0.00' },
  ]);
});

it('is one payment though the same event comes a hundred times, also at once', async () => {
  const invoice = await issued(world);
  const event = eventOf(invoice, { amount: '100.00' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(event)));
  for (let more = 0; more < 50; more += 1) answers.push(await send(event));
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(answers.filter(({ body }) => !body.data.repeated)).toHaveLength(1);
  expect(await paymentsOf(event.reference)).toHaveLength(1);
  expect(await invoiceNow(world, invoice.id)).toMatchObject({
    status: 'partiallyPaid',
    balance: '970.00',
  });
});

it('is one payment under another event, and one that a person has entered', async () => {
  const invoice = await issued(world);
  const event = eventOf(invoice);
  await send(event);
  const again = await send({ ...event, eventId: 'another' });
  expect(again.body.data).toEqual({ status: 'recorded', repeated: false });
  expect(await paymentsOf(event.reference)).toHaveLength(1);
});

it('keeps what is paid too much as credit of the customer', async () => {
  const invoice = await issued(world);
  await paid(world, invoice, '1000.00');
  const event = eventOf(invoice, { amount: '100.00' });
  await send(event);
  expect(await paymentsOf(event.reference)).toMatchObject([{ credit: '30.00' }]);
  expect(await invoiceNow(world, invoice.id)).toMatchObject({ status: 'paid' });
});

it('keeps what names no invoice among the lines of the account, and tells who decides on them', async () => {
  const event = eventOf(null, {
    ref2: 'UNKNOWN9',
    ref1: 'C9',
    amount: '321.17',
    payerName: 'Nobody',
  });
  const answer = await send(event);
  expect(answer.body.data).toEqual({ status: 'unmatched', repeated: false });
  expect((await send(event)).body.data).toEqual({ status: 'unmatched', repeated: true });
  const lines = await linesOf(event.reference);
  expect(lines).toMatchObject([{ status: 'unmatched', amount: '321.17' }]);
  const listed = expectData(await world.accountant.get(`/bank_lines?search=${event.reference}`));
  expect(listed).toMatchObject([{ id: lines[0]?.id, amount: '321.17' }]);
  const told = await query<{ title: string }>(
    'select title_en as title from notifications where user_id = $1 and entity_id = $2',
    [world.clerk.userId, lines[0]?.id],
  );
  expect(told).toEqual([{ title: '321.17 THB came in that names no invoice' }]);
});

it('holds money of a void invoice back', async () => {
  const invoice = await issued(world);
  await world.accountant.post(`${INVOICES}/${invoice.id}/void`, {
    version: invoice.version,
    reason: 'Wrong customer',
  });
  const event = eventOf(invoice);
  expect((await send(event)).body.data.status).toBe('unmatched');
  expect(await linesOf(event.reference)).toHaveLength(1);
});

it('proposes an invoice of the very amount, as for any line of the bank', async () => {
  const invoice = await issued(world, {
    items: [{ description: 'Shelf', quantity: 1, unitPrice: '777.7700', isService: true }],
  });
  const event = eventOf(null, { ref2: '', amount: invoice.grandTotal, payerName: 'Nobody' });
  expect((await send(event)).body.data.status).toBe('unmatched');
  expect(await linesOf(event.reference)).toMatchObject([{ status: 'suggested' }]);
});

describe('a message that is not the provider’s', () => {
  it.each<[string, Sent]>([
    ['another secret', { secret: 'another secret: 0123456789 abcdefghijkl' }],
    ['another body', { tampered: '{"eventId":"x"}' }],
    ['a signature of no use', { headers: { 'x-webhook-signature': 'v1=00' } }],
    ['no timestamp', { headers: { 'x-webhook-timestamp': '' } }],
    ['a wrong timestamp', { headers: { 'x-webhook-timestamp': 'soon' } }],
    ['too early', { at: new Date(clock.now().getTime() - WEBHOOK_TOLERANCE_MS - 1000) }],
    ['too late', { at: new Date(clock.now().getTime() + WEBHOOK_TOLERANCE_MS + 1000) }],
  ])('is nobody’s: %s', async (_name, sent) => {
    const event = eventOf(await issued(world));
    expect((await send(event, sent)).status).toBe(401);
    expect(await paymentsOf(event.reference)).toEqual([]);
  });

  it('counts within the tolerance, and beside a signature of an older secret', async () => {
    const early = eventOf(await issued(world));
    const at = new Date(clock.now().getTime() - WEBHOOK_TOLERANCE_MS + 1000);
    expect((await send(early, { at })).status).toBe(200);
    const event = eventOf(await issued(world));
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    const own = signatureOf(TEST_GATEWAY_SECRET, { timestamp, body: JSON.stringify(event) });
    const both = { 'x-webhook-signature': `v1=${'0'.repeat(64)}, ${own}` };
    expect((await send(event, { headers: both })).status).toBe(200);
  });

  it('is refused without a signature, whoever is signed in', async () => {
    const answer = await world.admin.post('/payments/webhook', eventOf(null));
    expect(answer.status).toBe(401);
  });
});

describe('what a signed message may not do', () => {
  const MEGABYTE = 1024 * 1024;
  it.each<[string, unknown]>([
    ['a number', 1070],
    ['nothing', '0.00'],
    ['less than nothing', '-1070.00'],
    ['with an exponent', '1e3'],
    ['with commas', '1,070.00'],
    ['with a third place', '1070.001'],
    ['more than there is', '99999999999999999999.99'],
    ['a list', ['1070.00']],
    ['an object', { $gt: 0 }],
    ['no text', 'NaN'],
  ])('pay an amount that is %s', async (_what, amount) => {
    const event = eventOf(await issued(world), { amount });
    const answer = await send(event);
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, 'amount']);
    expect(await paymentsOf(event.reference)).toEqual([]);
  });

  it('be of a megabyte', async () => {
    const event = eventOf(null, { payerName: 'x'.repeat(MEGABYTE) });
    expect([413, 422]).toContain((await send(event)).status);
    expect(await linesOf(event.reference)).toEqual([]);
  });

  it('pay an invoice of another company with the money of this one', async () => {
    const { rows } = await server.app.pg.query<{ id: string }>(
      `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
        values ('OTHER', 'อื่น', 'Other', '0105552029690', 'headOffice', '00000', now(), now()) returning id`,
    );
    const companyId = String(rows[0]?.id);
    const foreign = { ...world, companyId, customerId: await plantCustomer(server, { companyId }) };
    const invoice = expectData(
      await world.admin.post(INVOICES, invoiceBody(foreign, { companyId })),
    );
    const issuedThere = expectData(
      await world.admin.post(`${INVOICES}/${invoice.id}/issue`, { version: 1 }),
    );
    // Numbers begin anew in each company: this one is nobody's here.
    await query(`update invoices set document_no = 'IV2611-9999' where id = $1`, [invoice.id]);
    const event = eventOf({ ...issuedThere, documentNo: 'IV2611-9999' });
    expect((await send(event)).body.data.status).toBe('unmatched');
    expect(await invoiceNow(world, invoice.id)).toMatchObject({ balance: '1070.00' });
  });

  it.each(['%', '_', `IV' or '1'='1`, 'IV', '-', '\\', 'IV2611'])(
    'name an invoice by %s',
    async (ref2) => {
      await issued(world);
      const event = eventOf(null, { ref2, amount: '0.07' });
      expect((await send(event)).body.data.status).toBe('unmatched');
    },
  );

  it.each([
    ['long ago', '1970-01-01T00:00:00Z'],
    ['tomorrow', '2026-11-22T00:00:00Z'],
  ])('have paid %s', async (_when, paidAt) => {
    const invoice = await issued(world);
    const event = eventOf(invoice, { paidAt });
    const answer = await send(event);
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, 'paidAt']);
    expect(await invoiceNow(world, invoice.id)).toMatchObject({ balance: '1070.00' });
    // Nor does it wait among the lines where it names none.
    const unnamed = eventOf(null, { paidAt });
    expect((await send(unnamed)).status).toBe(422);
    expect(await linesOf(unnamed.reference)).toEqual([]);
  });

  it('go to one of two accounts of the same number unless it says the bank', async () => {
    const second = await plantAccount(server, world.companyId);
    await query(`update bank_accounts set bank = 'SCB', account_no = $2 where id = $1`, [
      second,
      accountNo,
    ]);
    const event = eventOf(await issued(world));
    const unclear = await send(event);
    expect(unclear.body.errors).toMatchObject([{ field: 'accountNo', code: 'SEVERAL_ACCOUNTS' }]);
    expect((await send({ ...event, bank: 'SCB' })).body.data.status).toBe('recorded');
    const [payment] = await query<{ account: string }>(
      'select bank_account_id as account from payments where bank_reference = $1',
      [event.reference],
    );
    expect(payment?.account).toBe(second);
    await query('update bank_accounts set is_active = false where id = $1', [second]);
    expect((await send(eventOf(await issued(world)))).body.data.status).toBe('recorded');
  });

  it('bring two payments under one number to two accounts at once', async () => {
    const second = await plantAccount(server, world.companyId);
    const [{ no } = { no: '' }] = await query<{ no: string }>(
      'select account_no as no from bank_accounts where id = $1',
      [second],
    );
    const [one, two] = [await issued(world), await issued(world)];
    const first = eventOf(one);
    const other: Event = { ...eventOf(two), eventId: first.eventId, accountNo: no };
    const answers = await Promise.all([send(first), send(other), send(first), send(other)]);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const found = [...(await paymentsOf(first.reference)), ...(await paymentsOf(other.reference))];
    expect(found).toHaveLength(1);
  });
});

it('says what is wrong in a message that is the provider’s', async () => {
  const answer = await send(eventOf(null, { amount: '-1', method: 'gold', accountNo: '' }));
  expect(answer.status).toBe(422);
  const fields = answer.body.errors.map(({ field }: { field: string }) => field);
  expect([...new Set(fields)].sort()).toEqual(['accountNo', 'amount', 'method']);
  const unknown = await send(eventOf(null, { accountNo: '0000000000' }));
  expect(unknown.body.errors).toMatchObject([{ field: 'accountNo', code: 'UNKNOWN_ID' }]);
});
