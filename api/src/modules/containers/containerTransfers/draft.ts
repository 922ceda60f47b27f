import { STORAGE_KINDS } from '@boxyard/shared/domain';
import { isMovable } from '@boxyard/shared/domain/containers/statuses.ts';
import {
  anyId,
  type Ctx,
  type FieldFault,
  type Input,
  mayUseCompany,
  mayUseWarehouse,
  newId,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  changesOf,
  createDocument,
  deleteDraft,
  expectCompany,
  loadVisible,
  notifyNewDocument,
  searchTextOf,
} from '../../../workflow/index.ts';
import { inOwnGroup } from './group.ts';
import { notifyDestination } from './notices.ts';
import { containerTransfers } from './type.ts';

type Body = Omit<Input<'containerTransfers.create'>['body'], 'isDraft'>;

interface Ends {
  readonly companyId: string;
  readonly toCompanyId: string;
}

/**
 * The companies of both ends. Only the source has to be the caller's: the other side, of the same
 * group, agrees itself.
 */
async function endsOf(ctx: Ctx, body: Body): Promise<Ends> {
  const rows = await ctx.db
    .selectFrom('warehouses')
    .where('id', '=', anyId([body.fromWarehouseId, body.toWarehouseId]))
    .where('isActive', '=', true)
    .where('kind', 'in', [...STORAGE_KINDS])
    .where(inOwnGroup(ctx, 'companyId'))
    .select(['id', 'companyId', 'holds'])
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const from = known.get(body.fromWarehouseId);
  const to = known.get(body.toWarehouseId);
  const isOurs =
    from && mayUseCompany(ctx.actor, from.companyId) && mayUseWarehouse(ctx.actor, from.id);
  const faults: FieldFault[] = [];
  if (!isOurs) faults.push({ field: 'fromWarehouseId', code: 'UNKNOWN_ID' });
  else if (from.holds === 'parts') {
    faults.push({ field: 'fromWarehouseId', code: 'HOLDS_NO_CONTAINERS' });
  }
  if (!to) faults.push({ field: 'toWarehouseId', code: 'UNKNOWN_ID' });
  else if (to.id === body.fromWarehouseId) {
    faults.push({ field: 'toWarehouseId', code: 'SAME_WAREHOUSE' });
  } else if (to.holds === 'parts') {
    faults.push({ field: 'toWarehouseId', code: 'HOLDS_NO_CONTAINERS' });
  }
  refuseFaults(faults);
  if (!from || !to) throw new Error('unreachable');
  return { companyId: from.companyId, toCompanyId: to.companyId };
}

/** Every container stands in the source, and nobody has a claim on it. */
async function lineFaults(ctx: Ctx, { items, fromWarehouseId }: Body): Promise<FieldFault[]> {
  const rows = await ctx.db
    .selectFrom('products')
    .where('id', '=', anyId(items.map(({ productId }) => productId)))
    .where('warehouseId', '=', fromWarehouseId)
    .select(['id', 'status', 'saleStatus', 'serialNumber'])
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const seen = new Set<string>();
  return items.flatMap(({ productId }, index): FieldFault[] => {
    const field = `items[${index}].productId`;
    const row = known.get(productId);
    if (!row) return [{ field, code: 'UNKNOWN_ID' }];
    if (seen.has(productId)) return [{ field, code: 'REPEATED' }];
    seen.add(productId);
    return isMovable(row)
      ? []
      : [{ field, code: 'NOT_AVAILABLE', params: { serialNumber: row.serialNumber } }];
  });
}

/** It arrives after it left, and leaves neither before today nor before the day it had already. */
function dayFaults(ctx: Ctx, body: Body, before?: string): FieldFault[] {
  const faults: FieldFault[] = [];
  if (body.transferDate < today(ctx.clock) && body.transferDate !== before) {
    faults.push({ field: 'transferDate', code: 'PAST_DATE' });
  }
  if (body.expectedArrival && body.expectedArrival < body.transferDate) {
    faults.push({ field: 'expectedArrival', code: 'ARRIVES_BEFORE_LEAVING' });
  }
  return faults;
}

const columnsOf = (body: Body, ends: Ends) => ({
  fromWarehouseId: body.fromWarehouseId,
  toCompanyId: ends.toCompanyId,
  toWarehouseId: body.toWarehouseId,
  transferDate: body.transferDate,
  expectedArrival: body.expectedArrival || null,
  carrierName: body.carrierName || null,
  carrierPlate: body.carrierPlate || null,
  carrierPhone: body.carrierPhone || null,
  trackingNo: body.trackingNo || null,
  reason: body.reason || null,
  itemCount: body.items.length,
});

async function searchText(ctx: Ctx, documentNo: string | null, body: Body) {
  const serials = await ctx.db
    .selectFrom('products')
    .where('id', '=', anyId(body.items.map(({ productId }) => productId)))
    .select('serialNumber')
    .execute();
  return searchTextOf({
    documentNo,
    partIds: [],
    words: [
      body.reason,
      body.carrierName,
      body.carrierPlate,
      body.trackingNo,
      ...serials.map(({ serialNumber }) => serialNumber),
    ],
  });
}

const writeItems = (ctx: Ctx, documentId: string, items: Body['items']) =>
  ctx.db
    .insertInto('containerTransferItems')
    .values(
      items.map(({ productId, note }, index) => ({
        id: newId(),
        documentId,
        lineNo: index + 1,
        productId,
        lineStatus: 'pending' as const,
        conditionOut: null,
        conditionIn: null,
        note: note || null,
      })),
    )
    .execute();

/** Asks for containers to be sent; a draft is kept until then, and takes its number with it. */
export async function createContainerTransfer(
  ctx: Ctx,
  { body: { isDraft: asDraft = false, ...body } }: Input<'containerTransfers.create'>,
): Promise<{ readonly id: string }> {
  const ends = await endsOf(ctx, body);
  refuseFaults([...(await lineFaults(ctx, body)), ...dayFaults(ctx, body)]);
  const columns = columnsOf(body, ends);
  const { id } = await createDocument(ctx, containerTransfers.type, {
    companyId: ends.companyId,
    status: asDraft ? 'draft' : 'pending',
    documentDate: today(ctx.clock),
    numbered: !asDraft,
    write: async (head) => {
      await ctx.db
        .insertInto('containerTransfers')
        .values({
          ...head,
          ...columns,
          sourceApprovedBy: null,
          sourceApprovedAt: null,
          destinationApprovedBy: null,
          destinationApprovedAt: null,
          returnOfId: null,
          searchText: await searchText(ctx, head.documentNo, body),
        })
        .execute();
      await writeItems(ctx, head.id, body.items);
    },
    after: { transferDate: body.transferDate, itemCount: columns.itemCount },
  });
  if (!asDraft) {
    await notifyNewDocument(ctx, containerTransfers.type, id);
    await notifyDestination(ctx, await loadVisible(ctx, containerTransfers.type, { id }));
  }
  return { id };
}

/** Changes one that nobody has decided on; whoever agreed already is asked again. */
export const updateContainerTransfer = containerTransfers.action(
  'update',
  async (ctx, row, body) => {
    const ends = await endsOf(ctx, body);
    expectCompany(row, ends.companyId);
    refuseFaults([...(await lineFaults(ctx, body)), ...dayFaults(ctx, body, row.transferDate)]);
    await ctx.db.deleteFrom('containerTransferItems').where('documentId', '=', row.id).execute();
    await writeItems(ctx, row.id, body.items);
    const columns = columnsOf(body, ends);
    return {
      to: row.status,
      set: {
        ...columns,
        sourceApprovedBy: null,
        sourceApprovedAt: null,
        destinationApprovedBy: null,
        destinationApprovedAt: null,
        searchText: await searchText(ctx, row.documentNo, body),
      },
      diff: changesOf(row, columns),
    };
  },
);

/** Sends a draft for approval. */
export const submitContainerTransfer = containerTransfers.action('submit', async (ctx, row) => {
  const day = today(ctx.clock);
  if (row.transferDate < day) refuseFaults([{ field: 'transferDate', code: 'PAST_DATE' }]);
  await notifyDestination(ctx, row);
  return { set: { documentDate: day }, numberBy: day };
});

/** Deletes a draft. */
export const deleteContainerTransfer = (ctx: Ctx, { params }: Input<'containerTransfers.delete'>) =>
  deleteDraft(ctx, containerTransfers.type, {
    id: params.id,
    before: (row) => ({ itemCount: row.itemCount }),
  });
