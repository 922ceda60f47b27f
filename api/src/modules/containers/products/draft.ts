import { isDecided } from '@boxyard/shared/domain';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import {
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  record,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  changesOf,
  createDocument,
  deliveryCompany,
  loadVisible,
  searchTextOf,
} from '../../../workflow/index.ts';
import { choiceFault } from '../../masterData/index.ts';
import { interiorAt } from '../bay.ts';
import { holdsContainers } from '../holdsContainers.ts';
import { holdModels, judgeContainers } from '../software/decide.ts';
import { buildIn, findParts } from './parts.ts';
import { seesCost } from './present.ts';
import { takeSerial } from './serials.ts';
import { logStatus, type ProductRow, products } from './type.ts';

type CreateBody = Input<'products.create'>['body'];
type Changeable = Pick<
  CreateBody,
  | 'name'
  | 'condition'
  | 'manufacturedAt'
  | 'listPrice'
  | 'labourCost'
  | 'deviationReason'
  | 'remark'
>;

const columnsOf = (body: Changeable) => ({
  name: body.name,
  condition: body.condition,
  manufacturedAt: body.manufacturedAt ?? null,
  deviationReason: body.deviationReason || null,
  remark: body.remark || null,
});

/** Found by its serial number, which everybody reads off the container, and by its names. */
const searchText = (serialNumber: string, { name, remark }: Pick<Changeable, 'name' | 'remark'>) =>
  searchTextOf({ documentNo: null, partIds: [], words: [serialNumber, name, remark] });

/** A cost that somebody may not read they do not write. */
const costFaults = (ctx: Ctx, labourCost: string | undefined): FieldFault[] =>
  labourCost === undefined || seesCost(ctx) ? [] : [{ field: 'labourCost', code: 'NOT_ALLOWED' }];

const dateFaults = (ctx: Ctx, day: string | null | undefined): FieldFault[] =>
  day && day > today(ctx.clock) ? [{ field: 'manufacturedAt', code: 'FUTURE_DATE' }] : [];

/** The model with the revision that is built now. */
async function modelOf(ctx: Ctx, id: string) {
  const model = await ctx.db
    .selectFrom('productModels as m')
    .leftJoin('productModelRevisions as r', (join) =>
      join.onRef('r.productModelId', '=', 'm.id').onRef('r.revisionNo', '=', 'm.currentRevision'),
    )
    .where('m.id', '=', id)
    .select(['m.id', 'm.productTypeId', 'm.isActive', 'm.listPrice', 'm.labourCost'])
    .select('r.id as revisionId')
    .executeTakeFirst();
  const faults = choiceFault('productModelId', model, false);
  if (model?.isActive && model.revisionId === null) {
    faults.push({ field: 'productModelId', code: 'BOM_MISSING' });
  }
  return { model, faults };
}

const holdsFaults = async (ctx: Ctx, warehouseId: string): Promise<FieldFault[]> =>
  (await holdsContainers(ctx, warehouseId))
    ? []
    : [{ field: 'warehouseId', code: 'HOLDS_NO_CONTAINERS' }];

/** Only what was taken apart is built again, by the company that it belonged to. */
async function rebuiltFaults(
  ctx: Ctx,
  companyId: string,
  id: string | null | undefined,
): Promise<FieldFault[]> {
  if (!id) return [];
  const known = await ctx.db
    .selectFrom('products')
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .where('status', 'in', [...productMachine.actions.disassemble.to])
    .select('id')
    .executeTakeFirst();
  return known ? [] : [{ field: 'rebuiltFromId', code: 'UNKNOWN_ID' }];
}

/** Begins to build a container: its serial number is used up, and the parts that are ready go in. */
export async function createProduct(ctx: Ctx, { body }: Input<'products.create'>) {
  await holdModels(ctx, [body.productModelId], 'together');
  const companyId = await deliveryCompany(ctx, body.warehouseId);
  const { model, faults } = await modelOf(ctx, body.productModelId);
  const found = await findParts(ctx, {
    warehouseId: body.warehouseId,
    lines: body.parts ?? [],
    at: 'parts',
  });
  refuseFaults([
    ...faults,
    ...(await holdsFaults(ctx, body.warehouseId)),
    ...(await takeSerial(ctx, body)),
    ...costFaults(ctx, body.labourCost),
    ...dateFaults(ctx, body.manufacturedAt),
    ...(await rebuiltFaults(ctx, companyId, body.rebuiltFromId)),
    ...found.faults,
  ]);
  if (!model?.revisionId) throw new Error('unreachable');
  const { revisionId } = model;
  const interiorBinId = await interiorAt(
    ctx,
    { companyId, serialNumber: body.serialNumber },
    'CONTAINER',
  );
  const head = await createDocument(ctx, products.type, {
    companyId,
    status: 'inProduction',
    documentDate: today(ctx.clock),
    numbered: false,
    write: async (head) => {
      await ctx.db
        .insertInto('products')
        .values({
          ...head,
          status: 'inProduction',
          ...columnsOf(body),
          serialNumber: body.serialNumber,
          productTypeId: model.productTypeId,
          productModelId: model.id,
          revisionId,
          warehouseId: body.warehouseId,
          interiorBinId,
          rebuiltFromId: body.rebuiltFromId ?? null,
          saleStatus: 'notForSale',
          listPrice: body.listPrice ?? model.listPrice,
          labourCost: body.labourCost ?? model.labourCost,
          searchText: searchText(body.serialNumber, body),
        })
        .execute();
    },
    after: { serialNumber: body.serialNumber, name: body.name },
  });
  await logStatus(ctx, { productId: head.id, axis: 'lifecycle', from: null, to: 'inProduction' });
  // It has no software yet, which is behind where its model has a stable release.
  await judgeContainers(ctx, [model.id], head.id);
  await buildIn(
    ctx,
    { ...head, serialNumber: body.serialNumber, interiorBinId },
    { round: 1, stock: found.stock, lines: body.parts ?? [] },
  );
  return { id: head.id };
}

/** Changes what is known of a container; labour only until its cost is fixed by the receipt. */
export const updateProduct = products.action('update', {
  before: async (ctx, { params, body }) => {
    await loadVisible(ctx, products.type, { id: params.id });
    refuseFaults([...costFaults(ctx, body.labourCost), ...dateFaults(ctx, body.manufacturedAt)]);
  },
  effect: async (_ctx, row, body) => {
    const labour = body.labourCost ?? row.labourCost;
    if (row.costAmount !== null && labour !== row.labourCost) {
      throw conflict('FIELD_LOCKED', { field: 'labourCost' });
    }
    const set = { ...columnsOf(body), listPrice: body.listPrice ?? null, labourCost: labour };
    return {
      to: row.status,
      set: { ...set, searchText: searchText(row.serialNumber, body) },
      diff: changesOf(row, set),
    };
  },
});

/** Deletes a container in production that holds no part; its serial number is not used again. */
export async function deleteProduct(ctx: Ctx, id: string): Promise<void> {
  const row: ProductRow = await loadVisible(ctx, products.type, { id, lock: true });
  if (isDecided(productMachine, row.status)) {
    throw conflict('INVALID_STATE', { current: row.status });
  }
  const wasBuilt = await ctx.db
    .selectFrom('productParts')
    .where('productId', '=', id)
    .select('id')
    .executeTakeFirst();
  if (wasBuilt) throw conflict('PARTS_INSIDE');
  await ctx.db.deleteFrom('productStatusLog').where('productId', '=', id).execute();
  await ctx.db.deleteFrom('products').where('id', '=', id).execute();
  await ctx.db.deleteFrom('bins').where('id', '=', row.interiorBinId).execute();
  // The number stays taken: it may stand on a plate already.
  await ctx.pg.query({
    name: 'products.burnSerial',
    text: `insert into serial_reservations (serial_number, product_model_id, reserved_by, expires_at)
      values ($1, $2, $3, 'infinity') on conflict do nothing`,
    values: [row.serialNumber, row.productModelId, authorId(ctx.actor)],
  });
  await record(ctx, {
    subject: products.type.subject,
    subjectId: id,
    companyId: row.companyId,
    label: row.serialNumber,
    action: 'delete',
    from: row.status,
    before: { serialNumber: row.serialNumber, name: row.name },
  });
}
