import { sql } from 'kysely';
import { anyId, type Ctx, compiledQuery } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  toldOf,
  trailOf,
} from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { type InspectionRow, inspections, itemsOf, reading } from './type.ts';

type Shown = Pick<
  InspectionRow,
  | DocumentFieldName
  | 'type'
  | 'productId'
  | 'dueOn'
  | 'assigneeId'
  | 'isLate'
  | 'result'
  | 'failedCount'
  | 'completedAt'
>;

/** Containers with their models, as labels. */
export async function containersOf(ctx: Ctx, productIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('products as d')
    .innerJoin('productModels as m', 'm.id', 'd.productModelId')
    .where('d.id', '=', anyId(productIds))
    .select(['d.id', 'd.serialNumber', 'd.name'])
    .select(['m.id as modelId', 'm.code', 'm.name as modelName', 'm.nameTh'])
    .execute();
  const byId = new Map(
    rows.map(({ id, serialNumber, name, modelId, code, modelName, nameTh }) => [
      id,
      {
        product: { id, serialNumber, name },
        productModel: mustRef(modelId, code, { name: modelName, nameTh }),
      },
    ]),
  );
  return (id: string) => {
    const found = byId.get(id);
    if (!found) throw new Error(`the container ${id} is missing`);
    return found;
  };
}

/** Rows of the list, and the head of the detail. */
export async function presentInspections(ctx: Ctx, rows: readonly Shown[]) {
  const [refs, containers] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy, row.assigneeId]),
    }),
    containersOf(
      ctx,
      rows.map((row) => row.productId),
    ),
  ]);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    ...containers(row.productId),
    type: row.type,
    dueOn: row.dueOn,
    assignee: refs.userOrNull(row.assigneeId),
    isLate: row.isLate,
    result: row.result,
    failedCount: row.failedCount,
    completedAt: row.completedAt,
  }));
}

/** An inspection with everything that its page shows. 404 outside this person's scope. */
export async function presentInspection(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, inspections.type, { id });
  const [items, trail, related, [head], refs, place] = await Promise.all([
    itemsOf(ctx, id),
    trailOf(ctx, inspections.type.subject, id),
    relatedOf(ctx, { id }).then((found) => toldOf(ctx, found)),
    presentInspections(ctx, [row]),
    loadRefs(ctx, { user: [row.completedBy] }),
    placeOf(ctx, row.productId),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, inspections.type, row),
    place,
    startedAt: row.startedAt,
    completedBy: refs.userOrNull(row.completedBy),
    nextDueOn: row.nextDueOn,
    findings: row.findings,
    items: items.map((item) => ({
      id: item.id,
      lineNo: item.lineNo,
      name: item.name,
      nameTh: item.nameTh,
      unit: item.unit,
      minValue: reading(item.minValue),
      maxValue: reading(item.maxValue),
      result: item.result,
      measured: reading(item.measured),
      note: item.note,
      photoIds: item.photoIds,
      resolvedBy:
        item.resolvedById === null
          ? null
          : { id: item.resolvedById, documentNo: item.resolvedByNo ?? '' },
    })),
  };
}

/** Where somebody has to go: the warehouse, or the site at which the container stands. */
async function placeOf(ctx: Ctx, productId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('products as d')
    .leftJoin('warehouses as w', 'w.id', 'd.warehouseId')
    .where('d.id', '=', productId)
    .select(['d.site', 'w.name', 'w.nameTh'])
    .executeTakeFirstOrThrow();
  if (row.site) {
    const { holder, address } = row.site;
    return [holder, address].filter(Boolean).join(', ') || null;
  }
  return ctx.locale === 'th' ? (row.nameTh ?? row.name) : row.name;
}

/** The inspection that planned it, and the one that it planned. */
const relatedOf = compiledQuery(
  (_, given: { id: string }) =>
    sql<{ type: string; id: string; documentNo: string; status: string }>`
    select 'inspection' as type, o.id, o.document_no as "documentNo", o.status
    from inspections fu join inspections o on o.id = fu.follows_id or o.follows_id = fu.id
    where fu.id = ${given.id} order by o.created_at, o.id`,
);
