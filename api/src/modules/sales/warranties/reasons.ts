import { sql } from 'kysely';
import { type Ctx, compiledQuery } from '../../../kernel/index.ts';
import {
  type DocumentRow,
  type DocumentType,
  hiddenDocuments,
  loadVisible,
  timelineOf,
} from '../../../workflow/index.ts';

/** Contracts and warranties of some numbers. */
const numbered = compiledQuery(
  (_, given: { numbers: readonly string[] }) =>
    sql<{ type: string; id: string; documentNo: string }>`
    select 'contracts' as type, id, document_no as "documentNo" from contracts
      where document_no = any((select ${given.numbers}::text[])::text[])
    union all
    select 'warranties', id, document_no from warranties
      where document_no = any((select ${given.numbers}::text[])::text[])`,
);

/**
 * Reasons as this person may read them. What the system did names the document that brought it about,
 * which need not be the record's own contract; what somebody has written is left as it is.
 */
export async function reasonsFor(
  ctx: Ctx,
  reasons: readonly (string | null)[],
): Promise<(reason: string | null) => string | null> {
  const numbers = [...new Set(reasons.flatMap((reason) => reason ?? []))];
  if (numbers.length === 0) return (reason) => reason;
  const named = await numbered(ctx, { numbers });
  const withheld = await hiddenDocuments(ctx, named);
  // Two companies may have given the same number.
  const told = new Set(named.flatMap((one) => (withheld.has(one.id) ? [] : one.documentNo)));
  const hidden = new Set(
    named.flatMap(({ documentNo }) => (told.has(documentNo) ? [] : documentNo)),
  );
  return (reason) => (reason !== null && hidden.has(reason) ? null : reason);
}

/** A timeline with its reasons as this person may read them. */
export async function toldHistory<E extends { readonly reason: string | null }>(
  ctx: Ctx,
  history: readonly E[],
) {
  const told = await reasonsFor(
    ctx,
    history.map(({ reason }) => reason),
  );
  return history.map((entry) => ({ ...entry, reason: told(entry.reason) }));
}

/** The handler of the timeline alone. */
export const toldHistoryOf =
  <R extends DocumentRow>(type: DocumentType<R>) =>
  async (ctx: Ctx, { params: { id } }: { readonly params: { readonly id: string } }) => {
    await loadVisible(ctx, type, { id });
    return { data: await toldHistory(ctx, await timelineOf(ctx, type.subject, id)) };
  };
