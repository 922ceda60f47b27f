import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { aloneOn } from './db/alone.ts';
import { requestBody } from './modules/purchasing/testing/documents.ts';
import { createEmptyDatabase, type TestDatabase, testConfig } from './testing/database.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { pictureForm } from './testing/photo.ts';
import { filesUrlOf, type S3Server, startS3 } from './testing/s3Server.ts';
import { freePort, ready, type Served, serverProcesses } from './testing/serverProcess.ts';
import { listenTo, until } from './testing/streams.ts';
import { makeWorld, type World } from './workflow/testing/world.ts';

const dir = mkdtempSync(join(tmpdir(), 'boxyard-servers-'));
const SECRET = String(testConfig().authSecret);
const { launch, serve, killAll } = serverProcesses({ DATA_DIR: dir, AUTH_SECRET: SECRET });
const databases: TestDatabase[] = [];

const emptyDatabase = async (): Promise<string> => {
  const database = await createEmptyDatabase();
  databases.push(database);
  return database.url;
};

async function rowsOf<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

afterAll(async () => {
  killAll();
  await Promise.all(databases.map((database) => database.drop()));
  rmSync(dir, { recursive: true, force: true });
});

describe('servers on one database', () => {
  it('start together on an empty one, on one folder, and both answer', async () => {
    const url = await emptyDatabase();
    const both = await Promise.all(
      [1, 2, 3].map(async () => launch(await freePort(), { DATABASE_URL: url })),
    );
    await Promise.all(both.map(ready));
    const roles = await rowsOf<{ name: string }>(url, 'select name from roles');
    expect(new Set(roles.map(({ name }) => name)).size).toBe(roles.length);
    for (const server of both) server.child.kill('SIGTERM');
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    expect(both.map(({ output }) => /could not start|failed/.test(output()))).not.toContain(true);
  });

  it('wait for one that prepares the data, demonstration and all, and stop while they wait', async () => {
    const url = await emptyDatabase();
    const waits = () => {
      throw new Error('nobody else is there');
    };
    await aloneOn(url, {
      waits,
      work: async () => {
        const env = { DATABASE_URL: url, BOXYARD_DEMO: 'on' };
        const second = launch(await freePort(), env);
        await second.said('waiting for it');
        expect(await rowsOf(url, `select 1 from pg_tables where schemaname = 'public'`)).toEqual(
          [],
        );
        second.child.kill('SIGTERM');
        expect(await second.ended).toBe(0);
      },
    });
    expect(await rowsOf(url, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
  });
});

/** What a client was told is done: a request, and a file attached to it. */
interface Done {
  readonly id: string;
  readonly attachmentId: string;
  readonly content: Buffer;
}

interface Sent {
  readonly key: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

/** A client that asks its servers by turns, and the next one where one does not answer. */
class Client {
  readonly #urls: readonly string[];
  readonly #person: Person;
  #turn = 0;

  constructor(servers: readonly Served[], person: Person) {
    this.#urls = servers.map(({ url }) => url);
    this.#person = person;
  }

  /** With one key for all tries: a write whose answer was lost is done once. */
  async send(path: string, { key, body, type = 'application/json' }: Sent) {
    for (let failed = 0; ; failed += 1) {
      const base = this.#urls[this.#turn % this.#urls.length];
      this.#turn += 1;
      const answer = await fetch(`${base}/api/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.#person.token}`,
          'content-type': type,
          'idempotency-key': key,
        },
        body,
      }).catch(() => null);
      const text = await answer?.text().catch(() => null);
      if (answer?.ok && typeof text === 'string') return JSON.parse(text).data;
      // A server that is ending says so; one that was killed says nothing.
      const isGone = answer === null || typeof text !== 'string' || answer.status === 503;
      if (!isGone || failed > 20) throw new Error(`${answer?.status}: ${text}`);
    }
  }
}

describe('one of two servers that is killed under load', () => {
  let test: TestApp;
  let world: World;
  let store: S3Server;
  beforeAll(async () => {
    store = await startS3();
    test = await createTestApp();
    world = await makeWorld(test);
  });
  afterAll(async () => {
    killAll();
    await test?.close();
    await store?.close();
  });

  const WRITERS = 4;
  const EACH = 8;

  it('loses no acknowledged write or file, and nothing is done twice', async () => {
    const env = { DATABASE_URL: test.databaseUrl, FILES_URL: filesUrlOf(store) };
    const servers = [await serve(env), await serve(env)] as const;
    const [killed, left] = servers;
    const stream = await listenTo(`${killed.url}/api/v1`, world.asker);
    const done: Done[] = [];
    const enough = Promise.withResolvers<void>();
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const client = new Client(servers, world.asker);
      for (let n = 0; n < EACH; n += 1) {
        const key = `${writer}-${n}`;
        const request = { key, body: JSON.stringify(requestBody(world)) };
        const { id } = await client.send('/purchase_requests', request);
        const { content, body, type } = pictureForm({ kind: 'photo' }, `${writer} ${n}`);
        const path = `/purchase_requests/${id}/attachments`;
        const [file] = await client.send(path, {
          key: `${key}-file`,
          body: new Uint8Array(body),
          type,
        });
        done.push({ id, attachmentId: file.id, content });
        if (done.length === WRITERS) enough.resolve();
      }
    });
    await Promise.race([enough.promise, ...writers]);
    // In the middle of what the others are writing.
    killed.child.kill('SIGKILL');
    await killed.ended;
    await Promise.all(writers);
    expect(done).toHaveLength(WRITERS * EACH);

    const requests = await rowsOf<{ id: string }>(
      test.databaseUrl,
      'select id from purchase_requests',
    );
    expect(requests.map(({ id }) => id).sort()).toEqual(done.map(({ id }) => id).sort());
    const attached = await rowsOf<{ id: string }>(test.databaseUrl, 'select id from attachments');
    expect(attached.map(({ id }) => id).sort()).toEqual(
      done.map(({ attachmentId }) => attachmentId).sort(),
    );
    for (const { attachmentId, content } of done) {
      const answer = await fetch(`${left.url}/api/v1/attachments/${attachmentId}`, {
        headers: { authorization: `Bearer ${world.asker.token}` },
      });
      expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(content)]).toEqual([
        200,
        true,
      ]);
    }

    // A browser resumes its events at the other one: it hears of every request, here or there.
    await stream.reading;
    const last = stream.messages.at(-1)?.id;
    const resumed = await listenTo(`${left.url}/api/v1`, world.asker, last ?? '0');
    const heard = () =>
      new Set([...stream.messages, ...resumed.messages].map(({ data }) => data.id));
    await until(() => done.every(({ id }) => heard().has(id)));
    await resumed.close();
    left.child.kill('SIGTERM');
    expect(await left.ended).toBe(0);
    expect(left.output()).not.toMatch(/"level":(?:50|60)/);
  });

  it('leave a store to the database that it belongs to', async () => {
    const env = { DATABASE_URL: await emptyDatabase(), FILES_URL: filesUrlOf(store) };
    const stranger = launch(await freePort(), env);
    expect(await stranger.ended).toBe(1);
    expect(stranger.output()).toContain('belong to another database');
    expect(stranger.output()).not.toContain('secret');
  });
});
