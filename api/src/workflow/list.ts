import { type SelectQueryBuilder, sql } from 'kysely';
import { type Ctx, figuresRow, type Localised, money } from '../kernel/index.ts';
import { COMMON_WORDS } from './labels.ts';

/** What the lists of a kind of documents have in common, in queries that call its table `a`. */
export function documentsAs<const A extends string>(a: A) {
  const found = { id: `${a}.id`, search: `${a}.searchText` };
  return {
    /** Columns of a document (contract `documentFields`). */
    columns: [
      `${a}.id`,
      `${a}.version`,
      `${a}.createdAt`,
      `${a}.updatedAt`,
      `${a}.documentNo`,
      `${a}.status`,
      `${a}.documentDate`,
      `${a}.companyId`,
      `${a}.remark`,
      `${a}.createdBy`,
      `${a}.approvedBy`,
      `${a}.approvedAt`,
      `${a}.statusReason`,
    ] as const,
    /** Of the list: found by its words, between two days, counted by status. */
    listing: (day = 'documentDate') => ({
      ...found,
      dates: { column: `${a}.${day}`, kind: 'date' } as const,
      countsColumn: `${a}.status`,
    }),
    /** Of the choice of a document by its number. */
    choice: { ...found, sorts: { documentNo: `${a}.documentNo` }, filters: {} },
  };
}

/** Columns that an export of documents may have: its number as the kind calls it, and its statuses. */
export const documentExport = (
  number: Localised,
  statuses: Readonly<Record<string, Localised>>,
) => ({
  documentNo: { title: number, type: 'text' as const },
  documentDate: { title: COMMON_WORDS.field.documentDate, type: 'date' as const },
  status: {
    title: COMMON_WORDS.field.status,
    type: 'status' as const,
    labels: statuses,
  },
  createdBy: { title: COMMON_WORDS.field.createdBy, type: 'text' as const },
});

/** The sum of a column over a whole list. */
const sumOf = (column: string) => sql<string>`coalesce(sum(${sql.ref(column)}), 0)`;

/**
 * Sums of columns over a whole list in THB, by the names of its summary; kept as its total is (ADR
 * 0034).
 */
export async function moneySums<DB, TB extends keyof DB, const N extends string>(
  ctx: Ctx,
  {
    family,
    query,
    columns,
  }: {
    readonly family: string;
    readonly query: SelectQueryBuilder<DB, TB, object>;
    readonly columns: Readonly<Record<N, string>>;
  },
): Promise<Record<N, string>> {
  const named = Object.entries(columns) as [N, string][];
  const sums = named.map(([name, column]) => sumOf(column).as(name));
  const row: Readonly<Record<string, unknown>> = await figuresRow(
    ctx,
    family,
    query.select(sums).compile(),
  );
  return Object.fromEntries(named.map(([name]) => [name, money(row[name] as string)])) as Record<
    N,
    string
  >;
}

/** Where the lines of a kind of documents stand. */
interface Lines {
  /** The document's id in the query: `cl.id`. */
  readonly document: string;
  /** Table of the lines, and its column that names the document. */
  readonly lines: string;
  readonly of: string;
  /** Its columns that name a part. */
  readonly columns?: readonly string[];
}

/** The filter of a list: documents of which a line names one of these parts. */
export const namesPart =
  ({ document, lines, of, columns = ['part_id'] }: Lines) =>
  <DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
    ids: readonly string[],
  ): SelectQueryBuilder<DB, TB, O> => {
    const named = columns.map((column) => sql`${sql.ref(`line.${column}`)} in (${sql.join(ids)})`);
    return query.where(
      sql<boolean>`exists (select 1 from ${sql.table(lines)} as line
        where ${sql.ref(`line.${of}`)} = ${sql.ref(document)} and (${sql.join(named, sql` or `)}))`,
    );
  };
