import { type Ctx, compiledQuery, type Input } from '../../../kernel/index.ts';
import { loadRefs, loadVisible } from '../../../workflow/index.ts';
import { products } from '../products/type.ts';

const byProduct = compiledQuery((db, given: { productId: string }) =>
  db
    .selectFrom('inspections')
    .where('productId', '=', given.productId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'documentNo', 'type', 'status', 'dueOn', 'assigneeId', 'isLate', 'result'])
    .select(['failedCount', 'completedAt', 'completedBy', 'createdAt', 'createdBy', 'findings']),
);

/** The inspections of a container, newest first; whoever asks was shown to see the container. */
export const inspectionsOf = (ctx: Ctx, productId: string) => byProduct(ctx, { productId });

async function shown(ctx: Ctx, id: string) {
  await loadVisible(ctx, products.type, { id });
  const rows = await inspectionsOf(ctx, id);
  const refs = await loadRefs(ctx, { user: rows.map(({ assigneeId }) => assigneeId) });
  return rows.map(
    ({
      assigneeId,
      completedBy: _by,
      createdAt: _at,
      createdBy: _who,
      findings: _said,
      ...row
    }) => ({
      ...row,
      assignee: refs.userOrNull(assigneeId),
    }),
  );
}

/** The inspections of a container that this person may see. */
export const followUps = async (ctx: Ctx, { params }: Input<'inspections.ofProduct'>) => ({
  data: await shown(ctx, params.id),
});

/** The one that was completed last. */
export async function latestFollowUp(ctx: Ctx, { params }: Input<'inspections.latestOfProduct'>) {
  const done = (await shown(ctx, params.id)).filter(({ completedAt }) => completedAt !== null);
  const when = (at: Date | null): number => (at === null ? 0 : new Date(at).getTime());
  const [latest] = done.sort((a, b) => when(b.completedAt) - when(a.completedAt));
  return { data: latest ?? null };
}
