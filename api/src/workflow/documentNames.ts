import { type RawBuilder, sql } from 'kysely';
import { anyId, type Ctx, folded, scopeCondition } from '../kernel/index.ts';
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

const markOf = ({ type, id }: DocumentId): string => `{{${type}:${id}}}`;

const marksIn = (text: string): DocumentId[] =>
  [...text.matchAll(MARK)].map(([, type = '', id = '']) => ({ type, id }));

/** Puts a document's reference where a text names it by number. */
export const withReferences = (text: string, documents: readonly NumberedDocument[]): string =>
  documents.reduce(
    (said, one) => (one.documentNo ? said.replaceAll(one.documentNo, markOf(one)) : said),
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

/** Texts of the system as this person reads them: a number, or only what kind of document it is. */
export async function textsFor(
  ctx: Ctx,
  texts: readonly (string | null)[],
): Promise<<T extends string | null>(text: T) => T> {
  const named = texts.flatMap((text) => (text === null ? [] : marksIn(text)));
  if (named.length === 0) return (text) => text;
  const [numbers, withheld] = await Promise.all([
    numbersOf(ctx, named),
    hiddenDocuments(ctx, named),
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
