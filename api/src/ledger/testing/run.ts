import { setTimeout as sleep } from 'node:timers/promises';
import { type Pool, pgOf } from '../../db/pool.ts';
import type { Pg } from '../../kernel/index.ts';

const RETRIES = 3;

const isTransient = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === '40001' || error.code === '40P01');

/** A transaction as the kernel runs them: repeated at most 3 times after a serialisation failure. */
export async function inTransaction<T>(pool: Pool, work: (pg: Pg) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await work(pgOf(client));
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      client.release();
      if (!isTransient(error) || attempt >= RETRIES) throw error;
      await sleep(Math.random() * 20 * (attempt + 1));
    }
  }
}
