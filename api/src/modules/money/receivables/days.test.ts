import { decimal } from '@boxyard/shared/domain';
import fc from 'fast-check';
import { SYSTEM } from '../../../kernel/index.ts';
import { createTestApp, manualClock, type TestApp, untilWaiting } from '../../../testing/index.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { plantCustomer } from '../../partners/testing/planted.ts';
import { postEntries } from '../account.ts';
import {
  creditBody,
  type Doc,
  debitBody,
  invoiceNow,
  issued,
  makeWorld,
  onCreditNotes,
  onDebitNotes,
  onInvoices,
  onPayments,
  pay,
  type World,
} from '../testing/world.ts';
import { closeReceivableMonths, sumReceivableMonths } from './months.ts';

/**
 * A customer's account through random days, of which months are closed on the way: for every day the
 * entries, the ageing and the statement say the same, and what payments settled is what invoices call
 * paid.
 */

const DAY = 86_400_000;
const STEPS = 40;
const clock = manualClock(new Date('2026-03-02T03:00:00Z'));
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ clock });
});
afterAll(() => server?.close());

const REASON = 'As the customer wished';
interface Play {
  readonly world: World;
  readonly invoices: Doc[];
  readonly payments: Doc[];
  readonly pick: number;
}
type Step = (play: Play) => Promise<unknown>;

const fresh = async (world: World, { id }: Doc) => invoiceNow(world, id);
const STEP_KINDS: readonly Step[] = [
  async ({ world, invoices, pick }) => {
    const dueDate = dayFrom(world, [0, 3, 30][pick % 3] ?? 0);
    invoices.push(await issued(world, { dueDate, taxPoint: pick % 2 ? 'delivery' : 'payment' }));
  },
  // Paid in part, or too much: the rest is credit.
  async ({ world, invoices, payments, pick }) => {
    const invoice = invoices[pick % invoices.length];
    if (!invoice) return;
    const { balance } = await fresh(world, invoice);
    const [part, more] = pick % 2 ? ['100.00', '100.00'] : [balance, `${(pick % 5) + 1}500.00`];
    if (decimal.isZero(balance) || decimal.compare(balance, part) < 0) return;
    const asked = await pay(world, {
      amount: more,
      allocations: [{ invoiceId: invoice.id, amount: part }],
    });
    payments.push((await onPayments.done(world.accountant, asked, { action: 'verify' })) as Doc);
  },
  async ({ world, payments, pick }) => {
    const payment = payments[pick % payments.length];
    if (payment)
      await onPayments.act(world.accountant, payment, { action: 'reverse', reason: REASON });
  },
  async ({ world, invoices, pick }) => {
    const invoice = invoices[pick % invoices.length];
    if (!invoice) return;
    const asked = await world.clerk.post('/credit_notes', creditBody(invoice));
    if (asked.status < 300) {
      await onCreditNotes.act(world.admin, expectData(asked), { action: 'approve' });
    }
  },
  async ({ world, invoices, pick }) => {
    const invoice = invoices[pick % invoices.length];
    if (!invoice) return;
    const asked = await world.clerk.post('/debit_notes', debitBody(invoice));
    if (asked.status < 300) {
      await onDebitNotes.act(world.admin, expectData(asked), { action: 'approve' });
    }
  },
  async ({ world, invoices, pick }) => {
    const invoice = invoices[pick % invoices.length];
    if (!invoice) return;
    const { version } = await fresh(world, invoice);
    await onInvoices.act(
      world.accountant,
      { ...invoice, version },
      { action: 'void', reason: REASON },
    );
  },
  async ({ world, invoices, pick }) => {
    const invoice = invoices[pick % invoices.length];
    if (!invoice) return;
    const { version } = await fresh(world, invoice);
    await onInvoices.act(
      world.accountant,
      { ...invoice, version },
      { action: 'defer', dueDate: dayFrom(world, (pick % 40) + 1), reason: REASON },
    );
  },
  async ({ world, payments, pick }) => {
    const payment = payments[pick % payments.length];
    if (!payment) return;
    const asked = await onPayments.act(world.clerk, payment, {
      action: 'request-refund',
      reason: REASON,
      refundAmount: '10.00',
    });
    if (asked.status >= 300) return;
    payments[pick % payments.length] = (await onPayments.done(world.accountant, expectData(asked), {
      action: 'approve-refund',
    })) as Doc;
  },
];

const query = async <R extends object>(text: string, values: readonly unknown[]) =>
  (await server.app.pg.query<R>(text, values)).rows;

/** What the entries say of a day, each invoice by the due date that it had then. */
const entriesOf = (world: World, day: string) =>
  query<Record<string, string>>(
    `select coalesce(sum(owed) filter (where late <= 0), 0)::numeric(15,2)::text as "notDue",
        coalesce(sum(owed) filter (where late between 1 and 30), 0)::numeric(15,2)::text as days30,
        coalesce(sum(owed) filter (where late between 31 and 60), 0)::numeric(15,2)::text as days60,
        coalesce(sum(owed) filter (where late between 61 and 90), 0)::numeric(15,2)::text as days90,
        coalesce(sum(owed) filter (where late > 90), 0)::numeric(15,2)::text as over90,
        coalesce(-sum(owed) filter (where late is null), 0)::numeric(15,2)::text as credit,
        coalesce(sum(owed), 0)::numeric(15,2)::text as balance
      from (select sum(r.amount) as owed, $2::date - coalesce((select d.due_before from invoice_deferrals d
            where d.invoice_id = r.invoice_id and d.deferred_on > $2::date
            order by d.deferred_on, d.created_at, d.id limit 1), iv.due_date) as late
          from receivable_entries r left join invoices iv on iv.id = r.invoice_id
          where r.customer_id = $1 and r.business_date <= $2::date
          group by r.invoice_id, iv.due_date) e`,
    [world.customerId, day],
  );

/** The customer's account in the report of customers, now or at the end of a day. */
async function reported({ admin, customerId }: World, day?: string): Promise<object> {
  const asOf = day === undefined ? '' : `&asOf=${day}`;
  const { status, body } = await admin.get(`/reports/customer-report?limit=100${asOf}`);
  expect([day, status, body.errors]).toEqual([day, 200, undefined]);
  const row = body.data.find(({ id }: { id: string }) => id === customerId);
  return { billed: row.billed, paid: row.paid, outstanding: row.outstanding };
}

/** The same as the entries say it. */
async function billedBy({ customerId }: World, day: string): Promise<object | undefined> {
  const [row] = await query<object>(
    `select coalesce(sum(amount) filter (where kind not in ('allocation', 'credit', 'refund')), 0)::numeric(15,2)::text as billed,
        coalesce(-sum(amount) filter (where kind in ('allocation', 'credit', 'refund')), 0)::numeric(15,2)::text as paid,
        coalesce(sum(amount), 0)::numeric(15,2)::text as outstanding
      from receivable_entries where customer_id = $1 and business_date <= $2::date`,
    [customerId, day],
  );
  return row;
}

it('says the same by entries, ageing and statement on every day', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(STEP_KINDS.length - 1), fc.nat(1000), fc.nat(4)), {
        minLength: STEPS,
        maxLength: STEPS,
      }),
      async (steps) => {
        const world = await makeWorld(server);
        const [invoices, payments]: [Doc[], Doc[]] = [[], []];
        const first = dayFrom(world, 0);
        /** The customer's account as the report told it last on each day. */
        const seen = new Map<string, object>();
        await STEP_KINDS[0]?.({ world, invoices, payments, pick: 1 });
        for (const [kind, pick, days] of steps) {
          clock.set(new Date(clock.now().getTime() + days * DAY));
          await night();
          await STEP_KINDS[kind]?.({ world, invoices, payments, pick });
          seen.set(dayFrom(world, 0), await reported(world));
        }
        const last = dayFrom(world, 1);
        for (let at = Date.parse(first); at <= Date.parse(last); at += DAY) {
          const day = new Date(at).toISOString().slice(0, 10);
          const [entries] = await entriesOf(world, day);
          const [aged] = expectData(
            await world.accountant.get(`/receivables?customerId=${world.customerId}&asOf=${day}`),
          ) as Record<string, string>[];
          const statement = expectData(
            await world.accountant.get(
              `/receivables/${world.customerId}/statement?startDate=2026-01-01&endDate=${day}`,
            ),
          );
          const zero = Object.fromEntries(Object.keys(entries ?? {}).map((key) => [key, '0.00']));
          expect([day, { ...zero, ...(aged ? shown(aged) : {}) }]).toEqual([day, entries]);
          expect([day, statement.closing]).toEqual([day, entries?.balance]);
          expect([day, await reported(world, day)]).toEqual([day, await billedBy(world, day)]);
        }
        // A report of a past day never changes.
        for (const [day, then] of seen)
          expect([day, await reported(world, day)]).toEqual([day, then]);
        await expectSettled(world);
      },
    ),
    { numRuns: Number(process.env.BOXYARD_ACCOUNT_RUNS ?? 2), seed: 18, endOnFailure: true },
  );
});

/** What the entries say of the ends of months, and what is kept of them. */
const months = (from: string) =>
  query<{ month: string; balances: string }>(
    `select last_day::text as month, md5(string_agg(concat_ws(' ', customer_id, coalesce(invoice_id::text, 'credit'),
        due_date, amount), ',' order by customer_id, invoice_id)) as balances
      from (${from}) b group by 1 order by 1`,
    [],
  );

it('keeps the balances of each month that is over as its entries add up', async () => {
  const kept = await months('select * from receivable_balances');
  expect(kept.length).toBeGreaterThan(1);
  expect(kept).toEqual(
    await months(`select m.last_day, r.customer_id, r.invoice_id, sum(r.amount)::numeric(15, 2) as amount,
        coalesce((select d.due_before from invoice_deferrals d where d.invoice_id = r.invoice_id
          and d.deferred_on > m.last_day order by d.deferred_on, d.created_at, d.id limit 1), iv.due_date) as due_date
      from receivable_months m join receivable_entries r on r.business_date <= m.last_day
      left join invoices iv on iv.id = r.invoice_id
      group by m.last_day, r.customer_id, r.invoice_id, iv.due_date having sum(r.amount) <> 0`),
  );
  const [first] = await query<{ day: string }>(
    'select min(last_day)::text as day from receivable_months',
    [],
  );
  for (const late of [
    `insert into receivable_entries (company_id, customer_id, kind, amount, business_date, created_at)
       select company_id, customer_id, 'credit', -1, $1, now() from receivable_entries limit 1`,
    `insert into invoice_deferrals (invoice_id, due_before, due_after, deferred_on, created_at)
       select id, due_date, due_date + 1, $1, now() from invoices limit 1`,
  ]) {
    await expect(query(late, [first?.day])).rejects.toThrow('is closed');
  }
  await expect(query('update receivable_entries set amount = 1', [])).rejects.toThrow(
    'append-only',
  );
});

it('keeps what was billed and paid by the end of each month as its entries add up', async () => {
  const totals = (from: string) =>
    query<object>(
      `select last_day::text as month, customer_id, sum(billed)::text as billed, sum(paid)::text as paid
        from (${from}) t group by last_day, customer_id order by last_day, customer_id`,
      [],
    );
  const kept = await totals('select * from receivable_totals');
  expect(kept.length).toBeGreaterThan(1);
  expect(kept).toEqual(
    await totals(`select m.last_day, r.customer_id,
        case when receivable_is_billed(r.kind) then r.amount else 0 end::numeric(17, 2) as billed,
        case when receivable_is_billed(r.kind) then 0 else -r.amount end::numeric(17, 2) as paid
      from receivable_months m join receivable_entries r on r.business_date <= m.last_day`),
  );
});

it('refuses a day of a report that is none', async () => {
  const world = await makeWorld(server);
  const { status, body } = await world.admin.get('/reports/customer-report?asOf=31/01/2026');
  expect([status, body.errors[0].field, body.errors[0].code]).toEqual([422, 'asOf', 'DATE']);
});

it('waits with a month for whoever is posting to it', async () => {
  clock.set(new Date('2031-03-31T03:00:00Z'));
  const world = await makeWorld(server);
  await night();
  const invoice = await issued(world);
  const posted = Promise.withResolvers<void>();
  const isNextMonth = Promise.withResolvers<void>();
  const posting = server.app.transaction({ actor: SYSTEM }, async (ctx) => {
    await postEntries(ctx, { companyId: world.companyId, customerId: world.customerId }, [
      { kind: 'discount', invoiceId: invoice.id, amount: '-7.00' },
    ]);
    posted.resolve();
    await isNextMonth.promise;
  });
  await posted.promise;
  clock.set(new Date('2031-04-02T03:00:00Z'));
  const closing = night();
  await untilWaiting(server);
  isNextMonth.resolve();
  await Promise.all([posting, closing]);
  const [kept] = await query<{ amount: string }>(
    `select amount from receivable_balances where last_day = '2031-03-31' and invoice_id = $1`,
    [invoice.id],
  );
  expect(kept).toEqual({ amount: '1063.00' });
});

it('goes on as the account of the customer that a duplicate turned out to be', async () => {
  const kept = await makeWorld(server);
  await issued(kept);
  const other = await plantCustomer(server, kept);
  // Both with credit.
  for (const world of [kept, { ...kept, customerId: other }]) {
    await onPayments.done(world.accountant, await pay(world), { action: 'verify' });
  }
  clock.set(new Date('2031-06-03T03:00:00Z'));
  await night();
  const { accountant, admin } = await makeWorld(server);
  const { version } = expectData(await admin.get(`/back-office/customers/${other}`));
  const merged = await admin.post(`/back-office/customers/${other}/merge`, {
    version,
    intoId: kept.customerId,
    reason: 'The same customer',
  });
  expect(merged.status).toBe(200);
  const aged = async (id: string) =>
    expectData(await accountant.get(`/receivables?customerId=${id}&asOf=2031-06-03`));
  expect(await aged(other)).toEqual([]);
  expect(await aged(kept.customerId)).toMatchObject([{ credit: '2140.00', balance: '-1070.00' }]);
});

async function night(): Promise<void> {
  for (const work of [closeReceivableMonths, sumReceivableMonths]) {
    await server.app.transaction({ actor: SYSTEM }, work);
  }
}

const BUCKETS = ['notDue', 'days30', 'days60', 'days90', 'over90', 'credit', 'balance'] as const;
const shown = (aged: Record<string, string>) =>
  Object.fromEntries(BUCKETS.map((key) => [key, aged[key]]));

/** What payments settled is what invoices call paid, and what is owed what entries leave. */
async function expectSettled(world: World): Promise<void> {
  const wrong = await query(
    `select iv.document_no, iv.paid_amount, a.settled, iv.balance, e.owed from invoices iv
      left join lateral (select coalesce(sum(pa.amount), 0) as settled from payment_allocations pa
        join payments p on p.id = pa.payment_id
        where pa.invoice_id = iv.id and p.status in ('verified', 'refundRequested')) a on true
      left join lateral (select coalesce(sum(r.amount), 0) as owed from receivable_entries r
        where r.invoice_id = iv.id) e on true
      where iv.customer_id = $1 and (iv.paid_amount <> a.settled or iv.balance <> e.owed)`,
    [world.customerId],
  );
  expect(wrong).toEqual([]);
}
