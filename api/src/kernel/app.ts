import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import type { Actor } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Links } from './links.ts';
import type { Printer } from './printer.ts';
import type { Files } from './storedFiles.ts';
import type { ContractName, Ctx, Db, Input, Locale, Pg, Result } from './types.ts';
import type { UntrustedFiles } from './untrustedFiles.ts';

export interface Logger {
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
  debug(fields: object, message?: string): void;
}

/** A remote as the registry names it now. */
export interface LiveRemote {
  readonly name: string;
  readonly release: string;
  /** null while its contributions could not be read. */
  readonly version: string | null;
  /** Where its files come from; null: this server. */
  readonly origin: string | null;
  /** Feature flags that it asks for or the registry names, by name. */
  readonly flags: readonly { readonly name: string; readonly isOn: boolean }[];
}

/** Who calls, when it is not an HTTP request. */
export interface Caller {
  readonly actor: Actor;
  readonly locale?: Locale;
  readonly idempotencyKey?: string;
  /** A job calls: nobody waits for the answer. */
  readonly isJob?: true;
}

/** The running server, without its HTTP side: what services, jobs, tests and the demonstration use. */
export interface App {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** The primary, outside any transaction. */
  readonly db: Db;
  readonly pg: Pg;
  /** Resolves somebody's present rights from the tables. Throws when there is no such account. */
  actorOf(userId: string): Promise<Actor>;
  /** One transaction, repeated on serialisation failures, with after-commit hooks. */
  transaction<T>(caller: Caller, work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /**
   * A transaction of its own beside the caller's, for what has to stay when that is rolled back. On
   * a connection of the readers' pool: a call that holds one of the writers' and waits for a second
   * would wait for ever as soon as there are as many such calls as connections.
   */
  aside<T>(ctx: Ctx, work: (inner: Ctx) => Promise<T>): Promise<T>;
  /** Resolves when lists show what has happened until now, though a replica may answer them. */
  caughtUp(): Promise<void>;
  readonly files: Files;
  /** Checks and reads files that people send. */
  readonly untrusted: UntrustedFiles;
  /** Lays out PDFs. */
  readonly printer: Printer;
  /**
   * Queues a job; with a context, in its transaction. Of jobs with one key a single one waits, however
   * often it is asked for.
   */
  addJob(
    name: string,
    payload: Readonly<Record<string, unknown>>,
    options?: { readonly ctx?: Ctx; readonly key?: string },
  ): Promise<void>;
  /** The bearer token of a session. */
  tokenOf(session: { sessionId: string; issuedAt: Date; expiresAt: Date }): string;
  /** Signs with the server's secret, so that whoever owns the database alone cannot. */
  sign(purpose: string, text: string): string;
  /** Signed links for people without an account. */
  readonly links: Links;
  /** Cost of password hashes; small in tests. */
  readonly passwordCost: { readonly memoryCost: number; readonly timeCost: number };
  /** Pages that work, whose menus the profile shows. */
  builtPages(): ReadonlySet<string>;
  /** Which remotes are served; none before the registry was read. */
  liveRemotes(): readonly LiveRemote[];
  /** Somebody's event stream, beginning with what they missed. */
  openEvents(actor: Actor, lastEventId: string | null): Promise<Readable>;
  /** Rights were changed: nobody's abilities come from memory any more. */
  forgetActors(): void;
  /** Something of these families has changed: their totals and counts are counted anew. */
  dropFigures(families: readonly string[]): void;
  /** After this context's commit, what waits in the outbox leaves at once (and within 1 s anyway). */
  kickOutbox(ctx: Ctx): void;
  /**
   * Calls an endpoint in process exactly as HTTP would: ability, validation, idempotency,
   * transaction. Throws AppError. The demonstration and the property tests live on it.
   */
  call<K extends ContractName>(
    caller: Caller,
    name: K,
    input?: Partial<{
      params: Input<K>['params'];
      query: object;
      body: unknown;
      files: Input<K>['files'];
    }>,
  ): Promise<Result<K>>;
}
