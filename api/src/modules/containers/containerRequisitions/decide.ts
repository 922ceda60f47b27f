import { startsFrom } from '@boxyard/shared/domain';
import { isOpenLine } from '@boxyard/shared/domain/containers/containerRequisitionMachine.ts';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import {
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  named,
  refuseFaults,
} from '../../../kernel/index.ts';
import { approvedNow, deliveryCompany } from '../../../workflow/index.ts';
import { bringBack, withdrawProduct } from '../products/moving.ts';
import { UNDER_CONTRACT } from '../products/type.ts';
import { createReceipt } from '../receipts/create.ts';
import { releaseReservation, reserveContainer } from '../reservations.ts';
import { oldestAvailable, wantedModels } from './available.ts';
import { allocateContracts, lapseContracts, sitesOf } from './contracts.ts';
import {
  type ContainerRequisitionRow,
  containerRequisitions,
  documentOf,
  itemsOf,
  type RequisitionItem,
} from './type.ts';

type Approval = Input<'containerRequisitions.approve'>['body'];
type Item = RequisitionItem;

/** What is wrong with the containers that an approval names for lines. */
async function choiceFaults(
  ctx: Ctx,
  row: ContainerRequisitionRow,
  {
    items,
    chosen,
  }: { readonly items: readonly Item[]; readonly chosen: NonNullable<Approval['items']> },
): Promise<FieldFault[]> {
  const lines = new Map(items.map((item) => [item.id, item]));
  const named = chosen.flatMap(({ productId }) => productId ?? []);
  const known =
    named.length === 0
      ? []
      : await ctx.db
          .selectFrom('products')
          .where('id', 'in', named)
          .where('companyId', '=', row.companyId)
          .select(['id', 'productModelId'])
          .execute();
  const models = new Map(known.map(({ id, productModelId }) => [id, productModelId]));
  const seen = new Set<string>();
  return chosen.flatMap(({ id, productId }, index): FieldFault[] => {
    const line = lines.get(id);
    if (!line || seen.has(id)) {
      return [{ field: `items[${index}].id`, code: line ? 'REPEATED' : 'UNKNOWN_ID' }];
    }
    seen.add(id);
    if (!productId) return [];
    const field = `items[${index}].productId`;
    if (line.heldByContract && productId !== line.productId) {
      return [
        { field, code: 'HELD_BY_CONTRACT', params: { serialNumber: line.serialNumber ?? '' } },
      ];
    }
    if (models.get(productId) !== line.productModelId) return [{ field, code: 'UNKNOWN_ID' }];
    if (seen.has(productId)) return [{ field, code: 'REPEATED' }];
    seen.add(productId);
    return [];
  });
}

/** A container for each line: the one that its contract holds, as named, else the one that has waited longest. */
async function allocate(
  ctx: Ctx,
  row: ContainerRequisitionRow,
  {
    items,
    chosen,
  }: { readonly items: readonly Item[]; readonly chosen: NonNullable<Approval['items']> },
): Promise<(Item & { readonly given: string })[]> {
  const named = new Map(chosen.map(({ id, productId }) => [id, productId ?? null]));
  const open = items.filter(({ id, productId }) => productId === null && !named.get(id));
  const oldest = await oldestAvailable(
    ctx,
    {
      warehouseId: row.warehouseId,
      models: wantedModels(open),
      except: [...named.values()].flatMap((id) => id ?? []),
    },
    { lock: true },
  );
  return items.map((item) => {
    const given =
      item.productId ?? named.get(item.id) ?? oldest.get(item.productModelId)?.shift()?.id;
    if (given === undefined) {
      throw conflict('NO_CONTAINER_LEFT', { model: item.modelName });
    }
    return { ...item, given };
  });
}

/** Approves with a container for each line, or rejects. */
export const decideContainerRequisition = containerRequisitions.action('approve', {
  before: async (_ctx, { body: { decision, reason } }) => {
    if (decision === 'reject' && !reason) refuseFaults([{ field: 'reason', code: 'REQUIRED' }]);
  },
  action: ({ decision }) => decision,
  reason: ({ decision, reason }) => (decision === 'reject' ? reason : null),
  effect: async (ctx, row, body) => {
    if (body.decision === 'approve') return giveContainers(ctx, row, body.items ?? []);
    // Their contracts may be asked for again.
    if (row.isForContracts) await setLines(ctx, row.id, 'removed');
    return undefined;
  },
});

async function giveContainers(
  ctx: Ctx,
  row: ContainerRequisitionRow,
  chosen: NonNullable<Approval['items']>,
) {
  const items = (await itemsOf(ctx, row.id)).filter(isOpenLine);
  refuseFaults(await choiceFaults(ctx, row, { items, chosen }));
  const lines = await allocate(ctx, row, { items, chosen });
  if (row.isForContracts) await allocateContracts(ctx, lines, row.warehouseId);
  // Locks are taken in the order of the containers' ids.
  for (const { id, given } of lines.sort((a, b) => (a.given < b.given ? -1 : 1))) {
    // A contract holds its container itself.
    if (!row.isForContracts) {
      await reserveContainer(ctx, {
        productId: given,
        warehouseId: row.warehouseId,
        document: documentOf(row),
        expiresAt: null,
      });
    }
    await ctx.db
      .updateTable('containerRequisitionItems')
      .set({ productId: given, lineStatus: 'allocated' })
      .where('id', '=', id)
      .execute();
  }
  return {
    set: approvedNow(ctx),
    diff: { containers: lines.length },
    touches: ['products'],
  };
}

/** Every container was read by the scanner, and is the one that was chosen. */
function scanFaults(
  items: readonly Item[],
  lines: Input<'containerRequisitions.release'>['body']['lines'],
): FieldFault[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const seen = new Set<string>();
  const faults = lines.flatMap(({ itemId, scannedSerial }, index): FieldFault[] => {
    const item = byId.get(itemId);
    if (!item || seen.has(itemId)) {
      return [{ field: `lines[${index}].itemId`, code: item ? 'REPEATED' : 'UNKNOWN_ID' }];
    }
    seen.add(itemId);
    return scannedSerial.trim().toUpperCase() === item.serialNumber
      ? []
      : [
          {
            field: `lines[${index}].scannedSerial`,
            code: 'SERIAL_DIFFERS',
            params: { expected: item.serialNumber ?? '' },
          },
        ];
  });
  const open = items.length - seen.size;
  return faults.length > 0 || open === 0
    ? faults
    : [{ field: 'lines', code: 'CONTAINERS_UNSCANNED', params: { count: open } }];
}

const inOrderOfProducts = (items: readonly Item[]) =>
  items
    .flatMap((item) => (item.productId === null ? [] : [{ ...item, productId: item.productId }]))
    .sort((a, b) => (a.productId < b.productId ? -1 : 1));

/** Hands the containers out. */
export const releaseContainerRequisition = containerRequisitions.action(
  'release',
  async (ctx, row, body) => {
    const items = (await itemsOf(ctx, row.id)).filter(isOpenLine);
    refuseFaults(scanFaults(items, body.lines));
    const site =
      row.destinationName === null && row.destinationAddress === null
        ? null
        : {
            holder: row.destinationName ?? '',
            address: row.destinationAddress ?? '',
            lat: null,
            lng: null,
          };
    const sites = await sitesOf(ctx, items);
    for (const { id, productId } of inOrderOfProducts(items)) {
      await withdrawProduct(ctx, {
        productId,
        site: sites.get(id) ?? site,
        document: documentOf(row),
      });
    }
    await setLines(ctx, row.id, 'released');
    return {
      set: { releasedAt: ctx.clock.now(), releasedBy: authorId(ctx.actor) },
      diff: { containers: items.length },
      touches: ['products'],
    };
  },
);

const setLines = (ctx: Ctx, documentId: string, lineStatus: 'released' | 'pending' | 'removed') =>
  ctx.db
    .updateTable('containerRequisitionItems')
    .set({ lineStatus, ...(lineStatus === 'released' ? {} : { productId: null }) })
    .where('documentId', '=', documentId)
    .where('lineStatus', '<>', 'removed')
    .execute();

/** Gives a requisition up; its containers are offered again. */
export const cancelContainerRequisition = containerRequisitions.action(
  'cancel',
  async (ctx, row) => {
    const items = await itemsOf(ctx, row.id);
    await setLines(ctx, row.id, row.isForContracts ? 'removed' : 'pending');
    await releaseReservation(ctx, { document: documentOf(row) });
    await lapseContracts(ctx, items);
    return { touches: ['products'] };
  },
);

/** It stands at a customer: it comes back when its contract is ended. */
const isKeptByContract = ({ lifecycleStatus, saleStatus }: Item): boolean =>
  lifecycleStatus === 'installed' && saleStatus !== null && UNDER_CONTRACT.includes(saleStatus);

/** Sends containers back: a receipt waits for them. */
export const returnContainers = containerRequisitions.action('return', async (ctx, row, body) => {
  const warehouseId = body.warehouseId || row.warehouseId;
  if ((await deliveryCompany(ctx, warehouseId)) !== row.companyId) {
    refuseFaults([{ field: 'warehouseId', code: 'WAREHOUSE_NOT_OF_COMPANY' }]);
  }
  const items = new Map((await itemsOf(ctx, row.id)).map((item) => [item.id, item]));
  const seen = new Set<string>();
  refuseFaults(
    body.itemIds.flatMap((id, index): FieldFault[] => {
      const item = items.get(id);
      const field = `itemIds[${index}]`;
      if (!item) return [{ field, code: 'UNKNOWN_ID' }];
      if (seen.has(id)) return [{ field, code: 'REPEATED' }];
      seen.add(id);
      return startsFrom(productMachine, 'come-back', item.lifecycleStatus ?? '') &&
        item.lineStatus === 'released' &&
        !isKeptByContract(item)
        ? []
        : [{ field, code: 'NOT_OUT' }];
    }),
  );
  const coming = inOrderOfProducts(body.itemIds.flatMap((id) => items.get(id) ?? []));
  for (const { productId } of coming) {
    await bringBack(ctx, { productId, document: documentOf(row) }, body.reason);
  }
  const receipt = await createReceipt(ctx, {
    companyId: row.companyId,
    warehouseId,
    sourceType: 'customerReturn',
    sourceId: row.id,
    sourceNo: row.documentNo ?? '',
    products: coming.map(({ productId, serialNumber }) => ({
      id: productId,
      serialNumber: serialNumber ?? '',
    })),
  });
  return {
    to: row.status,
    diff: { receipt: named('containerReceipts', receipt), containers: coming.length },
    touches: ['products', 'containerReceipts'],
  };
});
