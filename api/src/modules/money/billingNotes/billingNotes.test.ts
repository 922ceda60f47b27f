import { SYSTEM } from '../../../kernel/index.ts';
import type { TestApp } from '../../../testing/index.ts';
import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import {
  BILLING_NOTES,
  billed,
  billingBody,
  type Doc,
  draft,
  issued,
  makeWorld,
  onBillingNotes,
  onInvoices,
  paid,
  type World,
} from '../testing/world.ts';
import { collectPaidNotes } from './actions.ts';

/** Several invoices of a customer are presented together. */

let world: World;
let server: TestApp;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  server = test;
  world = await makeWorld(test);
});

const reader = openPdfReader();
afterAll(() => reader.close());

type Note = Doc & {
  readonly lines: readonly { readonly amount: string; readonly balance: string }[];
  readonly allowedActions: readonly string[];
};
const noteNow = async (id: string): Promise<Note> =>
  expectData(await world.clerk.get(`${BILLING_NOTES}/${id}`));
const given = async (invoices: readonly Doc[]): Promise<Doc> =>
  onBillingNotes.done(world.clerk, await billed(world, invoices), {
    action: 'issue',
  }) as Promise<Doc>;

it('adds up what is owed when it is issued, and takes its number then', async () => {
  const [first, second] = [await issued(world), await issued(world)];
  const note = await billed(world, [first, second]);
  expect(note).toMatchObject({ documentNo: null, status: 'draft', grandTotal: '2140.00' });
  await paid(world, first, '70.00');
  const issuedNote = await onBillingNotes.done(world.clerk, note, { action: 'issue' });
  expect(issuedNote).toMatchObject({
    documentNo: expect.stringMatching(/^BN2611-\d{4}$/),
    status: 'issued',
    grandTotal: '2070.00',
    invoiceCount: 2,
    lines: [{ amount: '1000.00' }, { amount: '1070.00' }],
  });
});

it('shows what is owed today beside what was presented', async () => {
  const invoice = await issued(world);
  const { id } = await given([invoice]);
  await paid(world, invoice, '1000.00');
  expect(await noteNow(id)).toMatchObject({
    grandTotal: '1070.00',
    balance: '70.00',
    lines: [{ amount: '1070.00', balance: '70.00' }],
  });
});

it('holds an invoice alone as long as it is open, and names itself to another', async () => {
  const invoice = await issued(world);
  const note = await given([invoice]);
  const again = await world.clerk.post(BILLING_NOTES, billingBody(world, [invoice]));
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({
    code: 'INVOICE_ON_BILLING_NOTE',
    errors: [
      {
        field: 'lines[0].invoiceId',
        params: { invoice: invoice.documentNo, note: note.documentNo },
      },
    ],
  });
  await onBillingNotes.done(world.clerk, note, {
    action: 'cancel',
    reason: 'Sent to the wrong desk',
  });
  expect((await billed(world, [invoice])).status).toBe('draft');
});

it('is one note of several that are written at once', async () => {
  const invoice = await issued(world);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => world.clerk.post(BILLING_NOTES, billingBody(world, [invoice]))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
});

it('offers only invoices that stand on no open note', async () => {
  const invoice = await issued(world);
  const owed = async (unbilled: boolean) =>
    (
      expectData(
        await world.clerk.get(
          `/invoices/owed?customerId=${world.customerId}&limit=1000${unbilled ? '&unbilled=true' : ''}`,
        ),
      ) as { id: string }[]
    ).map(({ id }) => id);
  expect(await owed(true)).toContain(invoice.id);
  await given([invoice]);
  expect(await owed(true)).not.toContain(invoice.id);
  expect(await owed(false)).toContain(invoice.id);
});

it('refuses what is not owed, is another customer’s, or stands on it twice', async () => {
  const owed = await issued(world);
  const settled = await issued(world);
  await paid(world, settled);
  const unsent = await draft(world);
  const other = await makeWorld(server);
  const foreign = await issued(other);
  const refused = await world.clerk.post(
    BILLING_NOTES,
    billingBody(world, [owed, owed, settled, unsent, foreign], { collectOn: dayFrom(world, -1) }),
  );
  expect(refused.status).toBe(422);
  const faults = (refused.body as { errors: { field: string; code: string }[] }).errors;
  expect(faults.map(({ field, code }) => [field, code])).toEqual([
    ['collectOn', 'PAST_DATE'],
    ['lines[1].invoiceId', 'REPEATED'],
    ['lines[2].invoiceId', 'NOT_OWED'],
    ['lines[3].invoiceId', 'NOT_OWED'],
    ['lines[4].invoiceId', 'UNKNOWN_ID'],
  ]);
});

it('is accepted by the customer on a day that has come, who says when it is paid', async () => {
  const note = await given([await issued(world)]);
  const wrong = await onBillingNotes.act(world.clerk, note, {
    action: 'acknowledge',
    acknowledgedOn: dayFrom(world, 1),
    collectOn: dayFrom(world, -5),
  });
  expect(wrong.status).toBe(422);
  expect(
    (wrong.body as { errors: { field: string; code: string }[] }).errors.map((one) => [
      one.field,
      one.code,
    ]),
  ).toEqual([
    ['acknowledgedOn', 'FUTURE_DATE'],
    ['collectOn', 'DATE_ORDER'],
  ]);
  const accepted = await onBillingNotes.done(world.clerk, note, {
    action: 'acknowledge',
    acknowledgedOn: dayFrom(world, 0),
    acknowledgedBy: 'Khun Malee',
    collectOn: dayFrom(world, 12),
  });
  expect(accepted).toMatchObject({
    status: 'acknowledged',
    acknowledgedOn: '2026-11-20',
    acknowledgedBy: 'Khun Malee',
    collectOn: '2026-12-02',
  });
});

it('is closed when nothing of it is owed any more, by hand or in the night', async () => {
  const [byHand, byNight, owed] = [await issued(world), await issued(world), await issued(world)];
  const [first, second, third] = [
    await given([byHand]),
    await given([byNight]),
    await given([owed]),
  ];
  const early = await onBillingNotes.act(world.clerk, first, { action: 'collect' });
  expect([early.status, (early.body as { code: string }).code]).toEqual([409, 'STILL_OWED']);
  await paid(world, byHand);
  await paid(world, byNight);
  expect(await noteNow(first.id)).toMatchObject({
    allowedActions: expect.arrayContaining(['collect']),
  });
  expect(await onBillingNotes.done(world.clerk, first, { action: 'collect' })).toMatchObject({
    status: 'collected',
  });
  for (let night = 0; night < 2; night += 1) {
    await server.app.transaction({ actor: SYSTEM }, collectPaidNotes);
  }
  expect((await noteNow(second.id)).status).toBe('collected');
  expect((await noteNow(third.id)).status).toBe('issued');
});

it('leaves an invoice free to be voided, and counts it as settled then', async () => {
  const invoice = await issued(world);
  const note = await given([invoice]);
  await onInvoices.done(world.accountant, invoice, { action: 'void', reason: 'Wrong customer' });
  expect(await noteNow(note.id)).toMatchObject({ balance: '0.00' });
});

it.each([
  ['th', ['ใบวางบิล', 'วันนัดชำระ', 'ผู้รับวางบิล', 'สองพันหนึ่งร้อยสี่สิบบาทถ้วน']],
  ['en', ['Billing note', 'Payment day', 'Bill accepted by', 'Two thousand one hundred and forty']],
] as const)('prints its invoices with their sum (%s)', async (locale, words) => {
  const invoices = [await issued(world), await issued(world)];
  const note = await given(invoices);
  const answer = await world.accountant.get(`${BILLING_NOTES}/${note.id}/pdf`, {
    headers: { 'accept-language': locale },
  });
  const text = squeezed((await reader.pages(answer.raw)).join(' '));
  const numbers = [note, ...invoices].map(({ documentNo }) => String(documentNo));
  for (const word of [...words, ...numbers, '2,140.00']) {
    expect(text).toContain(squeezed(word));
  }
});
