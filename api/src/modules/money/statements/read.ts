import { decimal, errorText } from '@boxyard/shared/domain';
import type {
  KeptColumns,
  LineFault,
  StatementColumns,
} from '@boxyard/shared/domain/money/statements.ts';
import {
  csvLines,
  formatLines,
  guessColumns,
  headingOf,
  isForeign,
  missingColumns,
  placesOf,
  type ReadLines,
  type StatementLine,
} from '../../../documents/statements/readLines.ts';
import type { StatementHead } from '../../../documents/statements/statementFile.ts';
import type { FileRow } from '../../../documents/tables/tableFile.ts';
import {
  type Ctx,
  conflict,
  inScope,
  invalid,
  today,
  type UploadedFile,
} from '../../../kernel/index.ts';

/** The bank account that a statement is said to be of; another company's is none. */
export async function accountOf(ctx: Ctx, bankAccountId: string) {
  const account = await ctx.db
    .selectFrom('bankAccounts')
    .where('id', '=', bankAccountId)
    .select(['id', 'companyId', 'bank', 'accountNo', 'isActive', 'statementColumns'])
    .executeTakeFirst();
  if (!account?.isActive || !inScope(ctx.actor, { companyId: account.companyId })) {
    throw invalid([{ field: 'bankAccountId', code: 'UNKNOWN_ID' }]);
  }
  return account;
}
export type StatementAccount = Awaited<ReturnType<typeof accountOf>>;

interface Read {
  readonly file: UploadedFile;
  readonly head: StatementHead;
  /** Of a CSV file: what its columns hold, as far as that is known. */
  readonly columns: StatementColumns | null;
  readonly isSaved: boolean;
  /** Columns that were not in the file for which those of the account were said. */
  readonly newHeadings: readonly string[];
  readonly headings: readonly string[];
  readonly sample: readonly (readonly string[])[];
  /** null: the columns are not known. */
  readonly lines: ReadLines | null;
}

const SAMPLE = 5;
const digits = (text: string): string => text.replace(/\D/g, '');

/** The lines of a file by its own format, or by the columns that were said, kept or guessed. */
export function readFile(
  ctx: Ctx,
  account: StatementAccount,
  {
    files,
    columns: said,
  }: { readonly files: readonly UploadedFile[]; readonly columns: StatementColumns | undefined },
): Read {
  const [file] = files;
  const { rows, statement: head } = file ?? {};
  if (!file) throw invalid([{ field: 'file', code: 'FILE_REQUIRED' }]);
  if (!rows || !head) throw new Error('the lines of this file were not read');
  refuseOtherAccount(account, head);
  const day = today(ctx.clock);
  if (head.format !== 'csv') {
    const lines = formatLines(rows, day);
    return {
      ...{ file, head, lines, columns: null, isSaved: false },
      ...{ newHeadings: [], headings: [], sample: [] },
    };
  }
  const guess = guessColumns(rows);
  const last = lastColumns(rows, account.statementColumns, guess?.columns.headings ?? {});
  const columns = said ?? last?.columns ?? guess?.columns ?? null;
  const at =
    columns && missingColumns(columns).length === 0
      ? placesOf(rows, columns.headings)?.at
      : undefined;
  const heading = at ?? guess?.at ?? widest(rows);
  if (columns && isForeign(rows, { at: heading, headings: columns.headings })) {
    throw invalid([{ field: 'file', code: 'STATEMENT_CURRENCY' }]);
  }
  return {
    file,
    head,
    columns,
    isSaved: !said && last?.newHeadings.length === 0,
    newHeadings: last?.newHeadings ?? [],
    headings: (rows[heading]?.cells ?? []).map((cell) => cell.trim()),
    sample: rows.slice(heading + 1, heading + 1 + SAMPLE).map(({ cells }) => cells.map(short)),
    lines: columns && at !== undefined ? csvLines(rows, { columns, today: day }) : null,
  };
}

/**
 * The columns that were said last, where all of them are in this file. What stands in a column that was
 * not there then is guessed, so that its rows do not vanish, and pointed out.
 */
function lastColumns(
  rows: readonly FileRow[],
  kept: KeptColumns | null,
  guessed: StatementColumns['headings'],
): { readonly columns: StatementColumns; readonly newHeadings: readonly string[] } | null {
  const at = kept === null ? undefined : placesOf(rows, kept.headings)?.at;
  if (kept === null || at === undefined) return null;
  const { headings, dateOrder, seen } = kept;
  const isGuessed = new Set(Object.values(guessed).map(headingOf));
  const isKnown = new Set([...(seen ?? []), ...Object.values(headings)].map(headingOf));
  const newHeadings = [...new Set((rows[at]?.cells ?? []).map((cell) => cell.trim()))].filter(
    (cell) =>
      cell !== '' &&
      !isKnown.has(headingOf(cell)) &&
      // Of columns that were kept before headings were, only what looks like one counts as new.
      (seen !== undefined || isGuessed.has(headingOf(cell))),
  );
  const isNew = new Set(newHeadings.map(headingOf));
  const more = Object.entries(guessed).filter(([, heading]) => isNew.has(headingOf(heading)));
  return {
    columns: { headings: { ...Object.fromEntries(more), ...headings }, dateOrder },
    newHeadings,
  };
}

const MOST_SHOWN = 80;
const short = (cell: string): string => cell.trim().slice(0, MOST_SHOWN);

/** Where no row looks like headings: the one of most cells, so that somebody can say what they are. */
function widest(rows: readonly { readonly cells: readonly string[] }[]): number {
  const filled = rows
    .slice(0, 20)
    .map(({ cells }) => new Set(cells.map(headingOf).filter(Boolean)).size);
  return Math.max(0, filled.indexOf(Math.max(0, ...filled)));
}

/** Banks name an account by its last digits at times. Fewer than these may be those of any account. */
const LEAST_DIGITS = 4;

/** The bank writes its branch in front, or leaves noughts out: the figures of one end with the other's. */
function refuseOtherAccount({ accountNo }: StatementAccount, head: StatementHead): void {
  const told = digits(head.accountNo ?? '');
  const isSame =
    told.endsWith(accountNo) || (told.length >= LEAST_DIGITS && accountNo.endsWith(told));
  if (told === '' || isSame) return;
  throw invalid([
    { field: 'file', code: 'STATEMENT_ACCOUNT', params: { accountNo: head.accountNo } },
  ]);
}

/** A file that was taken already for this account. */
export const knownFile = (ctx: Ctx, account: StatementAccount, sha256: string) =>
  ctx.db
    .selectFrom('bankStatements')
    .where('bankAccountId', '=', account.id)
    .where('fileSha256', '=', sha256)
    .select(['id', 'fileName', 'createdAt'])
    .executeTakeFirst();

export async function refuseKnown(
  ctx: Ctx,
  account: StatementAccount,
  file: UploadedFile,
): Promise<void> {
  const known = await knownFile(ctx, account, file.sha256);
  if (!known) return;
  const params = { fileName: known.fileName };
  throw conflict('STATEMENT_KNOWN', { ...params, id: known.id }, [
    { field: 'file', code: 'STATEMENT_KNOWN', params },
  ]);
}

const total = (lines: readonly StatementLine[], isIn: boolean): string =>
  decimal.round(
    decimal.add(
      '0',
      ...lines
        .filter(({ amount }) => decimal.isNegative(amount) !== isIn)
        .map(({ amount }) => amount.replace(/^-/, '')),
    ),
  );

export const totalsOf = (lines: readonly StatementLine[]) => ({
  creditTotal: total(lines, true),
  debitTotal: total(lines, false),
});

const SHOWN_FAULTS = 200;
export const shownFaults = (ctx: Ctx, faults: readonly LineFault[]) =>
  faults.slice(0, SHOWN_FAULTS).map((fault) => ({
    ...fault,
    message: errorText(ctx.locale, fault.code),
  }));

export { missingColumns };
