import { type RawBuilder, sql } from 'kysely';
import {
  AppError,
  anyId,
  type Ctx,
  DocumentName,
  type FieldFault,
  folded,
  historyOf,
  named,
  scopeCondition,
} from '../kernel/index.ts';
import { familyOf } from './families.ts';
import { type DocumentId, hiddenDocuments, mayOpenPage } from './readers.ts';
import { scopeOf } from './recordScopes.ts';

/**
 * How a document is named to somebody: its reference is stored, and its number told to whoever may read
 * it now. A text that the system writes holds the reference as a mark, `{{contracts:<id>}}`.
 */
const MARK = /\{\{(\w+):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}\}/g;

interface NumberedDocument extends DocumentId {
  readonly documentNo: string | null;
}

const marksIn = (text: string): DocumentId[] =>
  [...text.matchAll(MARK)].map(([, type = '', id = '']) => ({ type, id }));

/** Puts a document's reference where a text names it by number. */
export const withReferences = (text: string, documents: readonly NumberedDocument[]): string =>
  documents.reduce(
    (said, one) =>
      one.documentNo ? said.replaceAll(one.documentNo, named(one.type, one).mark) : said,
    text,
  );

/** A text without its references: what it is searched by. */
export const withoutReferences = (text: string): string => text.replaceAll(MARK, '').trim();

/** Numbers of documents by id, whoever may read them. */
async function numbersOf(
  ctx: Ctx,
  documents: readonly DocumentId[],
): Promise<Map<string, string | null>> {
  const numbers = new Map<string, string | null>();
  for (const [type, some] of Map.groupBy(documents, (one) => one.type)) {
    const family = familyOf(type);
    if (family === undefined) continue;
    const { rows } = await sql<{ id: string; documentNo: string | null }>`
      select id, document_no from ${sql.table(family.table)}
      where id = ${anyId([...new Set(some.map(({ id }) => id))])}`.execute(ctx.db);
    for (const { id, documentNo } of rows) numbers.set(id, documentNo);
  }
  return numbers;
}

/** Texts in which every document has its number: of the activity log, which is read by whoever oversees. */
export async function numberedTexts(
  ctx: Ctx,
  texts: readonly (string | null)[],
): Promise<(text: string) => string> {
  const marked = texts.flatMap((text) => (text === null ? [] : marksIn(text)));
  if (marked.length === 0) return (text) => text;
  const numbers = await numbersOf(ctx, marked);
  return (text) => text.replaceAll(MARK, (mark, _type, id: string) => numbers.get(id) ?? mark);
}

/** Texts of the system as this person reads them: a number, or only what kind of document it is. */
export async function textsFor(
  ctx: Ctx,
  texts: readonly (string | null)[],
): Promise<<T extends string | null>(text: T) => T> {
  const marked = texts.flatMap((text) => (text === null ? [] : marksIn(text)));
  if (marked.length === 0) return (text) => text;
  const [numbers, withheld] = await Promise.all([
    numbersOf(ctx, marked),
    hiddenDocuments(ctx, marked),
  ]);
  return <T extends string | null>(text: T) =>
    (text === null
      ? null
      : text.replaceAll(MARK, (_mark, type: string, id: string) => {
          const number = withheld.has(id) ? null : numbers.get(id);
          return number ?? familyOf(type)?.label[ctx.locale] ?? '';
        })) as T;
}

/**
 * Takes the numbers of documents that a person may no longer read out of texts that were written to that
 * person before, such as notices.
 */
export async function withoutHidden(
  ctx: Ctx,
  documents: readonly DocumentId[],
): Promise<{
  readonly isHidden: (id: string | null) => boolean;
  readonly shown: (text: string, id: string | null) => string;
}> {
  const withheld = await hiddenDocuments(ctx, documents);
  const numbers = await numbersOf(
    ctx,
    documents.filter(({ id }) => withheld.has(id)),
  );
  const isHidden = (id: string | null) => id !== null && withheld.has(id);
  return {
    isHidden,
    shown: (text, id) => {
      const number = id !== null && isHidden(id) ? numbers.get(id) : null;
      return number ? text.replaceAll(number, '…') : text;
    },
  };
}

/** Ids of the documents of some families whose number holds the term, of those that this person may read. */
export function idsByNumber(
  ctx: Ctx,
  types: readonly string[],
  term: string,
): RawBuilder<readonly string[]> {
  const found = types.flatMap((type) => {
    const scoped = scopeOf(type);
    if (scoped === undefined || !mayOpenPage(ctx.actor, type)) return [];
    const condition = scopeCondition(ctx.actor, scoped.scope) ?? sql<boolean>`true`;
    // The words of a document hold its number, and have an index.
    return [
      sql`select d.id from ${sql.raw(scoped.table)} d where ${folded('d.search_text', term)}
        and fold_search(d.document_no) like fold_search(${`%${term.replace(/[\\%_]/g, '\\$&')}%`})
        and ${condition}`,
    ];
  });
  return found.length === 0
    ? sql<readonly string[]>`'{}'::uuid[]`
    : sql<readonly string[]>`array(${sql.join(found, sql` union all `)})`;
}

/** Every text in a value, however deep it lies. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
};

/** The same value with its texts said otherwise. */
function withTexts<T>(value: T, say: (text: string) => string): T {
  if (typeof value === 'string') return say(value) as T;
  if (Array.isArray(value)) return value.map((one) => withTexts(one, say)) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withTexts(one, say)]),
  ) as T;
}

/** A document's timeline as this person reads it. */
export async function timelineOf(ctx: Ctx, subject: string, id: string) {
  const history = await historyOf(ctx, subject, id);
  const say = await textsFor(
    ctx,
    history.flatMap(({ diff, reason }) => [reason, ...textsIn(diff)]),
  );
  return history.map((entry) => ({
    ...entry,
    reason: say(entry.reason),
    diff: withTexts(entry.diff, say),
  }));
}

/** Values of the activity log with the numbers of the documents that they name. */
export async function numberedValues<T>(ctx: Ctx, values: readonly T[]): Promise<T[]> {
  const say = await numberedTexts(ctx, values.flatMap(textsIn));
  return values.map((value) => withTexts(value, say));
}

type Params = Readonly<Record<string, unknown>>;
interface Said {
  readonly code: string;
  readonly params?: Params | undefined;
}

const namesIn = (params: Params | undefined): DocumentName[] =>
  Object.values(params ?? {})
    .flat()
    .filter((value) => value instanceof DocumentName);

/**
 * A refusal as this person may read it. It names documents by `named`; where none of a parameter may be
 * read, another code says the same without them: `PAID_INVOICES_HIDDEN`.
 */
export async function withReadableNames(ctx: Ctx, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  const all = [error.details, ...error.faults.map(({ params }) => params)].flatMap(namesIn);
  if (all.length === 0) return error;
  const withheld = await hiddenDocuments(ctx, all);
  const isTold = ({ id, documentNo }: DocumentName) => documentNo !== null && !withheld.has(id);
  const read = ({ code, params }: Said): Said => {
    const told: Record<string, unknown> = {};
    let isHidden = false;
    for (const [key, value] of Object.entries(params ?? {})) {
      const names = [value].flat().filter((one) => one instanceof DocumentName);
      const shown = names.filter(isTold);
      if (names.length > 0 && shown.length === 0) isHidden = true;
      else told[key] = names.length === 0 ? value : shown.map((one) => one.documentNo).join(', ');
    }
    return { code: isHidden ? `${code}_HIDDEN` : code, params: params && told };
  };
  const { code, params } = read({ code: error.code, params: error.details });
  return new AppError(error.statusCode, code, {
    faults: error.faults.map((fault): FieldFault => {
      const { params: own, ...rest } = read(fault);
      return { field: fault.field, ...rest, ...(own ? { params: own } : {}) };
    }),
    ...(params ? { details: params } : {}),
  });
}
