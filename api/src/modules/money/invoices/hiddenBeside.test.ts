import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  type Doc,
  INVOICES,
  issued,
  makeWorld,
  onInvoices,
  PAYMENTS,
  paid,
  type World,
} from '../testing/world.ts';

/** An invoice names its payments and the invoices beside it only to whoever may read those as well. */
let world: World;
let seller: Person;
let other: Person;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  seller = await test.as('sales-officer');
  other = await test.as('sales-officer');
});

/** After a change of the salesperson, what is older stays with the one before. */
const give = (table: 'invoices' | 'payments', { id }: Pick<Doc, 'id'>, { userId }: Person) =>
  world.test.app.pg.query(`update ${table} set sale_id = $2 where id = $1`, [id, userId]);
const seenBy = async (by: Person, { id }: Pick<Doc, 'id'>) =>
  expectData(await by.get(`${INVOICES}/${id}`));
const relatedTo = async (by: Person, doc: Pick<Doc, 'id'>): Promise<unknown[]> =>
  (await seenBy(by, doc)).related.map(({ id }: { id: string | null }) => id);

it('leaves out which payment it was, and keeps what was paid', async () => {
  const invoice = await issued(world);
  const payment = await paid(world, invoice);
  await give('invoices', invoice, seller);
  await give('payments', payment, seller);
  expect(await seenBy(seller, invoice)).toMatchObject({
    allocations: [{ payment: { id: payment.id, documentNo: payment.documentNo } }],
  });
  expect(await relatedTo(seller, invoice)).toContain(payment.id);
  await give('payments', payment, other);
  expect((await seller.get(`${PAYMENTS}/${payment.id}`)).status).toBe(404);
  const shown = await seenBy(seller, invoice);
  expect(shown).toMatchObject({
    paidAmount: invoice.grandTotal,
    allocations: [{ payment: null, amount: invoice.grandTotal }],
  });
  expect(JSON.stringify(shown)).not.toContain(payment.id);
  expect(JSON.stringify(shown)).not.toContain(payment.documentNo);
});

it('names neither the invoice that it replaces nor the one that replaces it', async () => {
  const first = await issued(world);
  const gone = await onInvoices.done(world.accountant, first, {
    action: 'void',
    reason: 'Wrong line',
    replace: true,
  });
  const next = { id: gone.related[0]?.id ?? '' };
  await give('invoices', first, seller);
  await give('invoices', next, seller);
  expect((await seenBy(seller, next)).replaces).toMatchObject({ id: first.id });
  expect(await relatedTo(seller, first)).toContain(next.id);
  await give('invoices', first, other);
  const after = await seenBy(seller, next);
  expect(after.replaces).toBeNull();
  expect(JSON.stringify(after)).not.toContain(first.id);
  expect(JSON.stringify(after)).not.toContain(first.documentNo);
  await give('invoices', first, seller);
  await give('invoices', next, other);
  expect(JSON.stringify(await seenBy(seller, first))).not.toContain(next.id);
});
