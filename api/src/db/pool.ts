import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import CursorOf from 'pg-cursor';
import { isStalePlan } from '../kernel/pgErrors.ts';
import type { Pg } from '../kernel/types.ts';
import type { Database } from './schema.ts';
import { GatheringClient } from './statement.ts';

const { builtins } = pg.types;

/** Dates stay `YYYY-MM-DD`, bigints are numbers (sequence numbers, counts), numerics stay exact. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.DATE) return (value: string) => value;
    if (oid === builtins.INT8) return Number;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

export type Pool = pg.Pool;
export type Client = pg.PoolClient;

export interface PoolOptions {
  readonly max: number;
  readonly name: string;
  /** Commits that do not wait for the disk; never for real data. */
  readonly relaxedCommit?: boolean;
  /**
   * Statements leave without waiting for the answer of the one before, so that what does not depend
   * on it shares a round trip. Cursors (`stream`) do not work on such a connection.
   */
  readonly pipeline?: boolean;
}

export function createPool(
  url: string,
  { max, name, relaxedCommit, pipeline = false }: PoolOptions,
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: name,
    ...(pipeline ? { Client: GatheringClient } : {}),
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 60_000,
    options: `-c timezone=UTC -c datestyle=ISO${relaxedCommit ? ' -c synchronous_commit=off' : ''}`,
  });
  // A connection that dies while idle is replaced at the next use; unheard, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/** The typed query layer over a pool. */
export const kyselyOf = (pool: Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: CursorOf }), plugins });

/**
 * The same for reading records by their keys: its statements are kept prepared. After a migration
 * by a newer server the kept ones may answer other columns: such a one is asked once more, unkept,
 * and its connection is not used again.
 */
export const keyedKyselyOf = (pool: Pool): Kysely<Database> =>
  kyselyOver(async () => {
    const client = await pool.connect();
    const run = runOn(client);
    let isStale = false;
    return {
      query: (text: unknown, values?: unknown[]) => {
        const answer: unknown = run(text, values);
        if (typeof text !== 'string') return answer;
        return Promise.resolve(answer).catch((error: unknown) => {
          if (!isStalePlan(error)) throw error;
          isStale = true;
          return client.query({ text, values: values ?? [] });
        });
      },
      release: () => client.release(isStale),
    };
  });

/** As many different statements are kept prepared by a connection, each some 20 KB there. */
const MAX_PREPARED = 250;
const MAX_SEEN = 5000;
const seen = new Map<string, number>();
const prepared = new Map<string, string>();

/**
 * The name under which a connection keeps a statement that comes up again and again, so that it is
 * parsed and planned once. Only for transactions and for reading one record: there rows are found by
 * key and one plan serves every value. Lists are planned for the values they are asked with.
 */
function statementName(text: string): string | undefined {
  const known = prepared.get(text);
  if (known !== undefined) return known;
  if (prepared.size >= MAX_PREPARED) return undefined;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < 3) {
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const name = `k${prepared.size + 1}`;
  prepared.set(text, name);
  return name;
}

const runOn = (client: Client) => (text: unknown, values?: unknown[]) => {
  // What streams brings its own cursor.
  if (typeof text !== 'string') return client.query(text as never);
  const name = statementName(text);
  return client.query({ text, values: values ?? [], ...(name === undefined ? {} : { name }) });
};

const kyselyOver = (connect: () => Promise<object>): Kysely<Database> =>
  new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { connect, end: async () => undefined } as never,
      cursor: CursorOf,
    }),
    plugins,
  });

/** The typed query layer on one connection: inside a transaction that the kernel opened. */
export const kyselyOn = (client: Client): Kysely<Database> =>
  kyselyOver(async () => ({ query: runOn(client), release: () => undefined }));

/** Plain SQL over a pool or a connection. */
export const pgOf = (runner: Pool | Client): Pg => ({
  query: async (statement, values) => {
    const config =
      typeof statement === 'string'
        ? { text: statement, values: values ? [...values] : [] }
        : { ...statement, values: [...(statement.values ?? values ?? [])] };
    const { rows, rowCount } = await runner.query(config);
    return { rows, rowCount };
  },
});
