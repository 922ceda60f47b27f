import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { makeOffice, type Office } from '../../masterData/testing/office.ts';

let test: TestApp;
let office: Office;
let sender: Person;
let technician: Person;
let elsewhere: Person;
let roleId: string;
beforeAll(async () => {
  test = await createTestApp();
  office = await makeOffice(test);
  const made = await office.admin.post('/roles', {
    name: 'announcer',
    labelEn: 'Announcer',
    labelTh: 'ผู้ประกาศ',
    dataScope: 'company',
    menuIds: [],
    permissionNames: ['users:broadcast'],
  });
  expectData(made);
  sender = await test.as('announcer', { companyId: office.companyA });
  technician = await test.as('technician', { companyId: office.companyA });
  await test.as('auditor', { companyId: office.companyA });
  elsewhere = await test.as('technician', { companyId: office.companyB });
  const role = await test.app.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'technician')
    .executeTakeFirstOrThrow();
  roleId = role.id;
});
afterAll(() => test?.close());

const countFor = async (who: Person, query = '') =>
  expectData(await who.get(`/users/broadcast/receivers${query}`)).count as number;
const send = (who: Person, more: object) =>
  who.post('/users/broadcast', {
    roleIds: [],
    companyIds: [],
    title: 'Stocktake on Friday',
    text: 'No goods leave after noon.',
    ...more,
  });
const heard = async (who: Person) =>
  (expectData(await who.get('/notifications')) as { title: string; category: string }[]).map(
    ({ title, category }) => `${category}: ${title}`,
  );

it('counts and reaches people of the own companies, by role, and not the sender', async () => {
  const all = await countFor(sender);
  expect(await countFor(sender, `?roleIds=${roleId}`)).toBe(1);
  expect(all).toBeGreaterThan(1);
  const answer = await send(sender, { roleIds: [roleId], receivers: 1 });
  expect(expectData(answer)).toEqual({ count: 1 });
  expect(await heard(technician)).toEqual(['news: Stocktake on Friday']);
  expect(await heard(elsewhere)).toEqual([]);
  expect(await heard(sender)).toEqual([]);
  expect(expectData(await send(sender, { receivers: all }))).toEqual({ count: all });
  expect((await heard(technician)).length).toBe(2);
  expect(await heard(elsewhere)).toEqual([]);
});

it('reaches no other company, and nobody that the sender has not confirmed', async () => {
  const refused = await send(sender, { companyIds: [office.companyB], receivers: 1 });
  expect(refused.body.errors).toEqual([
    expect.objectContaining({ field: 'companyIds[0]', code: 'NOT_FOUND' }),
  ]);
  expect(
    (await sender.get(`/users/broadcast/receivers?companyIds=${office.companyB}`)).status,
  ).toBe(422);
  const changed = await send(sender, { roleIds: [roleId], receivers: 7 });
  expect([changed.status, changed.body.code]).toEqual([409, 'AUDIENCE_CHANGED']);
  expect(changed.body.message).toContain('1');
  const boss = await test.as('company-admin', { companyId: office.companyA });
  expect((await send(boss, { receivers: 1 })).status).toBe(403);
});

it('stands in the log with its words and the number of people', async () => {
  const log = expectData(await office.admin.get('/activity-logs?action=broadcast'));
  expect(log[0]).toMatchObject({ action: 'broadcast', subject: 'users' });
});
