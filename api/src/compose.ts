import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { migrate, nameOrderWarning, requireVersion } from './db/migrate.ts';
import { EventHub } from './http/events.ts';
import { followReleases } from './http/liveRemotes.ts';
import { RemotePages } from './http/remotePages.ts';
import { RemoteRegistry } from './http/remoteRegistry.ts';
import { buildServer } from './http/server.ts';
import { builtPlaces, type StaticPlaces } from './http/static.ts';
import { migrateQueue, startWorker, type Worker } from './jobs/worker.ts';
import {
  type App,
  type Clock,
  createLinks,
  createRuntime,
  createSigning,
  createTokens,
  type LinkKey,
  PASSWORD_COST,
  type PasswordCost,
  type Runtime,
  type RuntimeParts,
  readOrCreateText,
  type Tokens,
} from './kernel/index.ts';
import { followRemotes } from './modules/admin/index.ts';
import { constraintFields, handlers } from './modules/index.ts';
import { withoutHiddenStock } from './modules/warehouse/index.ts';
import { seedBase } from './seed/base.ts';
import { visibilityOf, withReadableNames } from './workflow/index.ts';

export interface ComposeOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** false: the schema is there already (a cloned test database). */
  readonly prepare?: boolean;
  readonly strictAnswers?: boolean;
  readonly rateLimits?: boolean;
  readonly passwordCost?: PasswordCost;
  readonly connections?: RuntimeParts['connections'];
  readonly figuresLifetime?: RuntimeParts['figuresLifetime'];
  /** Demonstration data is made, on a database that is thrown away where that does not come to its end. */
  readonly isFilling?: boolean;
  readonly places?: StaticPlaces;
  readonly fileStore?: RuntimeParts['fileStore'];
  readonly now?: RuntimeParts['now'];
}

/** Everything joined; nothing runs by itself until `start`. */
export interface Composed {
  readonly runtime: Runtime;
  readonly server: FastifyInstance;
  /**
   * Events, outbox, jobs and the watch of a replica; with `worker: false` jobs run only when asked,
   * with `replica: false` it is looked at only when asked.
   */
  start(options?: { readonly worker?: boolean; readonly replica?: boolean }): Promise<void>;
  /** What happens every few seconds by itself: the registry and the remotes' pages are read. */
  readRemotes(): Promise<void>;
  /** Ends in order: requests, streams, jobs, connections. */
  close(): Promise<void>;
}

/** The secret that signs sessions: given, or made once and kept beside the data. */
function secretOf(config: Config): Buffer {
  if (config.authSecret !== null) return Buffer.from(config.authSecret);
  const file = join(config.dataDir, 'auth.secret');
  return Buffer.from(readOrCreateText(file, () => randomBytes(48).toString('base64url')));
}

/** Keys of the links on labels; those printed with the server's own secret are read for ever. */
function labelKeysOf({ labelKeys }: Config, secret: Buffer): readonly [LinkKey, ...LinkKey[]] {
  const own = { id: '0', secret: createHmac('sha256', secret).update('links').digest() };
  const [newest, ...others] = labelKeys.map(({ id, secret: text }) => ({
    id,
    secret: Buffer.from(text),
  }));
  return newest === undefined ? [own] : [newest, ...others, own];
}

interface Joining {
  readonly secret: Buffer;
  readonly tokens: Tokens;
  readonly builtPages: App['builtPages'];
}

/** Database and modules, and the schema and the seeds up to date; nothing of HTTP. */
async function joinRuntime(
  options: ComposeOptions,
  { secret, tokens, builtPages }: Joining,
): Promise<Runtime> {
  const { config, databaseUrl, log } = options;
  const runtime = createRuntime({
    config,
    databaseUrl,
    clock: options.clock,
    log,
    handlers,
    constraintFields,
    refusalFor: async (ctx, refusal) =>
      withReadableNames(ctx, await withoutHiddenStock(ctx, refusal)),
    tokens,
    sign: createSigning(secret),
    links: createLinks(labelKeysOf(config, secret)),
    passwordCost: options.passwordCost ?? PASSWORD_COST,
    builtPages,
    strictAnswers: options.strictAnswers ?? false,
    isFilling: options.isFilling ?? false,
    ...(options.now ? { now: options.now } : {}),
    ...(options.fileStore ? { fileStore: options.fileStore } : {}),
    ...(options.connections ? { connections: options.connections } : {}),
    ...(options.figuresLifetime === undefined ? {} : { figuresLifetime: options.figuresLifetime }),
  });
  try {
    if (options.prepare !== false) {
      await requireVersion(runtime.pool);
      await migrate(runtime.pool);
      const warning = await nameOrderWarning(runtime.pool);
      if (warning !== null) options.log.warn(warning);
      await migrateQueue(runtime.plainPool, runtime.app);
      await seedBase(runtime.app);
    }
    return runtime;
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

/**
 * The same as `compose` without a page: for whoever fills an empty database, perhaps while the pages
 * are built.
 */
export function composeRuntime(options: ComposeOptions): Promise<Runtime> {
  const secret = secretOf(options.config);
  return joinRuntime(options, {
    secret,
    tokens: createTokens(secret),
    builtPages: () => new Set(),
  });
}

/** Joins database, modules and HTTP; brings the schema and the seeds up to date. */
export async function compose(options: ComposeOptions): Promise<Composed> {
  const { config, databaseUrl, log } = options;
  const secret = secretOf(config);
  const tokens = createTokens(secret);
  const places = options.places ?? builtPlaces(config.remotesDir);
  const remotes = new RemoteRegistry({ ...config, built: join(places.host, 'remotes.json') }, log);
  const pages = new RemotePages({ registry: remotes, places, log });
  const runtime = await joinRuntime(options, { secret, tokens, builtPages: () => pages.names });
  try {
    const server = await buildServer({
      runtime,
      tokens,
      log,
      rateLimits: options.rateLimits ?? true,
      places,
      remotes,
    });
    followReleases(pages, runtime);
    const following = await followRemotes(runtime.app, pages);
    server.addHook('onClose', following.stop);
    return { ...joined(runtime, server, databaseUrl), readRemotes: following.look };
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

function joined(
  runtime: Runtime,
  server: FastifyInstance,
  databaseUrl: string,
): Omit<Composed, 'readRemotes'> {
  const hub = new EventHub(runtime, databaseUrl, (subject, id) =>
    visibilityOf(runtime.app.pg, { subject, id }),
  );
  let worker: Worker | undefined;
  // Open streams would keep the server from ending.
  server.addHook('preClose', async () => hub.close());
  return {
    runtime,
    server,
    start: async ({ worker: withWorker = true, replica = true } = {}) => {
      if (replica) runtime.replica?.start();
      await hub.start();
      runtime.openEvents = (actor, lastEventId) => hub.open(actor, lastEventId);
      runtime.announce = (event) => hub.broadcast(event);
      runtime.outbox.start();
      if (withWorker) worker = await startWorker(runtime.plainPool, runtime.app);
    },
    close: async () => {
      await server.close();
      await worker?.stop();
      await hub.close();
      await runtime.close();
    },
  };
}
