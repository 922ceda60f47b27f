import type { ColumnType, Generated } from 'kysely';

/** numeric: arrives as an exact decimal string; quantities become numbers in `present`. */
export type Numeric = ColumnType<string, string | number, string | number>;
/** timestamptz: arrives as Date. Written from `ctx.clock.now()`, never by a database default. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** jsonb: write through `json()` of db/sql.ts, since the driver takes arrays for PG arrays. */
export type Json<T> = ColumnType<T, string | T, string | T>;
/** The same where nothing may be said. */
export type JsonOrNull<T> = ColumnType<T | null, string | T | null | undefined, string | T | null>;
/** The same that begins with a default. */
export type DefaultJson<T> = ColumnType<T, string | T | undefined, string | T>;
export type WithDefault<T> = Generated<T>;
/** numeric that begins with 0. */
export type DefaultNumeric = ColumnType<string, string | number | undefined, string | number>;
/** Empty until something is known. */
export type DefaultNull<S, I> = ColumnType<S | null, I | null | undefined, I | null>;

/** Columns of every record (domain-warehouse 1.0). `id` defaults to a time-ordered UUID. */
export interface RecordColumns {
  id: Generated<string>;
  version: Generated<number>;
  createdAt: Timestamp;
  createdBy: string | null;
  updatedAt: Timestamp;
  updatedBy: string | null;
}

/** Columns that every document table has besides; the workflow runner writes them. */
export interface DocumentColumns extends RecordColumns {
  companyId: string;
  documentNo: string | null;
  status: string;
  /** `YYYY-MM-DD`. */
  documentDate: string;
  remark: string | null;
  approvedBy: string | null;
  approvedAt: Timestamp | null;
  /** Cause of the latest rejection, cancellation or reversal. */
  statusReason: string | null;
  /** Who submitted it or changed what it says, besides its creator (ADR 0014). */
  authorIds: WithDefault<string[]>;
}
