import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../db/embedded.ts';
import { SERVER_URL } from './database.ts';

/**
 * Starts one PostgreSQL for all API suites of a run, unless an external one is named
 * (TEST_DATABASE_URL or DATABASE_URL). Each suite gets a database of its own on it.
 */
export default async function globalSetup(): Promise<void> {
  const external = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  if (external) {
    process.env[SERVER_URL] = external;
    return;
  }
  const dir = mkdtempSync(join(tmpdir(), 'boxyard-pg-'));
  chmodSync(dir, 0o711);
  const database = await startEmbedded(dir, [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
  ]);
  process.env[SERVER_URL] = database.url;
  (globalThis as { stopTestDatabase?: () => Promise<void> }).stopTestDatabase = async () => {
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
