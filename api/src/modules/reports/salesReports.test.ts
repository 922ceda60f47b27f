import { contract, type ReportEndpoint } from '@boxyard/shared/contract';
import { AGREED_CONTRACT_STATUSES } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../testing/index.ts';
import { expectData } from '../../workflow/testing/world.ts';
import { plantAccount } from '../money/testing/world.ts';
import {
  act,
  type Doc,
  draft,
  hirePurchase,
  inForce,
  makeWorld,
  PATH,
  pending,
  to,
  type World,
} from '../sales/contracts/testing/world.ts';
import { fulfilled, sold } from '../sales/warranties/testing/world.ts';
import { jobBody } from '../service/jobs/testing/world.ts';

const clock = manualClock(new Date('2026-10-20T03:00:00Z'));
const DAY = 86_400_000;
let test: TestApp;
let world: World;
let auditor: Person;
/** Sees the contracts of one salesperson only. */
let chief: Person;
/** The seller's hire purchase. */
let bought: Doc;

interface Figures {
  readonly lines: number;
  readonly values: Readonly<Record<string, string | null>>;
}
interface Group extends Figures {
  readonly key: string;
  readonly groups?: readonly Group[];
}
interface Summary extends Figures {
  readonly before?: Readonly<Record<string, Figures['values']>>;
  readonly groups: readonly Group[];
  readonly charts: Readonly<
    Record<
      string,
      { series: string[]; points: { key?: string; label: string; values: string[] }[] }
    >
  >;
}
type Row = Readonly<Record<string, unknown>> & { readonly id: string };

const read = async (by: Person, slug: string, query = '') => {
  const { status, body } = await by.get(`/reports/${slug}?limit=100&${query}`);
  expect([slug, query, status, body.errors ?? null]).toEqual([slug, query, 200, null]);
  return { rows: body.data as Row[], meta: body.meta as { totalItems: number; summary: Summary } };
};
const summaryOf = async (by: Person, slug: string, query = '') =>
  (await read(by, slug, query)).meta.summary;

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);

/** One value that the tables themselves say. */
const truth = async (text: string, values: readonly unknown[] = []): Promise<string> => {
  const { rows } = await test.app.pg.query<{ value: string | null }>(
    `select (${text})::text as value`,
    [...values],
  );
  return String(rows[0]?.value);
};

/** Pays so much of an invoice; whoever verifies is somebody else. */
async function pay(invoiceId: string, amount: string, isVerified = true): Promise<void> {
  const invoice = expectData(await world.admin.get(`/invoices/${invoiceId}`));
  const payment = expectData(
    await world.secondAdmin.post('/payments/manual', {
      customerId: invoice.customer.id,
      method: 'cash',
      paidAt: clock.now().toISOString(),
      amount,
      allocations: [{ invoiceId, amount }],
    }),
  );
  if (isVerified) {
    expectData(
      await world.admin.post(`/payments/${payment.id}/verify`, { version: payment.version }),
    );
  }
}

const firstInvoiceOf = async (doc: Doc): Promise<string> =>
  truth(
    `select id from invoices where source_id = $1 and balance > 0 order by due_date, id limit 1`,
    [doc.id],
  );

beforeAll(async () => {
  test = await createTestApp({ clock });
  world = await makeWorld(test);
  await plantAccount(test, world.companyId);
  auditor = await test.as('auditor');
  chief = world.salesChief;
  const put = async (key: string, body: object) =>
    expectData(await world.admin.post(`/settings/${world.companyId}/${key}`, body));
  await put('sales.commissionPercent', { value: '2.50', effectiveFrom: '2026-10-20' });
  await put('sales.target', {
    value: '50000.00',
    effectiveFrom: '2026-10-01',
    userId: world.seller.userId,
  });
  // October: the seller's hire purchase with a discount, part of it paid, and somebody else's sale.
  bought = await inForce(
    world,
    {
      ...hirePurchase(world),
      discountType: 'percent',
      discountValue: '2.00',
      discountReason: 'Loyal',
    },
    world.seller,
  );
  const first = await firstInvoiceOf(bought);
  await pay(first, '2000.00');
  await pay(first, '300.00', false);
  await sold(world);
  clock.advance(14 * DAY);
  // November: a warranty that goes on, a draft, one that waits and one that came to nothing.
  await fulfilled(world);
  await draft(world, {}, world.seller);
  await pending(world, {}, world.seller);
  const dropped = await draft(world, {}, world.seller);
  await to(world.seller, dropped, { action: 'cancel', reason: 'The customer is gone' });
  expectData(
    await world.seller.post('/comments', {
      type: 'contracts',
      id: bought.id,
      text: 'The customer called',
      mentions: [],
    }),
  );
});
afterAll(() => test?.close());

/** The rows that the two readers see, as a condition on the salesperson. */
const READERS: readonly (readonly [string, () => Person, () => string])[] = [
  ['the auditor', () => auditor, () => 'true'],
  [
    'the head of the seller’s team',
    () => chief,
    () => `sale_id in ('${world.seller.userId}', '${chief.userId}')`,
  ],
];

/** Reports with the figures that add up row by row, and the column of the rows that each is. */
const ADDED: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'payment-report': {
    gross: 'gross',
    wht: 'wht',
    net: 'net',
    vat: 'vat',
    verified: null,
    unverified: null,
  },
  'purchase-contract-report': {
    value: 'value',
    discount: 'discount',
    outstanding: 'outstanding',
    price: 'price',
    contracts: null,
  },
  'customer-report': {
    billed: 'billed',
    paid: 'paid',
    outstanding: 'outstanding',
    contracts: 'contracts',
    containers: 'containers',
    customers: null,
    withContract: null,
  },
  'warranty-extension-report': {
    price: 'price',
    partsCost: 'partsCost',
    expiring: null,
    renewed: null,
  },
  'sales-agent-report': {
    value: 'value',
    collected: 'collected',
    outstanding: 'outstanding',
    discount: 'discount',
    contracts: 'contracts',
    renewals: 'renewals',
    commissionBase: 'commissionBase',
    commission: 'commission',
    target: 'target',
  },
};
const CASES = Object.keys(ADDED).flatMap((slug) =>
  READERS.map(([reader, by]) => [slug, reader, by] as const),
);
const defOf = (slug: string) =>
  Object.values(contract as unknown as Record<string, ReportEndpoint>).find(
    (endpoint) => 'report' in endpoint && endpoint.report.slug === slug,
  )?.report as ReportEndpoint['report'];

describe.each(CASES)('%s, read by %s', (slug, _reader, by) => {
  it('has rows whose sums are its totals, and a file of the same rows', async () => {
    const { rows, meta } = await read(by(), slug);
    expect(rows.length).toBeGreaterThan(0);
    expect([meta.totalItems, meta.summary.lines]).toEqual([rows.length, rows.length]);
    for (const [measure, column] of Object.entries(ADDED[slug] ?? {})) {
      if (column === null) continue;
      const sum = rows.reduce((total, row) => total + cents(row[column]), 0);
      expect([measure, cents(meta.summary.values[measure])]).toEqual([measure, sum]);
    }
    const file = await by().get(`/reports/${slug}/export?format=csv`);
    expect(file.status).toBe(200);
    expect(file.raw.toString('utf8').trim().split('\n')).toHaveLength(rows.length + 1);
  });

  it('has groups, and groups within groups, that add up to its totals', async () => {
    const whole = await summaryOf(by(), slug);
    for (const one of defOf(slug).groups) {
      const [other = one] = defOf(slug).groups.filter((group) => group !== one);
      const { groups } = await summaryOf(by(), slug, `groupBy=${one},${other}`);
      const added = (of: readonly Group[], measure: string) =>
        of.reduce((total, { values }) => total + cents(values[measure]), 0);
      for (const measure of Object.keys(ADDED[slug] ?? {})) {
        expect([one, measure, added(groups, measure)]).toEqual([
          one,
          measure,
          cents(whole.values[measure]),
        ]);
        for (const group of groups) {
          expect([one, other, measure, added(group.groups ?? [], measure)]).toEqual([
            one,
            other,
            measure,
            cents(group.values[measure]),
          ]);
        }
      }
    }
  });

  it('is compared with the figures that the days before have themselves', async () => {
    const november = 'startDate=2026-11-01&endDate=2026-11-30';
    const { before } = await summaryOf(by(), slug, `${november}&compare=period`);
    const october = await summaryOf(by(), slug, 'startDate=2026-10-01&endDate=2026-10-31');
    expect(before?.period).toEqual(october.values);
  });
});

describe.each(READERS)('what the documents say to %s', (_reader, by, mine) => {
  it('payments: verified ones by method, and what is not verified yet', async () => {
    const { values, charts } = await summaryOf(by(), 'payment-report');
    const paid = (status: string) =>
      truth(`select coalesce(sum(amount), 0) from payments where ${mine()} and ${status}`);
    const verified = await paid(`status in ('verified', 'refundRequested')`);
    expect(values).toMatchObject({
      verified,
      unverified: await paid(`status = 'pending'`),
      gross: await paid(`status not in ('rejected', 'reversed')`),
      wht: '0.00',
    });
    const points = charts.byMonth?.points ?? [];
    const drawn = points.flatMap((point) => point.values).reduce((sum, one) => sum + cents(one), 0);
    expect([drawn, Number(verified) > 0]).toEqual([cents(verified), true]);
  });

  it('contracts: what they are worth, by status in the order of the machine', async () => {
    const { values, charts } = await summaryOf(by(), 'purchase-contract-report');
    const of = (value: string) =>
      truth(`select ${value} from contracts where ${mine()} and status <> 'cancelled'`);
    expect(values).toMatchObject({
      value: await of('sum(grand_total)'),
      outstanding: await of('sum(outstanding_amount)'),
      discount: await of(`sum((totals->>'discountTotal')::numeric)`),
      contracts: `${await of('count(*)')}.0`,
      inForcePct: await of('round(100.0 * count(activated_on) / count(*), 2)'),
    });
    const order = ['draft', 'booking', 'pending', 'approved', 'onGoing'];
    const drawn = (charts.byStatus?.points ?? []).map(({ key }) => String(key));
    expect(drawn).toEqual(order.filter((status) => drawn.includes(status)));
    const dropped = await read(by(), 'purchase-contract-report', 'status=cancelled');
    expect([dropped.rows.length, dropped.meta.summary.values.value]).toEqual([1, '0.00']);
  });

  it('customers: what they owe is what their accounts say', async () => {
    const { values } = await summaryOf(by(), 'customer-report');
    const entries = `from receivable_entries r join customers c on c.id = r.customer_id
      where ${mine()} and c.merged_into_id is null`;
    expect(values).toMatchObject({
      outstanding: await truth(`select coalesce(sum(r.amount), 0) ${entries}`),
      customers: `${await truth(`select count(*) from customers where ${mine()}`)}.0`,
      contracts: expect.stringMatching(/^[1-9]/),
    });
    const { body } = await by().get('/receivables?limit=10');
    expect(body.meta.summary.balance).toBe(values.outstanding);
    expect(cents(values.billed) - cents(values.paid)).toBe(cents(values.outstanding));
  });

  it('warranties: those that go on against those that end', async () => {
    const { values } = await summaryOf(by(), 'warranty-extension-report');
    const of = (what: string) =>
      truth(`select ${what} from warranties w where w.${mine() === 'true' ? 'sale_id is not null' : mine()}
        and status <> 'voided'`);
    expect(values).toMatchObject({
      expiring: `${await of('count(*)')}.0`,
      price: await of('coalesce(sum(price), 0)::numeric(15, 2)'),
      renewed: `${await of(`count(*) filter (where type <> 'initial')`)}.0`,
    });
  });

  it('salespeople: what was agreed, what came in, and the commission of it', async () => {
    const { values } = await summaryOf(by(), 'sales-agent-report');
    const agreed = AGREED_CONTRACT_STATUSES.map((status) => `'${status}'`).join(', ');
    const of = (what: string) =>
      truth(`select ${what} from contracts where ${mine()} and status in (${agreed})`);
    const base = `grand_total - (totals->>'vatAmount')::numeric`;
    expect(values).toMatchObject({
      value: await of('sum(grand_total)'),
      contracts: `${await of('count(*)')}.0`,
      outstanding: await of('sum(outstanding_amount)'),
      commissionBase: await of(`sum(${base})`),
      commission: await of(`sum(round((${base}) * 0.025, 2))`),
      collected: await truth(
        `select coalesce(sum(amount), 0) from payments where ${mine()} and status = 'verified'`,
      ),
      // Rows of two months.
      target: '100000.00',
    });
    const months = await read(
      by(),
      'sales-agent-report',
      `saleId=${world.seller.userId}&sort=period`,
    );
    expect(months.rows.map(({ period, target }) => [period, target])).toEqual([
      ['2026-10-01', '50000.00'],
      ['2026-11-01', '50000.00'],
    ]);
    const [october] = months.rows;
    expect(cents(october?.attainmentPct)).toBe(
      Math.round((cents(october?.value) / cents(october?.target)) * 100 * 100),
    );
  });
});

describe('rows', () => {
  it('tell a salesperson of their own customers and months alone', async () => {
    const own = await read(world.seller, 'customer-report');
    expect(own.rows.map(({ sale }) => (sale as { id: string }).id)).toEqual(
      own.rows.map(() => world.seller.userId),
    );
    const months = await read(world.seller, 'sales-agent-report');
    expect(new Set(months.rows.map(({ sale }) => (sale as { id: string }).id))).toEqual(
      new Set([world.seller.userId]),
    );
  });

  it('tell when a customer was last talked to, and leave money to whoever may see it', async () => {
    const { rows } = await read(world.seller, 'customer-report');
    const talked = rows.find(
      ({ customer }) => (customer as { id: string }).id === world.sellersCustomerId,
    );
    const at = await truth(
      `select to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') from comments`,
    );
    expect(String(talked?.lastContact)).toContain(at);
    expect(talked?.code).toEqual({ id: world.sellersCustomerId, documentNo: expect.any(String) });
    const text = JSON.stringify(rows);
    expect(text).not.toContain('0105552001116');
    expect(text).not.toContain('021234501');
  });

  it('name the warranty that goes on, its price, its days and how it was asked for', async () => {
    const { rows } = await read(auditor, 'warranty-extension-report', 'renewal=renewed');
    expect(rows).toHaveLength(1);
    const [row] = rows;
    expect(row).toMatchObject({
      next: { documentNo: expect.stringMatching(/^WA/) },
      months: 12,
      price: '1200.00',
      gapDays: 0,
      channel: 'customer',
      renewal: 'renewed',
    });
    const open = await read(auditor, 'warranty-extension-report', 'renewal=open');
    expect(open.rows.every(({ next }) => next === null)).toBe(true);
  });

  it('name the account of a payment and the invoice that it settles', async () => {
    const bankAccountId = await truth('select id from bank_accounts limit 1');
    await test.app.pg.query(
      `update payments set bank_account_id = $1, method = 'card', bank_reference = 'R-1' where amount = 300`,
      [bankAccountId],
    );
    const { rows } = await read(auditor, 'payment-report', `bankAccountId=${bankAccountId}`);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      method: 'card',
      bankAccount: { name: 'Kasikornbank', nameTh: 'ธนาคารกสิกรไทย' },
      invoice: { documentNo: expect.stringMatching(/^IV/) },
      gross: '300.00',
      status: 'pending',
    });
    const { groups } = await summaryOf(auditor, 'payment-report', 'groupBy=bankAccount');
    expect(groups.some(({ key }) => key === bankAccountId)).toBe(true);
  });

  it('give a discount as a share of the price', async () => {
    const { rows } = await read(chief, 'purchase-contract-report', 'type=installment');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ discount: '1800.00', discountPct: 2, price: '90000.00' });
  });

  it('tell nothing of a warranty that goes on with another salesperson', async () => {
    const renewed = (by: Person) => summaryOf(by, 'warranty-extension-report');
    const { values } = await renewed(auditor);
    await test.app.pg.query(
      `update warranties set sale_id = $1 where id = (select previous_id from warranties where type <> 'initial')`,
      [world.seller.userId],
    );
    const { rows, meta } = await read(chief, 'warranty-extension-report', 'sort=-previousEnd');
    expect(rows.map(({ next, price }) => [next, price])).toEqual(rows.map(() => [null, null]));
    expect(meta.summary.values).toMatchObject({ renewed: '0.0', price: '0.00' });
    expect((await renewed(auditor)).values).toEqual(values);
  });

  it('tell of open jobs and of the last visit to whoever reads jobs', async () => {
    const { rows: products } = await test.app.pg.query<{ id: string }>(
      `select pc.product_id as id from product_contracts pc where pc.customer_id = $1 limit 1`,
      [world.sellersCustomerId],
    );
    const job = expectData(
      await world.admin.post('/material_repair_maintenances', jobBody(products[0]?.id ?? '')),
    );
    const shown = async (by: Person) =>
      (await read(by, 'customer-report')).rows.find(
        ({ customer }) => (customer as { id: string }).id === world.sellersCustomerId,
      );
    expect(await shown(auditor)).toMatchObject({ openJobs: 1 });
    await test.app.pg.query(
      `insert into job_times (job_id, technician_id, started_at) values ($1, $2, '2027-01-05T03:00:00Z')`,
      [job.id, world.admin.userId],
    );
    expect(await shown(auditor)).toMatchObject({ lastContact: '2027-01-05T03:00:00.000Z' });
    await test.app.pg.query('delete from job_times where job_id = $1', [job.id]);
  });

  it('tell nothing of a contract that another salesperson has taken over', async () => {
    const shown = async () => {
      const { rows } = await read(chief, 'customer-report');
      return rows.find(
        ({ customer }) => (customer as { id: string }).id === world.sellersCustomerId,
      );
    };
    const contracts = (await read(chief, 'purchase-contract-report')).rows.length;
    expect(await shown()).toMatchObject({ contracts: 1, containers: 1 });
    const doc = expectData(await world.admin.get(`${PATH}/${bought.id}`));
    await act(world.admin, doc, {
      action: 'change_sale',
      saleID: world.admin.userId,
      reason: 'A move',
    });
    expect(await shown()).toMatchObject({ contracts: 0, containers: 0, lastContact: null });
    expect((await read(chief, 'purchase-contract-report')).rows).toHaveLength(contracts - 1);
    const months = await read(auditor, 'sales-agent-report', `saleId=${world.admin.userId}`);
    expect(months.rows.some(({ value }) => value === bought.grandTotal)).toBe(true);
  });
});
