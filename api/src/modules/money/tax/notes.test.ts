import { SYSTEM } from '../../../kernel/index.ts';
import { untilWaiting } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { snapshotOf } from '../customers.ts';
import {
  CREDIT_NOTES,
  creditBody,
  type Doc,
  invoiceNow,
  issued,
  makeWorld,
  onCreditNotes,
  onPayments,
  PAYMENTS,
  paid,
  type World,
} from '../testing/world.ts';
import { enterNote } from './entries.ts';

/** Output VAT of what is taxed with its money and credited later: what was received, and no more. */

let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const credited = async (invoice: Doc, amount: string) =>
  onCreditNotes.done(
    world.accountant,
    expectData(await world.clerk.post(CREDIT_NOTES, creditBody(invoice, { amount }))),
    { action: 'approve' },
  );
const bounced = async ({ id }: Doc) =>
  onPayments.done(world.accountant, expectData(await world.clerk.get(`${PAYMENTS}/${id}`)), {
    action: 'reverse',
    reason: 'The cheque bounced',
  });

/** What the register says of an invoice in all. */
async function registered({ id }: Doc) {
  const { rows } = await world.test.app.pg.query(
    `select sum(base_amount)::text as base, sum(vat_amount)::text as vat, sum(grand_total)::text as total
      from tax_entries where invoice_id = $1`,
    [id],
  );
  return rows[0];
}

type Step = (invoice: Doc, payments: Doc[]) => Promise<unknown>;
const pays =
  (amount: string): Step =>
  async (invoice, payments) =>
    payments.push(await paid(world, invoice, amount));
const credits =
  (amount: string): Step =>
  (invoice) =>
    credited(invoice, amount);
const bounces =
  (index: number): Step =>
  (_invoice, payments) =>
    bounced(payments[index] as Doc);

it.each<[string, readonly Step[], readonly [string, string, string, string]]>([
  [
    'the rest that is not paid',
    [pays('535.00'), credits('535.00')],
    ['0.00', '500.00', '35.00', '535.00'],
  ],
  [
    'more than is not paid',
    [pays('535.00'), credits('642.00')],
    ['0.00', '400.00', '28.00', '428.00'],
  ],
  [
    'a part of what is paid',
    [pays('1070.00'), credits('107.00')],
    ['0.00', '900.00', '63.00', '963.00'],
  ],
  [
    'before it is paid',
    [pays('107.00'), credits('535.00'), pays('428.00')],
    ['0.00', '500.00', '35.00', '535.00'],
  ],
  ['all of it', [pays('1070.00'), credits('1070.00')], ['0.00', '0.00', '0.00', '0.00']],
  [
    'all of it, and the payment bounces',
    [pays('1070.00'), credits('1070.00'), bounces(0)],
    ['0.00', '0.00', '0.00', '0.00'],
  ],
  [
    'a part, and the payment bounces',
    [pays('1070.00'), credits('107.00'), bounces(0)],
    ['963.00', '0.00', '0.00', '0.00'],
  ],
  [
    'a part, the payment bounces, and it is paid again',
    [pays('1070.00'), credits('107.00'), bounces(0), pays('963.00')],
    ['0.00', '900.00', '63.00', '963.00'],
  ],
  [
    'a part of two payments, and the one that was credited bounces',
    [pays('535.00'), pays('535.00'), credits('107.00'), bounces(0)],
    ['428.00', '500.00', '35.00', '535.00'],
  ],
  [
    'a part of two payments, and the other one bounces',
    [pays('535.00'), pays('535.00'), credits('107.00'), bounces(1)],
    ['535.00', '400.00', '28.00', '428.00'],
  ],
  [
    'all of two payments, and both bounce',
    [pays('535.00'), pays('535.00'), credits('1070.00'), bounces(0), bounces(1)],
    ['0.00', '0.00', '0.00', '0.00'],
  ],
  [
    'all of three payments, and they bounce one after another',
    [pays('300.00'), pays('300.00'), pays('470.00'), credits('1070.00')].concat([
      bounces(0),
      bounces(1),
      bounces(2),
    ]),
    ['0.00', '0.00', '0.00', '0.00'],
  ],
  [
    'a part of payments whose VAT is rounded, and one bounces',
    [pays('100.10'), pays('100.13'), credits('900.07'), bounces(1)],
    ['100.13', '65.23', '4.57', '69.80'],
  ],
])('is taxed as it is paid when somebody credits %s', async (_what, steps, expected) => {
  const [balance, base, vat, total] = expected;
  const invoice = await issued(world);
  const payments: Doc[] = [];
  for (const step of steps) await step(invoice, payments);
  expect(await invoiceNow(world, invoice.id)).toMatchObject({ balance });
  expect(await registered(invoice)).toEqual({ base, vat, total });
});

it('is closed with the credit note that is being approved at that moment', async () => {
  clock.set(new Date('2026-12-31T16:59:00Z'));
  const invoice = await issued(world);
  await paid(world, invoice);
  const posted = Promise.withResolvers<void>();
  const kept = Promise.withResolvers<void>();
  const posting = world.test.app.transaction({ actor: SYSTEM }, async (ctx) => {
    await enterNote(ctx, {
      companyId: world.companyId,
      customerId: world.customerId,
      invoiceId: invoice.id,
      documentNo: 'CN2612-9999',
      creditNoteId: null as never,
      to: await snapshotOf(ctx, world.customerId),
      amounts: { baseAmount: '100.00', vatAmount: '7.00', grandTotal: '107.00' },
    });
    posted.resolve();
    await kept.promise;
  });
  await posted.promise;
  clock.set(new Date('2026-12-31T17:01:00Z'));
  const closing = { isOver: false };
  const closed = world.accountant
    .post('/tax_periods', { companyId: world.companyId, period: '2026-12' })
    .finally(() => {
      closing.isOver = true;
    });
  await untilWaiting(world.test, 1, closing);
  kept.resolve();
  await posting;
  const { rows } = await world.test.app.pg.query(
    `select sum(vat_amount) as vat from tax_entries where to_char(tax_date, 'YYYY-MM') = '2026-12'`,
  );
  expect(expectData(await closed).vatAmount).toBe(rows[0]?.vat);
});
