import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import type { Handlers } from '../kernel/index.ts';
import { createTestApp, type Person, TEST_PASSWORD, type TestApp } from '../testing/index.ts';

let test: TestApp;
let admin: Person;
let auditor: Person;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.as('system-admin');
  auditor = await test.as('auditor');
});
afterAll(async () => test?.close());

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const view = { resource: 'purchaseRequests', name: 'Mine', query: 'status=pending' };

describe('order of checks', () => {
  it('asks who it is before anything else', async () => {
    const answer = await test.nobody.post('/saved-views', '{broken', {
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ statusCode: 401, code: 'UNAUTHENTICATED' });
  });

  it('asks for the ability before reading the body', async () => {
    const technician = await test.as('technician');
    const answer = await technician.get('/permissions/groups?nonsense=1');
    expect(answer.status).toBe(403);
  });

  it('refuses a CSRF pair that does not match only when its cookie came', async () => {
    const post = (headers: Record<string, string>) =>
      admin.post('/notifications/read-all', undefined, { headers });
    expect((await post({})).status).toBe(200);
    expect((await post({ cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' })).status).toBe(200);
    const bad = await post({ cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'xyz' });
    expect([bad.status, bad.body.code]).toEqual([400, 'CSRF']);
    expect((await post({ cookie: 'a=b; XSRF-TOKEN=abc' })).body.code).toBe('CSRF');
  });

  it('sets the cookie of the pair', async () => {
    const answer = await test.nobody.get('/auth/csrf');
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^XSRF-TOKEN=[\w-]{20,}; Path=\/; SameSite=Strict/,
    );
  });

  it('answers 400 for what cannot be read', async () => {
    const json = { headers: { 'content-type': 'application/json' } };
    expect((await admin.post('/saved-views', '{"a":', json)).status).toBe(400);
    expect((await admin.post('/saved-views', '{"name":"a\\u0000b"}', json)).status).toBe(400);
    const form = { headers: { 'content-type': 'text/plain' } };
    expect((await admin.post('/saved-views', 'x', form)).status).toBe(415);
  });

  it('answers 400 for a form that breaks off, has no parts or means the prototype', async () => {
    const upload = (text: string, type = 'multipart/form-data; boundary=x') =>
      admin.post(`/purchase_requests/${NOWHERE}/attachments`, text, {
        headers: { 'content-type': type },
      });
    const part = (head: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
    const file = `${part('name="files"; filename="a.pdf"')}%PDF-1.4`;
    const broken = [
      await upload('--x\r\nnot multipart'),
      await upload('zzz', 'multipart/form-data'),
      // In the midst of a file, and of a field.
      await upload(file),
      await upload(`${part('name="kind"')}phot`),
      await upload(`${part('name="__proto__"')}x\r\n${file}\r\n--x--\r\n`),
    ];
    expect(broken.map(({ status, body }) => [status, body.code])).toEqual(
      Array(5).fill([400, 'MALFORMED']),
    );
  });

  it('answers an address that cannot be read as it answers others', async () => {
    const answer = await admin.get('/saved-views/%ff');
    expect([answer.status, answer.body.code]).toEqual([400, 'MALFORMED']);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('answers 404 for an id that is none, before looking at the body', async () => {
    expect((await admin.patch('/saved-views/not-an-id', {})).status).toBe(404);
    expect((await admin.patch(`/saved-views/${NOWHERE}`, { version: 1 })).status).toBe(404);
  });

  it('names every faulty field at once, in the caller’s language', async () => {
    const answer = await admin.post(
      '/saved-views',
      { resource: '', name: 'x'.repeat(81), extra: true, isDefault: 'yes' },
      { headers: { 'accept-language': 'th-TH,th;q=0.9,en;q=0.8' } },
    );
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe('มีข้อมูลบางช่องที่ต้องแก้ไข');
    expect(answer.body.errors).toEqual([
      { field: 'resource', code: 'REQUIRED', message: 'กรุณากรอกข้อมูล', params: { min: 1 } },
      { field: 'name', code: 'TOO_LONG', message: 'ต้องไม่เกิน 80 ตัวอักษร', params: { max: 80 } },
      { field: 'query', code: 'REQUIRED', message: 'กรุณากรอกข้อมูล' },
      { field: 'isDefault', code: 'BOOLEAN', message: 'ระบุได้เฉพาะใช่หรือไม่ใช่' },
      { field: 'extra', code: 'UNKNOWN_KEY', message: 'ไม่รู้จักช่องข้อมูลนี้' },
    ]);
  });

  it('refuses unknown and wrong parts of a query', async () => {
    const answer = await admin.get(
      '/notifications?page=0&limit=15&sort=title&colour=red&read=maybe',
    );
    expect(answer.status).toBe(422);
    expect(
      answer.body.errors.map((e: { field: string; code: string }) => [e.field, e.code]),
    ).toEqual([
      ['page', 'MAX'],
      ['limit', 'LIMIT'],
      ['sort', 'ONE_OF'],
      ['colour', 'UNKNOWN_KEY'],
      ['read', 'BOOLEAN'],
    ]);
    expect((await admin.get('/auth/profile?x=1')).status).toBe(422);
  });

  it('answers 405 for a verb that a path does not have, 404 for a path that is none', async () => {
    const answer = await admin.put('/notifications', {});
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, DELETE']);
    expect((await admin.get('/nothing/here')).status).toBe(404);
  });
});

describe('versions and duplicates', () => {
  it('refuses a stale version and changes nothing', async () => {
    const { id } = (await admin.post('/saved-views', { ...view, name: 'Versioned' })).body.data;
    expect((await admin.patch(`/saved-views/${id}`, { version: 1, name: 'Second' })).status).toBe(
      200,
    );
    const stale = await admin.patch(`/saved-views/${id}`, { version: 1, name: 'Third' });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: 2, sent: 1 },
    });
    const { views } = (await admin.get('/saved-views?resource=purchaseRequests')).body.data;
    expect(views).toContainEqual({ ...view, id, name: 'Second', version: 2, isDefault: false });
  });

  it('maps a unique index to 409 with the field', async () => {
    await admin.post('/saved-views', { ...view, name: 'Twice' });
    const again = await admin.post('/saved-views', { ...view, name: 'Twice' });
    expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE']);
    expect(again.body.errors).toMatchObject([{ field: 'name', code: 'DUPLICATE' }]);
  });

  it('shows nobody else’s records', async () => {
    const { id } = (await admin.post('/saved-views', { ...view, name: 'Private' })).body.data;
    expect((await auditor.delete(`/saved-views/${id}`)).status).toBe(404);
  });
});

describe('idempotency', () => {
  const count = (name: string) =>
    test.app.db
      .selectFrom('savedViews')
      .select('id')
      .where('name', '=', name)
      .where('userId', '=', admin.userId)
      .execute();

  it('replays the first answer, byte for byte', async () => {
    const body = { ...view, name: 'Once' };
    const first = await admin.post('/saved-views', body, { key: 'key-once' });
    const second = await admin.post('/saved-views', body, { key: 'key-once' });
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.raw.equals(first.raw)).toBe(true);
    expect(first.headers['idempotent-replay']).toBeUndefined();
    expect(second.headers['idempotent-replay']).toBe('true');
    expect(await count('Once')).toHaveLength(1);
  });

  it('refuses the same key with another body', async () => {
    await admin.post('/saved-views', { ...view, name: 'Key A' }, { key: 'key-two' });
    const other = await admin.post('/saved-views', { ...view, name: 'Key B' }, { key: 'key-two' });
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_MISMATCH']);
    expect(await count('Key B')).toHaveLength(0);
  });

  it('lets duplicates in flight wait: one effect, one answer', async () => {
    const body = { ...view, name: 'Duplicates' };
    const duplicates = await Promise.all(
      Array.from({ length: 8 }, () => admin.post('/saved-views', body, { key: 'key-duplicates' })),
    );
    expect(duplicates.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(new Set(duplicates.map(({ body: answer }) => answer.data.id)).size).toBe(1);
    expect(await count('Duplicates')).toHaveLength(1);
  });

  it('forgets a failure, so that the corrected form goes through', async () => {
    const bad = await admin.post('/saved-views', { ...view, name: '' }, { key: 'key-retry' });
    expect(bad.status).toBe(422);
    const good = await admin.post('/saved-views', { ...view, name: 'Retry' }, { key: 'key-retry' });
    expect(good.status).toBe(201);
  });

  it('belongs to one person', async () => {
    await admin.post('/saved-views', { ...view, name: 'Mine' }, { key: 'key-shared' });
    const other = await auditor.post(
      '/saved-views',
      { ...view, name: 'Yours' },
      { key: 'key-shared' },
    );
    expect(other.status).toBe(201);
  });
});

describe('addresses of callers', () => {
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } };
  const addressSeen = async (where: TestApp) => {
    const person = await where.as('auditor');
    const signIn = { email: person.email, password: TEST_PASSWORD };
    const { body } = await where.nobody.post('/auth/signin', signIn, forwarded);
    const { sessions } = (
      await where.nobody.get('/auth/sessions', {
        headers: { authorization: `Bearer ${body.accessToken}` },
      })
    ).body.data;
    return sessions.find((session: { current: boolean }) => session.current).ip;
  };

  it('are what the connection says, until a proxy is named', async () => {
    expect(await addressSeen(test)).toBe('127.0.0.1');
    const behind = await createTestApp({ config: { trustProxy: '10.0.0.0/8, loopback' } });
    try {
      expect(await addressSeen(behind)).toBe('203.0.113.9');
      // Whoever has one address of a network has all of it: guesses from each of them count together.
      const guesses: number[] = [];
      for (let no = 1; no <= 7; no += 1) {
        const guess = { email: 'somebody@people.test', password: 'a wrong password' };
        const headers = { 'x-forwarded-for': `2001:db8:1:2::${no}` };
        guesses.push((await behind.nobody.post('/auth/signin', guess, { headers })).status);
      }
      expect(guesses).toEqual([422, 422, 422, 422, 422, 429, 429]);
    } finally {
      await behind.close();
    }
  });
});

describe('server', () => {
  it('echoes a request id and makes one otherwise', async () => {
    const given = await admin.get('/auth/profile', { headers: { 'x-request-id': 'abc-12345678' } });
    expect(given.headers['x-request-id']).toBe('abc-12345678');
    const bad = await test.nobody.get('/auth/profile', { headers: { 'x-request-id': '<script>' } });
    expect(bad.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(bad.body.requestId).toBe(bad.headers['x-request-id']);
  });

  it('sends a strict policy and no sniffing', async () => {
    const { headers } = await test.server.inject('/healthz');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('reports health and readiness', async () => {
    expect((await test.server.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await test.server.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });

  it('describes every call in OpenAPI 3.1, and has a page to read it', async () => {
    const document = (await admin.get('/openapi.json')).body;
    expect(document.openapi).toBe('3.1.0');
    const signIn = document.paths['/api/v1/auth/signin'].post;
    expect(signIn.requestBody.content['application/json'].schema).toMatchObject({
      required: ['email', 'password'],
      additionalProperties: false,
    });
    expect((await admin.get('/docs/')).raw.toString()).toContain('swagger-ui');
  });

  it.each([
    '/remotes/remote-admin/../../package.json',
    '/remotes/remote-x/%2e%2e/%2e%2e/package.json',
    '/assets/none.js',
    '/remotes/unknown/x.js',
    '/.env',
  ])('does not serve %s', async (url) => {
    const answer = await test.server.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.payload).not.toContain('boxyard');
  });
});

describe('the OpenAPI document and its pages', () => {
  const PATHS = [
    '/openapi.json',
    '/docs',
    '/docs/',
    '/docs/json',
    '/docs/yaml',
    '/docs/static/index.html',
    '/docs/static/swagger-initializer.js',
  ];

  it.each(PATHS)('are for people who are signed in: %s', async (path) => {
    const answer = await test.nobody.get(path);
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED']);
    const forged = await test.nobody.get(path, { headers: { authorization: 'Bearer x.y.z' } });
    expect(forged.status).toBe(401);
  });

  it('open in the browser of somebody who signed in, until they sign out', async () => {
    const signedIn = await test.nobody.post('/auth/signin', {
      email: auditor.email,
      password: TEST_PASSWORD,
    });
    const set = [signedIn.headers['set-cookie']].flat().map(String);
    const docs = set.find((one) => one.startsWith('BOXYARD-DOCS=')) ?? '';
    expect(docs).toMatch(/; Path=\/api\/v1\/docs; HttpOnly; SameSite=Strict/);
    expect(docs).not.toContain(signedIn.body.accessToken);
    const [cookie = ''] = docs.split(';');
    const open = (path: string, value = cookie) =>
      test.nobody.get(path, { headers: { cookie: value } });
    expect((await open('/docs/')).raw.toString()).toContain('swagger-ui');
    expect((await open('/docs/json')).body.paths).toHaveProperty('/api/v1/auth/profile');
    expect((await open('/docs/json', `${cookie.slice(0, -1)}x`)).status).toBe(401);
    // It opens these pages and nothing else.
    expect((await open('/openapi.json')).status).toBe(401);
    expect((await open('/auth/profile')).status).toBe(401);
    const out = await test.nobody.post('/auth/signout', undefined, {
      headers: { authorization: `Bearer ${signedIn.body.accessToken}` },
    });
    expect(out.status).toBe(200);
    expect((await open('/docs/json')).status).toBe(401);
  });
});

describe('metrics', () => {
  const TOKEN = 'metrics: 0123456789 abcdefghijklmnop';
  const ask = (of: TestApp, remoteAddress: string, headers: Record<string, string> = {}) =>
    of.server.inject({ url: '/metrics', remoteAddress, headers });

  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'are open to this machine: %s',
    async (peer) => {
      const answer = await ask(test, peer);
      expect(answer.payload).toContain('http_request_duration_seconds_count');
    },
  );

  it.each([
    ['another machine', '10.0.0.7', {}],
    ['another machine that says it is this one', '10.0.0.7', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy that hides the caller', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy with the standard header', '::1', { forwarded: 'for=203.0.113.9' }],
    ['a token that nobody set', '10.0.0.7', { authorization: 'Bearer null' }],
  ])('are closed to %s', async (_name, peer, headers) => {
    const answer = await ask(test, peer, headers as Record<string, string>);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(answer.payload).not.toContain('http_request');
  });

  it('are open to whoever has the token, and to no proxy on this machine', async () => {
    const behind = await createTestApp({
      config: {
        metricsToken: TOKEN,
        trustProxy: '10.0.0.0/8, loopback',
        publicUrl: 'http://a.test',
      },
    });
    try {
      const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
      expect((await ask(behind, '203.0.113.9', bearer(TOKEN))).statusCode).toBe(200);
      expect((await ask(behind, '203.0.113.9', bearer(`${TOKEN}x`))).statusCode).toBe(401);
      expect((await ask(behind, '203.0.113.9', { authorization: TOKEN })).statusCode).toBe(401);
      expect((await ask(behind, '127.0.0.1')).statusCode).toBe(401);

      // HSTS: where a trusted proxy says that the caller came by https, not where anybody says so.
      const hsts = async (remoteAddress: string, headers: Record<string, string> = {}) =>
        (await behind.server.inject({ url: '/healthz', remoteAddress, headers })).headers[
          'strict-transport-security'
        ];
      expect(await hsts('10.0.0.7')).toBeUndefined();
      expect(await hsts('203.0.113.9', { 'x-forwarded-proto': 'https' })).toBeUndefined();
      expect(await hsts('10.0.0.7', { 'x-forwarded-proto': 'http' })).toBeUndefined();
      expect(await hsts('10.0.0.7', { 'x-forwarded-proto': 'https' })).toBe('max-age=31536000');
    } finally {
      await behind.close();
    }
  });

  it('browsers are told to stay with https where the public address is one', async () => {
    expect(
      (await test.server.inject('/healthz')).headers['strict-transport-security'],
    ).toBeUndefined();
    const secure = await createTestApp({ config: { publicUrl: 'https://boxyard.test' } });
    try {
      for (const url of ['/healthz', '/api/v1/auth/profile', '/nowhere', '/api/v1/nowhere']) {
        const { headers } = await secure.server.inject(url);
        expect(headers['strict-transport-security']).toBe('max-age=31536000');
      }
    } finally {
      await secure.close();
    }
  });
});

describe('an answer is not many times as large as what it answers', () => {
  it('names the first twenty of 100,000 unknown keys, and how many there are', async () => {
    const body = Object.fromEntries(Array.from({ length: 100_000 }, (_one, at) => [`key${at}`, 1]));
    for (const send of [
      () => admin.post('/saved-views', { ...view, ...body }),
      // A call that takes no body at all.
      () => admin.post('/notifications/read-all', body),
    ]) {
      const answer = await send();
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toHaveLength(20);
      expect(answer.body.errorCount).toBe(100_000);
      expect(answer.raw.length).toBeLessThan(5000);
    }
  });

  it('still names every fault of a form beside them', async () => {
    const keys = Object.fromEntries(Array.from({ length: 50 }, (_one, at) => [`key${at}`, 1]));
    const answer = await admin.post('/saved-views', { ...keys, name: 7 });
    const fields = answer.body.errors.map((one: { field: string }) => one.field);
    expect(fields).toEqual(expect.arrayContaining(['resource', 'name', 'query']));
    expect(answer.body.errorCount).toBe(53);
  });

  it('cuts the name of an unknown key', async () => {
    const answer = await admin.post('/saved-views', { ...view, ['x'.repeat(1_000_000)]: 1 });
    expect(answer.status).toBe(422);
    expect(answer.raw.length).toBeLessThan(1000);
    const query = await admin.get(`/saved-views?${'y'.repeat(5000)}=1`);
    expect(query.status).toBe(422);
    expect(query.raw.length).toBeLessThan(1000);
  });

  it('says nothing of a count where all are named', async () => {
    const answer = await admin.post('/saved-views', { ...view, other: 1 });
    expect(answer.body.errors).toHaveLength(1);
    expect(answer.body).not.toHaveProperty('errorCount');
  });
});

describe('an export that fails', () => {
  /** Puts a file in the place of a template, for one question. */
  async function askFor(file: Readable, encoding: string) {
    const handlers = test.runtime.handlers as { -readonly [K in keyof Handlers]?: Handlers[K] };
    const before = handlers['imports.template'];
    handlers['imports.template'] = async () => ({ file, fileName: 'a.csv', mime: 'text/csv' });
    try {
      return await admin.get('/imports/users/template', {
        headers: { 'accept-encoding': encoding },
      });
    } finally {
      if (before) handlers['imports.template'] = before;
    }
  }
  const failing = () =>
    new Readable({
      read() {
        this.destroy(new Error('the database has gone'));
      },
    });

  it.each(['gzip', 'br', 'identity'])('is an error like any other: %s', async (encoding) => {
    const answer = await askFor(failing(), encoding);
    expect(answer.status).toBe(500);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(answer.raw.toString())).toMatchObject({ code: 'INTERNAL' });
  });

  it('while one that does not fail leaves compressed', async () => {
    const answer = await askFor(Readable.from([Buffer.alloc(5000, 'a')]), 'gzip');
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.raw).length).toBe(5000);
  });
});

describe('bytes that never become a request', () => {
  const sent = async (bytes: string): Promise<string> => {
    const port = new URL(await test.server.listen({ port: 0, host: '127.0.0.1' })).port;
    const socket = connect(Number(port), '127.0.0.1');
    // The server closes the connection after its answer, by force if bytes are left to read.
    socket.on('error', () => socket.destroy());
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.write(bytes);
    await once(socket, 'close');
    return answer;
  };

  it('are refused in the one shape', async () => {
    const answer = await sent(`GET /api/v1/health?x=${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(body)).toEqual({
      statusCode: 431,
      code: 'TOO_LARGE',
      message: 'What was sent is too large.',
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });
  });
});
