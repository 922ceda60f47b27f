import { openPdfReader } from '../../testing/pdfReader.ts';
import { withTestServer } from '../../workflow/testing/testServer.ts';
import { expectData } from '../../workflow/testing/world.ts';
import { plantCustomer } from '../partners/testing/planted.ts';
import {
  CREDIT_NOTES,
  creditBody,
  type Doc,
  invoiceNow,
  issued,
  makeWorld,
  onCreditNotes,
  onPayments,
  paid,
  pay,
  type World,
} from './testing/world.ts';

/** A paper says the same for ever, and what it corrects is what stood before (docs/domain/money.md "Papers"). */

const reader = openPdfReader();
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});
beforeEach(async () => {
  world = { ...world, customerId: await plantCustomer(world.test, world) };
});
afterAll(() => reader.close());

const readPdf = async (path: string): Promise<string> => {
  const { raw } = await world.accountant.get(path, { headers: { 'accept-language': 'en' } });
  return (await reader.pages(raw)).join(' ').replace(/\s+/g, ' ');
};
const credited = async (invoice: Doc, amount: string): Promise<Doc> =>
  onCreditNotes.done(
    world.accountant,
    expectData(await world.clerk.post(CREDIT_NOTES, creditBody(invoice, { amount }))),
    { action: 'approve' },
  ) as Promise<Doc>;
interface TaxRef {
  readonly id: string;
  readonly documentNo: string;
  readonly isCancelled: boolean;
}
const taxInvoicesOf = async ({ id }: Doc) =>
  (await invoiceNow(world, id)).taxInvoices as readonly TaxRef[];
const named = (name: string) =>
  world.test.app.pg.query('update customers set name = $2, name_en = $2 where id = $1', [
    world.customerId,
    name,
  ]);

/** `Original value 1,000.00` and what follows it. */
const valuesIn = (text: string) => ({
  before: /Original value ([\d,.]+)/.exec(text)?.[1],
  after: /Correct value ([\d,.]+)/.exec(text)?.[1],
  difference: /Difference ฿?([\d,.]+)/.exec(text)?.[1],
});

it('a second note corrects what the first has left', async () => {
  const invoice = await issued(world, { taxPoint: 'delivery' });
  const first = await credited(invoice, '321.00');
  const second = await credited(invoice, '214.00');
  const values = async ({ id }: Doc) => valuesIn(await readPdf(`${CREDIT_NOTES}/${id}/pdf`));
  expect(await values(first)).toEqual({
    before: '1,000.00',
    after: '700.00',
    difference: '300.00',
  });
  expect(await values(second)).toEqual({ before: '700.00', after: '500.00', difference: '200.00' });
});

it('a note that takes no tax back says its values with VAT, and none of it', async () => {
  const invoice = await issued(world);
  await paid(world, invoice, '535.00');
  const note = await credited(invoice, '535.00');
  const text = await readPdf(`${CREDIT_NOTES}/${note.id}/pdf`);
  expect(valuesIn(text)).toEqual({ before: '1,070.00', after: '535.00', difference: '535.00' });
  expect(text).not.toContain('VAT');
});

it('a note on a service that is paid in part corrects the part that is taxed, and names the rest', async () => {
  const invoice = await issued(world);
  await paid(world, invoice, '535.00');
  const note = await credited(invoice, '800.00');
  const text = await readPdf(`${CREDIT_NOTES}/${note.id}/pdf`);
  // Taxed 500.00 and 35.00 of VAT; 270.00 stays charged.
  expect(valuesIn(text)).toEqual({ before: '500.00', after: '252.34', difference: '247.66' });
  expect(text).toMatch(/VAT 7% ฿?17\.34/);
  expect(text).toMatch(/Not paid, so not taxed yet ฿?535\.00/);
  expect(text).toContain('800.00');
});

it('a receipt stays as it was, whatever is credited, allocated or deferred later', async () => {
  const invoice = await issued(world);
  const entered = await pay(world, {
    amount: '1100.00',
    allocations: [{ invoiceId: invoice.id, amount: '1070.00' }],
  });
  const payment = (await onPayments.done(world.accountant, entered, { action: 'verify' })) as Doc;
  const receipt = () => readPdf(`/payments/${payment.id}/receipt`);
  const before = await receipt();
  expect(before).toContain('1,070.00');
  expect(before).toContain('30.00');
  await credited(invoice, '535.00');
  expect(await receipt()).toBe(before);
  const other = await issued(world);
  const now = expectData(await world.accountant.get(`/payments/${payment.id}`));
  await onPayments.done(world.accountant, now, {
    action: 'allocate',
    allocations: [{ invoiceId: other.id, amount: '500.00' }],
  });
  expect(await receipt()).toBe(before);
});

describe('after a tax invoice was replaced', () => {
  it('papers name the right buyer, and the tax invoice that counts', async () => {
    await named('Siam Snacks');
    const invoice = await issued(world);
    await paid(world, invoice, '535.00');
    const [old] = await taxInvoicesOf(invoice);
    const before = await readPdf(`/tax_invoices/${old?.id}/pdf`);
    await named('Siam Snacks (Public)');
    clock.advance(86_400_000);
    const made = expectData(
      await world.accountant.post(`/tax_invoices/${old?.id}/replace`, { reason: 'A wrong name' }),
    );
    await paid(world, invoice, '535.00');
    const rest = (await taxInvoicesOf(invoice)).find(
      ({ id, isCancelled }) => !isCancelled && id !== made.id,
    );
    expect(await readPdf(`/tax_invoices/${rest?.id}/pdf`)).toContain('Siam Snacks (Public)');
    const note = await credited(invoice, '800.00');
    const text = await readPdf(`${CREDIT_NOTES}/${note.id}/pdf`);
    expect(text).toContain('Siam Snacks (Public)');
    expect(text).toContain(made.documentNo);
    expect(text).toContain(String(rest?.documentNo));
    expect(text).not.toContain(String(old?.documentNo));
    // The cancelled one says what it said, and that it does not count.
    const cancelled = await readPdf(`/tax_invoices/${old?.id}/pdf`);
    expect(cancelled).toContain(before.slice(0, 200));
    expect(cancelled).not.toContain('Siam Snacks (Public)');
  });
});
