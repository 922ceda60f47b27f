import { openStatuses } from '@boxyard/shared/domain';
import { inspectionMachine } from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import { sql } from 'kysely';
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

type Visit = Awaited<ReturnType<typeof inspectionsOf>>[number];

const doneAt = ({ completedAt }: Pick<Visit, 'completedAt'>): number =>
  completedAt === null ? 0 : new Date(completedAt).getTime();

/** The visit that was completed last, of those newest first. */
const lastOf = <V extends Pick<Visit, 'completedAt'>>(visits: readonly V[]): V | undefined =>
  visits.filter(({ completedAt }) => completedAt !== null).sort((a, b) => doneAt(b) - doneAt(a))[0];

/** The one that was completed last. */
export async function latestFollowUp(ctx: Ctx, { params }: Input<'inspections.latestOfProduct'>) {
  return { data: lastOf(await shown(ctx, params.id)) ?? null };
}

const OPEN: readonly string[] = openStatuses(inspectionMachine);

/** When a container was inspected last, when it will be next, and what is still faulty. */
export async function inspectionStateOf(ctx: Ctx, productId: string) {
  const [visits, { openFailures }] = await Promise.all([
    inspectionsOf(ctx, productId),
    ctx.db
      .selectFrom('inspectionItems as i')
      .innerJoin('inspections as f', 'f.id', 'i.documentId')
      .where('f.productId', '=', productId)
      .where('i.openSince', 'is not', null)
      .select(sql<number>`count(*)::int`.as('openFailures'))
      .executeTakeFirstOrThrow(),
  ]);
  const last = lastOf(visits);
  const [next] = visits
    .filter(({ status }) => OPEN.includes(status))
    .sort((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0));
  return {
    last: last
      ? {
          id: last.id,
          documentNo: last.documentNo,
          result: last.result,
          completedAt: last.completedAt,
        }
      : null,
    next: next
      ? { id: next.id, documentNo: next.documentNo, dueOn: next.dueOn, isLate: next.isLate }
      : null,
    openFailures,
  };
}
