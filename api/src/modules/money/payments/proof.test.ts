import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { companyBody } from '../../masterData/testing/office.ts';
import { plantCustomer } from '../../partners/testing/planted.ts';
import {
  issued,
  makeWorld,
  onPayments,
  PAYMENTS,
  pay,
  paymentBody,
  type World,
} from '../testing/world.ts';

/** What proves a payment, and whose account it came in on (docs/domain/money.md). */
let world: World;
withTestServer('2026-11-28T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const account = (companyId: string, accountNo: string) => ({
  companyId,
  bank: 'KBANK',
  accountNo,
  accountName: 'Test Company',
  isDefault: false,
});

it('the slip that a payment needs is not taken off, what was attached besides is', async () => {
  const form = new FormData();
  const body = paymentBody(world, {
    method: 'transfer',
    bankAccountId: world.bankAccountId,
    bankReference: 'AB-1',
  });
  for (const [key, value] of Object.entries(body)) form.append(key, String(value));
  const pdf = (text: string) =>
    new Blob([`%PDF-1.4\n${text}\n%%EOF\n`], { type: 'application/pdf' });
  form.append('slip', pdf('slip'), 'slip.pdf');
  const send = async (path: string, sent: FormData) => {
    const answer = new Response(sent);
    return world.clerk.post(path, Buffer.from(await answer.arrayBuffer()), {
      headers: { 'content-type': answer.headers.get('content-type') ?? '' },
    });
  };
  const made = expectData(await send(`${PAYMENTS}/manual`, form));
  const [slip] = made.attachments;
  const refused = await world.clerk.delete(`${PAYMENTS}/${made.id}/attachments/${slip.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'FILE_NEEDED']);
  const more = new FormData();
  more.append('files', pdf('a letter'), 'letter.pdf');
  const both = expectData(await send(`${PAYMENTS}/${made.id}/attachments`, more));
  const letter = both.find(({ id }: { id: string }) => id !== slip.id);
  const removed = await world.clerk.delete(`${PAYMENTS}/${made.id}/attachments/${letter.id}`);
  expect(removed.status).toBe(200);
});

it('an account belongs to one company: no other one enters its number, at once or later', async () => {
  const other = expectData(await world.admin.post('/companies', companyBody()));
  const [first, second] = await Promise.all([
    world.admin.post('/bank_accounts', account(world.companyId, '1234567890')),
    world.admin.post('/bank_accounts', account(other.id, '1234567890')),
  ]);
  expect([first.status, second.status].sort()).toEqual([201, 422]);
  const [made, refused] = first.status === 201 ? [first, second] : [second, first];
  expect(refused.body.errors).toMatchObject([
    { field: 'accountNo', code: 'ACCOUNT_OF_OTHER_COMPANY' },
  ]);
  const own = expectData(
    await world.admin.post(
      '/bank_accounts',
      account(first.status === 201 ? other.id : world.companyId, '1234567891'),
    ),
  );
  const { companyId: _company, ...changed } = account('', '1234567890');
  const moved = await world.admin.patch(`/bank_accounts/${own.id}`, {
    ...changed,
    version: own.version,
    isActive: true,
  });
  expect([moved.status, moved.body.errors?.[0]?.code]).toEqual([422, 'ACCOUNT_OF_OTHER_COMPANY']);
  expect(made.body.data.accountNo).toBe('1234567890');
});

describe('a cheque', () => {
  const cheque = (more: object = {}) =>
    world.clerk.post(
      `${PAYMENTS}/manual`,
      paymentBody(world, {
        method: 'cheque',
        bankAccountId: world.bankAccountId,
        payerBank: 'BBL',
        chequeNo: '10000001',
        chequeDate: '2026-11-28',
        ...more,
      }),
    );
  const refusal = (answer: Awaited<ReturnType<typeof cheque>>) => [
    answer.status,
    answer.body.errors?.map(({ field, code }: { field: string; code: string }) => [field, code]),
  ];
  const REPEATED = [409, [['chequeNo', 'DUPLICATE_PAYMENT']]];

  it('has its number from its book: another customer may have the same, and whoever verifies is told', async () => {
    const first = expectData(await cheque());
    const other = await plantCustomer(world.test, { ...world, name: 'Another payer' });
    const second = expectData(await cheque({ customerId: other, amount: '2140.00' }));
    const third = await plantCustomer(world.test, { ...world, name: 'A third payer' });
    expectData(await cheque({ customerId: third, chequeDate: '2026-11-27' }));
    const { rows } = await world.test.app.pg.query<{ type: string; said: string }>(
      `select type, description_en as said from notifications where entity_id = $1 and user_id = $2`,
      [second.id, world.accountant.userId],
    );
    expect(rows).toEqual([{ type: 'warning', said: expect.stringContaining(first.documentNo) }]);
  });

  it('is entered once: of the same customer, or of the same amount and day', async () => {
    const other = await plantCustomer(world.test, { ...world, name: 'Not the payer' });
    const chequeNo = '10000002';
    const made = expectData(await cheque({ chequeNo }));
    expect(refusal(await cheque({ chequeNo, amount: '5.00' }))).toEqual(REPEATED);
    expect(refusal(await cheque({ chequeNo, customerId: other }))).toEqual(REPEATED);
    await onPayments.done(world.accountant, made, { action: 'reject', reason: 'It bounced' });
    expect((await cheque({ chequeNo })).status).toBe(201);
  });
});

it('a certificate has its number from the book of its year', async () => {
  const certified = async (whtCertDate: string, more: object = {}) => {
    const invoice = await issued(world, { whtRate: '3.00', ...more });
    const money = { amount: '1040.00', ...more };
    const payment = await pay(world, {
      ...money,
      allocations: [{ invoiceId: invoice.id, amount: money.amount }],
    });
    await onPayments.done(world.accountant, payment, { action: 'verify' });
    const form = new FormData();
    const { allocations, ...body } = paymentBody(world, {
      method: 'whtCert',
      amount: '30.00',
      whtCertNo: '1/001',
      whtCertDate,
      ...more,
      allocations: [{ invoiceId: invoice.id, amount: '30.00' }],
    });
    for (const [key, value] of Object.entries(body)) form.append(key, String(value));
    form.append('allocations', JSON.stringify(allocations));
    const pdf = `%PDF-1.4\n${invoice.id}\n%%EOF\n`;
    form.append('slip', new Blob([pdf], { type: 'application/pdf' }), 'certificate.pdf');
    const sent = new Response(form);
    return world.clerk.post(`${PAYMENTS}/manual`, Buffer.from(await sent.arrayBuffer()), {
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    });
  };
  expectData(await certified('2025-12-30'));
  expectData(await certified('2026-11-20'));
  const again = await certified('2026-11-21');
  expect([again.status, again.body.errors]).toMatchObject([
    409,
    [{ field: 'whtCertNo', code: 'DUPLICATE_PAYMENT' }],
  ]);
  // Two customers may each have one of that number, until they turn out to be the same one.
  const customerId = await plantCustomer(world.test, world);
  expectData(await certified('2026-11-20', { customerId }));
  const merged = await world.admin.post(`/back-office/customers/${customerId}/merge`, {
    version: 1,
    intoId: world.customerId,
    reason: 'Entered twice',
  });
  expect([merged.status, merged.body.code]).toEqual([409, 'CERTIFICATE_OF_BOTH']);
  expect(merged.body.message).toContain('1/001');
});

it('a payment that somebody may not read is named to nobody who enters it again', async () => {
  const seller = await world.test.as('sales-officer');
  const theirs = await plantCustomer(world.test, world);
  await world.test.app.pg.query('update customers set sale_id = $2 where id = $1', [
    theirs,
    seller.userId,
  ]);
  const cheque = {
    method: 'cheque',
    bankAccountId: world.bankAccountId,
    payerBank: 'SCB',
    chequeNo: '20000009',
    chequeDate: '2026-11-28',
    amount: '77.00',
  };
  const first = expectData(
    await world.clerk.post(`${PAYMENTS}/manual`, paymentBody(world, cheque)),
  );
  const again = paymentBody({ ...world, customerId: theirs }, cheque);
  const told = await world.clerk.post(`${PAYMENTS}/manual`, again);
  expect([told.body.code, told.body.details.documentNo]).toEqual([
    'DUPLICATE_PAYMENT',
    first.documentNo,
  ]);
  const hidden = await seller.post(`${PAYMENTS}/manual`, again);
  expect([hidden.status, hidden.body.code]).toEqual([409, 'DUPLICATE_PAYMENT_HIDDEN']);
  expect(JSON.stringify(hidden.body)).not.toContain(first.documentNo);
});
