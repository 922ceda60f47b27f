import {
  anyId,
  type Ctx,
  type FieldFault,
  type Input,
  newId,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  changesOf,
  createDocument,
  deleteDraft,
  deliveryCompany,
  expectCompany,
  notifyNewDocument,
  searchTextOf,
} from '../../../workflow/index.ts';
import { holdsContainers } from '../holdsContainers.ts';
import { containerRequisitions } from './type.ts';

type Body = Omit<Input<'containerRequisitions.create'>['body'], 'isDraft'>;

/** Containers of one requisition. */
const MAX_CONTAINERS = 50;

/** What is wrong with the models, and with how many containers there are in all. */
async function lineFaults(ctx: Ctx, { items }: Body): Promise<FieldFault[]> {
  const known = await ctx.db
    .selectFrom('productModels')
    .where('id', '=', anyId(items.map(({ productModelId }) => productModelId)))
    .where('isActive', '=', true)
    .select('id')
    .execute();
  const models = new Set(known.map(({ id }) => id));
  const seen = new Set<string>();
  const faults = items.flatMap(({ productModelId }, index): FieldFault[] => {
    const field = `items[${index}].productModelId`;
    if (!models.has(productModelId)) return [{ field, code: 'UNKNOWN_ID' }];
    if (seen.has(productModelId)) return [{ field, code: 'REPEATED' }];
    seen.add(productModelId);
    return [];
  });
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return [...faults, ...countFaults('items', count)];
}

/** What is wrong with how many containers are asked for. */
export const countFaults = (field: string, count: number): FieldFault[] =>
  count > MAX_CONTAINERS ? [{ field, code: 'TOO_MANY', params: { max: MAX_CONTAINERS } }] : [];

/** The warehouse's company; it holds containers. */
export async function companyOf(ctx: Ctx, warehouseId: string): Promise<string> {
  const companyId = await deliveryCompany(ctx, warehouseId);
  if (!(await holdsContainers(ctx, warehouseId))) {
    refuseFaults([{ field: 'warehouseId', code: 'HOLDS_NO_CONTAINERS' }]);
  }
  return companyId;
}

/** Neither sent nor changed to a day that has passed. */
export const dayFaults = (ctx: Ctx, neededBy: string): FieldFault[] =>
  neededBy < today(ctx.clock) ? [{ field: 'neededBy', code: 'PAST_DATE' }] : [];

const columnsOf = (body: Body) => ({
  type: body.type,
  warehouseId: body.warehouseId,
  neededBy: body.neededBy,
  purpose: body.purpose,
  destinationName: body.destinationName || null,
  destinationAddress: body.destinationAddress || null,
  remark: body.remark || null,
  itemCount: body.items.reduce((sum, { quantity }) => sum + quantity, 0),
});

const searchText = (documentNo: string | null, body: Body) =>
  searchTextOf({
    documentNo,
    partIds: [],
    words: [body.purpose, body.destinationName, body.destinationAddress, body.remark],
  });

/** One line for each container. */
const writeItems = (ctx: Ctx, documentId: string, items: Body['items']) =>
  ctx.db
    .insertInto('containerRequisitionItems')
    .values(
      items
        .flatMap(({ productModelId, quantity, note }) =>
          Array.from({ length: quantity }, () => ({ productModelId, note: note || null })),
        )
        .map((line, index) => ({
          id: newId(),
          documentId,
          lineNo: index + 1,
          lineStatus: 'pending' as const,
          ...line,
        })),
    )
    .execute();

/** Asks for containers; a draft is kept until it is sent, and takes its number then. */
export async function createContainerRequisition(
  ctx: Ctx,
  { body: { isDraft: asDraft = false, ...body } }: Input<'containerRequisitions.create'>,
): Promise<{ readonly id: string }> {
  const companyId = await companyOf(ctx, body.warehouseId);
  refuseFaults([...(await lineFaults(ctx, body)), ...dayFaults(ctx, body.neededBy)]);
  const columns = columnsOf(body);
  const { id } = await createDocument(ctx, containerRequisitions.type, {
    companyId,
    status: asDraft ? 'draft' : 'pending',
    documentDate: today(ctx.clock),
    numbered: !asDraft,
    write: async (head) => {
      await ctx.db
        .insertInto('containerRequisitions')
        .values({ ...head, ...columns, searchText: searchText(head.documentNo, body) })
        .execute();
      await writeItems(ctx, head.id, body.items);
    },
    after: { neededBy: body.neededBy, itemCount: columns.itemCount },
  });
  if (!asDraft) await notifyNewDocument(ctx, containerRequisitions.type, id);
  return { id };
}

/** Changes one that nobody has decided on. */
export const updateContainerRequisition = containerRequisitions.action(
  'update',
  async (ctx, row, body) => {
    expectCompany(row, await companyOf(ctx, body.warehouseId));
    refuseFaults([
      ...(await lineFaults(ctx, body)),
      ...(body.neededBy === row.neededBy ? [] : dayFaults(ctx, body.neededBy)),
    ]);
    await ctx.db.deleteFrom('containerRequisitionItems').where('documentId', '=', row.id).execute();
    await writeItems(ctx, row.id, body.items);
    const columns = columnsOf(body);
    return {
      to: row.status,
      set: { ...columns, searchText: searchText(row.documentNo, body) },
      diff: changesOf(row, columns),
    };
  },
);

/** Sends a draft for approval. */
export const submitContainerRequisition = containerRequisitions.action(
  'submit',
  async (ctx, row) => {
    refuseFaults(dayFaults(ctx, row.neededBy));
    const day = today(ctx.clock);
    return { set: { documentDate: day }, numberBy: day };
  },
);

/** Deletes a draft. */
export const deleteContainerRequisition = (
  ctx: Ctx,
  { params }: Input<'containerRequisitions.delete'>,
) =>
  deleteDraft(ctx, containerRequisitions.type, {
    id: params.id,
    before: (row) => ({ purpose: row.purpose, itemCount: row.itemCount }),
  });
