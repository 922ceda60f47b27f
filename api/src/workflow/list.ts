import { type SelectQueryBuilder, sql } from 'kysely';
import type { Localised } from '../kernel/index.ts';
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
