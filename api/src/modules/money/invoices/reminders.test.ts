import { createTestApp, manualClock, setSetting, type TestApp } from '../../../testing/index.ts';
import { type Loopback, openLoopback } from '../../../testing/loopback.ts';
import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import {
  type Doc,
  draft,
  INVOICES,
  invoiceNow,
  issued,
  makeWorld,
  onInvoices,
  paid,
  type World,
} from '../testing/world.ts';
import { remindCustomers } from './reminders.ts';

/** Messages to customers: by whom, by which way, how often, and what became of them. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LINE_USER = `U${'a'.repeat(32)}`;

const clock = manualClock(new Date('2026-11-20T02:00:00Z'));
let server: TestApp;
let world: World;
let provider: Loopback;
const reader = openPdfReader();
beforeAll(async () => {
  provider = await openLoopback();
  server = await createTestApp({
    clock,
    config: {
      lineApiUrl: provider.url,
      lineChannelToken: 'line-token',
      sms: { url: `${provider.url}/sms/send?v=1`, token: 'sms-token', from: 'Boxyard' },
    },
  });
});
afterAll(async () => {
  await server?.close();
  await provider?.close();
  await reader.close();
});
beforeEach(async () => {
  world = await makeWorld(server);
  provider.answers.length = 0;
  // What an earlier test has left waiting.
  await server.runJobs();
  provider.heard.length = 0;
});

const query = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await server.app.pg.query<R>(text, values)).rows;
const reached = (by: { email?: string | null; line?: string | null; phone?: string }) =>
  query('update customers set email = $2, line_id = $3, phone = $4 where id = $1', [
    world.customerId,
    by.email ?? null,
    by.line ?? null,
    by.phone ?? '021234567',
  ]);
const automatic = (value: boolean) => setSetting(server, 'reminders.automatic', value);
const consent = (given = true) =>
  query('update customers set consent_at = $2 where id = $1', [
    world.customerId,
    given ? clock.now() : null,
  ]);
const remind = (doc: Doc, body: object = {}) =>
  world.clerk.post(`${INVOICES}/${doc.id}/remind`, { version: doc.version, ...body });
type Told = { channel: string; kind: string; stage: number | null; result: string; to: string };
const logOf = async ({ id }: Doc): Promise<Told[]> =>
  (await invoiceNow(world, id)).notifyLog as Told[];
const again = () =>
  query('update graphile_worker._private_jobs set run_at = now(), locked_at = null');

describe('by hand', () => {
  it('goes by every way that reaches the customer, and shows what became of each', async () => {
    await reached({ email: 'owes@customer.example', line: LINE_USER, phone: '081-234 5678' });
    const invoice = await issued(world);
    const sent = expectData(await remind(invoice));
    expect(sent.status).toBe('issued');
    expect(sent.notifyLog.map((one: Told) => [one.channel, one.kind, one.result])).toEqual(
      expect.arrayContaining([
        ['email', 'reminder', 'queued'],
        ['line', 'reminder', 'queued'],
        ['sms', 'reminder', 'queued'],
      ]),
    );
    await server.runJobs();
    const byUrl = Object.fromEntries(provider.heard.map((one) => [one.url, one]));
    const [line, sms] = [byUrl['/v2/bot/message/push'], byUrl['/sms/send?v=1']];
    expect(line?.headers.authorization).toBe('Bearer line-token');
    expect(line?.body.to).toBe(LINE_USER);
    expect(line?.body.messages[0].text).toContain(`ใบแจ้งหนี้ ${invoice.documentNo}`);
    expect(line?.body.messages[0].text).toContain('1,070.00');
    expect(sms?.headers.authorization).toBe('Bearer sms-token');
    expect(sms?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(sms?.body).toMatchObject({ from: 'Boxyard', to: '+66812345678' });
    const log = await logOf(invoice);
    expect(log.map(({ channel, result }) => `${channel} ${result}`).sort()).toEqual([
      'email queued',
      'line sent',
      'sms sent',
    ]);
  });

  it('goes once an hour at most, together with the invoice itself', async () => {
    const invoice = await issued(world);
    const sent = expectData(await remind(invoice));
    expect((await remind(sent)).status).toBe(429);
    const notified = await world.clerk.post(`${INVOICES}/${invoice.id}/other/notify`, {
      version: sent.version,
    });
    expect(notified.status).toBe(429);
    clock.advance(HOUR);
    expect((await remind(sent)).status).toBe(200);
  });

  it('of ten at once sends one', async () => {
    const invoice = await issued(world);
    const answers = await Promise.all(Array.from({ length: 10 }, () => remind(invoice)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await logOf(invoice)).toHaveLength(1);
  });

  it('goes by the ways asked for, each of which has to reach the customer', async () => {
    await reached({ email: 'owes@customer.example', phone: '021234567' });
    const invoice = await issued(world);
    const refused = await remind(invoice, { channels: ['email', 'line', 'sms'] });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([
      { field: 'channels[1]', code: 'CHANNEL_UNREACHABLE' },
      { field: 'channels[2]', code: 'CHANNEL_UNREACHABLE' },
    ]);
    await reached({ email: null, phone: '0912345678' });
    const sent = expectData(await remind(invoice, { channels: ['sms'] }));
    expect(sent.notifyLog.map((one: Told) => one.channel)).toEqual(['sms']);
  });

  it('reaches nobody without an address', async () => {
    await reached({ email: null });
    const refused = await remind(await issued(world));
    expect([refused.status, refused.body.code]).toEqual([409, 'CUSTOMER_WITHOUT_EMAIL']);
  });

  it('is not sent of what is not owed', async () => {
    const invoice = await issued(world);
    await paid(world, invoice);
    const settled = await invoiceNow(world, invoice.id);
    expect((await remind(settled)).body.code).toBe('INVALID_STATE');
    const unsent = await draft(world);
    expect((await remind(unsent)).body.code).toBe('INVALID_STATE');
  });

  it('is tried again where the provider fails, with the same key', async () => {
    await reached({ line: LINE_USER });
    const invoice = await issued(world);
    await remind(invoice);
    provider.answers.push(503);
    await server.runJobs().catch(() => undefined);
    expect(await logOf(invoice)).toMatchObject([{ channel: 'line', result: 'failed' }]);
    await again();
    await server.runJobs();
    expect(await logOf(invoice)).toMatchObject([{ channel: 'line', result: 'sent' }]);
    const keys = provider.heard.map(({ headers }) => headers['x-line-retry-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('that the provider refuses is told to accounting and not sent again', async () => {
    await reached({ line: LINE_USER });
    const invoice = await issued(world);
    await remind(invoice);
    provider.answers.push(400);
    await server.runJobs();
    await again();
    await server.runJobs();
    expect(provider.heard).toHaveLength(1);
    expect(await logOf(invoice)).toMatchObject([{ channel: 'line', result: 'failed' }]);
    const told = await query<{ title: string }>(
      'select title_en as title from notifications where user_id = $1 and entity_id = $2',
      [world.clerk.userId, invoice.id],
    );
    expect(told).toEqual([{ title: `LINE refuses the message about ${invoice.documentNo}` }]);
  });

  it('hides where it went from whoever may not see personal data', async () => {
    await reached({ line: LINE_USER });
    const invoice = await issued(world);
    await remind(invoice);
    const auditor = await server.as('auditor');
    const seen = expectData(await auditor.get(`${INVOICES}/${invoice.id}`));
    const log: Told[] = seen.notifyLog;
    expect(log[0]?.to).not.toBe(LINE_USER);
  });

  it('carries the invoice as a PDF, whole whoever sends it', async () => {
    await query(`update customers set tax_id = '0105552029681' where id = $1`, [world.customerId]);
    const invoice = await issued(world);
    await remind(invoice);
    const [mail] = await query<{ attachment: Buffer; name: string; subject: string; text: string }>(
      `select m.attachment, m.attachment_name as name, m.subject, m.body_text as text
        from invoice_notices n join mails m on m.id = n.mail_id where n.invoice_id = $1`,
      [invoice.id],
    );
    expect(mail?.name).toBe(`${invoice.documentNo}.pdf`);
    expect(mail?.subject).toContain('แจ้งเตือนชำระเงิน');
    expect(mail?.text).toContain('1,070.00 THB of invoice');
    const text = squeezed((await reader.pages(mail?.attachment ?? Buffer.from(''))).join(' '));
    for (const word of ['ใบแจ้งหนี้', invoice.documentNo ?? '-', '0105552029681']) {
      expect(text).toContain(squeezed(word));
    }
  });
});

describe('each morning', () => {
  beforeEach(async () => {
    await consent();
    await automatic(true);
  });
  const stagesOf = async (doc: Doc) =>
    (await logOf(doc)).map(({ stage }) => stage).sort((a, b) => Number(a) - Number(b));

  it('reminds 3 days before the due date, and 1, 7 and 30 days after it, once each', async () => {
    const invoice = await issued(world, { dueDate: dayFrom(world, 5) });
    const mornings: [number, (number | null)[]][] = [
      [0, []],
      [2, [-3]],
      [4, [-3]],
      [6, [-3, 1]],
      [11, [-3, 1]],
      [12, [-3, 1, 7]],
      [35, [-3, 1, 7, 30]],
      [36, [-3, 1, 7, 30]],
    ];
    const start = clock.now().getTime();
    for (const [day, stages] of mornings) {
      clock.set(new Date(start + day * DAY));
      await remindCustomers(server.app);
      await remindCustomers(server.app);
      expect([day, await stagesOf(invoice)]).toEqual([day, stages]);
    }
    clock.set(new Date(start + 200 * DAY));
    await remindCustomers(server.app);
    expect(await stagesOf(invoice)).toHaveLength(4);
  });

  it('makes up for mornings that were missed with the latest alone', async () => {
    const invoice = await issued(world, { dueDate: dayFrom(world, 2) });
    clock.advance(12 * DAY);
    await remindCustomers(server.app);
    expect(await stagesOf(invoice)).toEqual([7]);
  });

  it('leaves out who gave no consent, who has paid, and companies that do not want it', async () => {
    const silent = await issued(world, { dueDate: dayFrom(world, 1) });
    await consent(false);
    await remindCustomers(server.app);
    expect(await logOf(silent)).toEqual([]);
    await consent();
    await paid(world, silent);
    await remindCustomers(server.app);
    expect(await logOf(silent)).toEqual([]);
    const owed = await issued(world, { dueDate: dayFrom(world, 1) });
    await automatic(false);
    await remindCustomers(server.app);
    expect(await logOf(owed)).toEqual([]);
    await automatic(true);
    await remindCustomers(server.app);
    expect(await stagesOf(owed)).toEqual([-3]);
  });

  it('waits until tomorrow where somebody has just written', async () => {
    const invoice = await issued(world, { dueDate: dayFrom(world, 1) });
    await remind(invoice);
    await remindCustomers(server.app);
    expect(await logOf(invoice)).toHaveLength(1);
    clock.advance(DAY);
    await remindCustomers(server.app);
    expect(await stagesOf(invoice)).toEqual([-3, null].sort((a, b) => Number(a) - Number(b)));
  });

  it('spends an SMS only where neither e-mail nor LINE reaches the customer', async () => {
    await reached({ email: 'owes@customer.example', line: LINE_USER, phone: '0812345678' });
    const one = await issued(world, { dueDate: dayFrom(world, 1) });
    await remindCustomers(server.app);
    expect((await logOf(one)).map(({ channel }) => channel).sort()).toEqual(['email', 'line']);
    await reached({ phone: '0812345678' });
    const other = await issued(world, { dueDate: dayFrom(world, 1) });
    await remindCustomers(server.app);
    expect((await logOf(other)).map(({ channel }) => channel)).toEqual(['sms']);
    await onInvoices.done(world.accountant, await invoiceNow(world, other.id), {
      action: 'void',
      reason: 'Wrong customer',
    });
  });
});
