import pg from 'pg';
import type { Pg } from './pg.ts';
import { GatheringClient, StatementClient } from './statement.ts';

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
  readonly connectionTimeoutMillis?: number;
}

export function createPool(
  url: string,
  { max, name, relaxedCommit, pipeline = false, connectionTimeoutMillis = 15_000 }: PoolOptions,
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: name,
    Client: pipeline ? GatheringClient : StatementClient,
    connectionTimeoutMillis,
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
