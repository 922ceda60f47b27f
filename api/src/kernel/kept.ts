import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Ctx } from './types.ts';

/** Stands for a value that is given with each call. */
class Given {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** What is built: by the query layer, or written in SQL. */
interface Built<O> {
  compile(db: Kysely<Database>): CompiledQuery<O>;
}

interface BuiltForRow<O> extends Built<O> {
  forUpdate(of: never): Built<O>;
}

const places = new Proxy({}, { get: (_, name) => new Given(name) });

/**
 * A statement that is built and compiled once and then asked with other values: building costs the
 * server as much as everything else it does for a small read. For what each document's answer reads;
 * a list, whose filters come and go, is built for each call. `build` sees the places of the values,
 * not the values, so it must not choose by them.
 */
export function kept<P extends object, O>(
  build: (db: Kysely<Database>, given: P) => Built<O>,
): (ctx: Ctx, given: P) => Promise<O[]> {
  let compiled: CompiledQuery<O> | undefined;
  return async (ctx, given) => {
    compiled ??= build(ctx.db, places as P).compile(ctx.db);
    const parameters = compiled.parameters.map((value) =>
      value instanceof Given ? given[value.name as keyof P] : value,
    );
    const asked: CompiledQuery<O> = { ...compiled, parameters };
    const { rows } = await ctx.db.executeQuery(asked);
    return rows;
  };
}

/** The same for one record found by its id, which may be locked; `table` is what is locked then. */
export function keptRow<O>(
  table: string,
  build: (db: Kysely<Database>, id: string) => BuiltForRow<O>,
): (ctx: Ctx, id: string, how: { readonly lock: boolean }) => Promise<O | undefined> {
  const reading = kept((db, { id }: { id: string }) => build(db, id));
  const locking = kept((db, { id }: { id: string }) => build(db, id).forUpdate(table as never));
  return async (ctx, id, { lock }) => {
    const [row] = await (lock ? locking : reading)(ctx, { id });
    return row;
  };
}
