import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Ctx } from './types.ts';

/** Stands for a value that is given with each call. */
class Placeholder {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** What is built: by the query layer, or written in SQL. */
interface Compilable<O> {
  compile(db: Kysely<Database>): CompiledQuery<O>;
}

/** One record that may be locked. */
export interface CompilableRow<O> extends Compilable<O> {
  forUpdate(of: never): Compilable<O>;
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name) });

/**
 * A statement that is built and compiled once and then asked with other values: building costs the
 * server as much as everything else it does for a small read. For what each document's answer reads;
 * a list, whose filters come and go, is built for each call. `build` sees the places of the values,
 * not the values, so it must not choose by them.
 */
export function compiledQuery<P extends object, O>(
  build: (db: Kysely<Database>, given: P) => Compilable<O>,
): (ctx: Ctx, given: P) => Promise<O[]> {
  let compiled: CompiledQuery<O> | undefined;
  return async (ctx, given) => {
    compiled ??= build(ctx.db, placeholders as P).compile(ctx.db);
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? given[value.name as keyof P] : value,
    );
    const asked: CompiledQuery<O> = { ...compiled, parameters };
    const { rows } = await ctx.db.executeQuery(asked);
    return rows;
  };
}

/** The same for one record found by its id, which may be locked; `table` is what is locked then. */
export function compiledRow<O>(
  table: string,
  build: (db: Kysely<Database>, id: string) => CompilableRow<O>,
): (ctx: Ctx, id: string, how: { readonly lock: boolean }) => Promise<O | undefined> {
  const reading = compiledQuery((db, { id }: { id: string }) => build(db, id));
  const locking = compiledQuery((db, { id }: { id: string }) =>
    build(db, id).forUpdate(table as never),
  );
  return async (ctx, id, { lock }) => {
    const [row] = await (lock ? locking : reading)(ctx, { id });
    return row;
  };
}
