import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROLE_SEEDS } from '@boxyard/shared/domain';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { type Composed, compose } from './compose.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { aloneOn } from './db/alone.ts';
import { DataDirBusy, lockDataDir } from './db/lock.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import { FilesUnavailableError } from './documents/store/fileStore.ts';
import { systemClock } from './kernel/index.ts';
import { ensureDemo } from './seed/demo.ts';

const STOP_TIMEOUT_MS = 15_000;

/** What runs, in the order in which it is stopped. */
interface Running {
  composed?: Composed;
  database?: OpenDatabase;
  lock?: { release(): Promise<void> };
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** `npm start` builds the pages meanwhile: it hears how far this process is, and says when they are there. */
const starter = process.env.PAGES_FOLLOW === '1' && process.connected ? process : null;
const tell = (news: object): void => {
  starter?.send?.(news);
};
const pagesBuilt: Promise<unknown> =
  starter === null ? Promise.resolve() : once(starter, 'message');
/** It was killed, and cannot tell this process to stop. */
const goneWithStarter = (): void => {
  process.kill(process.pid, 'SIGTERM');
};
starter?.once('disconnect', goneWithStarter);

/** Nothing more is to be told: the starter may end, or go on. */
function letGoOfStarter(): void {
  starter?.off('disconnect', goneWithStarter);
  starter?.send?.({ ready: true }, () => starter.disconnect?.());
}

/** Makes or keeps the demonstration; says what takes long. */
async function prepareData({
  config,
  databaseUrl,
  log,
}: {
  config: Config;
  databaseUrl: string;
  log: Logger;
}): Promise<string | null> {
  const started = performance.now();
  let isMade = false;
  const password = await ensureDemo({
    config,
    databaseUrl,
    log,
    progress: ({ month, months }) => {
      if (!isMade) say('Data: eighteen months of a business are told, on the first start only.');
      isMade = true;
      say(`Data: month ${month} of ${months} …`);
    },
  });
  const seconds = (performance.now() - started) / 1000;
  if (isMade) say(`Data: made in ${seconds.toFixed(1)} s.`);
  tell({ data: seconds });
  return password;
}

async function stop(running: Running): Promise<void> {
  await running.composed?.close();
  await running.database?.close();
  await running.lock?.release();
}

/** Stops in order on the first signal; the second means now. */
function stopOnSignals(running: Running): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    const late = sleep(STOP_TIMEOUT_MS, 'late', { ref: false });
    Promise.race([stop(running), late])
      .then(async (end) => {
        // Requests that do not end are given up; the database still stops in order.
        if (end === 'late') await running.database?.close();
        process.exit(0);
      })
      .catch((error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`);
        process.exit(1);
      });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

/** Both families of addresses where the machine has both. */
async function listen(server: FastifyInstance, { port, host }: Config): Promise<void> {
  if (host !== '0.0.0.0') {
    await server.listen({ port, host });
    return;
  }
  try {
    await server.listen({ port, host: '::' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error;
    await server.listen({ port, host });
  }
}

function announce(config: Config, server: FastifyInstance, password: string | null): void {
  const address = server.addresses()[0];
  const port = typeof address === 'object' ? address.port : config.port;
  say(`\nBoxyard is ready at http://localhost:${port}`);
  if (password !== null) {
    say(`Demonstration accounts (password: ${password}):`);
    for (const role of ROLE_SEEDS) say(`  ${`${role.name}@demo.test`.padEnd(36)} ${role.labelEn}`);
  }
  say('Ctrl-C stops everything.');
}

/** A store that is away for a moment keeps nobody from working; one that refuses is a mistake. */
async function claimFiles({ runtime }: Composed, log: Logger): Promise<void> {
  try {
    await runtime.files.claim();
  } catch (error) {
    if (!(error instanceof FilesUnavailableError) || error.isRefusal) throw error;
    log.error({ err: error }, 'the file store does not answer');
  }
}

/** Starts database, schema, seeds and server; prints where it is. */
async function start(running: Running): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  mkdirSync(config.dataDir, { recursive: true });
  // The folder is one server's only where its database is in it.
  if (config.databaseUrl === null) running.lock = await lockDataDir(config.dataDir);
  running.database = await openDatabase(config);
  const { url: databaseUrl, embedded } = running.database;
  if (embedded?.adopted)
    say('The database of a server that was killed was still running and is taken over.');
  const password = await aloneOn(databaseUrl, {
    waits: () => say('Another server prepares the database; waiting for it …'),
    work: async () => {
      const demoPassword = config.demo ? await prepareData({ config, databaseUrl, log }) : null;
      await pagesBuilt;
      running.composed = await compose({ config, databaseUrl, clock: systemClock, log });
      await claimFiles(running.composed, log);
      return demoPassword;
    },
  });
  if (running.composed === undefined) throw new Error('nothing was composed');
  await running.composed.start();
  try {
    await listen(running.composed.server, config);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new ConfigError(
        `Port ${config.port} is in use; stop what uses it, or set PORT to another number.`,
      );
    }
    throw error;
  }
  announce(config, running.composed.server, password);
  letGoOfStarter();
}

const running: Running = {};
stopOnSignals(running);
try {
  await start(running);
} catch (error) {
  const plain = error instanceof ConfigError || error instanceof DataDirBusy;
  process.stderr.write(
    `${plain ? error.message : `The server could not start: ${(error as Error).message}`}\n`,
  );
  if (!plain && process.env.LOG_LEVEL === 'debug')
    process.stderr.write(`${(error as Error).stack}\n`);
  await stop(running).catch(() => undefined);
  process.exit(1);
}
