import { type Notice, notify, SYSTEM } from '../../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/index.ts';
import { expectData, makeWorld, type World } from '../../workflow/testing/world.ts';
import { requestBody } from '../purchasing/testing/documents.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(() => test?.close());

interface Choice {
  readonly kind: string;
  readonly inApp: boolean;
  readonly byMail: boolean;
}
const choose = (who: Person, ...kinds: Choice[]) => who.put('/notifications/choices', { kinds });
const choiceOf = async (who: Person, kind: string): Promise<Choice | undefined> =>
  (expectData(await who.get('/notifications/choices')).kinds as Choice[]).find(
    (one) => one.kind === kind,
  );

let count = 0;
const tell = (who: Person, more: Partial<Notice> = {}) => {
  count += 1;
  return test.app.transaction({ actor: SYSTEM }, (ctx) =>
    notify(ctx, [who.userId], {
      category: 'message',
      type: 'info',
      title: { en: `News ${count}`, th: `ข่าว ${count}` },
      description: { en: 'What it is', th: 'รายละเอียด' },
      action: '/somewhere',
      dedupeKey: `news:${count}`,
      ...more,
    }),
  );
};
const titles = async (who: Person) =>
  (expectData(await who.get('/notifications?limit=100')) as { title: string }[]).map(
    ({ title }) => title,
  );
const mailsTo = (who: Person) =>
  test.app.db
    .selectFrom('mails')
    .selectAll()
    .where('toAddress', '=', who.email)
    .orderBy('id')
    .execute();

it('is in the list for every kind at first, and by mail for the account only', async () => {
  const person = await test.as('technician');
  const { kinds, hasDigest, muted } = expectData(await person.get('/notifications/choices'));
  expect((kinds as Choice[]).every(({ inApp }) => inApp)).toBe(true);
  expect((kinds as Choice[]).filter(({ byMail }) => byMail).map(({ kind }) => kind)).toEqual([
    'security',
  ]);
  expect([hasDigest, muted]).toEqual([true, []]);
});

it('goes where the person has chosen: list, mail, both, neither', async () => {
  const person = await test.as('technician');
  await tell(person);
  await choose(person, { kind: 'outcomes', inApp: false, byMail: true });
  await tell(person);
  await choose(person, { kind: 'outcomes', inApp: true, byMail: true });
  await tell(person);
  await choose(person, { kind: 'outcomes', inApp: false, byMail: false });
  await tell(person);
  expect(await titles(person)).toEqual([`News ${count - 1}`, `News ${count - 3}`]);
  const mails = await mailsTo(person);
  expect(mails.map(({ subject }) => subject)).toEqual([`News ${count - 2}`, `News ${count - 1}`]);
  expect(mails[0]?.bodyText).toContain('/somewhere');
  expect(mails[0]?.bodyText).toContain('/profile#notifications');
  // Another kind is another choice.
  await tell(person, { category: 'alert' });
  expect(await titles(person)).toContain(`News ${count}`);
});

it('mails in the language of the reader, and the same thing once', async () => {
  const person = await test.as('technician');
  await person.patch('/auth/profile', { locale: 'th' });
  await choose(person, { kind: 'outcomes', inApp: false, byMail: true });
  await tell(person, { dedupeKey: 'the same' });
  await tell(person, { dedupeKey: 'the same' });
  expect((await mailsTo(person)).map(({ subject }) => subject)).toEqual([`ข่าว ${count - 1}`]);
});

it('keeps notices of the account in the list', async () => {
  const person = await test.as('technician');
  const refused = await choose(person, { kind: 'security', inApp: false, byMail: false });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual([
    expect.objectContaining({ field: 'kinds[0].inApp', code: 'SECURITY_IN_APP' }),
  ]);
  await choose(person, { kind: 'security', inApp: true, byMail: false });
  await test.app.db
    .updateTable('notificationPreferences')
    .set({ inApp: false })
    .where('userId', '=', person.userId)
    .execute();
  await tell(person, { kind: 'security' });
  expect(await titles(person)).toEqual([`News ${count}`]);
  expect(await mailsTo(person)).toEqual([]);
  expect(await choiceOf(person, 'security')).toMatchObject({ inApp: true });
});

it('stops for a document that is not followed, except for work that waits', async () => {
  const made = expectData(await world.asker.post('/purchase_requests', requestBody(world)));
  const entity = { type: 'purchaseRequests', id: made.id as string };
  const mute = (who: Person) => who.post('/notifications/mutes', entity);
  const stranger = await test.as('purchasing-manager', { companyId: null });
  expect((await mute(stranger)).status).toBe(404);
  expect((await mute(world.asker)).status).toBe(200);
  expect((await mute(world.asker)).status).toBe(200);
  const { muted } = expectData(await world.asker.get('/notifications/choices'));
  expect(muted).toEqual([
    {
      ...entity,
      name: `Purchase request ${made.documentNo}`,
      path: `/purchase-management/purchase-requests/${made.id}`,
    },
  ]);
  const before = (await titles(world.asker)).length;
  await tell(world.asker, { entity });
  expect((await titles(world.asker)).length).toBe(before);
  await tell(world.asker, { entity, category: 'reminder' });
  expect((await titles(world.asker)).length).toBe(before + 1);
  const approval = await world.manager.post(`/purchase_requests/${made.id}/approval`, {
    version: made.version,
  });
  expect(approval.status).toBe(200);
  expect((await titles(world.asker)).length).toBe(before + 1);
  expect((await world.asker.delete(`/notifications/mutes/${made.id}`)).status).toBe(200);
  expect((await world.asker.delete(`/notifications/mutes/${made.id}`)).status).toBe(404);
});

it('has a job for each mail where there is a mail server', async () => {
  const sending = await createTestApp({ config: { smtpUrl: 'smtp://127.0.0.1:9' } });
  try {
    const person = await sending.as('technician');
    await choose(person, { kind: 'outcomes', inApp: true, byMail: true });
    await sending.app.transaction({ actor: SYSTEM }, (ctx) =>
      notify(ctx, [person.userId], {
        category: 'message',
        type: 'info',
        title: { en: 'A', th: 'ก' },
        description: { en: 'B', th: 'ข' },
        dedupeKey: 'sent',
      }),
    );
    const { rows } = await sending.app.pg.query<{ id: string }>(
      `select m.id from mails m join graphile_worker._private_jobs j on j.payload->>'id' = m.id::text
        where m.to_address = $1`,
      [person.email],
    );
    expect(rows).toHaveLength(1);
  } finally {
    await sending.close();
  }
});

it('reaches nobody whose account is suspended, in the list or by mail', async () => {
  const person = await test.as('technician');
  expectData(await choose(person, { kind: 'outcomes', inApp: true, byMail: true }));
  await test.app.pg.query(`update users set status = 'suspended' where id = $1`, [person.userId]);
  await tell(person);
  expect(await mailsTo(person)).toEqual([]);
  const { rows } = await test.app.pg.query('select id from notifications where user_id = $1', [
    person.userId,
  ]);
  expect(rows).toEqual([]);
});
