import {
  CamelCasePlugin,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import CursorOf from 'pg-cursor';
import { isStalePlan } from './errors.ts';
import type { Client, Pool } from './pool.ts';
import type { Database } from './schema.ts';
import type { StatementConfig } from './statement.ts';

const NESTED = { maintainNestedObjectKeys: true };

/** `created_at` is `createdAt` here; what lies in a column's JSON keeps its names. */
const plugins = [new CamelCasePlugin(NESTED)];

/** The typed query layer over a pool: each statement is planned for the values it is asked with. */
export const kyselyOf = (pool: Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: CursorOf }), plugins });

/** Answers come with the names that the query layer wants: the connection gave them (`naming`). */
class NamedByConnection extends CamelCasePlugin {
  override async transformResult({
    result,
  }: Parameters<CamelCasePlugin['transformResult']>[0]): Promise<QueryResult<never>> {
    return result as QueryResult<never>;
  }

  readonly naming = (column: string): string => this.camelCase(column);
}

const named = new NamedByConnection(NESTED);
const dialect = new PostgresDialect({ pool: { connect: noPool, end: noPool } as never });
const driver = dialect.createDriver();

async function noPool(): Promise<never> {
  throw new Error('this query layer has one connection, not a pool');
}

/** What the driver answers. */
interface Answer {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: unknown[];
}

type Ask = (statement: StatementConfig) => Promise<Answer>;

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** As many different texts are counted until they come up again. */
const MAX_SEEN = 5000;

/** Statements that a connection keeps prepared. */
interface Kept {
  /** As many different ones, each some 20 KB there. */
  readonly most: number;
  /** Which time that it is asked for. */
  readonly from: number;
}
const BY_SERVER: Kept = { most: 250, from: 3 };
/** Few connections, which live for a minute. */
const BY_FILLING: Kept = { most: 4000, from: 1 };

/**
 * The names under which a connection keeps statements that come up again and again, so that each is
 * parsed and planned once. Kinds of statements have names of their own: one does not take the place of
 * another.
 */
class KeptNames {
  readonly #prefix: string;
  #kept: Kept;
  readonly #seen = new Map<string, number>();
  readonly #prepared = new Map<string, string>();
  constructor(prefix: string, kept: Kept) {
    this.#prefix = prefix;
    this.#kept = kept;
  }

  /** Begins anew with other limits; connections of before are not used any more. */
  keep(limits: Kept): void {
    this.#kept = limits;
    this.#seen.clear();
    this.#prepared.clear();
  }

  of(text: string): string | undefined {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    if (this.#prepared.size >= this.#kept.most) return undefined;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times < this.#kept.from) {
      if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
      this.#seen.set(text, times);
      return undefined;
    }
    this.#seen.delete(text);
    const name = `${this.#prefix}${this.#prepared.size + 1}`;
    this.#prepared.set(text, name);
    return name;
  }
}

/** In transactions and in reading one record: rows are found by key, one plan serves every value. */
const keyed = new KeptNames('k', BY_SERVER);
/** Figures of lists, and lists of what belongs to one record. */
const listed = new KeptNames('l', { ...BY_SERVER, most: 60 });

/** A connection as the query layer sees it, whose statements are kept prepared. */
class PreparedConnection implements DatabaseConnection {
  readonly #ask: Ask;
  readonly #names: KeptNames;
  constructor(ask: Ask, names: KeptNames) {
    this.#ask = ask;
    this.#names = names;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#ask({
      text: sql,
      values: parameters as unknown[],
      name: this.#names.of(sql),
      naming: named.naming,
    });
    return CHANGES.has(command)
      ? { numAffectedRows: BigInt(rowCount ?? 0), rows: rows as R[] }
      : { rows: rows as R[] };
  }

  // biome-ignore lint/correctness/useYield: it only refuses.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are streamed by lists alone, which have a pool of their own');
  }
}

/** Skips what the query layer does for pools, which takes longer than to send a small statement. */
const kyselyOver = (connections: ConnectionProvider): Kysely<Database> =>
  new Kysely<Database>({
    config: { dialect },
    dialect,
    driver,
    executor: new DefaultQueryExecutor(
      new PostgresQueryCompiler(),
      new PostgresAdapter(),
      connections,
      [named],
    ),
  });

/** The typed query layer on one connection: inside a transaction that the kernel opened. */
export const kyselyOn = (client: Client): Kysely<Database> => {
  const connection = new PreparedConnection((statement) => client.query(statement), keyed);
  return kyselyOver({ provideConnection: (use) => use(connection) });
};

/**
 * The same for reading records by their keys: its statements are kept prepared. After a migration
 * by a newer server the kept ones may answer other columns: such a one is asked once more, unkept,
 * and its connection is not used again.
 */
const keptKyselyOf = (pool: Pool, names: KeptNames): Kysely<Database> =>
  kyselyOver({
    provideConnection: async (use) => {
      const client = await pool.connect();
      let isStale = false;
      const connection = new PreparedConnection(async (statement) => {
        try {
          return await client.query(statement);
        } catch (error) {
          if (!isStalePlan(error)) throw error;
          isStale = true;
          return client.query({ ...statement, name: undefined } as StatementConfig);
        }
      }, names);
      try {
        return await use(connection);
      } finally {
        client.release(isStale);
      }
    },
  });

export const keyedKyselyOf = (pool: Pool): Kysely<Database> => keptKyselyOf(pool, keyed);

/** The same for what a list asks by a plan that no value changes. */
export const listedKyselyOf = (pool: Pool): Kysely<Database> => keptKyselyOf(pool, listed);

/**
 * Keeps every statement prepared while `work` fills an empty database, whose connections end with it;
 * nothing else may ask meanwhile.
 */
export async function preparingAll<T>(work: () => Promise<T>): Promise<T> {
  keyed.keep(BY_FILLING);
  try {
    return await work();
  } finally {
    keyed.keep(BY_SERVER);
  }
}
