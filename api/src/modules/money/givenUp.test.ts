import { sendMail } from '../../kernel/index.ts';
import { createTestApp, manualClock, type TestApp } from '../../testing/index.ts';
import { expectData } from '../../workflow/testing/world.ts';
import { type MailServer, startMailServer } from './testing/mailServer.ts';
import { INVOICES, issued, makeWorld, type World } from './testing/world.ts';

/** E-mails to customers that the mail server does not take: those who can correct it hear of it. */

const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
let mails: MailServer;
let server: TestApp;
let world: World;
beforeAll(async () => {
  mails = await startMailServer();
  server = await createTestApp({ clock, config: { smtpUrl: mails.url } });
});
afterAll(async () => {
  await server?.close();
  await mails?.close();
});
beforeEach(async () => {
  world = await makeWorld(server);
  await server.app.pg.query(
    `update customers set consent_at = now(), email = 'gone@customer.example' where id = $1`,
    [world.customerId],
  );
});

const mailOf = async (key: string) =>
  (
    await server.app.pg.query<{ id: string; status: string; attempts: number }>(
      'select id, status, attempts from mails where dedupe_key like $1 order by created_at desc, id desc limit 1',
      [`${key}:%`],
    )
  ).rows[0];
const told = async (entityId: string): Promise<{ to: string; title: string }[]> =>
  (
    await server.app.pg.query<{ to: string; title: string }>(
      `select user_id as "to", title_en as title from notifications
       where entity_id = $1 and title_en like '%was not delivered' order by id`,
      [entityId],
    )
  ).rows;
/** How the try ends: with nothing to do any more, or with the queue's next one. */
const tried = (id: string | undefined) =>
  sendMail(server.app, { id: id ?? '' }).then(
    () => 'over',
    () => 'again',
  );

it('of an unknown mailbox are told to sender and accounting, and tried no more', async () => {
  mails.answer = '550 5.1.1 no such user';
  const invoice = await issued(world);
  expectData(
    await world.clerk.post(`${INVOICES}/${invoice.id}/other/notify`, { version: invoice.version }),
  );
  const mail = await mailOf('invoice');
  expect(await tried(mail?.id)).toBe('over');
  expect(await mailOf('invoice')).toMatchObject({ status: 'failed', attempts: 1 });
  const people = await told(invoice.id);
  expect(people.map(({ to }) => to)).toEqual(
    expect.arrayContaining([world.clerk.userId, world.accountant.userId]),
  );
  expect(new Set(people.map(({ title }) => title))).toEqual(
    new Set([`The e-mail about ${invoice.documentNo} was not delivered`]),
  );
});

it('are tried again where the server has something against the sender', async () => {
  mails.answer = '550 5.7.1 relaying denied';
  const invoice = await issued(world);
  expectData(
    await world.clerk.post(`${INVOICES}/${invoice.id}/other/notify`, { version: invoice.version }),
  );
  expect(await tried((await mailOf('invoice'))?.id)).toBe('again');
  expect(await told(invoice.id)).toEqual([]);
});

it('are told of once they were tried for the last time', async () => {
  mails.answer = '451 4.3.0 try again later';
  expectData(await world.clerk.post(`/receivables/${world.customerId}/statement/send`, {}));
  const mail = await mailOf('statement');
  expect(await tried(mail?.id)).toBe('again');
  expect(await told(world.customerId)).toEqual([]);
  await server.app.pg.query('update mails set attempts = 24 where id = $1', [mail?.id]);
  expect(await tried(mail?.id)).toBe('again');
  const people = await told(world.customerId);
  expect(people.map(({ to }) => to)).toEqual(
    expect.arrayContaining([world.clerk.userId, world.accountant.userId]),
  );
});
