import pg from 'pg';
import type { Pg } from './pg.ts';
import { GatheringClient, StatementClient } from './statement.ts';

const { builtins } = pg.types;
/** Types of arrays, which the driver does not name. */
const [TEXT_ARRAY, DATE_ARRAY] = [1009, 1182];

/** Dates stay `YYYY-MM-DD`, bigints are numbers (sequence numbers, counts), numerics stay exact. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.DATE) return (value: string) => value;
    if (oid === DATE_ARRAY) return pg.types.getTypeParser(TEXT_ARRAY as typeof builtins.TEXT);
    if (oid === builtins.INT8) return Number;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

export type Pool = pg.Pool;
export type Client = pg.PoolClient;

export interface PoolOptions {
  readonly max: number;
  readonly name: string;
  /** Demonstration data is made: commits do not wait for the disk, plans are made once. */
  readonly isFilling?: boolean;
  /**
   * Statements leave without waiting for the answer of the one before, so that what does not depend
   * on it shares a round trip. Cursors (`stream`) do not work on such a connection.
   */
  readonly pipeline?: boolean;
  readonly connectionTimeoutMillis?: number;
}

/**
 * Sessions that fill an empty database. Their commits do not wait for the disk: a checkpoint ends the
 * work, and what broke off is thrown away. A statement is planned once for all values; since tables
 * are empty then, by indexes wherever there is one.
 */
const FILLING = [
  'synchronous_commit=off',
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'jit=off',
];

export function createPool(
  url: string,
  { max, name, isFilling, pipeline = false, connectionTimeoutMillis = 15_000 }: PoolOptions,
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: name,
    Client: pipeline ? GatheringClient : StatementClient,
    connectionTimeoutMillis,
    idleTimeoutMillis: 60_000,
    options: ['timezone=UTC', 'datestyle=ISO', ...(isFilling ? FILLING : [])]
      .map((setting) => `-c ${setting}`)
      .join(' '),
  });
  // A connection that dies while idle is replaced at the next use; unheard, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

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
