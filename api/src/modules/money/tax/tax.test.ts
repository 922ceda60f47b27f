import type { Person } from '../../../testing/index.ts';
import { openPdfReader } from '../../../testing/pdfReader.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { approvedOrder, receive } from '../../purchasing/testing/documents.ts';
import {
  CREDIT_NOTES,
  creditBody,
  invoiceNow,
  issued,
  makeWorld,
  onCreditNotes,
  onPayments,
  PAYMENTS,
  paid,
  paymentBody,
  type World,
} from '../testing/world.ts';

/** Registers of VAT and of withheld tax, month by month. */

interface TaxRef {
  readonly id: string;
  readonly documentNo: string;
}

let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const reader = openPdfReader();
afterAll(() => reader.close());
const readPdf = async (pdf: Buffer) => (await reader.pages(pdf)).join(' ').replace(/\s+/g, ' ');

const month = (period: string) => `companyId=${world.companyId}&period=${period}`;
const inputOf = async (query: string) =>
  expectData(await world.accountant.get(`/input_tax?companyId=${world.companyId}&${query}`));
const NOVEMBER = 'startDate=2026-11-01&endDate=2026-11-30';
const close = (period: string) =>
  world.accountant.post('/tax_periods', { companyId: world.companyId, period });
const periods = async () => expectData(await world.accountant.get('/tax_periods'));

describe('input VAT', () => {
  it('comes with receipts that have a tax invoice, and goes with their reversal', async () => {
    const order = await approvedOrder(world);
    expectData(await receive(world, order, { quantity: 1 }));
    const receipt = expectData(
      await receive(world, order, {
        quantity: 4,
        body: { taxInvoiceNo: 'SUP-1', taxInvoiceDate: '2026-11-18' },
      }),
    );
    const claimed = await inputOf(NOVEMBER);
    expect(claimed).toMatchObject([
      {
        sequence: 1,
        kind: 'taxInvoice',
        documentNo: 'SUP-1',
        invoiceDate: '2026-11-18',
        taxDate: '2026-11-18',
        baseAmount: '400.00',
        vatAmount: '28.00',
        receipt: { id: receipt.id },
      },
    ]);
    expectData(
      await world.keeper.post(`/purchase_order_acceptances/${receipt.id}/reverse`, {
        version: receipt.version,
        reason: 'wrong delivery',
      }),
    );
    expect(await inputOf(NOVEMBER)).toMatchObject([
      { sequence: 1, kind: 'taxInvoice', vatAmount: '28.00' },
      { sequence: 2, kind: 'cancellation', vatAmount: '-28.00', taxDate: '2026-11-20' },
    ]);
  });

  it('is for whoever declares it', async () => {
    expect((await world.clerk.get('/input_tax')).status).toBe(200);
    expect((await world.asker.get('/input_tax')).status).toBe(403);
    const elsewhere = await world.accountant.get(
      `/tax_reports/input?companyId=${world.part}&period=2026-11`,
    );
    expect(elsewhere.status).toBe(404);
    const wrong = await world.accountant.get(
      `/tax_reports/input?companyId=${world.companyId}&period=2026-13`,
    );
    expect(wrong.status).toBe(422);
  });

  it('is printed with output VAT, each numbered from one', async () => {
    await issued(world, { taxPoint: 'delivery' });
    await issued(world, { taxPoint: 'delivery' });
    const listed = expectData(
      await world.accountant.get(`/tax_invoices?companyId=${world.companyId}&${NOVEMBER}`),
    );
    expect(listed.map(({ sequence }: { sequence: number }) => sequence)).toEqual([1, 2]);
    for (const register of ['input', 'output']) {
      const answer = await world.accountant.get(`/tax_reports/${register}?${month('2026-11')}`);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      const text = await readPdf(answer.raw);
      const title = register === 'input' ? 'Input VAT report' : 'Output VAT report';
      for (const said of [title, 'November 2026', '0105552029681', 'Head office']) {
        expect([register, text]).toEqual([register, expect.stringContaining(said)]);
      }
    }
  });
});

describe('a tax invoice whose buyer was named wrongly', () => {
  const named = (name: string) =>
    world.test.app.pg.query('update customers set name = $2 where id = $1', [
      world.customerId,
      name,
    ]);
  const path = (id: string) => `/tax_invoices/${id}/replace`;
  const replace = (by: Person, id: string) => by.post(path(id), { reason: 'The name was wrong' });

  it('is cancelled, and another one with its day and the right name takes its place', async () => {
    const invoice = await issued(world, { taxPoint: 'delivery' });
    const [old] = (await invoiceNow(world, invoice.id)).taxInvoices as TaxRef[];
    const id = String(old?.id);
    const same = await replace(world.accountant, id);
    expect([same.status, same.body.code]).toEqual([409, 'NOTHING_TO_CORRECT']);
    expect((await replace(world.clerk, id)).status).toBe(403);
    await named('Siam Snacks (Public)');
    const day = clock.now();
    clock.set(new Date(day.getTime() + 86_400_000));
    const made = expectData(await replace(world.accountant, id));
    expect(made.documentNo).toMatch(/^TX2611-\d{4}$/);
    expect(await invoiceNow(world, invoice.id)).toMatchObject({
      billedTo: { name: 'Siam Snacks' },
      taxInvoices: [
        { id, isCancelled: true, replaces: null },
        { id: made.id, isCancelled: false, replaces: old?.documentNo, grandTotal: '1070.00' },
      ],
      history: expect.arrayContaining([expect.objectContaining({ action: 'replaceTaxInvoice' })]),
    });
    const entries = expectData(
      await world.accountant.get('/tax_invoices?startDate=2026-11-21&endDate=2026-11-21'),
    );
    expect(entries).toMatchObject([
      { kind: 'cancellation', customerName: 'Siam Snacks', vatAmount: '-70.00' },
      { kind: 'taxInvoice', customerName: 'Siam Snacks (Public)', vatAmount: '70.00' },
    ]);
    const again = await replace(world.accountant, id);
    expect([again.status, again.body.code]).toEqual([409, 'TAX_INVOICE_CANCELLED']);
    const pdf = await world.accountant.get(`/tax_invoices/${made.id}/pdf`);
    const text = await readPdf(pdf.raw);
    expect(text).toContain('Siam Snacks (Public)');
    expect(text).toContain(String(old?.documentNo));
    await named('Siam Snacks');
    clock.set(day);
  });

  it('goes back with the payment that it came with', async () => {
    const invoice = await issued(world);
    const payment = await paid(world, invoice);
    const [old] = (await invoiceNow(world, invoice.id)).taxInvoices as TaxRef[];
    await named('Siam Snacks (Public)');
    expectData(await replace(world.accountant, String(old?.id)));
    await named('Siam Snacks');
    await onPayments.done(world.accountant, payment, { action: 'reverse', reason: 'It bounced' });
    const { rows } = await world.test.app.pg.query<{ sum: string }>(
      'select sum(grand_total) as sum from tax_entries where invoice_id = $1',
      [invoice.id],
    );
    expect(rows).toEqual([{ sum: '0.00' }]);
  });
});

describe('a month that was closed', () => {
  it('keeps both registers, whatever is received, credited or taken back later', async () => {
    const goods = await issued(world, { taxPoint: 'delivery' });
    const order = await approvedOrder(world);
    const receipt = expectData(
      await receive(world, order, { quantity: 2, body: { taxInvoiceNo: 'SUP-2' } }),
    );
    clock.set(new Date('2026-12-03T03:00:00Z'));
    const closed = expectData(await close('2026-11'));
    const seen = async () => ({
      input: await inputOf(NOVEMBER),
      output: expectData(
        await world.accountant.get(`/tax_invoices?companyId=${world.companyId}&${NOVEMBER}`),
      ),
      period: (await periods())[0],
    });
    const before = await seen();
    expect(before.period).toMatchObject({
      period: '2026-11',
      vatAmount: closed.vatAmount,
      inputVatAmount: '14.00',
      payable: (Number(closed.vatAmount) - 14).toFixed(2),
    });

    const asked = expectData(await world.clerk.post(CREDIT_NOTES, creditBody(goods)));
    await onCreditNotes.done(world.accountant, asked, { action: 'approve' });
    expectData(
      await world.keeper.post(`/purchase_order_acceptances/${receipt.id}/reverse`, {
        version: receipt.version,
        reason: 'wrong delivery',
      }),
    );
    expectData(
      await receive(world, order, {
        quantity: 1,
        body: { taxInvoiceNo: 'SUP-3', taxInvoiceDate: '2026-11-29' },
      }),
    );
    expect(await seen()).toEqual(before);
    const december = 'startDate=2026-12-01&endDate=2026-12-31';
    expect(await inputOf(december)).toMatchObject([
      { sequence: 1, kind: 'cancellation', documentNo: 'SUP-2', taxDate: '2026-12-03' },
      { sequence: 2, documentNo: 'SUP-3', invoiceDate: '2026-11-29', taxDate: '2026-12-03' },
    ]);
    expect(
      expectData(await world.accountant.get(`/tax_invoices?kind=creditNote&${december}`)),
    ).toMatchObject([{ vatAmount: '-7.00', taxDate: '2026-12-03' }]);
  });

  it.each([
    ['six months after its tax invoice', '2026-06-01', true],
    ['more than six months after it', '2026-05-31', false],
  ])('claims input tax %s: %s', async (_when, taxInvoiceDate, isClaimed) => {
    // The months until November are closed by now: it would be claimed in December.
    const order = await approvedOrder(world);
    const receipt = expectData(
      await receive(world, order, {
        quantity: 1,
        body: { taxInvoiceNo: `OLD-${taxInvoiceDate}`, taxInvoiceDate },
      }),
    );
    expect(receipt.isTaxLate).toBe(!isClaimed);
    const { rows } = await world.test.app.pg.query(
      'select tax_date::text as day from input_tax_entries where receipt_id = $1',
      [receipt.id],
    );
    expect(rows).toEqual(isClaimed ? [{ day: '2026-12-03' }] : []);
  });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
function certificate(fields: Readonly<Record<string, unknown>>) {
  const text = Object.entries({ ...paymentBody(world), ...fields })
    .map(
      ([name, value]) =>
        `--slip\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${
          typeof value === 'string' ? value : JSON.stringify(value)
        }\r\n`,
    )
    .join('');
  const file = '--slip\r\ncontent-disposition: form-data; name="slip"; filename="slip.png"\r\n\r\n';
  return world.clerk.post(
    `${PAYMENTS}/manual`,
    Buffer.concat([Buffer.from(`${text}${file}`), PNG, Buffer.from('\r\n--slip--\r\n')]),
    { headers: { 'content-type': 'multipart/form-data; boundary=slip' } },
  );
}

it('lists an invoice that is paid but for its certificate until the certificate has come', async () => {
  const invoice = await issued(world, { whtRate: '3.00' });
  const missing = async () => expectData(await world.accountant.get('/wht_certificates/missing'));
  expect(await missing()).toEqual([]);
  await paid(world, invoice, '1000.00');
  expect(await missing()).toEqual([]);
  await paid(world, invoice, '40.00');
  expect(await missing()).toMatchObject([
    { id: invoice.id, whtRate: '3.00', whtAmount: '30.00', missing: '30.00', paidOn: '2026-12-03' },
  ]);
  const sent = expectData(
    await certificate({
      method: 'whtCert',
      amount: '30.00',
      whtCertNo: '50-0009',
      whtCertDate: '2026-11-20',
      allocations: [{ invoiceId: invoice.id, amount: '30.00' }],
    }),
  );
  await onPayments.done(world.accountant, sent, { action: 'verify' });
  expect(await missing()).toEqual([]);
  expect(await invoiceNow(world, invoice.id)).toMatchObject({ status: 'paid' });
  const listed = await world.accountant.get('/wht_certificates?status=verified');
  expect(expectData(listed)).toMatchObject([
    {
      whtCertNo: '50-0009',
      whtCertDate: '2026-11-20',
      income: '1000.00',
      amount: '30.00',
      invoices: [invoice.documentNo],
      payment: { id: sent.id },
    },
  ]);
  expect(listed.body.meta.summary).toEqual({ amount: '30.00' });
});
