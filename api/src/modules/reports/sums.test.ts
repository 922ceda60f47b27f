import { contract, type ReportEndpoint } from '@boxyard/shared/contract';
import { fillReports } from '../../bench/fillReports.ts';
import { refreshSums } from '../../jobs/tasks.ts';
import { SYSTEM } from '../../kernel/index.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../testing/index.ts';
import { alertWrongSums, comparedSums } from '../../workflow/index.ts';
import { keptSums } from '../index.ts';
import { makeWorld, type World } from '../money/testing/world.ts';

const clock = manualClock(new Date('2026-10-20T03:00:00Z'));
let test: TestApp;
let world: World;
let readers: Readonly<Record<string, Person>>;

const run = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await test.app.pg.query<R>(text, [...values])).rows;

beforeAll(async () => {
  test = await createTestApp({ clock });
  world = await makeWorld(test);
  await fillReports(test, world, { rows: 600, customers: 12 });
  // A bulk fill leaves these out: discounts, taxes, quantities that differ from line to line.
  await run(`update part_sale_items set issue_value = 40 + get_byte(uuid_send(id), 15) % 7`);
  await run(
    `update requisition_items set approved_qty = 2, dispatched_qty = get_byte(uuid_send(id), 15) % 3`,
  );
  await run(
    `update contracts set totals = '{"subTotal": "120.00", "discountTotal": "20.00", "vatAmount": "7.00"}'`,
  );
  const [other] = await run<{ id: string }>(`select id from companies where code = 'OTHER'`);
  readers = {
    auditor: await test.as('auditor'),
    accountant: await test.as('accounting-manager'),
    'another company’s accountant': await test.as('accounting-manager', {
      companyId: String(other?.id),
    }),
    'one warehouse’s manager': await test.as('warehouse-manager', {
      warehouseIds: [world.otherWarehouseId],
    }),
    buyer: await test.as('purchasing-manager', { warehouseIds: [world.warehouseId] }),
    salesperson: await test.as('sales-officer'),
  };
});
afterAll(() => test?.close());

const SUMMED = [
  'purchase-report',
  'purchase-receipt-report',
  'parts-sales-report',
  'parts-requisition-report',
  'payment-report',
  'sales-agent-report',
] as const;
const defOf = (slug: string) =>
  Object.values(contract as unknown as Record<string, ReportEndpoint>).find(
    (endpoint) => 'report' in endpoint && endpoint.report.slug === slug,
  )?.report as ReportEndpoint['report'];

/** Questions of a report: by every group, within days, months and none, cut by status and warehouse. */
function questionsOf(slug: string): string[] {
  const { groups, filters } = defOf(slug);
  const spans = [
    '',
    'startDate=2026-02-01&endDate=2026-04-30',
    'startDate=2026-01-17',
    'endDate=2026-03-09',
  ];
  const cuts = [
    ...(filters.includes('status') ? ['status=completed', 'status=verified,pending'] : []),
    ...(filters.includes('warehouse') ? [`warehouseId=${world.warehouseId}`] : []),
    ...(filters.includes('company') ? [`companyId=${world.companyId}`] : []),
    'compare=period,year&startDate=2026-02-01&endDate=2026-03-20',
  ];
  return [
    ...spans,
    ...groups.flatMap((by) => spans.slice(0, 2).map((span) => `groupBy=${by}&${span}`)),
    ...groups.map((by) => `groupBy=${by},${groups.find((one) => one !== by)}&${spans[1]}`),
    ...cuts,
  ];
}

type Answers = Readonly<Record<string, unknown>>;
async function answersOf(
  slug: string,
  by: readonly string[] = Object.keys(readers),
): Promise<Answers> {
  const answers: Record<string, unknown> = {};
  for (const [name, reader] of Object.entries(readers)) {
    if (!by.includes(name)) continue;
    for (const question of questionsOf(slug)) {
      const { status, body } = await reader.get(`/reports/${slug}?limit=10&${question}`);
      answers[`${name} asks ${question}`] = status === 200 ? body.meta : status;
    }
  }
  return answers;
}

/** The same without sums: everything is read from its rows. */
async function rowsSay(slug: string, by?: readonly string[]): Promise<Answers> {
  await run('alter table report_sum_sources rename column shape to kept');
  await run(`alter table report_sum_sources add column shape text not null default ''`);
  try {
    return await answersOf(slug, by);
  } finally {
    await run('alter table report_sum_sources drop column shape');
    await run('alter table report_sum_sources rename column kept to shape');
  }
}

describe.each(SUMMED)('%s', (slug) => {
  it('tells everybody the same from sums as from its rows', async () => {
    await refreshSums(test.app);
    const bySums = await answersOf(slug);
    expect(bySums).toEqual(await rowsSay(slug));
    const told = Object.values(bySums).filter((answer) => typeof answer === 'object');
    expect(told.length).toBeGreaterThan(10);
  });
});

/** Changes of every table that a sum is made of. */
const CHANGES: Readonly<Record<string, readonly [string, string]>> = {
  'the status of an order': [
    'purchase-report',
    `update purchase_order_items set order_status = 'cancelled' where order_no like '%3'`,
  ],
  'a received quantity': [
    'purchase-receipt-report',
    `update purchase_order_receipt_items set rejected_qty = 3 where receipt_no like '%2'`,
  ],
  'the day of a sale': [
    'parts-sales-report',
    `update part_sales set document_date = document_date - 40 where document_no like '%3'`,
  ],
  'the cost of a sale': [
    'parts-sales-report',
    `update part_sale_items set issue_value = 11 where line_no = 1`,
  ],
  'the category of a part': [
    'parts-sales-report',
    `update material_parts set category_id = (select min(id::text)::uuid from categories)`,
  ],
  'a line that is taken out': [
    'parts-requisition-report',
    `delete from requisition_items where id in (select id from requisition_items order by id limit 9)`,
  ],
  'the day on which parts were issued': [
    'parts-requisition-report',
    `update requisitions set dispatched_at = approved_at + interval '9 hours' where status = 'dispatched'`,
  ],
  'a payment that is verified': [
    'payment-report',
    `update payments set status = 'verified' where status = 'pending'`,
  ],
  'a tax invoice of a payment': [
    'payment-report',
    `update tax_entries set vat_amount = 9, grand_total = base_amount + 9 where document_no like '%7'`,
  ],
  'what was collected': [
    'sales-agent-report',
    `update payments set amount = amount + 1 where document_no like '%3' and status = 'verified'`,
  ],
  'the per cent of a commission': [
    'sales-agent-report',
    `insert into setting_values (company_id, key, value, effective_from, created_at)
     select id, 'sales.commissionPercent', '"7.50"', '2020-01-01', now() from companies where code = 'TEST'`,
  ],
  'a contract that came to nothing': [
    'sales-agent-report',
    `update contracts set status = 'cancelled' where document_no like '%1'`,
  ],
};

describe('after a change of', () => {
  const BY = ['auditor'];
  it.each(Object.entries(CHANGES))(
    '%s nobody is told an old sum',
    async (_what, [slug, change]) => {
      await refreshSums(test.app);
      const before = await answersOf(slug, BY);
      await run(change);
      const after = await answersOf(slug, BY);
      expect(after).toEqual(await rowsSay(slug, BY));
      expect(after).not.toEqual(before);
      await refreshSums(test.app);
      expect(await answersOf(slug, BY)).toEqual(after);
    },
  );
});

const compare = () => test.app.transaction({ actor: SYSTEM }, (ctx) => comparedSums(ctx, keptSums));

describe('the comparison of a night', () => {
  const TAMPERED: Readonly<Record<string, string>> = {
    'report_sums partsSales': `update report_sums set parts[1] = parts[1] + 1
      where source = 'partsSales' and slice = 'part' and grain = 'day'`,
    'report_sums payment': `update report_sums set lines = lines + 1
      where source = 'payment' and slice = '' and grain = 'month'`,
    'report_sums purchase': `delete from report_sums where source = 'purchase' and slice = 'status'`,
    receivable_totals: `update receivable_totals set paid = paid + 1 where customer_id =
      (select customer_id from receivable_totals order by customer_id limit 1)`,
  };

  it.each(Object.entries(TAMPERED))(
    'names a wrong sum of %s; a rebuild mends it',
    async (name, tamper) => {
      await refreshSums(test.app);
      expect(await compare()).toEqual([]);
      await run(tamper);
      expect([...new Set((await compare()).map(({ figure }) => figure))]).toEqual([name]);
      for (const { name: of, rebuild } of keptSums) {
        if (of === name) await test.app.transaction({ actor: SYSTEM }, rebuild);
      }
      await refreshSums(test.app);
      expect(await compare()).toEqual([]);
    },
  );

  it('tells those who manage everything, once a day', async () => {
    const admin = await test.as('system-admin');
    await run('update receivable_totals set billed = billed + 1');
    const nightly = () =>
      test.app.transaction({ actor: SYSTEM }, (ctx) => alertWrongSums(ctx, keptSums));
    await nightly();
    await nightly();
    const alerts = await run<{ text: string }>(
      `select description_en as text from notifications where user_id = $1 and category = 'alert'`,
      [admin.userId],
    );
    expect(alerts.map(({ text }) => text)).toEqual([expect.stringContaining('receivable_totals')]);
  });
});

it('reads sums and not the rows of days that have not changed', async () => {
  await refreshSums(test.app);
  const told = async (slug: string) =>
    (
      await readers.auditor?.get(
        `/reports/${slug}?limit=10&startDate=2026-02-01&endDate=2026-02-28`,
      )
    )?.body.meta.summary.lines;
  const lines = await Promise.all(SUMMED.slice(0, -1).map(told));
  await run('update report_sums set lines = lines + 1000');
  const tampered = await Promise.all(SUMMED.slice(0, -1).map(told));
  for (const [index, line] of lines.entries()) expect(tampered[index]).toBeGreaterThan(line + 999);
});
