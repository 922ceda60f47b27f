import { createTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.close());

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36';
const NEWER = WINDOWS.replace('140', '141');
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';

const signIn = (person: Person, agent: string, password = TEST_PASSWORD) =>
  test.nobody.post(
    '/auth/signin',
    { email: person.email, password },
    { headers: { 'user-agent': agent } },
  );
const noticesOf = async (person: Person) => {
  const { rows } = await test.app.pg.query<{ title: string; text: string }>(
    'select title_en as title, description_en as text from notifications where user_id = $1 order by id',
    [person.userId],
  );
  return rows;
};
const mailsTo = (person: Person) =>
  test.app.db.selectFrom('mails').selectAll().where('toAddress', '=', person.email).execute();

it('tells of a sign-in from a new device, in the list and by mail, and of none that is known', async () => {
  const person = await test.as('technician');
  await signIn(person, WINDOWS);
  await signIn(person, NEWER);
  expect(await noticesOf(person)).toEqual([]);
  await signIn(person, PHONE, 'not the password');
  expect(await noticesOf(person)).toEqual([]);
  await signIn(person, PHONE);
  await signIn(person, PHONE);
  const notices = await noticesOf(person);
  expect(notices.map(({ title }) => title)).toEqual(['Sign-in from a new device']);
  expect(notices[0]?.text).toContain('Safari on iOS');
  expect((await mailsTo(person)).map(({ subject }) => subject)).toEqual([
    'Sign-in from a new device',
  ]);
});

it('tells of a new password', async () => {
  const person = await test.as('technician');
  const changed = await person.post('/auth/password', {
    current: TEST_PASSWORD,
    password: 'another good one',
  });
  expect(changed.status).toBe(200);
  expect((await noticesOf(person)).map(({ title }) => title)).toEqual([
    'Your password was changed',
  ]);
  expect(await mailsTo(person)).toHaveLength(1);
});
