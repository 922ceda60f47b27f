import { SMTPServer } from 'smtp-server';
import { hashPassword, PASSWORD_COST } from '../../kernel/index.ts';
import { createTestApp, manualClock, TEST_PASSWORD, type TestApp } from '../../testing/index.ts';

const clock = manualClock(new Date('2026-11-02T03:00:00Z'));
const MINUTE = 60_000;
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ clock });
});
afterAll(async () => test?.close());

const signIn = (email: string, password = TEST_PASSWORD) =>
  test.nobody.post('/auth/signin', { email, password });
const withToken = (token: string, headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...headers },
});
const lastMail = (to: string) =>
  test.app.db
    .selectFrom('mails')
    .selectAll()
    .where('toAddress', '=', to)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

describe('sign-in', () => {
  it('answers token and seconds, bare, and the token opens the profile', async () => {
    const person = await test.as('purchasing-manager');
    const answer = await signIn(person.email);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ accessToken: expect.any(String), expiresIn: 43_200 });
    const profile = await test.nobody.get(
      '/auth/profile',
      withToken(answer.body.accessToken, { 'accept-language': 'th' }),
    );
    expect(profile.status).toBe(200);
    expect(profile.body.data).toMatchObject({
      email: person.email,
      companies: [{ code: 'TEST' }],
      role: {
        name: 'purchasing-manager',
        roleGroup: { name: 'purchasing' },
        approvalLimit: '1000000.00',
        discountLimitPercent: null,
        dataScope: 'company',
      },
    });
    const area = profile.body.data.role.menus.find(
      (menu: { name: string }) => menu.name === 'purchase-management',
    );
    expect(area.label).toBe('จัดซื้อ');
    expect(area.subMenus.map((menu: { urlPath: string }) => menu.urlPath)).toContain(
      '/purchase-management/purchase-requests/default',
    );
  });

  it('says the same of a wrong password and of an account that does not exist', async () => {
    const person = await test.as('technician');
    const wrong = await signIn(person.email, 'not the password');
    const unknown = await signIn('nobody.at.all@test.example', 'not the password');
    expect(wrong.status).toBe(422);
    expect(wrong.body.code).toBe('INVALID_CREDENTIALS');
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });

  it('locks account and address after five failures, says for how long, and a reset opens it', async () => {
    const person = await test.as('technician');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await signIn(person.email, 'guess number one')).status).toBe(422);
    }
    const locked = await signIn(person.email);
    expect(locked.status).toBe(429);
    expect(locked.body.code).toBe('LOCKED');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(600);
    expect(locked.body.message).toContain('15 minutes');

    await test.nobody.post('/auth/forgot-password', { email: person.email });
    const token = tokenIn((await lastMail(person.email))?.bodyText);
    await test.nobody.post('/auth/reset-password', { token, password: 'another good one' });
    expect((await signIn(person.email, 'another good one')).status).toBe(200);
  });

  it('counts parallel guesses too', async () => {
    const person = await test.as('technician');
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signIn(person.email, `guess number ${n}`)),
    );
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
    clock.advance(16 * MINUTE);
    expect((await signIn(person.email)).status).toBe(200);
  });
});

describe('the activity log', () => {
  const secrets = ['guess number', 'not the password', TEST_PASSWORD];
  const entries = async (where: string, value: string) => {
    const { rows } = await test.app.pg.query<Record<string, unknown>>(
      `select action, user_id, subject_id, subject_label, before, after, ip, request_id
       from activity_logs where ${where} = $1 and action <> 'create' order by at, id`,
      [value],
    );
    const text = JSON.stringify(rows);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    return rows;
  };

  it('has failed sign-ins and the lock once for each account and window, however many there are', async () => {
    const person = await test.as('technician');
    for (let guess = 0; guess < 8; guess += 1) await signIn(person.email, `guess number ${guess}`);
    const about = {
      subject_id: person.userId,
      subject_label: person.email,
      user_id: null,
      ip: '127.0.0.1',
      request_id: expect.not.stringMatching('system'),
    };
    expect(await entries('subject_id', person.userId)).toEqual([
      { ...about, action: 'signInFailed', before: null, after: { cause: 'password' } },
      { ...about, action: 'signInLocked', before: null, after: null },
    ]);
    clock.advance(16 * MINUTE);
    await signIn(person.email, 'guess number 9');
    expect(await entries('subject_id', person.userId)).toHaveLength(3);
  });

  it('has one entry for guesses at accounts that do not exist, of which it keeps the domain', async () => {
    clock.advance(16 * MINUTE);
    const at = '@made.up.example';
    for (let guess = 0; guess < 4; guess += 1)
      await signIn(`secret${guess}${at}`, 'guess number 1');
    const found = await entries('subject_label', `…${at}`);
    expect(found).toMatchObject([
      {
        action: 'signInFailed',
        subject_id: null,
        user_id: null,
        after: { cause: 'unknownAccount' },
      },
    ]);
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it('says why an account did not open, to whoever knew its password', async () => {
    const person = await test.as('auditor');
    await test.app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', person.userId)
      .execute();
    await signIn(person.email);
    expect(await entries('subject_id', person.userId)).toMatchObject([
      { action: 'signInFailed', after: { cause: 'suspended' } },
    ]);
  });

  it('has each sign-in and sign-out, without the token', async () => {
    const person = await test.as('technician');
    const one = (await signIn(person.email)).body.accessToken;
    const two = (await signIn(person.email)).body.accessToken;
    const { sessions } = (await test.nobody.get('/auth/sessions', withToken(one))).body.data;
    const other = sessions.find((session: { current: boolean }) => !session.current);
    await test.nobody.delete(`/auth/sessions/${other.id}`, withToken(one));
    await test.nobody.post('/auth/signout', undefined, withToken(one));
    secrets.push(one, two);
    const found = await entries('subject_id', person.userId);
    expect(found.map(({ action, user_id }) => [action, user_id])).toEqual(
      ['signIn', 'signIn', 'endSession', 'signOut'].map((action) => [action, person.userId]),
    );
  });

  it('takes many sign-ins at once: none waits for a connection that another one holds', async () => {
    const crowd = Array.from({ length: 40 }, (_, n) =>
      signIn(`crowd${n}@test.example`, 'guess number 1'),
    );
    expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([422]));
  });
});

describe('sessions', () => {
  it('end by sign-out, by the person and by time', async () => {
    const person = await test.as('auditor');
    const one = (await signIn(person.email)).body.accessToken;
    const two = (await signIn(person.email)).body.accessToken;
    const list = await test.nobody.get('/auth/sessions', withToken(one));
    expect(list.body.data.sessions).toHaveLength(3);
    const other = list.body.data.sessions.find((s: { current: boolean }) => !s.current);

    expect((await test.nobody.delete(`/auth/sessions/${other.id}`, withToken(one))).status).toBe(
      200,
    );
    expect((await test.nobody.delete(`/auth/sessions/${other.id}`, withToken(one))).status).toBe(
      404,
    );
    expect((await test.nobody.post('/auth/signout', undefined, withToken(one))).status).toBe(200);
    expect((await test.nobody.get('/auth/profile', withToken(one))).status).toBe(401);

    clock.advance(12 * 60 * MINUTE + 1);
    expect((await test.nobody.get('/auth/profile', withToken(two))).status).toBe(401);
  });

  it('end with a suspension, and a changed role acts at once', async () => {
    const person = await test.as('auditor');
    expect((await person.get('/permissions/groups')).status).toBe(200);
    const role = await test.app.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'technician')
      .executeTakeFirstOrThrow();
    const change = (set: { roleId: string } | { status: 'suspended' }) =>
      test.app.db.updateTable('users').set(set).where('id', '=', person.userId).execute();
    await change({ roleId: role.id });
    test.app.forgetActors();
    expect((await person.get('/permissions/groups')).status).toBe(403);
    await change({ status: 'suspended' });
    test.app.forgetActors();
    expect((await person.get('/auth/profile')).status).toBe(401);
    expect((await signIn(person.email)).body.code).toBe('ACCOUNT_SUSPENDED');
  });

  it.each(['', 'x', 'a.b.c', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`])(
    'refuse the forged token "%s"',
    async (token) => {
      expect((await test.nobody.get('/auth/profile', withToken(token))).status).toBe(401);
    },
  );
});

describe('passwords', () => {
  it('are kept as argon2id, salted, at the cost that production asks for', async () => {
    const hashes = [
      await hashPassword('a good one', PASSWORD_COST),
      await hashPassword('a good one', PASSWORD_COST),
    ];
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(new Set(hashes).size).toBe(2);
  });

  it('change only with the present one, and the other sessions end', async () => {
    const person = await test.as('sales-officer');
    const other = (await signIn(person.email)).body.accessToken;
    const wrong = await person.post('/auth/password', {
      current: 'no',
      password: 'a brand new one',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual([
      { field: 'current', code: 'WRONG_PASSWORD', message: 'The current password is wrong.' },
    ]);
    const right = await person.post('/auth/password', {
      current: TEST_PASSWORD,
      password: 'a brand new one',
    });
    expect(right.status).toBe(200);
    expect((await person.get('/auth/profile')).status).toBe(200);
    expect((await test.nobody.get('/auth/profile', withToken(other))).status).toBe(401);
    expect((await signIn(person.email, 'a brand new one')).status).toBe(200);
  });

  it('are reset by a link that works once, for thirty minutes', async () => {
    const person = await test.as('sales-officer');
    const ask = () => test.nobody.post('/auth/forgot-password', { email: person.email });
    const reset = (token: string) =>
      test.nobody.post('/auth/reset-password', { token, password: 'a reset password' });

    await ask();
    const late = tokenIn((await lastMail(person.email))?.bodyText);
    clock.advance(31 * MINUTE);
    expect((await reset(late)).body.errors[0].code).toBe('TOKEN_INVALID');

    await ask();
    const token = tokenIn((await lastMail(person.email))?.bodyText);
    const stored = await test.app.db.selectFrom('passwordTokens').select('tokenHash').execute();
    expect(stored.some(({ tokenHash }) => tokenHash.toString('utf8').includes(token))).toBe(false);
    const both = await Promise.all([reset(token), reset(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await person.get('/auth/profile')).status).toBe(401);
  });

  it('take as long to be forgotten by nobody as by somebody, and say the same', async () => {
    const person = await test.as('sales-officer');
    const timed = async (path: string, body: object) => {
      const start = performance.now();
      const { body: said, status } = await test.nobody.post(path, body);
      return { ms: performance.now() - start, answer: { said, status } };
    };
    // The quickest of several answers, asked by turns: what each call costs, without what the machine
    // did meanwhile. A call that takes longer does so however often it is asked.
    const differ = async (path: string, bodiesOf: (round: number) => [object, object]) => {
      const quickest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      let apart = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 20 && !(round >= 3 && apart < 100); round += 1) {
        const [one, other] = bodiesOf(round);
        const first = await timed(path, one);
        const second = await timed(path, other);
        expect(second.answer).toEqual(first.answer);
        quickest[0] = Math.min(Number(quickest[0]), first.ms);
        quickest[1] = Math.min(Number(quickest[1]), second.ms);
        apart = Math.abs(quickest[0] - quickest[1]);
      }
      return apart;
    };
    const { email } = person;
    const forgotten = await differ('/auth/forgot-password', (round) => [
      { email },
      { email: `not.there.${round}@test.example` },
    ]);
    expect(forgotten).toBeLessThan(100);

    const form = { firstName: 'A', lastName: 'B', password: 'long enough here' };
    const signedUp = await differ('/auth/signup', (round) => [
      { ...form, email: `new.person.${round}@test.example` },
      { ...form, email },
    ]);
    expect(signedUp).toBeLessThan(100);
    expect((await lastMail(person.email))?.subject).toBe('You already have a Boxyard account');
  });
});

describe('sign-up', () => {
  it('waits for an administrator', async () => {
    const form = {
      email: 'Somchai@Test.Example',
      firstName: 'สมชาย',
      lastName: 'ใจดี',
      password: 'long enough here',
    };
    expect((await test.nobody.post('/auth/signup', form)).status).toBe(200);
    const answer = await signIn('somchai@test.example', form.password);
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe('ACCOUNT_WAITING');
  });
});

describe('profile', () => {
  it('changes one’s own data and nothing else', async () => {
    const person = await test.as('auditor');
    const answer = await person.patch('/auth/profile', {
      firstName: 'Nok',
      locale: 'th',
      theme: 'dark',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ firstName: 'Nok', locale: 'th', theme: 'dark' });
    const sneaky = await person.patch('/auth/profile', { roleId: person.userId });
    expect(sneaky.status).toBe(422);
    expect(sneaky.body.errors).toMatchObject([{ field: 'roleId', code: 'UNKNOWN_KEY' }]);
  });
});

describe('e-mail', () => {
  it('goes through a real SMTP server, Thai subject and all', async () => {
    const received: string[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString('utf8'));
          done();
        });
      },
    });
    const port = await new Promise<number>((resolve) => {
      const listener = smtp.listen(0, '127.0.0.1', () => {
        const address = listener.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const mailing = await createTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } });
    try {
      const person = await mailing.as('technician');
      await person.patch('/auth/profile', { locale: 'th' });
      await mailing.nobody.post('/auth/forgot-password', { email: person.email });
      await mailing.runJobs();
      expect(received).toHaveLength(1);
      expect(received[0]).toContain(`To: ${person.email}`);
      expect(received[0]).toMatch(/Subject: =\?UTF-8\?[BQ]\?/);
      const mail = await mailing.app.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow();
      // The link is in nobody's mailbox but theirs.
      expect(mail).toMatchObject({ status: 'sent', attempts: 1, bodyText: '' });
    } finally {
      await mailing.close();
      await new Promise<void>((resolve) => {
        smtp.close(() => resolve());
      });
    }
  });
});
