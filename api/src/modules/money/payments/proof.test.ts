import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { companyBody } from '../../masterData/testing/office.ts';
import { makeWorld, PAYMENTS, paymentBody, type World } from '../testing/world.ts';

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
