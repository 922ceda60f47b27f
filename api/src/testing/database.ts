import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { migrations } from '../db/migrate.ts';
import { systemClock } from '../kernel/index.ts';

/** Set by globalSetup, or by whoever runs the suite on an external PostgreSQL. */
export const SERVER_URL = 'BOXYARD_TEST_SERVER';

/** Folder for the files of test servers: in memory where the databases are. */
export const FILES_DIR = 'BOXYARD_TEST_FILES';

/** How this PostgreSQL copies a database faster: `file_copy` or `wal_log`. */
export const COPY_BY = 'BOXYARD_TEST_COPY_BY';

const LOCK = 4_207_010;

export function serverUrl(): string {
  const url = process.env[SERVER_URL] ?? process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  if (!url)
    throw new Error(
      'No test database runs: jest globalSetup starts one, or set TEST_DATABASE_URL.',
    );
  return url;
}

const withDatabase = (url: string, database: string): string => {
  const result = new URL(url);
  result.pathname = `/${database}`;
  return result.href;
};

/** The same database on another server. */
export const onServer = (server: string, database: string): string =>
  withDatabase(server, new URL(database).pathname.slice(1));

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const testDataDir = (): string => {
  const dir = join(process.env[FILES_DIR] ?? tmpdir(), `boxyard-test-${process.pid}`);
  mkdirSync(dir, { recursive: true });
  return dir;
};

/** With it tests sign what a bank reports. */
export const TEST_GATEWAY_SECRET = 'a gateway secret: 0123456789 abcdefghij';

export const testConfig = () =>
  readConfig({
    NODE_ENV: 'test',
    DATA_DIR: testDataDir(),
    AUTH_SECRET: 'a test secret: 0123456789 abcdefghijklm',
    BOXYARD_DEMO: 'off',
    PAYMENT_GATEWAY_SECRET: TEST_GATEWAY_SECRET,
    PUBLIC_URL: 'http://localhost:8080',
  });

/** The template's name follows the migrations, so that a changed one makes a new template. */
function templateName(): string {
  const digest = createHash('sha256');
  for (const { name, checksum } of migrations()) digest.update(`${name}:${checksum};`);
  return `boxyard_template_${digest.digest('hex').slice(0, 16)}`;
}

async function ensureTemplate(client: pg.Client): Promise<string> {
  const name = templateName();
  const found = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (found.rowCount === 1) return name;
  const draft = `${name}_draft`;
  await client.query(`drop database if exists ${draft}`);
  await client.query(`create database ${draft}`);
  const composed = await compose({
    config: testConfig(),
    databaseUrl: withDatabase(serverUrl(), draft),
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  await composed.close();
  await client.query(`alter database ${draft} rename to ${name}`);
  return name;
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const named = (name: string): TestDatabase => ({
  url: withDatabase(serverUrl(), name),
  drop: () =>
    asAdmin(async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
    }),
});

const newName = (): string => `boxyard_test_${randomBytes(6).toString('hex')}`;

/** A database with nothing in it, as somebody gives it to their first server. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = newName();
  await asAdmin((client) => client.query(`create database ${name} template template0`));
  return named(name);
}

/** A fresh database with schema, roles and menus, cloned from a template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = newName();
  await asAdmin(async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const template = await ensureTemplate(client);
    await client.query(
      `create database ${name} template ${template} strategy ${process.env[COPY_BY] ?? 'wal_log'}`,
    );
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  });
  return named(name);
}
