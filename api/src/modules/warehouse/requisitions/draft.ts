import { mayFillVan, type RequisitionPurpose } from '@boxyard/shared/domain';
import {
  authorId,
  type Ctx,
  type FieldFault,
  type Input,
  mayUseWarehouse,
  newId,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  changesOf,
  createDocument,
  deliveryCompany,
  expectCompany,
  loadCatalogue,
  notifyNewDocument,
  searchTextOf,
} from '../../../workflow/index.ts';
import { lineFaults } from '../parts/lineFaults.ts';
import { requisitions } from './type.ts';

type Body = Input<'requisitions.create'>['body'];

/** A requisition as it is written: by a person, or by the rest of another one. */
export interface NewRequisition {
  readonly companyId: string;
  readonly requesterId: string;
  readonly purpose: RequisitionPurpose;
  readonly warehouseId: string;
  readonly toWarehouseId: string | null;
  readonly neededBy: string;
  readonly refNo: string | null;
  readonly remark: string | null;
  readonly backorderOfId?: string | null;
  /** The repair that it draws parts for. */
  readonly repairId?: string | null;
  readonly items: readonly {
    readonly partId: string;
    readonly requestedQty: number;
    readonly note: string | null;
  }[];
}

/** A van is a place of the same company, and only what stays ours may be put into it (3.2). */
async function vanFaults(ctx: Ctx, body: Body, companyId: string): Promise<FieldFault[]> {
  if (!body.toWarehouseId) return [];
  if (!mayFillVan(body.purpose)) return [{ field: 'toWarehouseId', code: 'NOT_FOR_PURPOSE' }];
  const van = await ctx.db
    .selectFrom('warehouses')
    .where('id', '=', body.toWarehouseId)
    .where('companyId', '=', companyId)
    .where('kind', '=', 'technicianVan')
    .select(['id', 'isActive'])
    .executeTakeFirst();
  if (!van || body.toWarehouseId === body.warehouseId || !mayUseWarehouse(ctx.actor, van.id)) {
    return [{ field: 'toWarehouseId', code: 'UNKNOWN_ID' }];
  }
  return van.isActive ? [] : [{ field: 'toWarehouseId', code: 'INACTIVE' }];
}

async function check(
  ctx: Ctx,
  body: Body,
): Promise<Omit<NewRequisition, 'requesterId' | 'backorderOfId'>> {
  const faults: FieldFault[] = [];
  if (body.neededBy < today(ctx.clock)) faults.push({ field: 'neededBy', code: 'PAST_DATE' });
  const [companyId, { parts }] = await Promise.all([
    deliveryCompany(ctx, body.warehouseId),
    loadCatalogue(ctx, { partIds: body.items.map((item) => item.partId), unitIds: [] }),
  ]);
  faults.push(...(await vanFaults(ctx, body, companyId)));
  faults.push(...lineFaults(body.items, { parts, quantity: 'requestedQty' }));
  refuseFaults(faults);
  return {
    companyId,
    purpose: body.purpose,
    warehouseId: body.warehouseId,
    toWarehouseId: body.toWarehouseId ?? null,
    neededBy: body.neededBy,
    refNo: body.refNo || null,
    remark: body.remark || null,
    items: body.items.map(({ partId, requestedQty, note }) => ({
      partId,
      requestedQty,
      note: note || null,
    })),
  };
}

const writeItems = (ctx: Ctx, requisitionId: string, items: NewRequisition['items']) =>
  ctx.db
    .insertInto('requisitionItems')
    .values(
      items.map((item, index) => ({ id: newId(), requisitionId, lineNo: index + 1, ...item })),
    )
    .execute();

const searchText = (
  ctx: Ctx,
  documentNo: string | null,
  { items, remark, refNo }: NewRequisition,
) =>
  searchTextOf({
    documentNo,
    partIds: items.map((item) => item.partId),
    words: [ctx.actor.name, refNo, remark],
  });

/** Writes a pending requisition with its number, history and notices. */
export async function insertRequisition(
  ctx: Ctx,
  input: NewRequisition,
): Promise<{ readonly id: string; readonly documentNo: string }> {
  const { items, companyId, ...columns } = input;
  const { id, documentNo } = await createDocument(ctx, requisitions.type, {
    companyId,
    status: 'pending',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (head) => {
      const text = searchText(ctx, head.documentNo, input);
      await ctx.db
        .insertInto('requisitions')
        .values({ ...head, ...columns, itemCount: items.length, searchText: text })
        .execute();
      await writeItems(ctx, head.id, items);
    },
    after: { purpose: input.purpose, neededBy: input.neededBy },
  });
  await notifyNewDocument(ctx, requisitions.type, id);
  return { id, documentNo };
}

/** Asks for parts; it waits for an approval at once. */
export const createRequisition = (ctx: Ctx, { body }: Input<'requisitions.create'>) =>
  createRequisitionOf(ctx, { body });

/** The same for a repair, which knows what was drawn for it (2.11). */
export async function createRequisitionOf(
  ctx: Ctx,
  { body, repairId = null }: { readonly body: Body; readonly repairId?: string | null },
) {
  const checked = await check(ctx, body);
  const requesterId = authorId(ctx.actor);
  if (requesterId === null) throw new Error('a requisition is made by a person');
  return insertRequisition(ctx, { ...checked, requesterId, repairId });
}

/** Changes a requisition that nobody has decided on. */
export const updateRequisition = requisitions.action('update', async (ctx, row, body) => {
  const { companyId, items, ...columns } = await check(ctx, body);
  expectCompany(row, companyId);
  await ctx.db.deleteFrom('requisitionItems').where('requisitionId', '=', row.id).execute();
  await writeItems(ctx, row.id, items);
  const text = searchText(ctx, row.documentNo, {
    ...columns,
    items,
    companyId,
    requesterId: row.requesterId,
  });
  return {
    set: { ...columns, itemCount: items.length, searchText: text },
    diff: changesOf(row, { ...columns, itemCount: items.length }),
  };
});
