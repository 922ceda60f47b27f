import { addDays } from '@boxyard/shared/domain';
import type { TestApp } from '../../testing/index.ts';
import { withTestServer } from '../../workflow/testing/testServer.ts';
import { expectData } from '../../workflow/testing/world.ts';

import { chargeLateFees } from './lateFees.ts';
import { markOverdueInvoices } from './overdue.ts';
import {
  type Doc,
  draft,
  INVOICES,
  invoiceNow,
  issued,
  makeWorld,
  onInvoices,
  paid,
  type World,
} from './testing/world.ts';

/** Fees of what is paid late, by the rule that the company has set. */

let world: World;
let server: TestApp;
const clock = withTestServer('2026-11-02T03:00:00Z', async (test) => {
  server = test;
  world = await makeWorld(test);
  await server.app.pg.query(
    `insert into setting_values (company_id, key, value, effective_from, created_at)
     values ($1, 'contract.lateFeePercent', '"1.50"', '2026-11-01', now())`,
    [world.companyId],
  );
});

const on = (day: string) => clock.set(new Date(`${day}T03:00:00Z`));
const nights = async () => {
  const actor = await world.admin.actor();
  for (const work of [markOverdueInvoices, chargeLateFees, chargeLateFees]) {
    await server.app.transaction({ actor }, work);
  }
};
const feesOf = async (invoice: Doc): Promise<Doc[]> =>
  expectData(
    await world.clerk.get(`${INVOICES}?sourceType=penalty&sort=createdAt&limit=100`),
  ).filter(({ sourceLabel }: { sourceLabel: string }) => sourceLabel === invoice.documentNo);
const totals = async (invoice: Doc) => (await feesOf(invoice)).map((fee) => fee.grandTotal);

it('is charged once for each month, by days, from the first late day, and bears no fee itself', async () => {
  const late = await issued(world, { dueDate: '2026-11-10' });
  const forgiven = await issued(world, { dueDate: '2026-11-10' });
  const partly = await issued(world, { dueDate: '2026-11-10' });
  const lately = await issued(world, { dueDate: '2026-11-27' });
  on('2026-11-15');
  await paid(world, forgiven);
  on('2026-11-20');
  await paid(world, partly, '535.00');
  await nights();
  expect(await totals(late)).toEqual([]);

  on('2026-12-02');
  await nights();
  // 20 days of 30 at 1.5 % of 1,070.00; half of it from the payment on.
  expect(await totals(late)).toEqual(['10.70']);
  expect(await totals(forgiven)).toEqual([]);
  expect(await totals(partly)).toEqual(['7.76']);
  expect(await totals(lately)).toEqual([]);
  const [fee] = await feesOf(late);
  expect(expectData(await world.clerk.get(`${INVOICES}/${fee?.id}`))).toMatchObject({
    sourceType: 'penalty',
    source: { type: 'invoices', id: late.id },
    vatAmount: '0.00',
    taxPoint: 'none',
    taxInvoices: [],
    dueDate: addDays('2026-12-02', 0),
  });

  // Forgiven by somebody: it is not charged anew.
  await onInvoices.done(world.accountant, fee as Doc, {
    action: 'void',
    reason: 'A good customer',
  });
  await nights();
  expect(await totals(late)).toHaveLength(1);

  on('2027-01-03');
  await nights();
  // All of December; what was in its days of grace at the end of November from its first late day.
  expect((await totals(late))[1]).toBe('16.05');
  expect(await totals(lately)).toEqual(['17.60']);
  const penalties = expectData(await world.clerk.get(`${INVOICES}?sourceType=penalty&limit=100`));
  expect(penalties).toHaveLength(5);
});

it('is charged by nobody where the company has set no rate, and not for months long past', async () => {
  const before = expectData(await world.clerk.get(`${INVOICES}?sourceType=penalty&limit=100`));
  await server.app.pg.query(
    `insert into setting_values (company_id, key, value, effective_from, created_at)
     values ($1, 'contract.lateFeePercent', '"0.00"', '2027-01-01', now())`,
    [world.companyId],
  );
  on('2027-02-02');
  await nights();
  on('2027-02-20');
  await nights();
  const after = expectData(await world.clerk.get(`${INVOICES}?sourceType=penalty&limit=100`));
  expect(after).toHaveLength(before.length);
});

it('of what was issued when it was due already counts from the day of issue, as do its days of grace', async () => {
  await server.app.pg.query(
    `insert into setting_values (company_id, key, value, effective_from, created_at)
     values ($1, 'contract.lateFeePercent', '"1.50"', '2027-03-01', now())`,
    [world.companyId],
  );
  on('2027-03-01');
  const drafts = [
    await draft(world, { dueDate: '2027-03-05' }),
    await draft(world, { dueDate: '2027-03-05' }),
  ];
  on('2027-03-20');
  const [late, forgiven] = (await Promise.all(
    drafts.map((one) => onInvoices.done(world.clerk, one, { action: 'issue' })),
  )) as Doc[];
  expect(late?.status).toBe('overdue');
  on('2027-03-23');
  await paid(world, forgiven as Doc);
  on('2027-04-02');
  await nights();
  // 12 days of 31 at 1.5 % of 1,070.00.
  expect(await totals(late as Doc)).toEqual(['6.21']);
  expect(await totals(forgiven as Doc)).toEqual([]);
});

it('is charged of every other invoice where one fails, and that one is made up for, once by many servers', async () => {
  on('2027-06-01');
  const stuck = await issued(world, { dueDate: '2027-06-10' });
  const other = await issued(world, { dueDate: '2027-06-10' });
  const { pg } = server.app;
  await pg.query(
    `alter table invoices add constraint invoices_stuck_ck
     check (id <> '${stuck.id}' or status <> 'overdue') not valid`,
  );
  await pg.query(
    `alter table invoices add constraint invoices_stuck_fee_ck
     check (source_type <> 'penalty' or source_id <> '${stuck.id}') not valid`,
  );
  const night = async (work: typeof chargeLateFees) =>
    server.app.transaction({ actor: await world.admin.actor() }, work);
  on('2027-06-11');
  await expect(night(markOverdueInvoices)).rejects.toThrow('could not be marked as overdue');
  expect((await invoiceNow(world, other.id)).status).toBe('overdue');
  on('2027-07-02');
  await expect(night(chargeLateFees)).rejects.toThrow('late fees could not be charged');
  expect(await totals(other)).toHaveLength(1);
  expect(await totals(stuck)).toEqual([]);
  await pg.query(
    'alter table invoices drop constraint invoices_stuck_ck, drop constraint invoices_stuck_fee_ck',
  );
  await Promise.all([1, 2, 3].map(() => night(markOverdueInvoices)));
  await Promise.all([1, 2, 3].map(() => night(chargeLateFees)));
  expect(await totals(other)).toHaveLength(1);
  expect(await totals(stuck)).toEqual(await totals(other));
});
