import { can } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, type Input, inScope } from '../../../kernel/index.ts';
import { hiddenDocuments, loadVisible, timelineOf } from '../../../workflow/index.ts';
import { products } from './type.ts';

interface Logged {
  readonly documentSubject: string | null;
  readonly documentId: string | null;
}

/** The documents that entries of a container's log name. */
export const documentsOfLog = (rows: readonly Logged[]) =>
  rows.flatMap(({ documentSubject, documentId }) =>
    documentSubject === null || documentId === null
      ? []
      : [{ type: documentSubject, id: documentId }],
  );

/** Where it was set up, as the entry of its installation says it. */
const SITE_FIELDS = ['holder', 'address', 'siteReason'];

/** Whether every contract that this container was under is this person's, or contracts are not theirs to see at all. */
export async function seesEverySite(ctx: Ctx, productId: string): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind === 'system' || !can(actor.grants, 'purchase-contract:view')) return true;
  const { rows } = await sql<{ companyId: string; saleId: string }>`
    select company_id, sale_id from contracts where product_id = ${productId}::uuid
      or (proposal_decided_at is not null
        and (proposal->'exchange'->>'productId')::uuid = ${productId}::uuid)
    union select company_id, sale_id from product_contracts where product_id = ${productId}::uuid`.execute(
    ctx.db,
  );
  return rows.every(({ companyId, saleId }) => inScope(actor, { companyId, ownerIds: [saleId] }));
}

/**
 * What was done with a container, without what belongs to others: the number and reason of a document
 * that this person may not read, and the address of another one's customer.
 */
export async function visibleHistory(ctx: Ctx, productId: string) {
  const [history, logged] = await Promise.all([
    timelineOf(ctx, products.type.subject, productId),
    ctx.db
      .selectFrom('productStatusLog')
      .where('productId', '=', productId)
      .where('documentId', 'is not', null)
      .select(['documentSubject', 'documentId', 'documentNo'])
      .distinct()
      .execute(),
  ]);
  const withheld = await hiddenDocuments(ctx, documentsOfLog(logged));
  const numbers = new Set<unknown>(
    logged.flatMap(({ documentId, documentNo }) =>
      documentId !== null && withheld.has(documentId) ? [documentNo] : [],
    ),
  );
  const hidesSites =
    history.some(({ diff }) => diff && SITE_FIELDS.some((name) => name in diff)) &&
    !(await seesEverySite(ctx, productId));
  return history.map((entry) => {
    if (entry.diff === null) return entry;
    const isForeign = numbers.has(entry.diff.document);
    const hidden = [...(isForeign ? ['document'] : []), ...(hidesSites ? SITE_FIELDS : [])];
    const told = Object.entries(entry.diff).filter(([name]) => !hidden.includes(name));
    return {
      ...entry,
      reason: isForeign ? null : entry.reason,
      diff: told.length === 0 ? null : Object.fromEntries(told),
    };
  });
}

export async function productHistory(ctx: Ctx, { params }: Input<'products.history'>) {
  await loadVisible(ctx, products.type, { id: params.id });
  return { data: await visibleHistory(ctx, params.id) };
}
