import { sql } from 'kysely';
import type { Localised } from '../kernel/index.ts';

/** Columns of a document in a query that calls its table `a` (contract `documentFields`). */
export const documentColumns = <const A extends string>(a: A) =>
  [
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
  ] as const;

const found = (a: string) => ({ id: `${a}.id`, search: `${a}.searchText` });

/** What every list of documents has: found by its words, between two days, counted by status. */
export const documentListing = (a: string, day = 'documentDate') => ({
  ...found(a),
  dates: { column: `${a}.${day}`, kind: 'date' } as const,
  countsColumn: `${a}.status`,
});

/** What every choice of a document by its number has. */
export const documentChoice = (a: string) => ({
  ...found(a),
  sorts: { documentNo: `${a}.documentNo` },
  filters: {},
});

/** Columns that every export of documents has: its number as the kind calls it, and its statuses. */
export const documentExport = (
  number: Localised,
  statuses: Readonly<Record<string, Localised>>,
) => ({
  documentNo: { title: number, type: 'text' as const },
  documentDate: { title: { en: 'Date', th: 'วันที่' }, type: 'date' as const },
  status: {
    title: { en: 'Status', th: 'สถานะ' },
    type: 'status' as const,
    labels: statuses,
  },
});

/** Who made it, as an export says it. */
export const CREATED_BY = {
  title: { en: 'Created by', th: 'ผู้สร้าง' },
  type: 'text',
} as const;

/** The sum of a column over a whole list. */
export const sumOf = (column: string) => sql<string>`coalesce(sum(${sql.ref(column)}), 0)`;
