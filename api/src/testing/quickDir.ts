import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Bytes that the databases of one run need, with room to spare. */
const NEEDED = 6 * 2 ** 30;
/** An older folder was left by a run that was killed. */
const LEFT_MS = 6 * 3_600_000;

/** True where memory has room for the databases of a run. */
function isRoomy(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= NEEDED && process.availableMemory() >= 2 * NEEDED;
}

function removeLeft(prefix: string): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const path = join(IN_MEMORY, name);
    const isLeft = name.startsWith(prefix) && Date.now() - statSync(path).mtimeMs > LEFT_MS;
    if (isLeft) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * A new folder for databases that are thrown away: in memory where there is plenty, else the system's. A
 * suite's database is a copy of thirty megabytes, which takes a third of a second on disk and a twentieth in
 * memory. `copyBy`: how PostgreSQL copies a database faster there.
 */
export function makeQuickDir(prefix: string): {
  readonly dir: string;
  readonly copyBy: 'file_copy' | 'wal_log';
} {
  const isInMemory = isRoomy();
  if (isInMemory) removeLeft(prefix);
  return {
    dir: mkdtempSync(join(isInMemory ? IN_MEMORY : tmpdir(), prefix)),
    // On disk `file_copy` waits for a checkpoint.
    copyBy: isInMemory ? 'file_copy' : 'wal_log',
  };
}
