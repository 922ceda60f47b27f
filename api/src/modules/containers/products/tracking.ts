import { declarationOf } from '@boxyard/shared/domain';
import { type Ctx, historyOf, type Input } from '../../../kernel/index.ts';
import { loadRefs, loadVisible } from '../../../workflow/index.ts';
import { stockNamesOf } from '../../warehouse/index.ts';
import { inspectionsOf } from '../inspections/ofProduct.ts';
import { updatesOf } from '../software/updates.ts';
import { productDocument } from './type.ts';

/** Every change of the three axes, newest first. */
export async function statusLogOf(ctx: Ctx, id: string) {
  await loadVisible(ctx, productDocument, { id });
  const rows = await ctx.db
    .selectFrom('productStatusLog')
    .where('productId', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .execute();
  const refs = await loadRefs(ctx, { user: rows.map(({ byUserId }) => byUserId) });
  return rows.map((row) => ({
    id: row.id,
    axis: row.axis,
    from: row.fromStatus,
    to: row.toStatus,
    reason: row.reason,
    documentNo: row.documentNo,
    documentSubject: row.documentSubject,
    documentId: row.documentId,
    at: row.at,
    by: refs.userOrNull(row.byUserId),
  }));
}

type LogEntry = Awaited<ReturnType<typeof statusLogOf>>[number];

const shown = ({ documentSubject: _subject, documentId: _id, ...entry }: LogEntry) => entry;

export const statusLog = async (ctx: Ctx, { params }: Input<'products.statusLog'>) => ({
  data: (await statusLogOf(ctx, params.id)).map(shown),
});

/** The latest change of each axis. */
export async function latestStatus(ctx: Ctx, { params }: Input<'products.latestStatus'>) {
  const log = await statusLogOf(ctx, params.id);
  const axes = Map.groupBy(log, ({ axis }) => axis);
  return { data: [...axes.values()].flatMap(([first]) => (first ? [shown(first)] : [])) };
}

/** Entries of the timeline that say nothing which the statuses and the parts do not say better. */
const SAID_ELSEWHERE = new Set(['update-parts', 'edit-status', 'update-software']);

/** What happened to a container, on one timeline: what was done with it, its statuses, its parts. */
export async function trackProduct(ctx: Ctx, { params }: Input<'products.tracking'>) {
  const { id } = params;
  const [statuses, history, parts, updates, inspected] = await Promise.all([
    statusLogOf(ctx, id),
    historyOf(ctx, productDocument.subject, id),
    ctx.db.selectFrom('productParts').where('productId', '=', id).selectAll().execute(),
    updatesOf(ctx, id),
    inspectionsOf(ctx, id),
  ]);
  const [refs, names] = await Promise.all([
    loadRefs(ctx, {
      part: parts.map(({ partId }) => partId),
      user: [
        ...parts.flatMap(({ installedBy, removedBy }) => [installedBy, removedBy]),
        ...inspected.flatMap(({ createdBy, completedBy }) => [createdBy, completedBy]),
      ],
    }),
    stockNamesOf(ctx, {
      binIds: [],
      lotIds: parts.map(({ lotId }) => lotId),
      serialIds: parts.map(({ serialId }) => serialId),
    }),
  ]);
  const partValues = (part: (typeof parts)[number]) => {
    const { code, name } = refs.ref(part.partId);
    return {
      part: `${code ?? ''} ${name}`.trim(),
      quantity: String(Number(part.quantity)),
      piece: names.serialNo(part.serialId) ?? names.lotNo(part.lotId),
    };
  };
  const entries = [
    ...statuses.map((entry) => ({
      id: `status-${entry.id}`,
      at: entry.at,
      kind: 'status' as const,
      what: entry.axis,
      values: { from: entry.from, to: entry.to },
      by: entry.by,
      reason: entry.reason,
      document:
        entry.documentId === null
          ? null
          : {
              type: declarationOf(entry.documentSubject ?? '')?.machine.id ?? 'product',
              id: entry.documentId,
              documentNo: entry.documentNo,
            },
    })),
    ...parts.map((part) => ({
      id: `in-${part.id}`,
      at: part.installedAt,
      kind: 'part' as const,
      what: 'builtIn',
      values: partValues(part),
      by: refs.userOrNull(part.installedBy),
      reason: part.note,
      document: null,
    })),
    ...parts.flatMap((part) =>
      part.removedAt === null
        ? []
        : [
            {
              id: `out-${part.id}`,
              at: part.removedAt,
              kind: 'part' as const,
              what: 'takenOut',
              values: partValues(part),
              by: refs.userOrNull(part.removedBy),
              reason: part.removedReason,
              document: null,
            },
          ],
    ),
    ...updates.map((update) => ({
      id: `software-${update.id}`,
      at: update.finishedAt ?? update.startedAt ?? update.createdAt,
      kind: 'software' as const,
      what: update.status,
      values: {
        from: update.from?.versionNo ?? null,
        to: update.to.versionNo,
        error: update.error,
      },
      by: update.createdBy,
      reason: update.statusReason ?? update.reason,
      document: null,
    })),
    // One entry for each: planned, until something came of it.
    ...inspected.map((inspection) => ({
      id: `inspection-${inspection.id}`,
      at: inspection.completedAt ?? inspection.createdAt,
      kind: 'inspection' as const,
      what: inspection.result ?? inspection.status,
      values: {
        type: inspection.type,
        dueOn: inspection.dueOn,
        failed: inspection.failedCount === 0 ? null : String(inspection.failedCount),
      },
      by: refs.userOrNull(inspection.completedBy ?? inspection.createdBy),
      reason: inspection.findings,
      document: {
        type: 'inspection',
        id: inspection.id,
        documentNo: inspection.documentNo,
      },
    })),
    ...history
      .filter(({ action, from, to }) => from === to && !SAID_ELSEWHERE.has(action))
      .map((entry) => ({
        id: `done-${entry.id}`,
        at: entry.at,
        kind: 'document' as const,
        what: entry.action,
        values: {},
        by: entry.by,
        reason: entry.reason,
        document: null,
      })),
  ];
  const when = (at: Date | string): number => new Date(at).getTime();
  return { data: entries.sort((a, b) => when(b.at) - when(a.at) || (a.id < b.id ? 1 : -1)) };
}
