import { SYSTEM } from '../../kernel/index.ts';
import { createTestApp, type TestApp, untilWaiting } from '../../testing/index.ts';
import { withTestServer } from '../../workflow/testing/testServer.ts';
import { expectData } from '../../workflow/testing/world.ts';
import { plantCustomer } from '../partners/testing/planted.ts';
import { lockAccount } from './account.ts';
import { taxDueInstalments } from './overdue.ts';
import { STATEMENTS, sendFile } from './statements/testing/statements.ts';
import {
  CREDIT_NOTES,
  creditBody,
  type Doc,
  invoiceNow,
  issued,
  makeWorld,
  onCreditNotes,
  onInvoices,
  onPayments,
  PAYMENTS,
  paid,
  pay,
  paymentBody,
  plantAccount,
  type World,
} from './testing/world.ts';

/** Accounts, tax and refunds in unusual orders and by many hands at once (docs/domain/money.md). */
let world: World;
let server: TestApp;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  server = test;
  world = await makeWorld(test);
});
const query = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await server.app.pg.query<R>(text, [...values])).rows;
const registered = async ({ id }: Pick<Doc, 'id'>) =>
  (
    await query<{ vat: string; total: string }>(
      `select coalesce(sum(vat_amount), 0)::text as vat, coalesce(sum(grand_total), 0)::text as total
        from tax_entries where invoice_id = $1`,
      [id],
    )
  )[0];
const ofNobodyElse = async (): Promise<World> => ({
  ...world,
  customerId: await plantCustomer(server, world),
});
const accountOf = async (customerId: string) =>
  (
    await query<{ entries: string; owed: string; credit: string }>(
      `select (select coalesce(sum(amount), 0)::numeric(15,2)::text from receivable_entries where customer_id = $1) as entries,
        (select coalesce(sum(balance), 0)::numeric(15,2)::text from invoices where customer_id = $1 and status not in ('draft', 'void')) as owed,
        (select coalesce(sum(credit_amount), 0)::numeric(15,2)::text from payments where customer_id = $1 and status in ('verified', 'refundRequested')) as credit`,
      [customerId],
    )
  )[0] as { entries: string; owed: string; credit: string };
const expectBalanced = async (customerId: string) => {
  const { entries, owed, credit } = await accountOf(customerId);
  expect(Number(entries)).toBeCloseTo(Number(owed) - Number(credit), 2);
};

/** Holds an account until the function that it answers is called. */
async function held(customerId: string): Promise<() => Promise<void>> {
  const isHeld = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const holder = server.app.transaction({ actor: SYSTEM }, async (ctx) => {
    await lockAccount(ctx, customerId);
    isHeld.resolve();
    await isOver.promise;
  });
  await isHeld.promise;
  return () => {
    isOver.resolve();
    return holder;
  };
}

let certificates = 0;
async function certified(at: World, invoice: Doc, amount: string) {
  certificates += 1;
  const form = new FormData();
  const body = paymentBody(at, {
    method: 'whtCert',
    amount,
    whtCertNo: `A-${certificates}`,
    whtCertDate: '2026-11-20',
    allocations: [{ invoiceId: invoice.id, amount }],
  });
  for (const [key, value] of Object.entries(body))
    form.append(key, typeof value === 'string' ? value : JSON.stringify(value));
  const slip = Buffer.from(`%PDF-1.4\ncertificate ${certificates}\n%%EOF\n`);
  form.append('slip', new Blob([slip], { type: 'application/pdf' }), 'slip.pdf');
  const sent = new Response(form);
  const entered = expectData(
    await at.clerk.post(`${PAYMENTS}/manual`, Buffer.from(await sent.arrayBuffer()), {
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    }),
  );
  return onPayments.done(at.accountant, entered, { action: 'verify' });
}
const credited = async (at: World, invoice: Doc, amount: string) =>
  onCreditNotes.done(
    at.accountant,
    expectData(await at.clerk.post(CREDIT_NOTES, creditBody(invoice, { amount }))),
    { action: 'approve' },
  );

describe('the register of an invoice that is taxed with its money', () => {
  it('has all of what is charged once a credit note leaves nothing owed', async () => {
    const at = await ofNobodyElse();
    const invoice = await issued(at, { whtRate: '3.00' });
    await paid(at, invoice, '500.00');
    await certified(at, invoice, '30.00');
    await credited(at, invoice, '540.00');
    expect(await invoiceNow(at, invoice.id)).toMatchObject({ status: 'paid', balance: '0.00' });
    // 1,070.00 − 540.00 is charged, and nothing of it is owed any more.
    expect(await registered(invoice)).toEqual({ vat: '34.67', total: '530.00' });
  });

  it('has no more than is taxable once a certificate went back', async () => {
    const at = await ofNobodyElse();
    const invoice = await issued(at, { whtRate: '3.00' });
    await certified(at, invoice, '30.00');
    await credited(at, invoice, '540.00');
    await paid(at, invoice, '500.00');
    expect(await registered(invoice)).toEqual({ vat: '34.67', total: '530.00' });
  });
});

describe('an instalment that is taxed on its due date', () => {
  const night = () => server.app.transaction({ actor: SYSTEM }, taxDueInstalments);
  const START = new Date('2026-11-20T03:00:00Z');
  afterEach(() => clock.set(START));

  it('is taxed for no more than is charged after a credit note before that day', async () => {
    const at = await ofNobodyElse();
    const invoice = await issued(at, { taxPoint: 'dueDate', dueDate: '2026-11-22' });
    await paid(at, invoice, '100.00');
    await credited(at, invoice, '535.00');
    clock.set(new Date('2026-11-22T03:00:00Z'));
    await night();
    expect(await registered(invoice)).toEqual({ vat: '35.00', total: '535.00' });
  });

  it('is not taxed where all of it was credited before that day', async () => {
    const at = await ofNobodyElse();
    const invoice = await issued(at, { taxPoint: 'dueDate', dueDate: '2026-11-22' });
    await paid(at, invoice, '100.00');
    await credited(at, invoice, '1070.00');
    clock.set(new Date('2026-11-22T03:00:00Z'));
    await night();
    expect(await registered(invoice)).toEqual({ vat: '0', total: '0' });
  });

  it('is taxed once by two nights at once', async () => {
    const at = await ofNobodyElse();
    const invoice = await issued(at, { taxPoint: 'dueDate', dueDate: '2026-11-22' });
    clock.set(new Date('2026-11-22T03:00:00Z'));
    await Promise.allSettled([night(), night(), night()]);
    expect(await registered(invoice)).toEqual({ vat: '70.00', total: '1070.00' });
  });

  it('is taxed once by two nights that wait for the same account', async () => {
    const at = await ofNobodyElse();
    const invoice = await issued(at, { taxPoint: 'dueDate', dueDate: '2026-11-22' });
    clock.set(new Date('2026-11-22T03:00:00Z'));
    const release = await held(at.customerId);
    const nights = [night(), night()];
    await untilWaiting(server, 2);
    await release();
    await Promise.allSettled(nights);
    expect(await registered(invoice)).toEqual({ vat: '70.00', total: '1070.00' });
  });

  it('is not taxed where somebody makes it void in the moment of the night', async () => {
    const at = await ofNobodyElse();
    const invoice = await issued(at, { taxPoint: 'dueDate', dueDate: '2026-11-22' });
    clock.set(new Date('2026-11-22T03:00:00Z'));
    const release = await held(at.customerId);
    const voided = onInvoices.act(at.accountant, invoice, { action: 'void', reason: 'A mistake' });
    await untilWaiting(server, 1);
    const taxed = night();
    await untilWaiting(server, 2);
    await release();
    expect((await voided).status).toBe(200);
    await taxed;
    expect(await invoiceNow(at, invoice.id)).toMatchObject({ status: 'void' });
    expect(await registered(invoice)).toEqual({ vat: '0', total: '0' });
  });
});

describe('many hands at one account', () => {
  it('pay back, use, credit and reverse one payment once only', async () => {
    for (let round = 0; round < 4; round += 1) {
      const at = await ofNobodyElse();
      const invoice = await issued(at);
      const other = await issued(at);
      const payment = await paid(at, invoice);
      const note = expectData(
        await at.clerk.post(CREDIT_NOTES, creditBody(invoice, { amount: '1070.00' })),
      );
      const over = (await onPayments.done(at.accountant, await pay(at, { amount: '800.00' }), {
        action: 'verify',
      })) as Doc;
      const asked = (await onPayments.done(at.clerk, over, {
        action: 'request-refund',
        reason: 'Too much',
        refundAmount: '800.00',
      })) as Doc;
      const hands = Array.from({ length: 24 }, (_one, n) => async () => {
        const by = n % 2 ? at.accountant : world.admin;
        const fresh = async (id: string): Promise<Doc> =>
          expectData(await by.get(`${PAYMENTS}/${id}`));
        switch (n % 8) {
          case 0:
            return onCreditNotes.act(by, note, { action: 'approve' });
          case 1:
            return onPayments.act(by, asked, { action: 'approve-refund' });
          case 2:
            return onPayments.act(by, await fresh(payment.id), {
              action: 'reverse',
              reason: 'Bounced',
            });
          case 3:
            return onPayments.act(by, await fresh(payment.id), {
              action: 'allocate',
              allocations: [{ invoiceId: other.id, amount: '1070.00' }],
            });
          case 4:
            return onPayments.act(by, await fresh(payment.id), {
              action: 'request-refund',
              reason: 'Too much',
              refundAmount: '1070.00',
            });
          case 5:
            return onInvoices.act(by, other, { action: 'void', reason: 'A mistake' });
          case 6:
            return onPayments.act(by, await fresh(over.id), {
              action: 'decline-refund',
              reason: 'No, not so',
            });
          default:
            return onPayments.act(by, await fresh(over.id), {
              action: 'reverse',
              reason: 'Bounced',
            });
        }
      });
      const answers = await Promise.all(hands.map((hand) => hand()));
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      await expectBalanced(at.customerId);
      const tax = await registered(invoice);
      expect(Number(tax?.vat)).toBeGreaterThanOrEqual(0);
    }
  });

  it('of two servers verify, void and discount once', async () => {
    const beside = await createTestApp({ clock, beside: server });
    try {
      const at = await ofNobodyElse();
      for (let round = 0; round < 5; round += 1) {
        const invoice = await issued(at);
        const payments = await Promise.all(
          [0, 1].map(() =>
            pay(at, {
              allocations: [{ invoiceId: invoice.id, amount: '1070.00' }],
              amount: '1070.00',
            }),
          ),
        );
        const second = beside.signedIn(at.accountant);
        const hands = [at.accountant, second, world.admin, beside.signedIn(world.admin)];
        const answers = await Promise.all([
          ...payments.flatMap((payment) =>
            hands.map((by) => onPayments.act(by, payment, { action: 'verify' })),
          ),
          ...hands.map((by) =>
            onInvoices.act(by, invoice, { action: 'void', reason: 'A mistake' }),
          ),
          ...hands.map((by) =>
            by.put(`/invoices/${invoice.id}`, {
              version: invoice.version,
              discount: { type: 'amount', value: '1.00', reason: 'A loyal customer' },
            }),
          ),
        ]);
        expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
        await expectBalanced(at.customerId);
      }
    } finally {
      await beside.close();
    }
  });
});

describe('a customer that was merged', () => {
  it('takes along notes, refunds and payments that wait, and the account stays whole', async () => {
    const from = await ofNobodyElse();
    const into = await plantCustomer(server, world);
    const invoice = await issued(from);
    const payment = await paid(from, invoice);
    const note = expectData(
      await from.clerk.post(CREDIT_NOTES, creditBody(invoice, { amount: '1070.00' })),
    );
    const waiting = await pay(from, { amount: '50.00' });
    const over = await onPayments.done(from.accountant, await pay(from, { amount: '70.00' }), {
      action: 'verify',
    });
    const asked = await onPayments.done(from.clerk, over, {
      action: 'request-refund',
      reason: 'Too much',
      refundAmount: '70.00',
    });
    const [{ version }] = (await query<{ version: number }>(
      'select version from customers where id = $1',
      [from.customerId],
    )) as [{ version: number }];
    const hands = await Promise.all([
      world.admin.post(`/back-office/customers/${from.customerId}/merge`, {
        version,
        intoId: into,
        reason: 'The same one',
      }),
      onCreditNotes.act(from.accountant, note, { action: 'approve' }),
      onPayments.act(from.accountant, waiting, { action: 'verify' }),
      onPayments.act(from.accountant, asked, { action: 'approve-refund' }),
      onPayments.act(
        from.accountant,
        expectData(await from.accountant.get(`${PAYMENTS}/${payment.id}`)),
        { action: 'reverse', reason: 'It bounced' },
      ),
    ]);
    expect(hands.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    await expectBalanced(into);
    await expectBalanced(from.customerId);
    expect(await accountOf(from.customerId)).toMatchObject({
      entries: '0.00',
      owed: '0.00',
      credit: '0.00',
    });
  });
});

describe('a tax invoice that twenty hands replace', () => {
  it('is replaced once, and goes with its payment', async () => {
    const at = await ofNobodyElse();
    const invoice = await issued(at);
    const payment = await paid(at, invoice);
    await query("update customers set name = 'Right Name' where id = $1", [at.customerId]);
    const [tax] = await query<{ id: string }>('select id from tax_entries where invoice_id = $1', [
      invoice.id,
    ]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        at.accountant.post(`/tax_invoices/${tax?.id}/replace`, { reason: 'A wrong name' }),
      ),
    );
    expect(answers.filter(({ status }) => status < 300).length).toBe(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await registered(invoice)).toEqual({ vat: '70.00', total: '1070.00' });
    await onPayments.done(
      at.accountant,
      expectData(await at.accountant.get(`${PAYMENTS}/${payment.id}`)),
      { action: 'reverse', reason: 'It bounced' },
    );
    expect(await registered(invoice)).toEqual({ vat: '0.00', total: '0.00' });
  });
});

describe('a bank statement', () => {
  it('is refused where it names another account by a few digits only', async () => {
    const [account] = await query<{ id: string; no: string }>(
      'select id, account_no as no from bank_accounts where id = $1',
      [world.bankAccountId],
    );
    const content = `:20:X\r\n:25:${account?.no.slice(-1)}\r\n:28C:1/1\r\n:60F:C261101THB0,00\r\n:61:2611201120CN1070,00NTRFREF\r\n:86:x\r\n:62F:C261120THB1070,00\r\n-`;
    const answer = await sendFile(world.accountant, STATEMENTS, {
      content,
      fileName: 'a.sta',
      bankAccountId: account?.id,
    });
    expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([422, 'STATEMENT_ACCOUNT']);
  });

  it('has no line of what is negative in the column of what came in, as if it had come in', async () => {
    const id = await plantAccount(server, world.companyId);
    const content =
      'Date,Description,Withdrawal,Deposit,Balance,Reference\r\n20/11/2026,a,,-5.00,1,R\r\n20/11/2026,b,-6.00,,1,S\r\n';
    const answer = await sendFile(world.accountant, STATEMENTS, { content, bankAccountId: id });
    const lines = await query<{ amount: string }>(
      'select amount::text from bank_lines where bank_account_id = $1 order by bank_lines.amount',
      [id],
    );
    expect([answer.status, lines.map(({ amount }) => amount)]).toEqual([201, ['-6.00', '-5.00']]);
  });

  it('has no line that is a certificate of withheld tax, which is no money', async () => {
    const at = await ofNobodyElse();
    const id = await plantAccount(server, world.companyId);
    const invoice = await issued(at, { whtRate: '3.00' });
    const certificate = await certified(at, invoice, '30.00');
    const content =
      'Date,Description,Withdrawal,Deposit,Balance,Reference\r\n20/11/2026,a,,30.00,1,W1\r\n';
    expectData(await sendFile(at.accountant, STATEMENTS, { content, bankAccountId: id }));
    const [line] = await query<Doc>(
      'select id, version from bank_lines where bank_account_id = $1',
      [id],
    );
    const linked = await at.accountant.post(`/bank_lines/${line?.id}/link`, {
      version: line?.version,
      paymentId: certificate.id,
    });
    expect(linked.status).toBeGreaterThanOrEqual(400);
  });

  it('lets nobody verify the payment of a line that they confirmed', async () => {
    const at = await ofNobodyElse();
    const id = await plantAccount(server, world.companyId);
    const content =
      'Date,Description,Withdrawal,Deposit,Balance,Reference\r\n20/11/2026,a,,1070.00,1,Q1\r\n20/11/2026,a,,1070.00,1,Q1\r\n';
    expectData(await sendFile(at.accountant, STATEMENTS, { content, bankAccountId: id }));
    const lines = await query<{ id: string; version: number }>(
      'select id, version from bank_lines where bank_account_id = $1',
      [id],
    );
    const body = { customerId: at.customerId, method: 'transfer', allocations: [] };
    const confirmed = await Promise.all(
      Array.from({ length: 10 }, (_one, n) =>
        at.accountant.post(`/bank_lines/${lines[n % 2]?.id}/confirm`, {
          version: lines[n % 2]?.version,
          ...body,
        }),
      ),
    );
    expect(confirmed.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const payments = await query<Doc>(
      'select id, version, status from payments where customer_id = $1',
      [at.customerId],
    );
    expect(payments.length).toBe(2);
    const own = await onPayments.act(at.accountant, payments[0] as Doc, { action: 'verify' });
    expect(own.body.code).toBe('SELF_APPROVAL');
  });
});
