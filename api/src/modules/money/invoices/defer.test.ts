import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { markOverdueInvoices, remindOfInvoices, taxDueInstalments } from '../overdue.ts';
import {
  type Doc,
  invoiceNow,
  issued,
  makeWorld,
  onInvoices,
  paid,
  type World,
} from '../testing/world.ts';

/** Due dates that are moved by whoever may give a customer time. */

const DAY = 86_400_000;
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});
const REASON = 'The customer asked for time';
const defer = async (doc: Doc, dueDate: string, who = world.accountant) => {
  const { version } = await invoiceNow(world, doc.id);
  return onInvoices.act(who, { ...doc, version }, { action: 'defer', dueDate, reason: REASON });
};
const nightly = async () =>
  world.test.app.transaction({ actor: await world.admin.actor() }, async (ctx) => {
    await markOverdueInvoices(ctx);
    await taxDueInstalments(ctx);
  });

it('takes an invoice out of what is late, until its new day has passed', async () => {
  const invoice = await issued(world, { dueDate: dayFrom(world, 1) });
  await paid(world, invoice, '70.00');
  clock.set(new Date(clock.now().getTime() + 3 * DAY));
  await nightly();
  expect((await invoiceNow(world, invoice.id)).status).toBe('overdue');
  const moved = expectData(await defer(invoice, dayFrom(world, 10)));
  expect(moved).toMatchObject({
    status: 'partiallyPaid',
    dueDate: dayFrom(world, 10),
    originalDueDate: invoice.dueDate,
    balance: '1000.00',
  });
  expect(moved.history.at(-1) ?? moved.history[0]).toBeDefined();
  const again = expectData(await defer(invoice, dayFrom(world, 20)));
  expect(again.originalDueDate).toBe(invoice.dueDate);
  clock.set(new Date(clock.now().getTime() + 21 * DAY));
  await nightly();
  expect((await invoiceNow(world, invoice.id)).status).toBe('overdue');
});

it('leaves the ageing of the days before it as it was', async () => {
  const mine = await makeWorld(world.test);
  const invoice = await issued(mine, { dueDate: dayFrom(mine, 0) });
  clock.set(new Date(clock.now().getTime() + 40 * DAY));
  const ageing = async (day: string) =>
    expectData(
      await mine.accountant.get(`/receivables?customerId=${mine.customerId}&asOf=${day}`),
    )[0];
  const late = dayFrom(mine, -1);
  const before = await ageing(late);
  expect(before).toMatchObject({ days60: '1070.00', notDue: '0.00' });
  world = mine;
  await defer(invoice, dayFrom(mine, 30));
  expect(await ageing(dayFrom(mine, 0))).toMatchObject({ notDue: '1070.00', days60: '0.00' });
  expect(await ageing(late)).toEqual(before);
});

it('is refused to a day that has passed, to the same day, and to whoever lacks the verb', async () => {
  const invoice = await issued(world);
  const codeOf = async (dueDate: string) =>
    (await defer(invoice, dueDate)).body.errors?.[0] as { field: string; code: string };
  expect(await codeOf(dayFrom(world, -1))).toMatchObject({ field: 'dueDate', code: 'PAST_DATE' });
  expect(await codeOf(invoice.dueDate)).toMatchObject({ code: 'SAME_DATE' });
  expect((await defer(invoice, dayFrom(world, 60), world.clerk)).status).toBe(403);
  await paid(world, invoice);
  expect((await defer(invoice, dayFrom(world, 60))).body.code).toBe('INVALID_STATE');
});

it('never asks for money sooner than was agreed first', async () => {
  const invoice = await issued(world, { dueDate: dayFrom(world, 30) });
  const sooner = await defer(invoice, dayFrom(world, 10));
  expect(sooner.body.errors).toMatchObject([
    { field: 'dueDate', code: 'DATE_TOO_EARLY', params: { first: invoice.dueDate } },
  ]);
  expectData(await defer(invoice, dayFrom(world, 60)));
  expect((await defer(invoice, dayFrom(world, 29))).status).toBe(422);
  // Time that was given is taken back.
  expect(expectData(await defer(invoice, invoice.dueDate)).dueDate).toBe(invoice.dueDate);
});

it('gives a year at most, which nobody extends by asking again', async () => {
  const invoice = await issued(world, { dueDate: dayFrom(world, 30) });
  for (const days of [397, 3650]) {
    const longer = await defer(invoice, dayFrom(world, days));
    expect(longer.body.errors).toMatchObject([
      { field: 'dueDate', code: 'DATE_TOO_LATE', params: { last: dayFrom(world, 396) } },
    ]);
  }
  expectData(await defer(invoice, dayFrom(world, 396)));
  expect((await defer(invoice, dayFrom(world, 397))).status).toBe(422);
});

it('reminds its people anew before and after the new day', async () => {
  const invoice = await issued(world, { dueDate: dayFrom(world, 2) });
  const told = async () =>
    (
      await world.test.app.pg.query(
        `select distinct dedupe_key from notifications where entity_id = $1 and dedupe_key ~ ':stage:-3'`,
        [invoice.id],
      )
    ).rows.length;
  const remind = async () =>
    world.test.app.transaction({ actor: await world.admin.actor() }, remindOfInvoices);
  await remind();
  await remind();
  expect(await told()).toBe(1);
  expectData(await defer(invoice, dayFrom(world, 30)));
  clock.set(new Date(clock.now().getTime() + 28 * DAY));
  await remind();
  expect(await told()).toBe(2);
});

it('taxes hire purchase on the day that was agreed first', async () => {
  const invoice = await issued(world, { dueDate: dayFrom(world, 5), taxPoint: 'dueDate' });
  await defer(invoice, dayFrom(world, 50));
  clock.set(new Date(clock.now().getTime() + 6 * DAY));
  await nightly();
  const { taxInvoices } = await invoiceNow(world, invoice.id);
  expect(taxInvoices).toMatchObject([{ taxDate: invoice.dueDate }]);
});
