import {
  type Runner,
  run,
  runMigrations,
  runOnce,
  type TaskList,
  Logger as WorkerLogger,
} from 'graphile-worker';
import type { Pool } from '../db/pool.ts';
import { type App, closeTransports } from '../kernel/index.ts';
import { SEAL_BATCH, sealActivity } from '../modules/admin/index.ts';
import { CRONTAB, tasks } from './tasks.ts';

const SEAL_MS = 800;

/**
 * How a job ended is written by a batch that stopping waits for. Written one by one, as is the default,
 * nobody awaits it: the connections end first, and the job counts as taken until hours later.
 */
const REPORTS_IN_BATCHES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

const loggerFor = (app: App) =>
  new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error') app.log.error({ ...meta }, message);
    else if (level === 'warning') app.log.warn({ ...meta }, message);
    else app.log.debug({ ...meta }, message);
  });

/**
 * A job that waits for somebody else (a mail server that does not answer) is given up some seconds
 * after the worker was told to stop; the queue tries it again after the next start.
 */
const taskList = (app: App): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload, { abortPromise }) => {
        await Promise.race([task(app, payload), abortPromise]);
      },
    ]),
  );

/** Makes the queue's tables; `App.addJob` needs them. */
export const migrateQueue = (pool: Pool, app: App): Promise<void> =>
  runMigrations({ pgPool: pool, logger: loggerFor(app) });

/** Runs what is queued now, and returns when the end of each job is written. Tests and the demonstration. */
export const runQueued = (pool: Pool, app: App): Promise<void> =>
  runOnce({
    pgPool: pool,
    logger: loggerFor(app),
    taskList: taskList(app),
    preset: { worker: REPORTS_IN_BATCHES },
  });

/** Seals batch after batch until little is left for the next round. */
async function sealAll(app: App): Promise<void> {
  while ((await sealActivity(app)) === SEAL_BATCH);
}

export interface Worker {
  stop(): Promise<void>;
}

/** Scheduled and queued work, and the sealing of the activity chain within a second. */
export async function startWorker(pool: Pool, app: App): Promise<Worker> {
  const runner: Runner = await run({
    pgPool: pool,
    logger: loggerFor(app),
    taskList: taskList(app),
    crontab: CRONTAB,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 5000,
    preset: { worker: REPORTS_IN_BATCHES },
  });
  // A runner that ends by itself says why through its promise; stopping it is no failure.
  runner.promise.catch((error: unknown) => app.log.error({ err: error }, 'worker'));
  let sealing: Promise<unknown> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    sealing = sealAll(app)
      .catch((error: unknown) => app.log.warn({ err: error }, 'seal'))
      .finally(() => {
        busy = false;
      });
  }, SEAL_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await sealing;
      await runner.stop();
      closeTransports();
    },
  };
}
