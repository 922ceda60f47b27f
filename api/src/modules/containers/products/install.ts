import { startsFrom } from '@boxyard/shared/domain';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import type { Site } from '../../../db/schema/containers.ts';
import { authorId, type Ctx, type Input, json, refuseFaults } from '../../../kernel/index.ts';
import { deliveryCompany, loadVisible, runAction } from '../../../workflow/index.ts';
import { recordReturned, requisitionHolding } from '../containerRequisitions/returned.ts';
import { createReceipt } from '../receipts/create.ts';
import { lockProduct } from '../reservations.ts';
import { afterInstall, afterReturn } from './hooks.ts';
import { setUpProduct, withdrawProduct } from './moving.ts';
import { logStatus, products, TOUCHES } from './type.ts';

interface Installation {
  readonly productId: string;
  readonly version: number;
  readonly site: Site;
}

/**
 * Sets a container up where it was sent to (domain-containers 2.1 `install`): it was found sound and is
 * photographed there. The requisition that handed it out is over once all of its containers stand.
 */
export async function installContainer(
  ctx: Ctx,
  { productId, version, site }: Installation,
): Promise<void> {
  const { before } = await runAction(ctx, products.type, {
    action: 'install',
    id: productId,
    version,
    effect: async (row) => {
      await logStatus(ctx, {
        productId,
        axis: 'lifecycle',
        from: row.status,
        to: 'installed',
        reason: site.holder,
      });
      return {
        set: {
          site: json(site),
          installedAt: ctx.clock.now(),
          installedBy: authorId(ctx.actor),
        },
        diff: { holder: site.holder, address: site.address },
        touches: [...TOUCHES, 'containerRequisitions'],
      };
    },
  });
  await settleHolder(ctx, productId);
  await afterInstall(ctx, before, site);
}

/** The requisition that handed it out is over once all of its containers stand. */
async function settleHolder(ctx: Ctx, productId: string): Promise<void> {
  const requisitionId = await requisitionHolding(ctx, productId);
  if (requisitionId === null) return;
  await recordReturned(ctx, requisitionId, { returned: [], removed: [] });
}

/**
 * A contract says since when a container stands at its customer (domain-containers 2.5): out of the
 * warehouse it was still in, or where a requisition had sent it.
 */
export async function standContainer(
  ctx: Ctx,
  {
    site,
    ...step
  }: Parameters<typeof setUpProduct>[1] & {
    readonly site: Site;
  },
): Promise<void> {
  const { status } = await lockProduct(ctx, step.productId);
  const { productId, document } = step;
  if (startsFrom(productMachine, 'withdraw', status)) {
    await withdrawProduct(ctx, { productId, document, site });
    await setUpProduct(ctx, step);
    return;
  }
  if (!startsFrom(productMachine, 'set-up', status)) return;
  await setUpProduct(ctx, step);
  await settleHolder(ctx, productId);
}

interface Returning {
  readonly productId: string;
  readonly version: number;
  /** Where it comes to. */
  readonly warehouseId: string;
  readonly reason: string;
}

/**
 * Takes an installed container down (domain-containers 2.1 `return`): a receipt waits for it in the
 * warehouse, and an inspection is planned of it.
 */
export async function returnContainer(
  ctx: Ctx,
  { productId, version, warehouseId, reason }: Returning,
): Promise<void> {
  await loadVisible(ctx, products.type, { id: productId });
  const companyId = await deliveryCompany(ctx, warehouseId);
  const { before } = await runAction(ctx, products.type, {
    action: 'return',
    id: productId,
    version,
    reason,
    effect: async (row) => {
      if (row.companyId !== companyId) {
        refuseFaults([{ field: 'warehouseId', code: 'OTHER_COMPANY' }]);
      }
      await logStatus(ctx, {
        productId,
        axis: 'lifecycle',
        from: row.status,
        to: 'returned',
        reason,
      });
      return { touches: [...TOUCHES, 'containerReceipts', 'inspections'] };
    },
  });
  await createReceipt(ctx, {
    companyId,
    warehouseId,
    sourceType: 'customerReturn',
    sourceId: before.id,
    sourceNo: before.serialNumber,
    products: [{ id: before.id, serialNumber: before.serialNumber }],
  });
  await afterReturn(ctx, before);
}

export const installProduct = (
  ctx: Ctx,
  { params, body: { version, holder, address, lat = null, lng = null } }: Input<'products.install'>,
): Promise<void> =>
  installContainer(ctx, {
    productId: params.id,
    version,
    site: { holder, address, lat: lat ?? null, lng: lng ?? null },
  });

export const returnProduct = (
  ctx: Ctx,
  { params, body }: Input<'products.return'>,
): Promise<void> => returnContainer(ctx, { productId: params.id, ...body });
