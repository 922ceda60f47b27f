import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import {
  type Ctx,
  created,
  type Happening,
  json,
  notFound,
  type Reference,
  snake,
  updated,
} from '../../kernel/index.ts';
import {
  type Change,
  type Going,
  recordChange,
  referencesToAll,
  refuseReferences,
} from './masters.ts';

/** Tables whose rows are records: an id, a version, who made and who changed them. */
type MasterTable = {
  [T in keyof Database]: Selectable<Database[T]> extends {
    id: string;
    version: number;
    updatedBy: string | null;
  }
    ? T
    : never;
}[keyof Database];

type Row<T extends MasterTable> = Selectable<Database[T]>;

/** Written by `created` and `updated`. */
type Stamp = 'version' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy';

/** Columns without which a row cannot be made. */
type Needed<I> = { [C in keyof I]-?: object extends Pick<I, C> ? never : C }[keyof I];

type Changed<T extends MasterTable> = Partial<Omit<Row<T>, 'id' | Stamp>>;
type New<T extends MasterTable> = Partial<Omit<Row<T>, Stamp>> &
  Pick<Row<T>, Exclude<Needed<Insertable<Database[T]>>, Stamp> & keyof Row<T>>;

type Facts = Readonly<Record<string, unknown>>;

/** What the timeline and the browsers are told besides the columns. */
interface Told {
  /** Whose log it stands in, where the row has no `companyId` of its own. */
  readonly companyId?: string;
  readonly reason?: string | null;
  /** Families of the contract that show something of this record. */
  readonly touches?: readonly string[];
}

interface Written<V> extends Told {
  readonly values: V;
  /** What was saved with it in other tables: `{categoryIds}`. */
  readonly also?: Facts;
}

interface Update<V> extends Written<V> {
  /** `update` unless it has a name of its own: `move-zone`. */
  readonly action?: Happening['action'];
}

interface Removal extends Told {
  /** Who refers to it without a foreign key. */
  readonly users?: readonly Reference[];
  /** Rows of its own that are deleted with it, by their tables. */
  readonly goesToo?: Going;
  /** Deletes them, once nothing is known to refer to any. */
  readonly deleteOwn?: () => Promise<void>;
}

/** jsonb columns go through `json`: the driver would write an array as a PostgreSQL array. */
const stored = (values: Facts): Facts =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && !(value instanceof Date) ? json(value) : value,
    ]),
  );

/**
 * Reads for a change, writes and tells of the rows of one table. A handler says what is right and
 * wrong in between: `lock` (404), `refuseFaults` (422), `expectVersion` and its own refusals (409),
 * then `insert`, `update` or `remove`. Call each once a change: each is one entry of the timeline.
 */
export function defineMaster<const T extends MasterTable>({
  table,
  subject,
}: {
  readonly table: T;
  /** Family of the contract. */
  readonly subject: Happening['subject'];
}) {
  // Kysely follows no table that is a parameter; this one has the columns that all of them have.
  const name = table as 'units';

  const tell = (ctx: Ctx, change: Omit<Change, 'subject' | keyof Told>, told: Told) => {
    const { companyId } = { ...change.after, ...change.before };
    return recordChange(ctx, {
      ...change,
      subject,
      companyId: typeof companyId === 'string' ? companyId : null,
      ...told,
    });
  };

  return {
    /** The row, held until the transaction ends; 404 without one. */
    lock: async (ctx: Ctx, id: string): Promise<Row<T>> => {
      const row = await ctx.db
        .selectFrom(name)
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!row) throw notFound();
      return row as unknown as Row<T>;
    },

    /** Makes a record; answers its id. */
    insert: async (ctx: Ctx, { values, also, ...told }: Written<New<T>>): Promise<string> => {
      const { id } = await ctx.db
        .insertInto(name)
        .values({ ...stored(values), ...created(ctx) } as unknown as Insertable<Database['units']>)
        .returning('id')
        .executeTakeFirstOrThrow();
      await tell(ctx, { id, action: 'create', after: { ...values, ...also }, version: 1 }, told);
      return id;
    },

    /** Writes changed columns to a row that was locked and whose version was expected. */
    update: async (
      ctx: Ctx,
      before: { readonly id: string; readonly version: number },
      { values, also, action = 'update', ...told }: Update<Changed<T>>,
    ): Promise<void> => {
      const { id } = before;
      const version = before.version + 1;
      await ctx.db
        .updateTable(name)
        .set({ ...stored(values), ...updated(ctx), version })
        .where('id', '=', id)
        .execute();
      const after = { ...values, ...also };
      await tell(ctx, { id, action, before: { ...before }, after, version }, told);
    },

    /** Deletes a locked row that nothing refers to; 409 IN_USE otherwise, naming what does. */
    remove: async (
      ctx: Ctx,
      before: { readonly id: string },
      { users = [], goesToo = {}, deleteOwn, ...told }: Removal = {},
    ): Promise<{ readonly data: Record<string, never> }> => {
      const { id } = before;
      const going = { [snake(table)]: [id], ...goesToo };
      refuseReferences([...(await referencesToAll(ctx, going)), ...users]);
      await deleteOwn?.();
      await ctx.db.deleteFrom(name).where('id', '=', id).execute();
      await tell(ctx, { id, action: 'delete', before: { ...before } }, told);
      return { data: {} };
    },
  };
}
