import { createTestApp, manualClock, type TestApp } from '../../../testing/index.ts';
import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { issued, makeWorld, paid, type World } from '../testing/world.ts';

/** Statements of account that are sent to customers. */

const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
const reader = openPdfReader();
let server: TestApp;
let world: World;
beforeAll(async () => {
  server = await createTestApp({ clock });
});
afterAll(async () => {
  await server?.close();
  await reader.close();
});
beforeEach(async () => {
  world = await makeWorld(server);
  await settle({ consent_at: clock.now(), email: 'owes@customer.example' });
});

const query = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await server.app.pg.query<R>(text, values)).rows;
const settle = (columns: Readonly<Record<string, unknown>>) =>
  Promise.all(
    Object.entries(columns).map(([column, value]) =>
      query(`update customers set ${column} = $2 where id = $1`, [world.customerId, value]),
    ),
  );
const send = (body: object = {}) =>
  world.clerk.post(`/receivables/${world.customerId}/statement/send`, body);
const statement = async () =>
  expectData(await world.clerk.get(`/receivables/${world.customerId}/statement`));

it('goes out as a PDF of what was asked for, is logged, and shows what became of it', async () => {
  const invoice = await issued(world);
  await paid(world, invoice, '70.00');
  expectData(await send({ startDate: '2026-11-01', endDate: '2026-11-30' }));
  const [mail] = await query<{ to: string; pdf: Buffer; text: string }>(
    `select m.to_address as to, m.attachment as pdf, m.body_text as text
      from statement_notices n join mails m on m.id = n.mail_id where n.customer_id = $1`,
    [world.customerId],
  );
  expect(mail?.to).toBe('owes@customer.example');
  expect(mail?.text).toContain('1,000.00');
  const text = squeezed((await reader.pages(mail?.pdf ?? Buffer.from(''))).join(' '));
  for (const word of ['ใบแจ้งยอดบัญชี', invoice.documentNo ?? '-', '1,070.00', '1,000.00']) {
    expect(text).toContain(squeezed(word));
  }
  expect(await statement()).toMatchObject({
    sentLog: [
      {
        startDate: '2026-11-01',
        endDate: '2026-11-30',
        result: 'queued',
        by: { id: world.clerk.userId },
      },
    ],
  });
  const logged = await query(
    `select 1 from activity_logs where subject = 'customers' and action = 'notify' and subject_id = $1`,
    [world.customerId],
  );
  expect(logged).toHaveLength(1);
});

it('goes out once an hour at most, also when two people send it at once', async () => {
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  clock.advance(3_600_000);
  expect((await send()).status).toBe(200);
});

it('needs consent and a mailbox', async () => {
  await settle({ consent_at: null });
  expect((await send()).body.code).toBe('CUSTOMER_WITHOUT_CONSENT');
  await settle({ consent_at: clock.now(), email: null });
  expect((await send()).body.code).toBe('CUSTOMER_WITHOUT_EMAIL');
});

it('is nobody’s who does not see the customer, and ends no earlier than it begins', async () => {
  const stranger = await server.as('sales-officer');
  const unseen = await stranger.post(`/receivables/${world.customerId}/statement/send`, {});
  expect([403, 404]).toContain(unseen.status);
  const wrong = await send({ startDate: '2026-11-30', endDate: '2026-11-01' });
  expect([wrong.status, wrong.body.errors?.[0]?.code]).toEqual([422, 'DATE_ORDER']);
});
