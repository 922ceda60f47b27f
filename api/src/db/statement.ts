import type { Socket } from 'node:net';
import pg from 'pg';

/** The driver's result, as far as its columns go: what to call them and how to read them. */
interface Shape {
  fields: readonly object[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** What the driver's connection offers to what is submitted on it. */
interface Wire {
  readonly stream: Socket;
  describe(portal: object): void;
}

/** The driver's query with what its published types leave out. */
interface DriverQuery {
  name: string | undefined;
  callback: (error: Error | null, result?: unknown) => void;
  readonly _result: Shape;
  _accumulateRows: unknown;
  prepare(wire: Wire): void;
  handleRowDescription(message: { readonly fields: readonly object[] }): void;
}

const Query = pg.Query as unknown as new (text: string, values: unknown) => DriverQuery;

/** What a connection knows of the statements that are kept prepared on it. */
interface Known {
  readonly shapes: Map<string, Shape>;
  /** The connection, without the question for a statement's columns. */
  readonly undescribed: Wire;
}

/**
 * A statement whose columns are asked for once where it is kept prepared: by itself the driver asks
 * each time, and PostgreSQL answers with a description as long as many an answer. Columns that a
 * migration changed are no danger: PostgreSQL refuses such a statement (0A000), whose connection is
 * not used again (`isStalePlan`).
 */
class Statement extends Query {
  readonly #known: Known;

  constructor(
    { text, name, values }: Pick<pg.QueryConfig, 'text' | 'name' | 'values'>,
    known: Known,
  ) {
    // Not the whole settings: the driver would copy them property by property.
    super(text, values);
    this.name = name;
    this.#known = known;
  }

  override prepare(wire: Wire): void {
    const shape = this.name === undefined ? undefined : this.#known.shapes.get(this.name);
    if (shape === undefined) {
      super.prepare(wire);
      return;
    }
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    super.prepare(this.#known.undescribed);
  }

  override handleRowDescription(message: { readonly fields: readonly object[] }): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    const shape = { fields, _parsers, _prebuiltEmptyResultObject };
    if (this.name !== undefined) this.#known.shapes.set(this.name, shape);
  }
}

/**
 * A connection whose statements leave together: those that are ready in one turn of the event loop
 * go to PostgreSQL by one write, and wake it once. A write costs as much as a small statement.
 */
export class GatheringClient extends pg.Client {
  #isGathering = false;
  readonly #known: Known;

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true });
    const undescribed = Object.create(this.#wire, { describe: { value: () => undefined } }) as Wire;
    this.#known = { shapes: new Map(), undescribed };
  }

  get #wire(): Wire {
    return (this as unknown as { readonly connection: Wire }).connection;
  }

  override query(...args: unknown[]): never {
    this.#gather();
    const [config] = args;
    // Scripts, and what comes with a callback of its own, go the driver's way.
    const isStatement = args.length === 1 && typeof config === 'object' && config !== null;
    if (!isStatement || !('text' in config)) return super.query(...(args as [never])) as never;
    const statement = new Statement(config as pg.QueryConfig, this.#known);
    const answer = new Promise((done, failed) => {
      statement.callback = (error, result) => (error ? failed(error) : done(result));
      super.query(statement as never);
    });
    return answer.catch((error: Error) => {
      // Who asked tells more than the socket that brought the answer.
      Error.captureStackTrace(error);
      throw error;
    }) as never;
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.#wire;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}
