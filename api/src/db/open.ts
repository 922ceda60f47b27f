import pg from 'pg';
import type { Config } from '../config.ts';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';

const NAME = 'boxyard';

/** The database to work on, and how to let go of it. */
export interface OpenDatabase {
  readonly url: string;
  readonly embedded: EmbeddedDatabase | null;
  close(): Promise<void>;
}

const withDatabase = (url: string, database: string): string => {
  const result = new URL(url);
  result.pathname = `/${database}`;
  return result.href;
};

/** `DATABASE_URL` where it is given, otherwise the project's own PostgreSQL in the data folder. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    await reach(config.databaseUrl);
    return { url: config.databaseUrl, embedded: null, close: async () => undefined };
  }
  const embedded = await startEmbedded(config.dataDir);
  try {
    await ensureDatabase(embedded.url);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return { url: withDatabase(embedded.url, NAME), embedded, close: () => embedded.stop() };
}

async function reach(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const { hostname, port, pathname } = new URL(url);
    throw new Error(
      `The database at ${hostname}:${port || '5432'}${pathname} cannot be reached (${(error as Error).message}); start it or correct DATABASE_URL.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [NAME]);
    if (found.rowCount === 0) await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
}
