import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { createPool, type Pool, pgOf } from '../db/pool.ts';
import { keyedKyselyOf, kyselyOf, kyselyOn, listedKyselyOf } from '../db/queryLayer.ts';
import { Replica, replicaFault } from '../db/replica.ts';
import { diskFileStore } from '../documents/store/disk.ts';
import type { FileStore } from '../documents/store/fileStore.ts';
import { s3FileStore } from '../documents/store/s3.ts';
import { type Actor, SYSTEM } from './actor.ts';
import { actorOf, Sessions } from './actors.ts';
import type { App, Caller, Logger } from './app.ts';
import type { Clock } from './clock.ts';
import { type CallMeta, checkAccess, endpointOf, execute } from './execute.ts';
import type { Links } from './links.ts';
import { FIGURES_LIFETIME_MS, ListFigures } from './listFigures.ts';
import { MachineKeys } from './machineKeys.ts';
import { Outbox } from './outbox.ts';
import type { PasswordCost } from './passwords.ts';
import { printer } from './printer.ts';
import { StoredFiles } from './storedFiles.ts';
import type { Tokens } from './tokens.ts';
import { type Hook, transact } from './transaction.ts';
import type { Ctx, Db, Handlers, Locale, Pg } from './types.ts';
import { untrustedFiles } from './untrustedFiles.ts';

/** The server without its HTTP side. */
export interface Runtime {
  readonly app: App;
  readonly config: Config;
  readonly handlers: Partial<Handlers>;
  readonly constraintFields: Readonly<Record<string, string>>;
  /** A refusal as this person may read it. */
  readonly refusalFor: RefusalFor;
  /** Tests: an answer that does not fit the contract is an error. */
  readonly strictAnswers: boolean;
  readonly pool: Pool;
  /** The same database without pipelining: for cursors and for the queue, whose code is not ours. */
  readonly plainPool: Pool;
  /** null: DATABASE_REPLICA_URL names none. */
  readonly replica: Replica | null;
  readonly sessions: Sessions;
  readonly machineKeys: MachineKeys;
  readonly outbox: Outbox;
  readonly files: StoredFiles;
  /** Set by whoever serves HTTP: without a hub, event streams end at once. */
  openEvents: App['openEvents'];
  /** Set by whoever serves HTTP. */
  liveRemotes: App['liveRemotes'];
  /** Tells every open browser of what concerns all; without a hub nobody hears it. */
  announce: (event: string) => void;
  /**
   * For GET: no transaction. `byKey`: the call reads a record and what belongs to it, by statements
   * that are kept prepared. `mayBeOld`: the replica may answer, if it has what this session wrote; where
   * it fails the primary does the work once more.
   */
  read<T>(
    meta: CallMeta,
    how: { readonly byKey: boolean; readonly mayBeOld: boolean },
    work: (ctx: Ctx) => Promise<T>,
  ): Promise<T>;
  /** Reads by keys from the primary. */
  readCtx(meta: CallMeta): Ctx;
  /** For everything else: one transaction around the work. */
  transactCtx<T>(meta: CallMeta, work: (ctx: Ctx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Takes out of a refusal what the caller may not know. */
type RefusalFor = (ctx: Ctx, refusal: unknown) => Promise<unknown>;

export interface RuntimeParts {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly handlers: Partial<Handlers>;
  readonly constraintFields: Readonly<Record<string, string>>;
  readonly refusalFor?: RefusalFor;
  readonly strictAnswers?: boolean;
  readonly tokens: Tokens;
  readonly sign: App['sign'];
  readonly links: Links;
  readonly passwordCost: PasswordCost;
  readonly builtPages: () => ReadonlySet<string>;
  /** An empty database is filled with demonstration data, which is thrown away where that breaks off. */
  readonly isFilling?: boolean;
  /** Tests: a store that fails as they say. */
  readonly fileStore?: FileStore;
  /** Connections for writing and for reading. */
  readonly connections?: { readonly write: number; readonly read: number };
  /** This process's clock, in milliseconds, by which a replica is late. */
  readonly now?: () => number;
  /** Milliseconds that totals and counts of lists are kept for; 0 in tests that write past the server. */
  readonly figuresLifetime?: number;
}

const storeOf = ({ filesPlace, dataDir }: Config): FileStore =>
  filesPlace === null ? diskFileStore(join(dataDir, 'files')) : s3FileStore(filesPlace);

const SYSTEM_META = { requestId: 'system', ip: null, userAgent: null } as const;

/**
 * Transactions at once: four a processor. More of them only wait for each other's parts and numbers:
 * with 24 on two processors one document in a hundred took 2.5 s, with 8 it takes 0.4 s.
 */
const transactionsAtOnce = (): number => Math.min(24, Math.max(8, 4 * availableParallelism()));

/** Joins database, rights, handlers and outbox. Nothing listens or runs by itself yet. */
export function createRuntime(parts: RuntimeParts): Runtime {
  const { config, clock, log } = parts;
  const sizes = parts.connections ?? { write: transactionsAtOnce(), read: 16 };
  const { isFilling = false } = parts;
  const pool = createPool(parts.databaseUrl, {
    max: sizes.write,
    name: 'boxyard',
    isFilling,
    pipeline: true,
  });
  const readPool = createPool(parts.databaseUrl, {
    max: sizes.read,
    name: 'boxyard read',
    isFilling,
  });
  const now = parts.now ?? (() => performance.now());
  const replica = replicaOf(parts, now);
  const db = kyselyOf(pool);
  const pg = pgOf(pool);
  // Nothing that fills a database asks the same list with values that want another plan.
  const readers = isFilling
    ? { ...readersOf(readPool), lists: keyedKyselyOf(readPool) }
    : readersOf(readPool);
  const files = new StoredFiles({
    store: parts.fileStore ?? storeOf(config),
    db,
    pg: readers.pg,
    transaction: (work) => app.transaction({ actor: SYSTEM }, work),
    clock,
    log,
  });
  const sessions = new Sessions(pg, clock);
  const machineKeys = new MachineKeys({ pg, clock, sign: parts.sign });
  const outbox = new Outbox({ pool, clock, log });
  const writers = new RecentWriters(now);
  // What the replica answers may be a second old when it is counted.
  const lifetime =
    parts.figuresLifetime ?? (replica === null ? FIGURES_LIFETIME_MS : FIGURES_LIFETIME_MS / 2);
  const figures = new ListFigures(lifetime, now);

  const contextOf = (
    meta: CallMeta,
    bound: {
      db: () => Db;
      /** Where it differs. */
      kept?: () => Db;
      pg: Pg;
      afterCommit: (hook: Hook) => void;
      background: (statement: Promise<unknown>) => void;
      cachedFigures?: ListFigures | null;
    },
  ): Ctx => {
    let made: Db | undefined;
    const ctx: Ctx = {
      app,
      actor: meta.actor,
      // The posting path needs plain SQL only: the query layer is made when somebody asks.
      get db() {
        made ??= bound.db();
        return made;
      },
      get kept() {
        return bound.kept?.() ?? ctx.db;
      },
      pg: bound.pg,
      clock,
      locale: meta.locale,
      requestId: meta.requestId,
      ip: meta.ip,
      userAgent: meta.userAgent,
      lastEventId: meta.lastEventId ?? null,
      isJob: meta.isJob ?? false,
      cachedFigures: bound.cachedFigures ?? null,
      afterCommit: bound.afterCommit,
      background: bound.background,
      snapshot: (work) =>
        transact(readPool, async ({ client, background }) => {
          await client.query('set transaction isolation level repeatable read, read only');
          return work(
            contextOf(meta, {
              db: () => kyselyOn(client),
              pg: pgOf(client),
              afterCommit: bound.afterCommit,
              background,
            }),
          );
        }),
    };
    return ctx;
  };

  const reading = (meta: CallMeta, from: Readers, byKey: boolean): Ctx => {
    const wroteAt = writers.wroteAt(meta.actor.sessionId);
    const isRecent = now() - wroteAt < lifetime;
    return contextOf(meta, {
      db: () => (byKey ? from.keyed : from.lists),
      kept: () => from.kept,
      pg: from.pg,
      cachedFigures: meta.wantsFresh || isRecent ? null : figures,
      afterCommit: () => undefined,
      background: (statement) => {
        statement.catch((error: unknown) => log.warn({ err: error }, 'background statement'));
      },
    });
  };
  const readCtx = (meta: CallMeta): Ctx => reading(meta, readers, true);

  const read: Runtime['read'] = async (meta, { byKey, mayBeOld }, work) => {
    const isThere =
      replica !== null &&
      mayBeOld &&
      !meta.wantsFresh &&
      replica.state.has(writers.wroteAt(meta.actor.sessionId));
    if (!isThere) return work(reading(meta, readers, byKey));
    try {
      return await work(reading(meta, replica.readers, byKey));
    } catch (error) {
      const fault = replicaFault(error);
      if (fault === null) throw error;
      if (fault === 'away') replica.state.lost(error);
      else log.warn({ err: error }, 'the primary answers what the replica refused');
      return work(reading(meta, readers, byKey));
    }
  };

  const transactOn = <T>(own: Pool, meta: CallMeta, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    transact(own, ({ client, afterCommit, background }) =>
      work(
        contextOf(meta, {
          db: () => kyselyOn(client),
          pg: pgOf(client),
          afterCommit,
          background,
        }),
      ),
    );

  const transactCtx = async <T>(meta: CallMeta, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
    const result = await transactOn(pool, meta, work);
    writers.wrote(meta.actor.sessionId);
    return result;
  };

  const metaOf = ({
    actor,
    locale = 'en',
  }: {
    actor: Actor;
    locale?: Locale | undefined;
  }): CallMeta => ({
    ...SYSTEM_META,
    actor,
    locale,
  });

  const app: App = {
    config,
    clock,
    log,
    db,
    pg,
    files,
    untrusted: untrustedFiles(log),
    printer: printer(),
    actorOf: (userId) => actorOf(pg, userId),
    transaction: (caller, work) => transactCtx(metaOf(caller), work),
    aside: ({ actor, locale, requestId, ip, userAgent }, work) =>
      transactOn(readPool, { actor, locale, requestId, ip, userAgent }, work),
    caughtUp: async () => replica?.state.caughtUp(),
    forgetActors: () => sessions.forget(),
    tokenOf: parts.tokens.write,
    sign: parts.sign,
    links: parts.links,
    passwordCost: parts.passwordCost,
    builtPages: parts.builtPages,
    liveRemotes: () => runtime.liveRemotes(),
    openEvents: (actor, lastEventId) => runtime.openEvents(actor, lastEventId),
    addJob: async (name, payload, { ctx, key } = {}) => {
      await (ctx?.pg ?? pg).query(
        'select graphile_worker.add_job($1, $2::json, job_key := $3::text)',
        [name, JSON.stringify(payload), key ?? null],
      );
    },
    dropFigures: (families) => figures.drop(families),
    kickOutbox: (ctx) => outbox.kickAfter(ctx),
    call: async (caller: Caller, name, input = {}) => {
      checkAccess(name, caller.actor);
      const answer = await execute(runtime, name, {
        meta: { ...metaOf(caller), requestId: randomUUID(), isJob: caller.isJob ?? false },
        input: {
          params: (input.params ?? {}) as Readonly<Record<string, string>>,
          query: (input.query ?? {}) as never,
          body: input.body,
          files: input.files ?? [],
          idempotencyKey: caller.idempotencyKey ?? null,
        },
      });
      if (answer.kind !== 'json') return answer as never;
      const body = answer.body as Readonly<Record<string, unknown>>;
      const { kind } = endpointOf(name);
      return (
        kind === 'list'
          ? { rows: body.data, meta: body.meta }
          : kind === 'bare'
            ? { data: body }
            : body
      ) as never;
    },
  };

  const runtime: Runtime = {
    app,
    config,
    handlers: parts.handlers,
    constraintFields: parts.constraintFields,
    refusalFor: parts.refusalFor ?? (async (_ctx, refusal) => refusal),
    strictAnswers: parts.strictAnswers ?? false,
    pool,
    plainPool: readPool,
    replica: replica?.state ?? null,
    sessions,
    machineKeys,
    outbox,
    files,
    openEvents: async () => Readable.from([]),
    liveRemotes: () => [],
    announce: () => undefined,
    readCtx,
    read,
    transactCtx,
    close: async () => {
      await Promise.all([outbox.close(), app.untrusted.close(), app.printer.close()]);
      await Promise.all([pool.end(), readPool.end(), replica?.close()]);
    },
  };
  return runtime;
}

/** When each session wrote last, by this process's clock. */
class RecentWriters {
  readonly #at = new Map<string, number>();
  readonly #now: () => number;
  #forgotten = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  wrote(sessionId: string | null): void {
    if (sessionId === null) return;
    const now = this.#now();
    if (this.#at.size > 50_000) {
      this.#at.clear();
      this.#forgotten = now;
    }
    this.#at.set(sessionId, now);
  }

  /** Of those that were forgotten: no later than then. */
  wroteAt(sessionId: string | null): number {
    return sessionId === null
      ? Number.NEGATIVE_INFINITY
      : (this.#at.get(sessionId) ?? this.#forgotten);
  }
}

interface Readers {
  readonly lists: Db;
  readonly keyed: Db;
  readonly kept: Db;
  readonly pg: Pg;
}

const readersOf = (pool: Pool): Readers => ({
  lists: kyselyOf(pool),
  keyed: keyedKyselyOf(pool),
  kept: listedKyselyOf(pool),
  pg: pgOf(pool),
});

/** The streaming replica, where one is named, and what reads from it. */
function replicaOf({ config, databaseUrl, log, connections }: RuntimeParts, now: () => number) {
  const { replicaUrl } = config;
  if (replicaUrl === null) return null;
  const pool = createPool(replicaUrl, {
    max: connections?.read ?? 16,
    name: 'boxyard replica',
    // The primary answers meanwhile: nobody is to wait for one that is away.
    connectionTimeoutMillis: 2000,
  });
  const state = new Replica({ primaryUrl: databaseUrl, replicaUrl, log, now });
  return {
    state,
    readers: readersOf(pool),
    close: async () => {
      await state.close();
      await pool.end();
    },
  };
}
