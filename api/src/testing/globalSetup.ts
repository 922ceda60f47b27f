import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '../db/embedded.ts';
import { COPY_BY, FILES_DIR, SERVER_URL } from './database.ts';
import { makeQuickDir } from './quickDir.ts';

const CHECK = join(import.meta.dirname, '../../../shared/build/cli/wiring.mjs');

/**
 * A wrong path of a call or a route keeps every server from starting: it is said once, with its file,
 * instead of by every test.
 */
function checkWiring(): void {
  if (process.env.BOXYARD_WIRING === 'checked') return;
  const { status, stderr } = spawnSync(process.execPath, [CHECK], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`No test is run, since the parts do not fit:\n${stderr}`);
  process.env.BOXYARD_WIRING = 'checked';
}

/**
 * Starts one PostgreSQL for all API suites of a run, unless an external one is named
 * (TEST_DATABASE_URL or DATABASE_URL). Each suite gets a database of its own on it.
 */
export default async function globalSetup(): Promise<void> {
  checkWiring();
  const external = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  if (external) {
    process.env[SERVER_URL] = external;
    return;
  }
  const { dir, copyBy } = makeQuickDir('boxyard-pg-');
  process.env[COPY_BY] = copyBy;
  process.env[FILES_DIR] = join(dir, 'files');
  chmodSync(dir, 0o711);
  const database = await startEmbedded(dir, [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    // The write-ahead log is never read again.
    'max_wal_size=128MB',
    'min_wal_size=32MB',
  ]);
  process.env[SERVER_URL] = database.url;
  (globalThis as { stopTestDatabase?: () => Promise<void> }).stopTestDatabase = async () => {
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
