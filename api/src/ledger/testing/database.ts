import { createPool, type Pool } from '../../db/pool.ts';
import { createTestDatabase } from '../../testing/database.ts';

export interface LedgerDatabase {
  readonly pool: Pool;
  close(): Promise<void>;
}

/** A database of its own with a pool as large as the test has clients. */
export async function openLedgerDatabase({ connections = 20 } = {}): Promise<LedgerDatabase> {
  const database = await createTestDatabase();
  const pool = createPool(database.url, {
    max: connections,
    name: 'boxyard-ledger-test',
    pipeline: true,
  });
  return {
    pool,
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}
