import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { type Composed, compose } from '../compose.ts';
import type { FileStore } from '../documents/store/fileStore.ts';
import type { StaticPlaces } from '../http/static.ts';
import { runQueued } from '../jobs/worker.ts';
import {
  type Actor,
  type App,
  type Clock,
  hashPassword,
  newId,
  type Runtime,
  systemClock,
} from '../kernel/index.ts';
import { createTestDatabase, onServer, testConfig, testDataDir } from './database.ts';

/** Every account of a test has this password. */
export const TEST_PASSWORD = 'correct horse battery';
/** Life of a test's session: longer than any test moves its clock. */
export const SESSION_MS = 10 * 365 * 86_400_000;
const COST = { memoryCost: 256, timeCost: 1 };
let hashed: Promise<string> | undefined;

interface Answer {
  readonly status: number;
  // Tests read answers by their shape; the contract is checked where they leave the server.
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs from test to test.
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly raw: Buffer;
}

interface Extra {
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

/** Somebody signed in, with the calls they make (paths below `/api/v1`). */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
  /** Their present rights, for in-process calls. */
  actor(): Promise<Actor>;
  get(path: string, extra?: Extra): Promise<Answer>;
  post(path: string, body?: unknown, extra?: Extra): Promise<Answer>;
  patch(path: string, body?: unknown, extra?: Extra): Promise<Answer>;
  put(path: string, body?: unknown, extra?: Extra): Promise<Answer>;
  delete(path: string, extra?: Extra): Promise<Answer>;
}

export interface PersonOptions {
  /** null: no company, so nothing is in scope. Absent: the test's first company. */
  readonly companyId?: string | null;
  readonly warehouseIds?: readonly string[];
  readonly email?: string;
  readonly teamId?: string;
}

export interface TestApp {
  readonly app: App;
  readonly runtime: Runtime;
  readonly server: FastifyInstance;
  /** For a second server, in a process of its own, on the same data. */
  readonly databaseUrl: string;
  /** The same person, asking this server. */
  signedIn(person: Person): Person;
  /** Reads the remotes' registry and pages now. */
  readRemotes(): Promise<void>;
  /** A company that is simply there; masters' own services make others. */
  readonly companyId: string;
  /** A new person of a seeded role, signed in. */
  as(role: string, options?: PersonOptions): Promise<Person>;
  /** The same calls without a token. */
  readonly nobody: Person;
  /** Runs the jobs that are queued. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly clock?: Clock;
  /** Events and outbox run (the stream's own tests). */
  readonly live?: boolean;
  /** Benchmarks: answers are not held against the contract, connections are as many as outside. */
  readonly isMeasured?: boolean;
  /** Totals and counts are kept as outside; otherwise tests that write past the server would miss it. */
  readonly keepsFigures?: boolean;
  /** Calls are counted as outside. */
  readonly limitsRates?: boolean;
  /** Overrides of the configuration. */
  readonly config?: Partial<ReturnType<typeof testConfig>>;
  /** Where the built pages are. */
  readonly places?: StaticPlaces;
  readonly fileStore?: FileStore;
  /** Of a suite that has two servers of its own. */
  readonly isOneServer?: boolean;
  /** A second server on the database of this one, which is closed after it. */
  readonly beside?: TestApp;
  /** Address of a server that follows the one of the test; looked at when the test says. */
  readonly replica?: string;
  /** The clock by which it is late. */
  readonly now?: () => number;
}

/** A server on a database of its own: `const test = await createTestApp()`, `await test.close()`. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options;
  const database = beside
    ? { url: beside.databaseUrl, drop: async () => undefined }
    : await createTestDatabase();
  const first = await composeOn(database.url, options);
  const second = isByTurns(options) ? await composeOn(database.url, options) : undefined;
  const all = second ? [first, second] : [first];
  if (second) shareForgetting(first, second);
  for (const one of all) {
    if (options.live === true) await one.start({ worker: false, replica: false });
    await one.server.ready();
  }
  const { runtime, server } = first;
  const companyId = beside?.companyId ?? (await createCompany(runtime));
  const asked: Asked = { runtime, servers: all.map((one) => one.server) };
  return {
    app: runtime.app,
    runtime,
    server,
    databaseUrl: database.url,
    companyId,
    as: (role, person) => createPerson(asked, { role, companyId, ...person }),
    signedIn: ({ userId, email, token }) => personOf(asked, { userId, email, token }),
    nobody: personOf(asked, { userId: '', email: '', token: '' }),
    readRemotes: async () => {
      for (const one of all) await one.readRemotes();
    },
    runJobs: () => runQueued(runtime.plainPool, runtime.app),
    close: async () => {
      await second?.close();
      await first.close();
      await database.drop();
      if (!beside) rmSync(dataDirOf(database.url), { recursive: true, force: true });
    },
  };
}

/** Whom people ask: each request goes to the next of them. */
interface Asked {
  readonly runtime: Runtime;
  readonly servers: readonly FastifyInstance[];
}

/** Set by the run on an external database: two servers answer by turns (docs/adr/0068). */
const isByTurns = ({ beside, replica, fileStore, now, ...options }: TestAppOptions): boolean =>
  process.env.BOXYARD_TEST_BY_TURNS === '1' &&
  !options.isMeasured &&
  !options.isOneServer &&
  [beside, replica, fileStore, now].every((own) => own === undefined);

/** What the database's notifications do elsewhere, here before the next line of the test. */
function shareForgetting(...servers: readonly Composed[]): void {
  const each = servers.map(({ runtime }) => runtime.app.forgetActors);
  for (const { runtime } of servers) {
    Object.assign(runtime.app, {
      forgetActors: () => {
        for (const forget of each) forget();
      },
    });
  }
}

/** Files belong to one database. */
const dataDirOf = (databaseUrl: string): string =>
  join(testDataDir(), new URL(databaseUrl).pathname.slice(1));

function composeOn(databaseUrl: string, options: TestAppOptions): Promise<Composed> {
  const write = isByTurns(options) ? 10 : 20;
  return compose({
    config: {
      ...testConfig(),
      dataDir: dataDirOf(databaseUrl),
      ...(options.replica === undefined
        ? {}
        : { replicaUrl: onServer(options.replica, databaseUrl) }),
      ...options.config,
    },
    ...(options.now ? { now: options.now } : {}),
    databaseUrl,
    clock: options.clock ?? systemClock,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    prepare: false,
    strictAnswers: options.isMeasured !== true,
    rateLimits: options.limitsRates ?? false,
    passwordCost: COST,
    ...(options.isMeasured === true ? {} : { connections: { write, read: 6 } }),
    ...(options.isMeasured || options.keepsFigures ? {} : { figuresLifetime: 0 }),
    ...(options.places ? { places: options.places } : {}),
    ...(options.fileStore ? { fileStore: options.fileStore } : {}),
  });
}

async function createCompany({ app }: Runtime): Promise<string> {
  const now = app.clock.now();
  const id = newId();
  await app.db
    .insertInto('companies')
    .values({
      id,
      code: 'TEST',
      nameTh: 'บริษัท ทดสอบ จำกัด',
      nameEn: 'Test Company Limited',
      taxId: '0105552029681',
      branchType: 'headOffice',
      branchCode: '00000',
      address: JSON.stringify({}),
      phone: null,
      email: null,
      logoFileId: null,
      groupId: null,
      createdAt: now,
      createdBy: null,
      updatedAt: now,
      updatedBy: null,
    })
    .execute();
  return id;
}

async function createPerson(
  asked: Asked,
  options: PersonOptions & { readonly role: string },
): Promise<Person> {
  const { app } = asked.runtime;
  const role = await app.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', options.role)
    .executeTakeFirstOrThrow();
  const userId = newId();
  const email = options.email ?? `${options.role}.${userId.slice(-12)}@test.example`;
  const now = app.clock.now();
  hashed ??= hashPassword(TEST_PASSWORD, COST);
  await app.db
    .insertInto('users')
    .values({
      id: userId,
      username: email,
      email,
      firstName: options.role,
      lastName: 'Tester',
      phone: null,
      roleId: role.id,
      teamId: options.teamId ?? null,
      teamPosition: options.teamId === undefined ? null : 'member',
      status: 'active',
      passwordHash: await hashed,
      statusReason: null,
      lastLoginAt: null,
      createdAt: now,
      createdBy: null,
      updatedAt: now,
      updatedBy: null,
    })
    .execute();
  if (options.companyId != null) {
    await app.db
      .insertInto('userCompanies')
      .values({ userId, companyId: options.companyId })
      .execute();
  }
  const warehouses = (options.warehouseIds ?? []).map((warehouseId) => ({ userId, warehouseId }));
  if (warehouses.length > 0) await app.db.insertInto('userWarehouses').values(warehouses).execute();
  const sessionId = newId();
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  await app.db
    .insertInto('sessions')
    .values({
      id: sessionId,
      userId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
      ip: null,
      userAgent: null,
    })
    .execute();
  const token = app.tokenOf({ sessionId, issuedAt: now, expiresAt });
  return personOf(asked, { userId, email, token });
}

function personOf(
  { runtime, servers }: Asked,
  who: { readonly userId: string; readonly email: string; readonly token: string },
): Person {
  let turn = 0;
  const send = async (
    method: NonNullable<InjectOptions['method']>,
    path: string,
    { body, headers, key }: Extra & { body?: unknown } = {},
  ): Promise<Answer> => {
    const raw = Buffer.isBuffer(body) || typeof body === 'string';
    const server = servers[turn % servers.length] as FastifyInstance;
    turn += 1;
    const response = await server.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        ...(who.token === '' ? {} : { authorization: `Bearer ${who.token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: raw ? (body as Buffer) : JSON.stringify(body) }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      body: isJson && response.payload !== '' ? JSON.parse(response.payload) : response.payload,
      headers: response.headers,
      raw: response.rawPayload,
    };
  };
  return {
    ...who,
    actor: () => runtime.app.actorOf(who.userId),
    get: (path, extra) => send('GET', path, extra),
    post: (path, body, extra) => send('POST', path, { body, ...extra }),
    patch: (path, body, extra) => send('PATCH', path, { body, ...extra }),
    put: (path, body, extra) => send('PUT', path, { body, ...extra }),
    delete: (path, extra) => send('DELETE', path, extra),
  };
}
