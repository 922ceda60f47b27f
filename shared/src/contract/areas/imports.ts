import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { versionOnly } from '../common.ts';
import { ability, file, mutation, one } from '../endpoint.ts';

/**
 * Rows from a spreadsheet: a dry run that names every bad cell and changes nothing, then a commit of
 * the good rows (endpoints.json, area "imports"). One mechanism for every page with the verb.
 */
const IMPORT_ABILITIES = [
  'container-warehouse:import',
  'customer-data:import',
  'parts-warehouse:import',
  'payment-data:import',
  'purchase-contract:import',
  'users:import',
  // Written out and held against the table of verbs by a test: the table weighs 6 KB in a browser.
] as const;

/** Largest table that is taken. */
export const MAX_IMPORT_ROWS = 5000;
/** Imports of which each row takes long to write. */
const FEWER_ROWS: Readonly<Record<string, number>> = {
  contracts: 500,
  invoices: 1000,
  payments: 1000,
};

/** The most rows that an import takes. */
export const maxImportRows = (resource: string): number => FEWER_ROWS[resource] ?? MAX_IMPORT_ROWS;

const cellFault = z.object({
  /** Of the file, counted as spreadsheets do: the headings are row 1. */
  row: z.int(),
  /** `C12`. */
  cell: z.string(),
  column: z.string(),
  /** The column's name in the caller's language. */
  heading: z.string(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
});
export type CellFault = z.infer<typeof cellFault>;

const importData = z.object({
  id: field.id(),
  version: field.version(),
  resource: z.string(),
  fileName: z.string(),
  createdAt: field.instant(),
  /** Sheets of the workbook that hold something and were not read; told by the dry run alone. */
  unreadSheets: z.optional(z.array(z.string())),
  totalRows: z.int(),
  goodRows: z.int(),
  badRows: z.int(),
  /** All of them; `faults` holds the first thousand, the copy of the file every one. */
  faultCount: z.int(),
  faults: z.array(cellFault),
  committedAt: z.nullable(field.instant()),
  /** How many rows came in. */
  importedRows: z.int(),
  allowedActions: z.array(z.string()),
});
export type ImportData = z.infer<typeof importData>;

const format = z.object({ format: z.optional(z.enum(['xlsx', 'csv'])) });
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const importsArea = {
  'imports.check': mutation({
    method: 'POST',
    path: '/imports/:resource',
    // Each resource needs the verb of its own page; the server asks for it by the resource.
    access: ability(...IMPORT_ABILITIES),
    summary: 'Dry run: what each row would do, and every bad cell',
    status: 201,
    // Nothing has been saved that the person would look for.
    notice: 'none',
    body: z.object({}),
    files: { field: 'file', max: 1, accepts: 'tables' },
    data: importData,
  }),
  'imports.template': file({
    path: '/imports/:resource/template',
    access: ability(...IMPORT_ABILITIES),
    summary: 'An empty file with the headings',
    mime: XLSX,
    query: format,
  }),
  'imports.get': one({
    path: '/imports/:id',
    access: ability(...IMPORT_ABILITIES),
    summary: 'A dry run of one’s own, or what came of it',
    data: importData,
  }),
  'imports.commit': mutation({
    method: 'POST',
    path: '/imports/:id/commit',
    access: ability(...IMPORT_ABILITIES),
    summary: 'Takes the good rows in; what is bad by now stays out',
    body: versionOnly(),
    data: importData,
    touches: ['users', 'parts', 'customers', 'contracts', 'products', 'invoices', 'payments'],
  }),
  'imports.copy': file({
    path: '/imports/:id/copy',
    access: ability(...IMPORT_ABILITIES),
    summary: 'The rows with a column that says what is wrong; after the commit those left out',
    mime: XLSX,
    query: format,
  }),
} as const;
