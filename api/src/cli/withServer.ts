import { pino } from 'pino';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { aloneOn } from '../db/alone.ts';
import { lockDataDir } from '../db/lock.ts';
import { openDatabase } from '../db/open.ts';
import { type App, systemClock } from '../kernel/index.ts';

/**
 * What a command of the operator works with, beside a running server as well: its database is used
 * and left running. A failure is said in a sentence and ends the command with 1.
 */
export async function withServer(work: (app: App) => Promise<void>): Promise<void> {
  try {
    await run(work);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

async function run(work: (app: App) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const lock = await lockDataDir(config.dataDir).catch(() => null);
  const database = await openDatabase(config);
  try {
    const composed = await aloneOn(database.url, {
      waits: () => process.stderr.write('A server prepares the database; waiting for it …\n'),
      work: () =>
        compose({
          config,
          databaseUrl: database.url,
          clock: systemClock,
          log: pino({ level: 'silent' }),
          connections: { write: 2, read: 1 },
        }),
    });
    try {
      await work(composed.runtime.app);
    } finally {
      await composed.close();
    }
  } finally {
    // A server holds the folder: the database is its own to stop.
    if (lock !== null) await database.close();
    await lock?.release();
  }
}
