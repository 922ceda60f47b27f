import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Ctx, compiledQuery, newId } from '../kernel/index.ts';

type TableName = keyof Database;
type Stored<T extends TableName> = Selectable<Database[T]>;

/** A stored line whose quantities are numbers. */
export type LineRow<T extends TableName, N extends string> = Omit<Stored<T>, N> & {
  readonly [K in N & keyof Stored<T>]: null extends Stored<T>[K] ? number | null : number;
};

/** A line as it is entered; its id, its document and its place follow. */
export type NewLine<T extends TableName, P extends string> = Omit<
  Insertable<Database[T]>,
  'id' | 'lineNo' | P
>;

interface LinesSpec<T extends TableName, P extends string, N extends string, R> {
  /** Column that names the line's document: `transferId`. */
  readonly of: P & keyof Stored<T>;
  /** Columns of quantities: exact decimals in the table, numbers in the rows. */
  readonly numbers?: readonly (N & keyof Stored<T> & string)[];
  /** Adds to a row what follows from it. */
  readonly read?: (row: LineRow<T, N>) => R;
}

/** Lines of documents of a family: one table, in the order of `lineNo`. */
export interface FamilyLines<R = unknown, I = object> {
  /** The lines of a document in their order. */
  readonly ofDocument: (ctx: Ctx, documentId: string) => Promise<R[]>;
  /** Writes the lines of a document in place of those that it had. */
  readonly write: (ctx: Ctx, documentId: string, lines: readonly I[]) => Promise<void>;
}

/** The row of a family's line as its module sees it: `LineOf<typeof transferLines>`. */
export type LineOf<L> = L extends FamilyLines<infer R, infer _> ? R : never;

/** The lines of a family, from their table. */
export function defineLines<
  const T extends TableName,
  const P extends string,
  const N extends string = never,
  R = LineRow<T, N>,
>(table: T, { of, numbers = [], read }: LinesSpec<T, P, N, R>): FamilyLines<R, NewLine<T, P>> {
  // Kysely cannot read names that are not written out.
  const stored = compiledQuery<{ documentId: string }, Record<string, unknown>>(
    (db, { documentId }) =>
      db
        .selectFrom(table as never)
        .selectAll()
        .where(of as never, '=', documentId as never)
        .orderBy('lineNo' as never) as never,
  );
  const inNumbers = (row: Record<string, unknown>) => {
    const figures = numbers.map((name) => [name, row[name] === null ? null : Number(row[name])]);
    return { ...row, ...Object.fromEntries(figures) } as LineRow<T, N>;
  };
  return {
    ofDocument: async (ctx, documentId) =>
      (await stored(ctx, { documentId })).map((row) => {
        const line = inNumbers(row);
        return read ? read(line) : (line as R);
      }),
    write: async (ctx, documentId, lines) => {
      await ctx.db
        .deleteFrom(table as never)
        .where(of as never, '=', documentId as never)
        .execute();
      if (lines.length === 0) return;
      const rows = lines.map((line, index) => ({
        ...(line as object),
        id: newId(),
        [of]: documentId,
        lineNo: index + 1,
      }));
      await ctx.db
        .insertInto(table as never)
        .values(rows as never)
        .execute();
    },
  };
}
