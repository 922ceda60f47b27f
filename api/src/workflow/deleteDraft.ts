import { isDraft, refusalOf } from '@boxyard/shared/domain';
import type { Database } from '../db/schema.ts';
import { type Ctx, conflict, record, viewerOf } from '../kernel/index.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';
import { allowedActions, loadVisible } from './runAction.ts';

/**
 * Deletes a draft; one that has or had a number keeps it, and is cancelled (domain-conventions
 * "Deletion"). It belongs to whoever may change it: a colleague's is theirs (domain-conventions
 * "Authors"). `before` is what the log keeps of it.
 *
 * @throws 404 out of scope, 409 NOT_DELETABLE, 409 NOT_OWNER
 */
export async function deleteDraft<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  {
    id,
    before,
  }: { readonly id: string; readonly before: (row: R) => Readonly<Record<string, unknown>> },
): Promise<{ readonly data: Record<string, never> }> {
  const row = await loadVisible(ctx, type, { id, lock: true });
  if (!isDraft(row.status) || row.documentNo !== null) {
    throw conflict('NOT_DELETABLE', {
      current: row.status,
      allowedActions: allowedActions(ctx, type, row),
    });
  }
  const refusal = refusalOf(type.machine, 'update', { doc: row, viewer: viewerOf(ctx.actor) });
  if (refusal !== null && row.createdBy !== ctx.actor.userId) throw conflict('NOT_OWNER');
  await ctx.db
    .deleteFrom(type.table as keyof Database)
    .where('id' as never, '=', row.id as never)
    .execute();
  await record(ctx, {
    subject: type.subject,
    subjectId: row.id,
    companyId: row.companyId,
    action: 'delete',
    from: row.status,
    before: before(row),
  });
  return { data: {} };
}
