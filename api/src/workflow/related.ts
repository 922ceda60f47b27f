import { DOCUMENT_FAMILIES, type DocumentFamilyName } from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, compiledQuery } from '../kernel/index.ts';
import { toldOf } from './readers.ts';

/** The documents around one, by the columns that say so. */
export interface RelatedTo {
  /** What it came of: families that columns of its own name. */
  readonly from?: Readonly<Partial<Record<DocumentFamilyName, string>>>;
  /** What came of it: families of which a column names it. */
  readonly to?: Readonly<Partial<Record<DocumentFamilyName, string>>>;
  /** The containers that its goods were taken out of. */
  readonly containers?: true;
}

export interface RelatedDocument {
  readonly type: string;
  readonly id: string;
  readonly documentNo: string | null;
  readonly status: string;
}

/**
 * Reads what is related to a document of a table, of what its reader may read: what it came of first, then
 * by number.
 */
export function relatedDocuments(
  table: string,
  { from = {}, to = {}, containers }: RelatedTo = {},
): (ctx: Ctx, id: string) => Promise<RelatedDocument[]> {
  const named = (family: string, rank: number) => {
    const { machine, table: other } = DOCUMENT_FAMILIES[family as DocumentFamilyName];
    return {
      head: sql`select ${sql.lit(machine.id)} as type, o.id, o.document_no as "documentNo", o.status, ${sql.lit(rank)} as rank from`,
      other: sql.table(other),
    };
  };
  const found = (id: string): RawBuilder<unknown>[] => [
    ...Object.entries(from).map(([family, column]) => {
      const { head, other } = named(family, 0);
      return sql`${head} ${sql.table(table)} d join ${other} o on o.id = ${sql.ref(`d.${column}`)} where d.id = ${id}`;
    }),
    ...Object.entries(to).map(([family, column]) => {
      const { head, other } = named(family, 1);
      return sql`${head} ${other} o where ${sql.ref(`o.${column}`)} = ${id}`;
    }),
    ...(containers
      ? [
          sql`select 'product' as type, p.id, p.serial_number as "documentNo", p.status, 1 as rank from products p
            where p.id in (select i.product_id from product_parts i where i.removal_document_id = ${id})`,
        ]
      : []),
  ];
  if (found('').length === 0) return async () => [];
  const read = compiledQuery(
    (_, { id }: { id: string }) =>
      sql<RelatedDocument>`${sql.join(found(id), sql` union all `)} order by 5, 3`,
  );
  return async (ctx, id) => toldOf(ctx, await read(ctx, { id }));
}
