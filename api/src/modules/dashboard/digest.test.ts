import { createTestApp, manualClock, type Person, type TestApp } from '../../testing/index.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../workflow/testing/world.ts';
import { requestBody } from '../purchasing/testing/documents.ts';
import { mailDigests } from './index.ts';

const DAY = 86_400_000;
const clock = manualClock(new Date('2026-11-02T01:00:00Z'));
let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp({ clock });
  world = await makeWorld(test);
});
afterAll(() => test?.close());

const mailsTo = (who: Person) =>
  test.app.db
    .selectFrom('mails')
    .selectAll()
    .where('toAddress', '=', who.email)
    .where('dedupeKey', 'like', 'digest:%')
    .orderBy('createdAt')
    .execute();
const ask = async (days: number) =>
  expectData(
    await world.asker.post(
      '/purchase_requests',
      requestBody(world, { neededBy: dayFrom(world, days) }),
    ),
  ).documentNo as string;

it('mails what waits, overdue first, once a day, and nothing where nothing waits', async () => {
  await mailDigests(test.app);
  expect(await mailsTo(world.manager)).toEqual([]);
  const later = await ask(30);
  const soon = await ask(2);
  clock.advance(3 * DAY);
  await mailDigests(test.app);
  await mailDigests(test.app);
  const mails = await mailsTo(world.manager);
  expect(mails).toHaveLength(1);
  const { subject, bodyText = '' } = mails[0] ?? {};
  expect(subject).toBe('Boxyard: 2 items wait for you');
  expect(bodyText.indexOf(soon)).toBeGreaterThan(0);
  expect(bodyText.indexOf(soon)).toBeLessThan(bodyText.indexOf(later));
  expect(bodyText).toContain('OVERDUE since 4 Nov 2026');
  expect(bodyText).toContain('/purchase-management/purchase-requests/');
  expect(await mailsTo(world.officer)).toEqual([]);
});

it('is in the language of its reader, the next day again, and not for whoever switched it off', async () => {
  const other = await test.as('purchasing-manager');
  await world.manager.patch('/auth/profile', { locale: 'th' });
  await other.put('/notifications/choices', { kinds: [], hasDigest: false });
  clock.advance(DAY);
  await mailDigests(test.app);
  const mails = await mailsTo(world.manager);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Boxyard: 2 items wait for you',
    'Boxyard: มีงานรอคุณ 2 รายการ',
  ]);
  expect(mails[1]?.bodyText).toContain('เกินกำหนดตั้งแต่ 4 พ.ย. 2569');
  expect(await mailsTo(other)).toEqual([]);
});
