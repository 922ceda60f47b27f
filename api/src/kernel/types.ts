import type { Readable } from 'node:stream';
import type {
  BodyOut,
  Contract,
  DataOf,
  EndpointName,
  ListMeta,
  ParamsOf,
  QueryOut,
  RowOf,
} from '@boxyard/shared/contract';
import type { Kysely } from 'kysely';
import type { Pg } from '../db/pg.ts';
import type { Database } from '../db/schema.ts';
import type { StatementHead } from '../documents/statements/statementFile.ts';
import type { FileRow } from '../documents/tables/tableFile.ts';
import type { Actor } from './actor.ts';
import type { App } from './app.ts';
import type { Clock } from './clock.ts';
import type { ListFigures } from './listFigures.ts';
import type { StoredFile } from './storedFiles.ts';

export type { Contract, Pg };
export type ContractName = EndpointName;
export type Locale = 'en' | 'th';
export type Db = Kysely<Database>;

/**
 * What a handler works with. In a mutation `db` and `pg` are bound to the one transaction of the
 * call, which commits when the handler returns and rolls back when it throws; the whole handler is
 * repeated on serialisation failures, so side effects outside the database go to `afterCommit`.
 */
export interface Ctx {
  readonly app: App;
  readonly actor: Actor;
  readonly db: Db;
  /** The same, whose statements are kept prepared: for those whose plan no value changes (ADR 0012). */
  readonly kept: Db;
  readonly pg: Pg;
  readonly clock: Clock;
  readonly locale: Locale;
  readonly requestId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Where a resumed event stream left off. */
  readonly lastEventId: string | null;
  /** Nobody waits for the answer: limits on its length are wider. */
  readonly isJob: boolean;
  /**
   * Totals and tab counts that may be a moment old. null: counted anew, inside a transaction and for
   * whoever has just changed something.
   */
  readonly cachedFigures: ListFigures | null;
  /** Runs once the transaction has committed; never when it has not. */
  afterCommit(hook: () => void | Promise<void>): void;
  /**
   * Lets a statement run on without waiting for it; what comes after it in the transaction sees its
   * effect, and the commit waits for it.
   */
  background(statement: Promise<unknown>): void;
  /** Several reads of one instant (repeatable read, read-only). For GET handlers. */
  snapshot<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
}

export interface UploadedFile {
  readonly field: string;
  readonly fileName: string;
  /** Found by content, not by what the browser said. */
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
  readonly content: Buffer;
  /** Stored already, before the transaction began: no connection waits for a slow store. */
  readonly stored?: StoredFile;
  /** Of a table to import: its rows, read before the transaction begins. */
  readonly rows?: readonly FileRow[];
  /** Sheets of an imported workbook that hold something and were not read. */
  readonly unread?: readonly string[];
  /** Of a bank statement: what it says of itself, beside its rows. */
  readonly statement?: StatementHead;
}

export interface Input<K extends ContractName> {
  readonly params: ParamsOf<Contract[K]>;
  readonly query: QueryOut<Contract[K]>;
  readonly body: BodyOut<Contract[K]>;
  readonly files: readonly UploadedFile[];
}

/** What may be put where the contract says a number or an instant; `present` converts. */
export type Loose<T> = T extends number
  ? number | string
  : T extends string
    ? string | Date
    : T extends readonly (infer U)[]
      ? readonly Loose<U>[]
      : T extends object
        ? { readonly [P in keyof T]: Loose<T[P]> }
        : T;

/** A list's rows, or the stream of its export. Built by `runList`. */
export type ListResult<R> =
  | { readonly rows: readonly Loose<R>[]; readonly meta: ListMeta }
  | FileResult;

export interface FileResult {
  readonly file: Readable | Buffer;
  readonly fileName: string;
  readonly mime: string;
}

/**
 * What a handler returns for each kind of endpoint. Values pass through `present(schema, value)`:
 * only declared keys leave, Date becomes ISO, numeric strings become numbers where the schema
 * says so.
 */
export type Result<K extends ContractName> = Contract[K] extends { kind: 'list' }
  ? ListResult<RowOf<Contract[K]>>
  : Contract[K] extends { kind: 'one' }
    ? { readonly data: Loose<DataOf<Contract[K]>> }
    : Contract[K] extends { kind: 'mutation' }
      ? { readonly data: Loose<DataOf<Contract[K]>>; readonly message?: string }
      : Contract[K] extends { kind: 'bare' }
        ? { readonly data: Loose<DataOf<Contract[K]>> }
        : Contract[K] extends { kind: 'file' }
          ? FileResult
          : StreamResult;

/** Server-sent events: the kernel's own. */
export interface StreamResult {
  readonly stream: Readable;
}

export type Handler<K extends ContractName> = (ctx: Ctx, input: Input<K>) => Promise<Result<K>>;

/** One handler for every row of the contract; a missing one does not compile. */
export type Handlers = { readonly [K in ContractName]: Handler<K> };

/**
 * The part of the table that one module answers:
 * `export const supplierHandlers: HandlersOf<'suppliers.list' | 'suppliers.get'> = {…}`.
 */
export type HandlersOf<K extends ContractName> = Pick<Handlers, K>;

/** All endpoints of a family: `Family<'suppliers'>`. */
export type Family<F extends string> = Extract<ContractName, `${F}.${string}`>;
