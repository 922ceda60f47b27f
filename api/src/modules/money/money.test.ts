import { setTimeout as sleep } from 'node:timers/promises';
import { can } from '@boxyard/shared/domain';
import type { Person, TestApp } from '../../testing/index.ts';
import { withTestServer } from '../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../workflow/testing/world.ts';
import { plantCustomer } from '../partners/testing/planted.ts';
import { snapshotOf } from './customers.ts';
import { type InvoiceOrder, issueFor } from './orders.ts';
import {
  markOverdueInvoices,
  remindOfCheques,
  remindOfInvoices,
  taxDueInstalments,
} from './overdue.ts';
import { accountsOf, isDepositPaid, voidUnpaid } from './sources.ts';
import { issueTaxInvoice } from './tax/entries.ts';
import { report } from './testing/provider.ts';
import {
  BILLING_NOTES,
  billingBody,
  CREDIT_NOTES,
  creditBody,
  DEBIT_NOTES,
  type Doc,
  debitBody,
  draft,
  INVOICES,
  invoiceBody,
  invoiceNow,
  issued,
  makeWorld,
  onBillingNotes,
  onCreditNotes,
  onDebitNotes,
  onInvoices,
  onPayments,
  PAYMENTS,
  paid,
  pay,
  paymentBody,
  type World,
} from './testing/world.ts';

/** What the calls answer and refuse. */

let world: World;
let server: TestApp;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  server = test;
  world = await makeWorld(test);
});

type Listed = Pick<Doc, 'id' | 'balance'> & { readonly sourceType: string };
type Faults = { body: { code?: string; errors?: { field: string; code: string }[] } };
const faultsOf = (answer: Faults) => answer.body.errors?.map(({ field, code }) => [field, code]);
const query = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await server.app.pg.query<R>(text, values)).rows;
const system = async <T>(work: (ctx: Parameters<typeof markOverdueInvoices>[0]) => Promise<T>) =>
  server.app.transaction({ actor: await world.admin.actor() }, work);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A payment with its slip, as a browser sends it. */
function withSlip(by: Person, fields: Readonly<Record<string, unknown>>, slip: Buffer = PNG) {
  const text = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--slip\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${
          typeof value === 'string' ? value : JSON.stringify(value)
        }\r\n`,
    )
    .join('');
  return by.post(
    `${PAYMENTS}/manual`,
    Buffer.concat([
      Buffer.from(
        `${text}--slip\r\ncontent-disposition: form-data; name="slip"; filename="slip.png"\r\n\r\n`,
      ),
      slip,
      Buffer.from('\r\n--slip--\r\n'),
    ]),
    { headers: { 'content-type': 'multipart/form-data; boundary=slip' } },
  );
}

describe('an invoice', () => {
  it('charges VAT and withholding tax, and takes its number when it is issued', async () => {
    const made = await draft(world, { whtRate: '3.00' });
    expect(made).toMatchObject({
      documentNo: null,
      status: 'draft',
      grandTotal: '1070.00',
      whtAmount: '30.00',
      netReceivable: '1040.00',
      balance: '0.00',
    });
    const doc = await onInvoices.done(world.clerk, made, { action: 'issue' });
    expect(doc).toMatchObject({
      documentNo: expect.stringMatching(/^IV2611-\d{4}$/),
      balance: '1070.00',
      taxInvoices: [],
      bankAccount: { id: world.bankAccountId },
    });
  });

  it('keeps the customer as it was on the day of issue', async () => {
    const doc = await issued(world);
    await query(`update customers set name = 'Renamed' where id = $1`, [world.customerId]);
    expect(await invoiceNow(world, doc.id)).toMatchObject({ billedTo: { name: 'Siam Snacks' } });
    await query(`update customers set name = 'Siam Snacks' where id = $1`, [world.customerId]);
  });

  it('is taxed at its tax point: with delivery, on the due date, with the money', async () => {
    const goods = await issued(world, { taxPoint: 'delivery' });
    expect(await invoiceNow(world, goods.id)).toMatchObject({
      taxInvoices: [{ documentNo: expect.stringMatching(/^TX2611-\d{4}$/), grandTotal: '1070.00' }],
    });
    const hire = await issued(world, { taxPoint: 'dueDate', dueDate: dayFrom(world, 2) });
    await system(taxDueInstalments);
    expect(await invoiceNow(world, hire.id)).toMatchObject({ taxInvoices: [] });
    clock.set(new Date('2026-11-22T03:00:00Z'));
    await system(taxDueInstalments);
    await system(taxDueInstalments);
    expect((await invoiceNow(world, hire.id)).taxInvoices).toHaveLength(1);
    const service = await issued(world, { whtRate: '3.00' });
    await paid(world, service, '520.00');
    await paid(world, service, '520.00');
    const { taxInvoices } = await invoiceNow(world, service.id);
    expect(taxInvoices).toMatchObject([{ grandTotal: '535.00' }, { grandTotal: '535.00' }]);
  });

  it('names the fields that it refuses', async () => {
    const answer = await world.clerk.post(
      INVOICES,
      invoiceBody(world, {
        customerId: world.part,
        bankAccountId: world.part,
        dueDate: dayFrom(world, -1),
        taxPoint: 'none',
        discount: { type: 'amount', value: '1000.01' },
      }),
    );
    expect(faultsOf(answer)).toEqual([
      ['customerId', 'UNKNOWN_ID'],
      ['bankAccountId', 'UNKNOWN_ID'],
      ['dueDate', 'PAST_DATE'],
      ['taxPoint', 'TAX_POINT_DIFFERS'],
      ['discount.value', 'DISCOUNT_ABOVE_TOTAL'],
    ]);
  });

  it('gets a discount within one’s limit, with tax and total worked out anew', async () => {
    const doc = await issued(world);
    const give = (by: Person, { version }: Doc, value: string) =>
      by.put(`${INVOICES}/${doc.id}`, {
        version,
        discount: { type: 'percent', value, reason: 'A loyal customer' },
      });
    const above = await give(world.clerk, doc, '10.00');
    expect([above.status, above.body.code]).toEqual([409, 'APPROVAL_LIMIT']);
    const given = expectData(await give(world.accountant, doc, '10.00'));
    expect(given).toMatchObject({ vatAmount: '63.00', grandTotal: '963.00', balance: '963.00' });
    const back = expectData(await give(world.accountant, given, '0.00'));
    expect(back).toMatchObject({ discount: null, grandTotal: '1070.00' });
  });

  it('is sent to its customer at most once an hour, by its own type', async () => {
    const doc = await issued(world);
    const send = (type: string, version: number) =>
      world.clerk.post(`${INVOICES}/${doc.id}/${type}/notify`, { version });
    const wrong = await send('bill', doc.version);
    expect([wrong.status, faultsOf(wrong)]).toEqual([422, [['type', 'INVOICE_TYPE']]]);
    const sent = expectData(await send('other', doc.version));
    expect(sent.notifyLog).toMatchObject([
      {
        channel: 'email',
        to: 'owes@customer.example',
        result: 'queued',
        by: { id: world.clerk.userId },
      },
    ]);
    expect((await send('other', sent.version)).status).toBe(429);
    const customerId = sent.customer.id;
    const told = (who: Person) => who.get(`/back-office/customers/${customerId}/messages`);
    const message = {
      channel: 'email',
      about: { type: 'invoice', id: doc.id, no: doc.documentNo },
      sentTo: 'owes@customer.example',
      by: { id: world.clerk.userId },
      status: 'queued',
    };
    expect(expectData(await told(world.clerk))).toMatchObject([message]);
    expect(expectData(await told(await world.test.as('auditor')))).toMatchObject([
      { ...message, sentTo: '•••@customer.example' },
    ]);
    clock.set(new Date(clock.now().getTime() + 3_600_000));
    expect((await send('other', sent.version)).status).toBe(200);
    const mails = await query<{ body_text: string }>(
      `select body_text from mails where to_address = 'owes@customer.example' order by created_at limit 1`,
    );
    expect(mails[0]?.body_text).toContain(doc.documentNo ?? '-');
    expect(mails[0]?.body_text).toContain('1,070.00');
  });

  it('is void while nothing is paid or taxed; a draft takes its place', async () => {
    const doc = await issued(world);
    const gone = await onInvoices.done(world.accountant, doc, {
      action: 'void',
      reason: 'Wrong customer',
      replace: true,
    });
    expect(gone).toMatchObject({ status: 'void', balance: '0.00' });
    const [draftOf] = gone.related;
    expect(await invoiceNow(world, draftOf.id)).toMatchObject({
      status: 'draft',
      replaces: { id: doc.id },
    });
    const taxed = await issued(world, { taxPoint: 'delivery' });
    const refused = await onInvoices.act(world.accountant, taxed, {
      action: 'void',
      reason: 'Wrong customer',
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'TAX_INVOICE_ISSUED']);
  });

  it.each([
    ['en', /Only whoever may defer/],
    ['th', /ผู้มีสิทธิ์เลื่อนกำหนดชำระ/],
  ] as const)(
    'is replaced with its due date, unless by whoever may defer, in %s',
    async (locale, text) => {
      const dueDate = dayFrom(world, 10);
      const doc = await issued(world, { dueDate });
      const gone = await onInvoices.done(world.accountant, doc, {
        action: 'void',
        reason: 'Wrong line',
        replace: true,
      });
      const draft = await invoiceNow(world, gone.related[0]?.id ?? '');
      expect(draft).toMatchObject({ dueDate });
      const drawnUpBy = ({ userId }: Person) =>
        query('update invoices set created_by = $2 where id = $1', [draft.id, userId]);
      // A role of the company's own may void, and not defer.
      await drawnUpBy(world.clerk);
      const change = async (by: Person, day: number) => {
        const { version } = await invoiceNow(world, draft.id);
        const { companyId: _fixed, ...body } = invoiceBody(world, { dueDate: dayFrom(world, day) });
        return by.patch(
          `${INVOICES}/${draft.id}`,
          { ...body, version },
          { headers: { 'accept-language': locale } },
        );
      };
      const later = await change(world.clerk, 11);
      expect([later.status, later.body.errors]).toMatchObject([
        422,
        [
          {
            field: 'dueDate',
            code: 'DEFERRED_BY_REPLACEMENT',
            message: expect.stringMatching(text),
          },
        ],
      ]);
      expect(await invoiceNow(world, draft.id)).toMatchObject({ dueDate, version: draft.version });
      // Asked for earlier, it costs the customer time, and nobody anything.
      expect((await change(world.clerk, 5)).status).toBe(200);
      await drawnUpBy(world.accountant);
      expect((await change(world.accountant, 11)).status).toBe(200);
    },
  );

  it('is late once its day has passed, and says so once', async () => {
    const doc = await issued(world, { dueDate: dayFrom(world, 0) });
    clock.set(new Date(clock.now().getTime() + 86_400_000));
    await system(markOverdueInvoices);
    await system(markOverdueInvoices);
    expect(await invoiceNow(world, doc.id)).toMatchObject({ status: 'overdue' });
    const [told] = await query<{ n: string; people: string }>(
      `select count(*) as n, count(distinct user_id) as people from notifications where entity_id = $1`,
      [doc.id],
    );
    expect(told?.n).toBe(told?.people);
    expect(Number(told?.n)).toBeGreaterThan(0);
  });

  it('is announced before and after its day, once each, to accounting', async () => {
    const dueDate = dayFrom(world, 9);
    const doc = await issued(world, { dueDate });
    const told = async () =>
      (
        await query<{ key: string }>(
          `select dedupe_key as key from notifications where entity_id = $1 and user_id = $2
            order by id`,
          [doc.id, world.clerk.userId],
        )
      ).map(({ key }) => key.split(':').slice(2, 4).join(' '));
    const nights = async (days: number) => {
      clock.set(new Date(clock.now().getTime() + days * 86_400_000));
      for (const work of [markOverdueInvoices, remindOfInvoices, remindOfInvoices])
        await system(work);
    };
    await nights(0);
    expect(await told()).toEqual([]);
    const heard: string[] = [];
    for (const [days, what] of [
      [2, 'stage -7'],
      [4, 'stage -3'],
      [3, 'stage 0'],
      [1, `late ${dueDate}`],
      [6, 'stage 7'],
      [23, 'stage 30'],
    ] as const) {
      await nights(days);
      heard.push(what);
      expect(await told()).toEqual(heard);
    }
    clock.set(new Date(clock.now().getTime() - 39 * 86_400_000));
  });

  it('leaves no draft behind, and no gap in its numbers', async () => {
    const doc = await draft(world);
    expect((await world.clerk.delete(`${INVOICES}/${doc.id}`)).status).toBe(200);
    const numbered = await issued(world);
    const kept = await world.clerk.delete(`${INVOICES}/${numbered.id}`);
    expect([kept.status, kept.body.code]).toEqual([409, 'NOT_DELETABLE']);
  });
});

describe('a payment', () => {
  it('counts once a second person has verified it, and leaves a receipt', async () => {
    const invoice = await issued(world);
    const payment = await pay(world, {
      allocations: [{ invoiceId: invoice.id, amount: '1070.00' }],
    });
    expect(payment).toMatchObject({
      documentNo: expect.stringMatching(/^PY2611-/),
      receiptNo: null,
    });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({ balance: '1070.00' });
    const own = expectData(
      await world.accountant.post(`${PAYMENTS}/manual`, paymentBody(world, { amount: '1.00' })),
    );
    const self = await onPayments.act(world.accountant, own, { action: 'verify' });
    expect([self.status, self.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const verified = await onPayments.done(world.accountant, payment, { action: 'verify' });
    expect(verified).toMatchObject({
      status: 'verified',
      receiptNo: expect.stringMatching(/^RE2611-\d{4}$/),
      creditAmount: '0.00',
      taxInvoices: [{ grandTotal: '1070.00' }],
    });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({ status: 'paid', balance: '0.00' });
  });

  it('settles several invoices, and one is settled by several', async () => {
    const [first, second] = [await issued(world), await issued(world)];
    const payment = await pay(world, {
      amount: '1500.00',
      allocations: [
        { invoiceId: first.id, amount: '1070.00' },
        { invoiceId: second.id, amount: '400.00' },
      ],
    });
    const verified = await onPayments.done(world.accountant, payment, { action: 'verify' });
    expect(verified).toMatchObject({ creditAmount: '30.00' });
    const allocated = await onPayments.done(world.clerk, verified as Doc, {
      action: 'allocate',
      allocations: [{ invoiceId: second.id, amount: '30.00' }],
    });
    expect(allocated).toMatchObject({ creditAmount: '0.00' });
    await paid(world, second, '640.00');
    expect(await invoiceNow(world, second.id)).toMatchObject({ status: 'paid' });
  });

  it('shows what its method asks for', async () => {
    const bare = await world.clerk.post(
      `${PAYMENTS}/manual`,
      paymentBody(world, { method: 'transfer' }),
    );
    expect(faultsOf(bare)).toEqual([
      ['bankAccountId', 'REQUIRED'],
      ['bankReference', 'REQUIRED'],
      ['slip', 'FILE_REQUIRED'],
    ]);
    const future = await world.clerk.post(
      `${PAYMENTS}/manual`,
      paymentBody(world, { paidAt: '2027-01-01T00:00:00Z' }),
    );
    expect(faultsOf(future)).toEqual([['paidAt', 'FUTURE_DATE']]);
  });

  it('is one payment for a slip and for a reference of the bank: the existing one is named', async () => {
    const body = {
      ...paymentBody(world, { amount: '10.00' }),
      method: 'transfer',
      bankAccountId: world.bankAccountId,
      bankReference: 'AB-1',
    };
    const made = expectData(await withSlip(world.clerk, body));
    expect(made.attachments).toHaveLength(1);
    const sameSlip = await withSlip(world.clerk, { ...body, bankReference: 'AB-2' });
    expect([sameSlip.status, sameSlip.body.code, faultsOf(sameSlip)]).toEqual([
      409,
      'DUPLICATE_PAYMENT',
      [['slip', 'DUPLICATE_PAYMENT']],
    ]);
    expect(sameSlip.body.details.documentNo).toBe(made.documentNo);
    const other = Buffer.concat([PNG, Buffer.from([0])]);
    const sameReference = await withSlip(world.clerk, { ...body, bankReference: 'ab-1' }, other);
    expect([sameReference.status, faultsOf(sameReference)]).toEqual([
      409,
      [['bankReference', 'DUPLICATE_PAYMENT']],
    ]);
    // Whoever verifies hears of each once, though nothing else of what was refused stays.
    await withSlip(world.clerk, { ...body, bankReference: 'AB-3' });
    const told = await query<{ key: string; to: string }>(
      `select dedupe_key as key, user_id as "to" from notifications where entity_id = $1
        and dedupe_key like '%repeated%' order by dedupe_key`,
      [made.id],
    );
    expect(told.filter(({ to }) => to === world.accountant.userId).map(({ key }) => key)).toEqual([
      `payments:${made.id}:repeated:bankReference`,
      `payments:${made.id}:repeated:slip`,
    ]);
    expect(told.map(({ to }) => to)).not.toContain(world.clerk.userId);
    await onPayments.done(world.accountant, made, {
      action: 'reject',
      reason: 'Not on the account',
    });
    expect((await withSlip(world.clerk, body)).status).toBe(201);
  });

  it('is found by its reference, or not yet', async () => {
    const invoice = await issued(world);
    const payment = await paid(world, invoice);
    const ask = (ref: string) => world.clerk.post(`${PAYMENTS}/inquire`, { ref });
    expect(expectData(await ask(payment.documentNo ?? ''))).toMatchObject({
      found: true,
      source: 'payment',
      payment: { id: payment.id },
      invoice: { id: invoice.id },
      match: { amountEqual: true, confidence: 'exact' },
    });
    const none = await ask('NOWHERE-1');
    expect([none.status, none.body.code]).toEqual([404, 'NOT_YET_FOUND']);
  });

  it('may be a certificate of withheld tax', async () => {
    const invoice = await issued(world, { whtRate: '3.00' });
    await paid(world, invoice, '1040.00');
    expect(await invoiceNow(world, invoice.id)).toMatchObject({
      balance: '30.00',
      whtPaid: '0.00',
      taxInvoices: [{ grandTotal: '1070.00' }],
    });
    const owed = expectData(
      await world.clerk.get(`/invoices/owed?customerId=${world.customerId}&limit=1000`),
    );
    expect(owed.find(({ id }: { id: string }) => id === invoice.id)).toMatchObject({
      balance: '30.00',
      whtDue: '30.00',
      whtPaid: '0.00',
    });
    const certificate = expectData(
      await withSlip(
        world.clerk,
        {
          ...paymentBody(world, { amount: '30.00' }),
          method: 'whtCert',
          whtCertNo: '50-0001',
          whtCertDate: '2026-11-20',
          allocations: [{ invoiceId: invoice.id, amount: '30.00' }],
        },
        Buffer.concat([PNG, Buffer.from([1])]),
      ),
    );
    const verified = await onPayments.done(world.accountant, certificate, { action: 'verify' });
    expect(verified).toMatchObject({ receiptNo: null });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({ status: 'paid', whtPaid: '30.00' });
  });

  it('by a later cheque is verified from its day on, and its people hear of that day once', async () => {
    const chequeDate = dayFrom(world, 2);
    const cheque = expectData(
      await world.clerk.post(
        `${PAYMENTS}/manual`,
        paymentBody(world, {
          method: 'cheque',
          bankAccountId: world.bankAccountId,
          payerBank: 'KBANK',
          chequeNo: '10000077',
          chequeDate,
        }),
      ),
    );
    expect(cheque.chequeDate).toBe(chequeDate);
    const listed = async (cheques: string) =>
      expectData(await world.clerk.get(`${PAYMENTS}?cheque=${cheques}&sort=chequeDate`)).map(
        ({ id }: Doc) => id,
      );
    expect([await listed('later'), await listed('due')]).toEqual([[cheque.id], []]);
    const soon = await onPayments.act(world.accountant, cheque, { action: 'verify' });
    expect([soon.status, soon.body.code]).toEqual([409, 'CHEQUE_NOT_DUE']);
    const told = async () =>
      (
        await query<{ n: number }>(
          `select count(*)::int as n from notifications where entity_id = $1 and user_id = $2
            and dedupe_key like '%:cheque:%'`,
          [cheque.id, world.clerk.userId],
        )
      )[0]?.n;
    await system(remindOfCheques);
    expect(await told()).toBe(0);
    clock.set(new Date(clock.now().getTime() + 2 * 86_400_000));
    await system(remindOfCheques);
    await system(remindOfCheques);
    expect(await told()).toBe(1);
    expect(await listed('due')).toEqual([cheque.id]);
    await onPayments.done(world.accountant, cheque, { action: 'verify' });
  });

  it('that is refused is told to whoever entered it', async () => {
    const payment = await pay(world);
    await onPayments.done(world.accountant, payment, { action: 'reject', reason: 'No money came' });
    const told = await query(
      `select user_id from notifications where entity_id = $1 and user_id = $2`,
      [payment.id, world.clerk.userId],
    );
    expect(told).toHaveLength(1);
  });

  it('goes back when a cheque bounces: owed again, its tax invoice cancelled', async () => {
    const invoice = await issued(world);
    const payment = await paid(world, invoice);
    const back = await onPayments.done(world.accountant, payment, {
      action: 'reverse',
      reason: 'The cheque bounced',
    });
    expect(back).toMatchObject({ status: 'reversed', taxInvoices: [{ isCancelled: true }] });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({
      status: 'issued',
      balance: '1070.00',
    });
  });

  it('is refunded by a second person', async () => {
    const payment = await onPayments.done(world.accountant, await pay(world), { action: 'verify' });
    const asked = await onPayments.done(world.accountant, payment as Doc, {
      action: 'request-refund',
      reason: 'Paid twice',
      refundAmount: '70.00',
    });
    const self = await onPayments.act(world.accountant, asked as Doc, { action: 'approve-refund' });
    expect([self.status, self.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const refunded = await onPayments.done(world.admin, asked as Doc, { action: 'approve-refund' });
    expect(refunded).toMatchObject({ refundedAmount: '70.00', creditAmount: '1000.00' });
  });

  it('that bounces after a part of it was refunded is owed again whole', async () => {
    const owing = { ...world, customerId: await plantCustomer(server, world) };
    const invoice = await issued(owing);
    const entered = await pay(owing, {
      amount: '1100.00',
      allocations: [{ invoiceId: invoice.id, amount: '1070.00' }],
    });
    const payment = await onPayments.done(world.accountant, entered, { action: 'verify' });
    const asked = await onPayments.done(world.accountant, payment as Doc, {
      action: 'request-refund',
      reason: 'Paid too much',
      refundAmount: '30.00',
    });
    const refunded = await onPayments.done(world.admin, asked as Doc, { action: 'approve-refund' });
    await onPayments.done(world.admin, refunded as Doc, { action: 'reverse', reason: 'Bounced' });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({ balance: '1070.00' });
    const open = expectData(await world.admin.get(`${INVOICES}?customerId=${owing.customerId}`));
    expect(open.map(({ sourceType, balance }: Listed) => [sourceType, balance])).toEqual(
      expect.arrayContaining([
        ['manual', '1070.00'],
        ['refund', '30.00'],
      ]),
    );
    const back = open.find(({ sourceType }: Listed) => sourceType === 'refund');
    expect(expectData(await world.admin.get(`${INVOICES}/${back.id}`))).toMatchObject({
      vatAmount: '0.00',
      dueDate: dayFrom(world, 0),
      source: { type: 'payments', id: payment.id },
    });
    const [account] = await query<{ balance: string }>(
      'select sum(amount)::text as balance from receivable_entries where customer_id = $1',
      [owing.customerId],
    );
    expect(account?.balance).toBe('1100.00');
    const [tax] = await query<{ vat: string }>(
      'select coalesce(sum(vat_amount), 0)::text as vat from tax_entries where invoice_id = $1',
      [invoice.id],
    );
    expect(tax?.vat).toBe('0.00');

    // The money is gone: whoever let it go alone would have paid it out alone.
    const asksBack = expectData(await world.admin.get(`${INVOICES}/${back.id}`));
    expect(asksBack.allowedActions).not.toEqual(expect.arrayContaining(['void']));
    const voided = await onInvoices.act(world.admin, asksBack, { action: 'void', reason: 'Gone' });
    expect([voided.status, voided.body.code]).toEqual([409, 'REFUND_ASKED_BACK']);
    const cheaper = await world.admin.put(`${INVOICES}/${back.id}`, {
      version: asksBack.version,
      discount: { type: 'percent', value: '90', reason: 'A friend' },
    });
    expect([cheaper.status, cheaper.body.code]).toEqual([409, 'REFUND_ASKED_BACK']);
    const note = expectData(
      await world.admin.post(CREDIT_NOTES, creditBody(asksBack, { amount: '30.00' })),
    );
    const own = await onCreditNotes.act(world.admin, note, { action: 'approve' });
    expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
    await onCreditNotes.done(world.accountant, note, { action: 'approve' });
    expect(await invoiceNow(world, back.id)).toMatchObject({ balance: '0.00' });
  });
});

describe('a credit note', () => {
  it('lowers what is owed, and frees what was paid too much', async () => {
    const invoice = await issued(world, { taxPoint: 'delivery' });
    const payment = await paid(world, invoice);
    const note = expectData(await world.clerk.post(CREDIT_NOTES, creditBody(invoice)));
    expect(note).toMatchObject({ documentNo: null, vatAmount: '7.00' });
    const self = await onCreditNotes.act(world.clerk, note, { action: 'approve' });
    expect(self.status).toBe(403);
    const approved = await onCreditNotes.done(world.accountant, note, { action: 'approve' });
    expect(approved).toMatchObject({ documentNo: expect.stringMatching(/^CN2611-\d{4}$/) });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({
      status: 'paid',
      creditedAmount: '107.00',
      paidAmount: '963.00',
    });
    expect(expectData(await world.clerk.get(`${PAYMENTS}/${payment.id}`))).toMatchObject({
      creditAmount: '107.00',
    });
  });

  it('credits no more than the invoice, and nothing that may be voided', async () => {
    const invoice = await issued(world, { taxPoint: 'delivery' });
    const more = await world.clerk.post(CREDIT_NOTES, creditBody(invoice, { amount: '1070.01' }));
    expect([more.status, more.body.code]).toEqual([409, 'OVER_INVOICE']);
    const open = await issued(world);
    const voidable = await world.clerk.post(CREDIT_NOTES, creditBody(open));
    expect([voidable.status, voidable.body.code]).toEqual([409, 'VOID_INSTEAD']);
  });
});

describe('a note that waits while its invoice is voided', () => {
  it('is not approved any more, and may be cancelled', async () => {
    const invoice = await issued(world);
    const payment = await paid(world, invoice);
    const note = expectData(await world.clerk.post(CREDIT_NOTES, creditBody(invoice)));
    await onPayments.done(world.accountant, payment, { action: 'reverse', reason: 'Bounced' });
    await onInvoices.done(world.accountant, await invoiceNow(world, invoice.id), {
      action: 'void',
      reason: 'Written twice',
    });
    const late = await onCreditNotes.act(world.accountant, note, { action: 'approve' });
    expect([late.status, late.body.code]).toEqual([409, 'INVOICE_VOID']);
    const more = await world.clerk.post(CREDIT_NOTES, creditBody(invoice));
    expect([more.status, more.body.code]).toEqual([409, 'VOID_INSTEAD']);
    const charged = await world.clerk.post(DEBIT_NOTES, debitBody(invoice));
    expect([charged.status, charged.body.code]).toEqual([409, 'INVOICE_VOID']);
    await onCreditNotes.done(world.clerk, note, { action: 'cancel', reason: 'Voided' });
  });
});

describe('a debit note', () => {
  it('raises what is owed of a taxed invoice, and is taxed itself', async () => {
    const invoice = await issued(world, { taxPoint: 'delivery' });
    await paid(world, invoice);
    const note = expectData(await world.clerk.post(DEBIT_NOTES, debitBody(invoice)));
    expect(note).toMatchObject({ documentNo: null, baseAmount: '200.00', vatAmount: '14.00' });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({ balance: '0.00' });
    const own = await onDebitNotes.act(world.clerk, note, { action: 'approve' });
    expect(own.status).toBe(403);
    const mine = expectData(await world.accountant.post(DEBIT_NOTES, debitBody(invoice)));
    const self = await onDebitNotes.act(world.accountant, mine, { action: 'approve' });
    expect([self.status, self.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const approved = await onDebitNotes.done(world.accountant, note, { action: 'approve' });
    expect(approved).toMatchObject({ documentNo: expect.stringMatching(/^DN2611-\d{4}$/) });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({
      status: 'partiallyPaid',
      debitedAmount: '214.00',
      balance: '214.00',
      related: expect.arrayContaining([expect.objectContaining({ type: 'debitNote' })]),
    });
    const [taxed] = expectData(await world.accountant.get('/tax_invoices?kind=debitNote'));
    expect(taxed).toMatchObject({
      documentNo: approved.documentNo,
      vatAmount: '14.00',
      invoice: { id: invoice.id },
    });
    await paid(world, invoice, '214.00');
    expect(await invoiceNow(world, invoice.id)).toMatchObject({ status: 'paid', balance: '0.00' });
    const pdf = await world.clerk.get(`${DEBIT_NOTES}/${note.id}/pdf`);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  });

  it('corrects only what is taxed as a whole; a credit note may take it back', async () => {
    const open = await issued(world);
    const refused = await world.clerk.post(DEBIT_NOTES, debitBody(open));
    expect([refused.status, refused.body.code]).toEqual([409, 'INVOICE_INSTEAD']);
    const invoice = await issued(world, { taxPoint: 'delivery' });
    const note = expectData(await world.clerk.post(DEBIT_NOTES, debitBody(invoice)));
    await onDebitNotes.done(world.accountant, note, { action: 'approve' });
    const back = expectData(
      await world.clerk.post(CREDIT_NOTES, creditBody(invoice, { amount: '1284.00' })),
    );
    await onCreditNotes.done(world.accountant, back, { action: 'approve' });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({ status: 'paid', balance: '0.00' });
    const [sum] = await query<{ vat: string; total: string }>(
      'select sum(vat_amount) as vat, sum(grand_total) as total from tax_entries where invoice_id = $1',
      [invoice.id],
    );
    expect(sum).toEqual({ vat: '0.00', total: '0.00' });
  });
});

describe('a month of VAT', () => {
  it('is closed with what is being posted to it at that moment', async () => {
    const invoice = await issued(world);
    const posted = Promise.withResolvers<void>();
    const kept = Promise.withResolvers<void>();
    const posting = system(async (ctx) => {
      await issueTaxInvoice(ctx, {
        companyId: world.companyId,
        customerId: world.customerId,
        invoiceId: invoice.id,
        to: await snapshotOf(ctx, world.customerId),
        amounts: { baseAmount: '100.00', vatAmount: '7.00', grandTotal: '107.00' },
        day: '2026-10-20',
      });
      posted.resolve();
      await kept.promise;
    });
    await posted.promise;
    const body = { companyId: world.companyId, period: '2026-10' };
    const closing = world.accountant.post('/tax_periods', body);
    await Promise.race([closing, sleep(500)]);
    kept.resolve();
    await posting;
    const closed = expectData(await closing);
    const [sum] = await query<{ vat: string }>(
      `select sum(vat_amount) as vat from tax_entries where to_char(tax_date, 'YYYY-MM') = '2026-10'`,
    );
    expect(closed.vatAmount).toBe(sum?.vat);
  });

  it('does not change once it is closed', async () => {
    const period = '2026-11';
    clock.set(new Date('2026-12-03T03:00:00Z'));
    const before = await query<{ vat: string }>(
      `select sum(vat_amount) as vat from tax_entries where to_char(tax_date, 'YYYY-MM') = $1`,
      [period],
    );
    const body = { companyId: world.companyId, period };
    const soon = await world.accountant.post('/tax_periods', { ...body, period: '2026-12' });
    expect(faultsOf(soon)).toEqual([['period', 'PERIOD_NOT_OVER']]);
    const closed = expectData(await world.accountant.post('/tax_periods', body));
    expect(closed.vatAmount).toBe(before[0]?.vat);
    expect((await world.accountant.post('/tax_periods', body)).body.code).toBe('PERIOD_CLOSED');
    const invoice = await issued(world);
    const payment = await pay(world, {
      paidAt: '2026-11-29T03:00:00Z',
      allocations: [{ invoiceId: invoice.id, amount: '1070.00' }],
    });
    await onPayments.done(world.accountant, payment, { action: 'verify' });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({
      taxInvoices: [{ documentNo: expect.stringMatching(/^TX2612-/), taxDate: '2026-12-03' }],
    });
    const after = await query<{ vat: string }>(
      `select sum(vat_amount) as vat from tax_entries where to_char(tax_date, 'YYYY-MM') = $1`,
      [period],
    );
    expect(after).toEqual(before);
  });

  it('is closed together with those before it that are open, each with its sums', async () => {
    clock.set(new Date('2027-03-02T03:00:00Z'));
    const { companyId } = world;
    const close = (period: string) => world.accountant.post('/tax_periods', { companyId, period });
    expectData(await close('2027-01'));
    const closed = expectData(await world.admin.get('/tax_periods?limit=10'));
    const sums = await query<{ period: string; vatAmount: string }>(
      `select to_char(tax_date, 'YYYY-MM') as period, sum(vat_amount)::text as "vatAmount"
        from tax_entries group by 1 order by 1 desc`,
    );
    const vatOf = (period: string) =>
      sums.find((sum) => sum.period === period)?.vatAmount ?? '0.00';
    const periods = ['2027-01', '2026-12', '2026-11', '2026-10'];
    expect(
      closed.map(({ period, vatAmount }: { period: string; vatAmount: string }) => [
        period,
        vatAmount,
      ]),
    ).toEqual(periods.map((period) => [period, vatOf(period)]));
    expect((await close('2026-12')).body.code).toBe('PERIOD_CLOSED');
    expectData(await close('2027-02'));
  });
});

describe('another document', () => {
  it('has its schedule issued once, knows what is paid, and voids what is to come', async () => {
    const id = world.part;
    const order = (key: string, over: Partial<InvoiceOrder> = {}): InvoiceOrder => ({
      companyId: world.companyId,
      customerId: world.customerId,
      source: { type: 'contractInstallment', id, key, label: 'CT2612-0001' },
      dueDate: dayFrom(world, 30),
      taxPoint: 'payment',
      vatMode: 'exclusive',
      items: [{ description: `Instalment ${key}`, quantity: 1, unitPrice: '100.0000' }],
      ...over,
    });
    const deposit = order('deposit', {
      source: { type: 'deposit', id, key: 'deposit', label: 'CT2612-0001' },
      taxPoint: 'none',
      vatMode: 'none',
    });
    const orders = [deposit, order('1'), order('2', { dueDate: dayFrom(world, 60) })];
    const ids = await system((ctx) => issueFor(ctx, orders));
    expect(await system((ctx) => issueFor(ctx, orders))).toEqual(ids);
    expect(await system((ctx) => isDepositPaid(ctx, id))).toBe(false);
    await paid(world, await invoiceNow(world, ids[0] ?? ''));
    expect(await system((ctx) => isDepositPaid(ctx, id))).toBe(true);
    const account = async () => (await system((ctx) => accountsOf(ctx, [id]))).get(id);
    expect(await account()).toEqual({
      status: 'partiallyPaid',
      billed: '314.00',
      paid: '100.00',
      balance: '214.00',
      overdue: '0.00',
      nextDueDate: dayFrom(world, 30),
    });
    const gone = await system((ctx) =>
      voidUnpaid(ctx, { sourceId: id, from: dayFrom(world, 31), reason: 'Ended early' }),
    );
    expect(gone).toBe(1);
    expect(await account()).toMatchObject({ balance: '107.00' });
    expect(await invoiceNow(world, ids[1] ?? '')).toMatchObject({
      type: 'bill',
      sourceLabel: 'CT2612-0001',
    });
  });
});

it('adds up for every customer and every past day: entries, ageing, statement, invoices', async () => {
  const days = await query<{ day: string }>(
    `select distinct business_date::text as day from receivable_entries order by 1`,
  );
  expect(days.length).toBeGreaterThan(2);
  for (const { day } of days) {
    const [aged] = expectData(
      await world.accountant.get(`/receivables?customerId=${world.customerId}&asOf=${day}`),
    );
    const statement = expectData(
      await world.accountant.get(
        `/receivables/${world.customerId}/statement?startDate=2026-01-01&endDate=${day}`,
      ),
    );
    expect(aged?.balance ?? '0.00').toBe(statement.closing);
  }
  // What invoices and payments say of themselves is the sum of their entries.
  const wrong = await query(`
    select iv.id from invoices iv left join receivable_entries r on r.invoice_id = iv.id
      where iv.status <> 'draft' group by iv.id having coalesce(sum(r.amount), 0) <> iv.balance
    union all select iv.id from invoices iv
      left join (select invoice_id, -sum(amount) as paid from receivable_entries where kind = 'allocation' group by 1) r
        on r.invoice_id = iv.id where coalesce(r.paid, 0) <> iv.paid_amount
    union all select iv.id from invoices iv
      left join (select a.invoice_id, sum(a.amount) as paid from payment_allocations a join payments p on p.id = a.payment_id
        where p.status in ('verified', 'refundRequested') group by 1) r on r.invoice_id = iv.id
      where coalesce(r.paid, 0) <> iv.paid_amount
    union all select p.id from payments p
      left join (select payment_id, -sum(amount) as credit from receivable_entries where kind in ('credit', 'refund') group by 1) r
        on r.payment_id = p.id where coalesce(r.credit, 0) <> p.credit_amount`);
  expect(wrong).toEqual([]);
});

it('stays whole while 32 people and the bank pay, verify, credit, void, defer and present the same twenty invoices at once', async () => {
  const invoices = await Promise.all(Array.from({ length: 20 }, () => issued(world)));
  const people = await Promise.all(
    Array.from({ length: 32 }, () => server.as('system-admin', { companyId: world.companyId })),
  );
  expect(can((await people[0]?.actor())?.grants ?? new Set(), 'payment-data:verify')).toBe(true);
  const [{ accountNo } = { accountNo: '' }] = await query<{ accountNo: string }>(
    'select account_no as "accountNo" from bank_accounts where id = $1',
    [world.bankAccountId],
  );
  const statuses: number[] = [];
  const heard = (answer: { status: number; body: { code?: string } }) => {
    // Presenting what somebody has voided or paid meanwhile, or deferring it twice, names the field.
    const isLate = answer.status === 422 && LATE.has(faultsOf(answer)?.[0]?.[1] ?? '');
    statuses.push(isLate ? 409 : answer.status);
    return answer;
  };
  await Promise.all(
    people.map(async (person, index) => {
      for (let step = 0; step < 4; step++) {
        const target = invoices[(index * 7 + step * 3) % invoices.length] as Doc;
        const present = heard(await person.post(BILLING_NOTES, billingBody(world, [target]))) as {
          status: number;
          body: { data: Doc };
        };
        if (present.status === 201) {
          heard(await onBillingNotes.act(person, present.body.data, { action: 'issue' }));
        }
        const entered = heard(
          await person.post(
            `${PAYMENTS}/manual`,
            paymentBody(world, {
              amount: '1070.00',
              allocations: [{ invoiceId: target.id, amount: '1070.00' }],
            }),
          ),
        ) as { status: number; body: { data: Doc } };
        const other = people[(index + 1) % people.length] as Person;
        if (entered.status === 201) {
          const verified = heard(
            await onPayments.act(other, entered.body.data, { action: 'verify' }),
          ) as { status: number; body: { data: Doc } };
          if (verified.status === 200 && step % 2 === 0) {
            heard(
              await onPayments.act(person, verified.body.data, {
                action: 'reverse',
                reason: 'Bounced',
              }),
            );
          }
        }
        const now = await invoiceNow(world, target.id);
        heard(
          step % 2 === 0
            ? await onInvoices.act(person, now as Doc, { action: 'void', reason: 'Wrong one' })
            : await person.post(CREDIT_NOTES, creditBody(now as Doc)),
        );
        const later = (await invoiceNow(world, target.id)) as Doc;
        heard(
          await onInvoices.act(person, later, {
            action: 'defer',
            dueDate: dayFrom(world, 40 + index + step),
            reason: 'More time',
          }),
        );
        // The bank tells of one payment twice, through two of them.
        const event = {
          eventId: `crowd-${(index + step) % 16}`,
          accountNo,
          method: 'billPayment',
          amount: '535.00',
          paidAt: clock.now().toISOString(),
          reference: `CROWD${(index + step) % 16}`,
          ref2: invoices[(index + step) % 16]?.documentNo,
        };
        heard(await report(server, event));
      }
    }),
  );
  expect([...new Set(statuses)].filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
  const over = await query(
    `select id from invoices where paid_amount + credited_amount > grand_total + debited_amount
     union all select id from payments where allocated_amount + refunded_amount > amount
     union all select invoice_id from billing_note_lines where is_open group by 1 having count(*) > 1`,
  );
  expect(over).toEqual([]);
  const reported = await query<{ n: number }>(
    `select count(*)::int as n from payments where bank_reference like 'CROWD%' group by bank_reference`,
  );
  expect(reported.every(({ n }) => n === 1)).toBe(true);
  const [sum] = await query<{ entries: string; owed: string; credit: string }>(
    `select (select sum(amount) from receivable_entries) as entries,
      (select sum(balance) from invoices) as owed, (select sum(credit_amount) from payments) as credit`,
  );
  expect(Number(sum?.entries).toFixed(2)).toBe(
    (Number(sum?.owed) - Number(sum?.credit)).toFixed(2),
  );
});

/** Fields that a state of things makes wrong. */
const LATE: ReadonlySet<string> = new Set(['NOT_OWED', 'SAME_DATE']);

it('has no gap in any series of numbers', async () => {
  const series = {
    IV: 'select document_no as no from invoices where document_no is not null',
    TX: `select document_no as no from tax_entries where kind = 'taxInvoice'`,
    RE: 'select receipt_no as no from payments where receipt_no is not null',
    BN: 'select document_no as no from billing_notes where document_no is not null',
    CN: 'select document_no as no from credit_notes where document_no is not null',
    DN: 'select document_no as no from debit_notes where document_no is not null',
    PY: 'select document_no as no from payments',
  };
  for (const [prefix, from] of Object.entries(series)) {
    const rows = await query<{ month: string; last: number; n: number; distinct: number }>(
      `select substr(no, 3, 4) as month, max(substr(no, 8)::int) as last, count(*)::int as n,
        count(distinct no)::int as distinct from (${from}) s group by 1`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect([prefix, row.month, row.n, row.distinct]).toEqual([
        prefix,
        row.month,
        row.last,
        row.last,
      ]);
  }
});
