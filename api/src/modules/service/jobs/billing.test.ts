import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { newPart, stock } from '../../containers/testing/world.ts';
import { onInvoices, onPayments, plantAccount } from '../../money/testing/world.ts';
import { type Dispatch, faultsOf, makeDispatch, soldContainer } from './testing/dispatch.ts';
import {
  acceptBody,
  act,
  ask,
  begun,
  completed,
  type Doc,
  done,
  issue,
  PATH,
  partLine,
  photograph,
  resolved,
  summary,
} from './testing/world.ts';

const HOUR = 3_600_000;

/** Charging the customer of a job, and its money (docs/domain/containers.md "Money", domain-containers 2.10). */
let world: Dispatch['world'];
let sales: Dispatch['sales'];
let dispatcher: Person;
let clerk: Person;
let accountant: Person;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  ({ world, sales, dispatcher } = await makeDispatch(test));
  clerk = await test.as('accounting-officer');
  accountant = await test.as('accounting-manager');
  await plantAccount(test, world.companyId);
  const rate = { value: '600.00', effectiveFrom: '2026-11-20' };
  expectData(await world.admin.post(`/settings/${world.companyId}/service.labourRate`, rate));
});

const billingOf = async (id: string, by = dispatcher) =>
  expectData(await by.get(`${PATH}/${id}/invoices`));
const seen = async (
  id: string,
  by: Person = world.admin,
): Promise<
  Doc & {
    readonly allowedActions: readonly string[];
    readonly parts: readonly { readonly isBillable: boolean }[];
  }
> => expectData(await by.get(`${PATH}/${id}`));

/** A customer's container was repaired in two hours, with two parts for sale at 250. */
async function repaired(more: object = {}): Promise<Doc> {
  const partId = await newPart(world);
  await world.test.app.pg.query('update material_parts set standard_price = 250 where id = $1', [
    partId,
  ]);
  await stock(world, partId, { quantity: 5 });
  const started = await begun(world, { productId: await soldContainer(sales) });
  const doc = await issue(
    world,
    await ask(world, started, partLine(world, { partId, quantity: 2, ...more })),
  );
  clock.advance(2 * HOUR);
  expectData(await photograph(world.technician, doc.id));
  const [line] = doc.parts;
  const solved = await done(world.technician, doc, {
    action: 'technician-summary',
    ...summary('fixed', { used: [{ id: line.id, quantity: 2 }] }),
  });
  const accepted = await done(dispatcher, solved, { action: 'complete' });
  return done(dispatcher, accepted, { action: 'final-report', finalReport: 'Worn out.' });
}

/** Charges everything that is proposed. */
const charge = async (doc: Doc, more: object = {}, by = dispatcher) => {
  const { proposal } = await billingOf(doc.id, by);
  return act(by, doc, { action: 'invoices', items: proposal?.items ?? [], ...more });
};

const issueInvoice = async (doc: Doc) => {
  const { invoices } = await billingOf(doc.id);
  const invoice = expectData(await clerk.get(`/invoices/${invoices[0].id}`));
  return onInvoices.done(clerk, invoice, { action: 'issue' });
};

it('charges labour and parts at list prices, by an invoice that accounting issues', async () => {
  const doc = await repaired();
  const before = await billingOf(doc.id);
  expect(before).toMatchObject({
    invoices: [],
    balance: '0.00',
    proposal: {
      listTotal: '1700.00',
      dueDate: expect.any(String),
      vatRate: '7.00',
      items: [
        { partId: null, quantity: 2, unitPrice: '600.0000', isService: true },
        { partId: expect.any(String), quantity: 2, unitPrice: '250.0000', isService: false },
      ],
    },
  });
  expect((await seen(doc.id, dispatcher)).allowedActions).toContain('invoice');

  const charged = expectData(await charge(doc));
  expect(charged.allowedActions).not.toContain('invoice');
  const drafted = await billingOf(doc.id);
  expect(drafted).toMatchObject({
    proposal: null,
    invoices: [{ status: 'draft', grandTotal: '1819.00' }],
    // A draft asks for nothing yet.
    balance: '0.00',
  });
  const { id: invoiceId } = drafted.invoices[0];
  const invoice = expectData(await world.admin.get(`/invoices/${invoiceId}`));
  expect(invoice).toMatchObject({
    sourceType: 'repair',
    source: { type: 'jobs', id: doc.id },
    sourceLabel: doc.documentNo,
    customer: { id: sales.customerId },
    taxPoint: 'payment',
  });
  // Accounting issues it, and reads no jobs.
  expect(expectData(await clerk.get(`/invoices/${invoiceId}`))).toMatchObject({
    sourceType: 'repair',
    source: null,
    sourceLabel: null,
  });
  const refused = await act(dispatcher, charged, { action: 'close' });
  expect([refused.status, refused.body.code]).toEqual([409, 'JOB_INVOICE_OPEN']);
});

it('is closed once its invoice is paid, and somebody else has verified the money', async () => {
  const doc = expectData(await charge(await repaired()));
  await issueInvoice(doc);
  const owed = await seen(doc.id, dispatcher);
  expect(owed.allowedActions).toContain('manual-payment');
  const paid = expectData(
    await act(dispatcher, owed, {
      action: 'manual-payment',
      method: 'cash',
      paidAt: clock.now().toISOString(),
      amount: '1819.00',
    }),
  );
  expect((await billingOf(doc.id)).balance).toBe('1819.00');
  const early = await act(dispatcher, paid, { action: 'close' });
  expect(early.body.code).toBe('JOB_INVOICE_OPEN');

  const [payment] = expectData(await accountant.get(`/payments?customerId=${sales.customerId}`));
  expect(payment).toMatchObject({ status: 'pending', amount: '1819.00' });
  const own = await dispatcher.post(`/payments/${payment.id}/verify`, { version: 1 });
  expect(own.status).toBe(403);
  await onPayments.done(accountant, payment, { action: 'verify' });
  expect(await billingOf(doc.id)).toMatchObject({
    balance: '0.00',
    invoices: [{ status: 'paid', balance: '0.00' }],
  });
  const closed = await done(dispatcher, await seen(doc.id), { action: 'close' });
  expect(closed.status).toBe('closed');
});

it('is not closed while its customer was charged nothing of what they bear', async () => {
  const refused = await act(dispatcher, await repaired(), { action: 'close' });
  expect([refused.status, refused.body.code]).toEqual([409, 'JOB_NOT_BILLED']);
});

it('takes less than list prices with a reason, and within the limit of whoever charges', async () => {
  const doc = await repaired();
  const items = [{ description: 'Everything', quantity: 1, unitPrice: '1700.0000' }];
  const less = [{ ...items[0], unitPrice: '1000.0000' }];
  const silent = await charge(doc, { items: less });
  expect([silent.status, faultsOf(silent)]).toEqual([422, [['reason', 'REQUIRED']]]);
  const above = await charge(doc, { items: less, reason: 'An old customer' });
  expect([above.status, above.body.code]).toEqual([409, 'APPROVAL_LIMIT']);
  const foreign = await charge(doc, { items: [{ ...items[0], partId: doc.id }] });
  expect(faultsOf(foreign)).toEqual([['items[0].partId', 'UNKNOWN_ID']]);
  expectData(await charge(doc, { items }));
});

it('is issued by somebody else than whoever charged it, whatever else they may', async () => {
  const { pg } = world.test.app;
  const both = await world.test.as('accounting-officer');
  const { rows } = await pg.query<{ id: string }>(
    `insert into roles (name, label_en, label_th, data_scope, discount_limit_percent, created_at, updated_at)
     values ('service-office', 'Service office', 'Service office', 'company', 5, now(), now()) returning id`,
  );
  await pg.query(
    `insert into role_permissions (role_id, name)
     select $1, unnest(array['repair-list:view', 'repair-list:invoice', 'payment-data:view', 'payment-data:issue-invoice'])`,
    [rows[0]?.id],
  );
  await pg.query('update users set role_id = $2 where id = $1', [both.userId, rows[0]?.id]);
  world.test.app.forgetActors();
  const doc = expectData(await charge(await repaired(), {}, both));
  const { invoices } = await billingOf(doc.id);
  const alone = await both.post(`/invoices/${invoices[0].id}/issue`, { version: 1 });
  expect([alone.status, alone.body.code]).toEqual([409, 'SELF_APPROVAL']);
  expect((await issueInvoice(doc)).status).toBe('issued');
});

it('is charged once by twenty hands', async () => {
  const doc = await repaired();
  const { proposal } = await billingOf(doc.id);
  const body = { version: doc.version, items: proposal.items };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => dispatcher.post(`${PATH}/${doc.id}/invoices`, body)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await billingOf(doc.id)).invoices).toHaveLength(1);
});

it('is charged anew once its invoice is void', async () => {
  const doc = expectData(await charge(await repaired()));
  const invoice = await issueInvoice(doc);
  const reason = 'Wrong address';
  await onInvoices.done(accountant, invoice, { action: 'void', reason });
  const again = await seen(doc.id, dispatcher);
  expect(again.allowedActions).toContain('invoice');
  expectData(await charge(again));
});

it('leaves free what is under warranty, and the work of a repair that is done once more', async () => {
  const doc = await repaired();
  const again = await done(world.secondAdmin, doc, { action: 'reopen', reason: 'Fails again' });
  expect(again.coverage).toBe('warranty');
  const sent = await done(dispatcher, again, {
    action: 'manager-response',
    decision: 'accept',
    technicianIds: [world.technician.userId],
    appointmentStart: new Date(clock.now().getTime() + 200 * HOUR).toISOString(),
    appointmentEnd: new Date(clock.now().getTime() + 201 * HOUR).toISOString(),
  });
  const working = await done(world.technician, sent, { action: 'start' });
  clock.advance(5 * HOUR);
  expectData(await photograph(world.technician, doc.id));
  const solved = await done(world.technician, working, {
    action: 'technician-summary',
    ...summary('fixed'),
  });
  await done(dispatcher, solved, { action: 'complete' });
  const { proposal } = await billingOf(doc.id);
  // Two hours of the first visit, and none of the five of the second.
  expect(proposal).toMatchObject({
    listTotal: '1700.00',
    items: [{ quantity: 2 }, { quantity: 2 }],
  });
});

it('charges what follows a reopening by a second invoice, and nothing twice', async () => {
  const doc = await repaired();
  const first = expectData(await charge(doc));
  await issueInvoice(first);
  const again = await done(world.secondAdmin, first, { action: 'reopen', reason: 'Fails again' });
  const sent = await done(dispatcher, again, {
    action: 'manager-response',
    ...acceptBody(world, [world.technician.userId]),
  });
  const working = await done(world.technician, sent, { action: 'start' });
  const misused = { action: 'override-coverage', coverage: 'billable', reason: 'Misused again' };
  const billable = await done(dispatcher, working, misused);
  const partId = await newPart(world);
  await world.test.app.pg.query('update material_parts set standard_price = 80 where id = $1', [
    partId,
  ]);
  await stock(world, partId, { quantity: 5 });
  const doc2 = await issue(
    world,
    await ask(world, billable, partLine(world, { partId, quantity: 1 })),
    { line: 1 },
  );
  clock.advance(3 * HOUR);
  expectData(await photograph(world.technician, doc.id));
  const line = doc2.parts.find(({ inHandQty }: { inHandQty: number }) => inHandQty > 0);
  const solved = await done(world.technician, doc2, {
    action: 'technician-summary',
    ...summary('fixed', { used: [{ id: line.id, quantity: 1 }] }),
  });
  const accepted = await done(dispatcher, solved, { action: 'complete' });
  const written = await done(dispatcher, accepted, {
    action: 'final-report',
    finalReport: 'Worn out again.',
  });
  expect(await billingOf(doc.id)).toMatchObject({
    invoices: [{ grandTotal: '1819.00' }],
    // Three hours and one part: the first visit is charged already.
    proposal: { listTotal: '1880.00', items: [{ quantity: 3 }, { quantity: 1 }] },
  });
  expect((await act(dispatcher, written, { action: 'close' })).status).toBe(409);
  const second = expectData(await charge(written));
  expect(second.allowedActions).not.toContain('invoice');
  expect((await billingOf(doc.id)).invoices).toHaveLength(2);

  // The first one is void: its visit alone is charged anew.
  const { invoices } = await billingOf(doc.id);
  const old = expectData(await accountant.get(`/invoices/${invoices[0].id}`));
  const reason = 'The customer asked for two papers';
  await onInvoices.done(accountant, old, { action: 'void', reason });
  const { proposal } = await billingOf(doc.id);
  expect(proposal.listTotal).toBe('1700.00');
  expectData(await charge(await seen(doc.id, dispatcher)));
  expect((await billingOf(doc.id)).proposal).toBeNull();
});

it('charges nothing anew while another invoice takes the place of a void one', async () => {
  const doc = expectData(await charge(await repaired()));
  const issued = await issueInvoice(doc);
  const replaced = { action: 'void', reason: 'The address is wrong', replace: true };
  await onInvoices.done(accountant, issued, replaced);
  const billing = await billingOf(doc.id);
  expect(billing).toMatchObject({ proposal: null, invoices: [{ status: 'draft' }] });
  expect((await seen(doc.id, dispatcher)).allowedActions).not.toContain('invoice');
});

it('charges no part of a job that somebody makes free', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 1 });
  const started = await begun(world, { productId: await soldContainer(sales) });
  const asked = await ask(world, started, partLine(world, { partId, quantity: 1 }));
  const free = { action: 'override-coverage', coverage: 'goodwill', reason: 'Our own fault' };
  await done(dispatcher, asked, free);
  expect((await seen(asked.id)).parts).toMatchObject([{ isBillable: false }]);
});

it('tells technicians nothing of the money, and other teams nothing of the job', async () => {
  const doc = expectData(await charge(await repaired()));
  expect(await billingOf(doc.id, world.technician)).toEqual({
    invoices: [],
    proposal: null,
    balance: '0.00',
  });
  const byTechnician = await act(world.technician, doc, { action: 'invoices', items: [] });
  expect(byTechnician.status).toBe(403);
  const stranger = await world.otherTechnician.get(`${PATH}/${doc.id}/invoices`);
  expect(stranger.status).toBe(404);
  // Readers of invoices who charge nobody see the invoice, and no proposal.
  const auditor = await world.test.as('auditor');
  expect(await billingOf(doc.id, auditor)).toMatchObject({
    invoices: [{ status: 'draft' }],
    proposal: null,
  });
});

it('has nothing to charge where nobody bears it', async () => {
  const doc = await completed(world);
  expect(doc.coverage).toBe('goodwill');
  const refused = await act(dispatcher, doc, {
    action: 'invoices',
    items: [{ description: 'Trip', quantity: 1, unitPrice: '100.0000' }],
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'JOB_NOT_BILLABLE']);
  const early = await act(dispatcher, await resolved(world), {
    action: 'invoices',
    items: [{ description: 'Trip', quantity: 1, unitPrice: '100.0000' }],
  });
  expect(early.body.code).toBe('INVALID_STATE');
});
