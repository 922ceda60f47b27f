import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
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
  pay,
  paymentBody,
  type World,
} from '../testing/world.ts';

/** Tax that customers withhold, and what its certificate settles (docs/domain/money.md "Withheld tax"). */
let world: World;
const clock = withTestServer('2026-11-28T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const service = (value: string) => ({
  whtRate: '3.00',
  items: [{ description: 'Service', quantity: 1, unitPrice: value, isService: true }],
});
const credited = async (invoice: Doc, amount: string) =>
  onCreditNotes.done(
    world.accountant,
    expectData(await world.clerk.post(CREDIT_NOTES, creditBody(invoice, { amount }))),
    { action: 'approve' },
  );

let certificates = 0;
/** Enters a certificate of withheld tax over so much, with its slip. */
async function certify(amount: string, allocations: readonly object[]) {
  certificates += 1;
  const form = new FormData();
  const body = paymentBody(world, {
    method: 'whtCert',
    amount,
    whtCertNo: `50-${certificates}`,
    whtCertDate: '2026-11-20',
    allocations,
  });
  for (const [key, value] of Object.entries(body))
    form.append(key, typeof value === 'string' ? value : JSON.stringify(value));
  const slip = Buffer.from(`%PDF-1.4\n${certificates}\n%%EOF\n`);
  form.append('slip', new Blob([slip], { type: 'application/pdf' }), 'slip.pdf');
  const sent = new Response(form);
  return world.clerk.post(`${PAYMENTS}/manual`, Buffer.from(await sent.arrayBuffer()), {
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  });
}
const faultsOf = ({ status, body }: { status: number; body: { errors?: readonly object[] } }) => [
  status,
  (body.errors ?? []).map((one) => {
    const { field, code } = one as { field: string; code: string };
    return `${field} ${code}`;
  }),
];

const registered = async ({ id }: Doc) =>
  (
    await world.test.app.pg.query(
      `select sum(vat_amount)::text as vat, sum(grand_total)::text as total
        from tax_entries where invoice_id = $1`,
      [id],
    )
  ).rows[0];

it('is less once a part of its invoice was credited', async () => {
  const invoice = await issued(world, { ...service('20000'), taxPoint: 'delivery' });
  expect(await invoiceNow(world, invoice.id)).toMatchObject({
    whtAmount: '600.00',
    whtDue: '600.00',
  });
  await credited(invoice, '10700.00');
  expect(await invoiceNow(world, invoice.id)).toMatchObject({
    balance: '10700.00',
    whtAmount: '600.00',
    whtDue: '300.00',
  });
  const owed = expectData(
    await world.clerk.get(`/invoices/owed?customerId=${world.customerId}&limit=1000`),
  );
  expect(owed.find(({ id }: Doc) => id === invoice.id)).toMatchObject({ whtDue: '300.00' });
});

it('leaves the tax of what is charged after a credit note, whenever that came', async () => {
  const invoice = await issued(world, service('10000'));
  await paid(world, invoice, '100.00');
  await credited(invoice, '5350.00');
  await paid(world, invoice, '5250.00');
  expect(await invoiceNow(world, invoice.id)).toMatchObject({ status: 'paid' });
  expect(await registered(invoice)).toEqual({ vat: '350.00', total: '5350.00' });
});

it('is settled by a certificate up to the tax that is missing, and by all of it', async () => {
  const plain = await issued(world);
  expect(faultsOf(await certify('30.00', [{ invoiceId: plain.id, amount: '30.00' }]))).toEqual([
    422,
    ['allocations[0].amount OVER_WITHHELD'],
  ]);
  const invoice = await issued(world, service('1000'));
  const of = (amount: string) => [{ invoiceId: invoice.id, amount }];
  expect(faultsOf(await certify('30.01', of('30.01')))).toEqual([
    422,
    ['allocations[0].amount OVER_WITHHELD'],
  ]);
  for (const [amount, allocations] of [
    ['30.00', of('20.00')],
    ['30.00', []],
  ] as const)
    expect(faultsOf(await certify(amount, allocations))).toEqual([
      422,
      ['allocations CERTIFICATE_NOT_WHOLE'],
    ]);
  const first = expectData(await certify('30.00', of('30.00')));
  const second = expectData(await certify('30.00', of('30.00')));
  await onPayments.done(world.accountant, first, { action: 'verify' });
  const late = await onPayments.act(world.accountant, second, { action: 'verify' });
  expect([late.status, late.body.code]).toEqual([409, 'OVER_WITHHELD']);
  expect(await invoiceNow(world, invoice.id)).toMatchObject({
    balance: '1040.00',
    whtPaid: '30.00',
  });
});

it('is never credit: a note that would leave a certificate over waits until it is taken back', async () => {
  const invoice = await issued(world, service('1000'));
  await paid(world, invoice, '1040.00');
  const certificate = expectData(
    await certify('30.00', [{ invoiceId: invoice.id, amount: '30.00' }]),
  );
  await onPayments.done(world.accountant, certificate, { action: 'verify' });
  const note = expectData(
    await world.clerk.post(CREDIT_NOTES, creditBody(invoice, { amount: '1070.00' })),
  );
  const refused = await onCreditNotes.act(world.accountant, note, { action: 'approve' });
  expect([refused.status, refused.body.code]).toEqual([409, 'CERTIFICATE_FIRST']);
  const verified = expectData(await world.clerk.get(`${PAYMENTS}/${certificate.id}`));
  expect(verified.allowedActions).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/allocate|refund/)]),
  );
  await onPayments.done(world.accountant, verified, { action: 'reverse', reason: 'Credited' });
  await onCreditNotes.done(world.accountant, note, { action: 'approve' });
  expect(await registered(invoice)).toEqual({ vat: '0.00', total: '0.00' });
});

const taxDays = async ({ id }: Doc) =>
  (
    await world.test.app.pg.query(
      `select tax_date::text as day from tax_entries where invoice_id = $1 and kind = 'taxInvoice'`,
      [id],
    )
  ).rows.map(({ day }) => day);

describe('the tax point of money', () => {
  it('that was credit is the day on which it pays an invoice', async () => {
    const early = await onPayments.done(
      world.accountant,
      await pay(world, { paidAt: '2026-10-10T03:00:00Z' }),
      { action: 'verify' },
    );
    const invoice = await issued(world);
    await onPayments.done(world.accountant, early as Doc, {
      action: 'allocate',
      allocations: [{ invoiceId: invoice.id, amount: '1070.00' }],
    });
    expect(await taxDays(invoice)).toEqual(['2026-11-28']);
  });

  it('that came before its invoice is the day of the invoice', async () => {
    const invoice = await issued(world);
    const payment = await pay(world, {
      paidAt: '2026-10-10T03:00:00Z',
      allocations: [{ invoiceId: invoice.id, amount: '1070.00' }],
    });
    await onPayments.done(world.accountant, payment, { action: 'verify' });
    expect(await taxDays(invoice)).toEqual(['2026-11-28']);
  });

  it('of a cheque is the day of the cheque', async () => {
    clock.set(new Date('2026-10-01T03:00:00Z'));
    const invoice = await issued(world);
    clock.set(new Date('2026-11-28T03:00:00Z'));
    const cheque = await pay(world, {
      method: 'cheque',
      paidAt: '2026-10-05T03:00:00Z',
      chequeDate: '2026-11-27',
      chequeNo: '10000001',
      payerBank: 'KBANK',
      bankAccountId: world.bankAccountId,
      allocations: [{ invoiceId: invoice.id, amount: '1070.00' }],
    });
    await onPayments.done(world.accountant, cheque, { action: 'verify' });
    expect(await taxDays(invoice)).toEqual(['2026-11-27']);
  });
});

it('papers after a corrected tax invoice name the buyer that is right', async () => {
  const invoice = await issued(world);
  await paid(world, invoice, '535.00');
  const { taxInvoices } = (await invoiceNow(world, invoice.id)) as unknown as {
    taxInvoices: readonly { id: string }[];
  };
  await world.test.app.pg.query(`update customers set name = 'Right Buyer Ltd.' where id = $1`, [
    world.customerId,
  ]);
  const path = `/tax_invoices/${taxInvoices[0]?.id}/replace`;
  expectData(await world.accountant.post(path, { reason: 'The name was wrong' }));
  await credited(invoice, '107.00');
  await paid(world, invoice, '428.00');
  const { rows } = await world.test.app.pg.query(
    `select kind, customer_name as name from tax_entries
      where invoice_id = $1 and cancels_id is null order by id`,
    [invoice.id],
  );
  expect(rows.slice(1).every(({ name }) => name === 'Right Buyer Ltd.')).toBe(true);
});
