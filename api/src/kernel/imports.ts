import {
  type CellFault,
  type ImportData,
  MAX_IMPORT_ROWS,
  maxImportRows,
} from '@boxyard/shared/contract';
import { can, errorText, normaliseName, withoutMarks } from '@boxyard/shared/domain';
import { MAX_STATEMENT_ROWS } from '@boxyard/shared/domain/money/statements.ts';
import type { Selectable } from 'kysely';
import type { Database } from '../db/schema.ts';
import { StatementError } from '../documents/statements/statementFile.ts';
import { type FileRow, TableError } from '../documents/tables/tableFile.ts';
import { columnName } from '../documents/tables/xlsx.ts';
import type { App } from './app.ts';
import {
  conflict,
  expectVersion,
  type FieldFault,
  forbidden,
  invalid,
  notFound,
} from './errors.ts';
import { type ExportColumn, exportRows } from './export.ts';
import { json } from './sql.ts';
import type { Ctx, FileResult, Locale, Loose, UploadedFile } from './types.ts';

/**
 * The one way to take rows from a spreadsheet: a dry run keeps them and names every bad cell, a
 * commit judges them anew and takes the good ones in, all in one transaction (endpoints.json,
 * "imports"). An area says its columns, what makes a row good, and how rows come in.
 */
export interface ImportColumn {
  readonly key: string;
  readonly title: Readonly<Record<Locale, string>>;
  /** The file has to have it. */
  readonly required?: true;
}

export interface ImportRow {
  /** As the spreadsheet counts. */
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** What is wrong with one cell; the field is the column's key. */
export type RowFaults = readonly FieldFault[];

export type Judged<R> = { readonly value: R } | { readonly faults: RowFaults };

export interface ImportSpec<R> {
  readonly resource: string;
  readonly page: string;
  readonly columns: readonly ImportColumn[];
  /** Looks everything up at once and judges each row; nothing is written. */
  readonly judge: (ctx: Ctx, rows: readonly ImportRow[]) => Promise<readonly Judged<R>[]>;
  /** Takes rows in that have just been judged good. */
  readonly write: (ctx: Ctx, rows: readonly R[]) => Promise<void>;
}

type Stored = Selectable<Database['imports']>;
type StoredFault = Stored['faults'][number];

export interface Import {
  readonly resource: string;
  readonly page: string;
  readonly columns: readonly ImportColumn[];
  readonly maxRows: number;
  readonly faultsOf: (ctx: Ctx, rows: readonly ImportRow[]) => Promise<StoredFault[]>;
  /** Answers the faults of the rows that stay out. */
  readonly admit: (ctx: Ctx, rows: readonly ImportRow[]) => Promise<StoredFault[]>;
}

const MAX_COLUMNS = 60;
const SHOWN_FAULTS = 1000;
const SHOWN_VALUE = 200;
const ERRORS = { en: 'Errors', th: 'ข้อผิดพลาด' } as const;

export function defineImport<R>(spec: ImportSpec<R>): Import {
  const placeOf = ({ field }: FieldFault) => spec.columns.findIndex(({ key }) => key === field);
  const judge = async (ctx: Ctx, rows: readonly ImportRow[]) => {
    const judged = await spec.judge(ctx, rows);
    const good: R[] = [];
    const faults: StoredFault[] = [];
    for (const [index, row] of rows.entries()) {
      const one = judged[index];
      if (one === undefined) throw new Error(`row ${row.number} was not judged`);
      if ('value' in one) good.push(one.value);
      else {
        const ordered = one.faults.toSorted((a, b) => placeOf(a) - placeOf(b));
        faults.push(...ordered.map((fault) => storedFault(row, fault)));
      }
    }
    return { good, faults };
  };
  return {
    resource: spec.resource,
    page: spec.page,
    columns: spec.columns,
    maxRows: maxImportRows(spec.resource),
    faultsOf: async (ctx, rows) => (await judge(ctx, rows)).faults,
    admit: async (ctx, rows) => {
      const { good, faults } = await judge(ctx, rows);
      if (good.length === 0) throw conflict('NOTHING_TO_IMPORT');
      await spec.write(ctx, good);
      return faults;
    },
  };
}

const storedFault = (row: ImportRow, { field, code, params }: FieldFault): StoredFault => ({
  row: row.number,
  column: field,
  code,
  ...(params ? { params: shortened(params) } : {}),
});

/** A cell's text goes into each sentence about it; it may be as long as a spreadsheet lets it. */
const shortened = (params: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > SHOWN_VALUE
        ? `${value.slice(0, SHOWN_VALUE)}…`
        : value,
    ]),
  );

/** A heading as it is compared: on one line, however it was broken in its cell. */
const plain = (text: string): string => normaliseName(text).toLowerCase();

const fileFault = (code: string, params: Readonly<Record<string, unknown>> = {}) =>
  invalid([{ field: 'file', code, params }]);

/**
 * Reads the rows of the files that a call takes as tables. It is done before the transaction: a file
 * that takes long, or waits for its turn, must not hold a connection to the database.
 */
export async function readImportFiles(
  app: App,
  files: readonly UploadedFile[],
  owner: string,
): Promise<UploadedFile[]> {
  const limits = { rows: MAX_IMPORT_ROWS, columns: MAX_COLUMNS };
  const read: UploadedFile[] = [];
  for (const file of files) {
    try {
      read.push({ ...file, ...(await app.untrusted.readTable(file, limits, owner)) });
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      throw fileFault(error.code, {
        max: error.code === 'TABLE_ROWS' ? MAX_IMPORT_ROWS : MAX_COLUMNS,
      });
    }
  }
  return read;
}

/** The same of bank statements. */
export async function readStatementFiles(
  app: App,
  files: readonly UploadedFile[],
  owner: string,
): Promise<UploadedFile[]> {
  const limits = { rows: MAX_STATEMENT_ROWS, columns: MAX_COLUMNS };
  const read: UploadedFile[] = [];
  for (const file of files) {
    try {
      const { head, rows } = await app.untrusted.readStatement(file.content, limits, owner);
      read.push({ ...file, rows, statement: head });
    } catch (error) {
      if (!(error instanceof StatementError)) throw error;
      throw fileFault(error.code, { max: MAX_STATEMENT_ROWS });
    }
  }
  return read;
}

/** The key of a column that is ours and not read. */
const LEFT_OUT = '-';

/**
 * Error values of spreadsheets, of each make: a cell shows one where its formula failed. A column that
 * was too narrow when a file was saved as CSV leaves signs of number alone.
 */
const NO_RESULT = /^(?:#(?:N\/A|GETTING_DATA|[A-Z][A-Z0-9/]*[!?])|#{3,}|Err:\d{3})$/i;

/** Cells whose formula failed: their row is not taken, whatever the column is. */
const failedCells = (rows: readonly ImportRow[]): StoredFault[] =>
  rows.flatMap((row) =>
    Object.entries(row.cells)
      .filter(([, value]) => NO_RESULT.test(value))
      .map(([field, value]) => storedFault(row, { field, code: 'NO_RESULT', params: { value } })),
  );

/** Keys of the file's columns, by their titles in either language or the keys themselves. */
function columnsOf(ctx: Ctx, spec: Import, headings: readonly string[]): string[] {
  const known = new Map(
    spec.columns.flatMap(({ key, title }) =>
      [key, title.en, title.th].map((name) => [plain(name), key] as const),
    ),
  );
  // A copy of ours, corrected and sent again.
  for (const name of Object.values(ERRORS)) known.set(plain(name), LEFT_OUT);
  const keys = headings.map((heading) => {
    const key = plain(heading) === '' ? '' : known.get(plain(heading));
    if (key === undefined) {
      throw fileFault('COLUMN_UNKNOWN', { column: heading.slice(0, SHOWN_VALUE) });
    }
    return key;
  });
  for (const { key, title, required } of spec.columns) {
    const count = keys.filter((one) => one === key).length;
    if (count > 1) throw fileFault('COLUMN_REPEATED', { column: title[ctx.locale] });
    if (count === 0 && required) throw fileFault('COLUMN_MISSING', { column: title[ctx.locale] });
  }
  return keys;
}

function cellsOf(keys: readonly string[], row: FileRow): ImportRow {
  const cells: Record<string, string> = {};
  for (const [index, text] of row.cells.entries()) {
    const key = keys[index] ?? '';
    const value = withoutMarks(text.normalize('NFC')).trim();
    if (key === LEFT_OUT) continue;
    if (key !== '') cells[key] = value;
    // Something stands where no heading says what it is, or beside a heading over several columns.
    else if (value !== '') {
      throw fileFault('COLUMN_UNKNOWN', { column: columnName(index) });
    }
  }
  return { number: row.number, cells };
}

/** Dry run: reads and judges the file, and keeps it for the commit. */
async function check(ctx: Ctx, spec: Import, file: UploadedFile) {
  if (file.rows === undefined) throw new Error('the rows of this file were not read');
  const [headings, ...body] = file.rows;
  const keys = columnsOf(ctx, spec, headings?.cells ?? []);
  const rows = body
    .map((row) => cellsOf(keys, row))
    .filter(({ cells }) => Object.values(cells).some((value) => value !== ''));
  if (rows.length === 0) throw fileFault('TABLE_EMPTY');
  if (rows.length > spec.maxRows) throw fileFault('TABLE_ROWS', { max: spec.maxRows });
  const failed = failedCells(rows);
  const said = new Set(failed.map(({ row, column }) => `${row} ${column}`));
  const others = (await spec.faultsOf(ctx, rows)).filter(
    ({ row, column }) => !said.has(`${row} ${column}`),
  );
  const faults = [...failed, ...others].sort((one, other) => one.row - other.row);
  const stored = await ctx.db
    .insertInto('imports')
    .values({
      resource: spec.resource,
      fileName: file.fileName,
      columns: json(keys),
      rows: json(rows),
      faults: json(faults),
      totalRows: rows.length,
      committedAt: null,
      createdAt: ctx.clock.now(),
      createdBy: ctx.actor.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const unreadSheets = [...(file.unread ?? [])];
  return { ...shown(ctx, spec, stored), ...(unreadSheets.length > 0 ? { unreadSheets } : {}) };
}

/**
 * Files of one kind come in one after the other: each is judged by what the one before it brought, so that
 * the same rows, sent twice at the same moment, come in once.
 */
async function holdImports(ctx: Ctx, { resource }: Import): Promise<void> {
  await ctx.pg.query(`select pg_advisory_xact_lock(hashtextextended('imports/' || $1::text, 0))`, [
    resource,
  ]);
}

async function commit(ctx: Ctx, spec: Import, before: Stored) {
  if (before.committedAt !== null) throw conflict('IMPORT_DONE');
  const failed = failedCells(before.rows);
  const unfit = new Set(failed.map(({ row }) => row));
  const whole = before.rows.filter(({ number }) => !unfit.has(number));
  const faults = [...failed, ...(await spec.admit(ctx, whole))];
  const bad = new Set(faults.map(({ row }) => row));
  const left = before.rows.filter(({ number }) => bad.has(number));
  const stored = await ctx.db
    .updateTable('imports')
    .set({
      version: before.version + 1,
      rows: json(left),
      faults: json(faults),
      importedRows: before.totalRows - left.length,
      committedAt: ctx.clock.now(),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return shown(ctx, spec, stored);
}

function shown(ctx: Ctx, spec: Import, stored: Stored): Loose<ImportData> {
  const bad = new Set(stored.faults.map(({ row }) => row)).size;
  return {
    id: stored.id,
    version: stored.version,
    resource: stored.resource,
    fileName: stored.fileName,
    createdAt: stored.createdAt,
    totalRows: stored.totalRows,
    goodRows: stored.totalRows - bad,
    badRows: bad,
    faultCount: stored.faults.length,
    faults: shownFaults(ctx, spec, { ...stored, faults: stored.faults.slice(0, SHOWN_FAULTS) }),
    committedAt: stored.committedAt,
    importedRows: stored.importedRows,
    allowedActions: stored.committedAt === null && bad < stored.totalRows ? ['commit'] : [],
  };
}

function shownFaults(ctx: Ctx, spec: Import, { columns, rows, faults }: Stored): CellFault[] {
  const titles = new Map(spec.columns.map(({ key, title }) => [key, title[ctx.locale]]));
  const byNumber = new Map(rows.map((row) => [row.number, row.cells]));
  return faults.map(({ row, column, code, params }) => {
    const at = columns.indexOf(column);
    return {
      row,
      cell: `${at < 0 ? '' : columnName(at)}${row}`,
      column,
      heading: titles.get(column) ?? column,
      value: (byNumber.get(row)?.[column] ?? '').slice(0, SHOWN_VALUE),
      code,
      message: errorText(ctx.locale, code, params),
    };
  });
}

const textColumns = (spec: Import, keys: readonly string[]) =>
  spec.columns
    .filter(({ key }) => keys.includes(key))
    .sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key))
    .map(
      ({
        key,
        title,
      }): ExportColumn<Readonly<Record<string, string>>> & { readonly key: string } => ({
        key,
        title,
        type: 'text',
        value: (cells) => cells[key] ?? '',
      }),
    );

type Format = 'xlsx' | 'csv' | undefined;

/** The rows as they came, with a column that says what is wrong. */
function copyOf(ctx: Ctx, spec: Import, { stored, format }: { stored: Stored; format: Format }) {
  const sentences = new Map<string, string[]>();
  for (const { row, heading, message } of shownFaults(ctx, spec, stored)) {
    const key = String(row);
    sentences.set(key, [...(sentences.get(key) ?? []), `${heading}: ${message}`]);
  }
  const rows = stored.rows.map(({ number, cells }) => ({ ...cells, [ROW]: String(number) }));
  return exportRows(ctx, {
    fileName: `${spec.resource}-import`,
    format: format ?? 'xlsx',
    columns: [
      ...textColumns(spec, stored.columns),
      {
        key: 'errors',
        title: ERRORS,
        type: 'text',
        width: 60,
        value: (cells) => (sentences.get(cells[ROW] ?? '') ?? []).join(' · '),
      },
    ],
    rows,
    map: async (chunk) => chunk,
  });
}

/** Key under which a row of the copy keeps its number; no column is called so. */
const ROW = '#';

type Cells = Readonly<Record<string, string>>;

function templateOf(ctx: Ctx, spec: Import, format: Format): FileResult {
  return exportRows<Cells, Cells>(ctx, {
    fileName: `${spec.resource}-template`,
    format: format ?? 'xlsx',
    columns: textColumns(
      spec,
      spec.columns.map(({ key }) => key),
    ),
    rows: [],
    map: async (chunk) => chunk,
  });
}

/** One's own file; nobody else's is to be found. */
async function own(
  ctx: Ctx,
  specs: ReadonlyMap<string, Import>,
  { id, lock = false }: { id: string; lock?: boolean },
) {
  const query = ctx.db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('createdBy', '=', ctx.actor.userId);
  const stored = await (lock ? query.forUpdate() : query).executeTakeFirst();
  const spec = stored && specs.get(stored.resource);
  if (!stored || !spec) throw notFound();
  // The call asks for any of the abilities to import, since its path does not name the page.
  if (!can(ctx.actor.grants, `${spec.page}:import`)) throw forbidden();
  return { stored, spec };
}

/** What the calls of the contract do, for all imports of the product. */
export function importCalls(imports: readonly Import[]) {
  const specs = new Map(imports.map((spec) => [spec.resource, spec]));
  /** The resource of a path, for whoever may import it. */
  const specOf = (ctx: Ctx, resource: string): Import => {
    const spec = specs.get(resource);
    if (!spec) throw notFound();
    if (!can(ctx.actor.grants, `${spec.page}:import`)) throw forbidden();
    return spec;
  };
  return {
    check: async (ctx: Ctx, resource: string, files: readonly UploadedFile[]) => {
      const spec = specOf(ctx, resource);
      const [file] = files;
      if (!file) throw fileFault('FILE_REQUIRED');
      return { data: await check(ctx, spec, file) };
    },
    template: (ctx: Ctx, resource: string, format: Format) =>
      templateOf(ctx, specOf(ctx, resource), format),
    get: async (ctx: Ctx, id: string) => {
      const { stored, spec } = await own(ctx, specs, { id });
      return { data: shown(ctx, spec, stored) };
    },
    commit: async (ctx: Ctx, id: string, version: number) => {
      const { stored, spec } = await own(ctx, specs, { id, lock: true });
      expectVersion(stored, version);
      await holdImports(ctx, spec);
      return { data: await commit(ctx, spec, stored) };
    },
    copy: async (ctx: Ctx, id: string, format: Format) => {
      const { stored, spec } = await own(ctx, specs, { id });
      return copyOf(ctx, spec, { stored, format });
    },
  };
}
