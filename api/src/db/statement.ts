import type { Socket } from 'node:net';
import pg from 'pg';

interface Field {
  readonly name: string;
}

/** The driver's result, as far as its columns go: what to call them and how to read them. */
interface Shape {
  fields: readonly Field[];
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
  handleRowDescription(message: { readonly fields: readonly Field[] }): void;
}

const Query = pg.Query as unknown as new (text: string, values: unknown) => DriverQuery;

/** A statement as it is asked: `naming` says what its columns are called in the answer. */
export interface StatementConfig {
  readonly text: string;
  readonly values?: unknown[];
  /** Under which the connection keeps it prepared; such a one is always named alike. */
  readonly name?: string | undefined;
  readonly naming?: (column: string) => string;
}

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
  readonly #naming: StatementConfig['naming'];

  constructor({ text, name, values, naming }: StatementConfig, known: Known) {
    // Not the whole settings: the driver would copy them property by property.
    super(text, values);
    this.name = name;
    this.#known = known;
    this.#naming = naming;
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

  /** Named here, a column is named once for a prepared statement, not once for each row. */
  override handleRowDescription({
    fields: described,
  }: {
    readonly fields: readonly Field[];
  }): void {
    const naming = this.#naming;
    const called = (field: Field) => (naming ? { ...field, name: naming(field.name) } : field);
    super.handleRowDescription({ fields: described.map(called) });
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    const shape = { fields, _parsers, _prebuiltEmptyResultObject };
    if (this.name !== undefined) this.#known.shapes.set(this.name, shape);
  }
}

const isStatement = (given: readonly unknown[]): given is [StatementConfig] => {
  const [config] = given;
  const isOne = given.length === 1 && typeof config === 'object' && config !== null;
  // A cursor has its own way to be sent.
  return isOne && 'text' in config && !('submit' in config);
};

let asked = 0;

/** How many statements this process has asked for; what the demonstration costs is counted by them. */
export const statementsAsked = (): number => asked;

/** A connection that asks for the columns of a prepared statement once, and names them as it is told. */
export class StatementClient extends pg.Client {
  readonly #known: Known;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const undescribed = Object.create(this.wire, { describe: { value: () => undefined } }) as Wire;
    this.#known = { shapes: new Map(), undescribed };
  }

  protected get wire(): Wire {
    return (this as unknown as { readonly connection: Wire }).connection;
  }

  override query(...args: unknown[]): never {
    asked += 1;
    // Scripts, and what comes with a callback of its own, go the driver's way.
    if (!isStatement(args)) return super.query(...(args as [never])) as never;
    const statement = new Statement(args[0], this.#known);
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
}

/**
 * A connection whose statements leave together: those that are ready in one turn of the event loop
 * go to PostgreSQL by one write, and wake it once. A write costs as much as a small statement.
 */
export class GatheringClient extends StatementClient {
  #isGathering = false;

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true });
  }

  override query(...args: unknown[]): never {
    this.#gather();
    return super.query(...args);
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.wire;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}
