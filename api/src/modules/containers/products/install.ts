import type { Site } from '../../../db/schema/containers.ts';
import { authorId, type Ctx, type Input, json, refuseFaults } from '../../../kernel/index.ts';
import { deliveryCompany, loadVisible } from '../../../workflow/index.ts';
import {
  lockHolding,
  recordReturned,
  requisitionHolding,
} from '../containerRequisitions/returned.ts';
import { createReceipt } from '../receipts/create.ts';
import { afterInstall, afterReturn, beforeInstall } from './hooks.ts';
import { logStatus, products, TOUCHES } from './type.ts';

type Standing = Input<'products.install'>['body'];

const siteOf = ({ holder, address, lat, lng }: Standing): Site => ({
  holder,
  address,
  lat: lat ?? null,
  lng: lng ?? null,
});

/**
 * Sets a container up where it was sent to (domain-containers 2.1 `install`): it was found sound and is
 * photographed there. The requisition that handed it out is over once all of its containers stand.
 */
export const installContainer = products.action('install', {
  before: async (ctx, { params }) => {
    await lockHolding(ctx, params.id);
    await beforeInstall(ctx, params.id);
  },
  effect: async (ctx, row, body) => {
    const site = siteOf(body);
    await logStatus(ctx, {
      productId: row.id,
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
  after: async (ctx, row, body) => {
    await settleHolder(ctx, row.id);
    await afterInstall(ctx, row, siteOf(body));
  },
});

/** The requisition that handed it out is over once all of its containers stand. */
async function settleHolder(ctx: Ctx, productId: string): Promise<void> {
  const requisitionId = await requisitionHolding(ctx, productId);
  if (requisitionId === null) return;
  await recordReturned(ctx, requisitionId, { returned: [], removed: [] });
}

/**
 * Takes an installed container down (domain-containers 2.1 `return`): a receipt waits for it in the
 * warehouse, and an inspection is planned of it.
 */
export const returnContainer = products.action('return', {
  before: async (ctx, { params, body }) => {
    await loadVisible(ctx, products.type, { id: params.id });
    return { companyId: await deliveryCompany(ctx, body.warehouseId) };
  },
  effect: async (ctx, row, { companyId, reason }) => {
    if (row.companyId !== companyId) {
      refuseFaults([{ field: 'warehouseId', code: 'OTHER_COMPANY' }]);
    }
    await logStatus(ctx, {
      productId: row.id,
      axis: 'lifecycle',
      from: row.status,
      to: 'returned',
      reason,
    });
    return { touches: [...TOUCHES, 'containerReceipts', 'inspections'] };
  },
  after: async (ctx, row, { warehouseId }) => {
    await createReceipt(ctx, {
      companyId: row.companyId,
      warehouseId,
      sourceType: 'customerReturn',
      sourceId: row.id,
      sourceNo: row.serialNumber,
      products: [{ id: row.id, serialNumber: row.serialNumber }],
    });
    await afterReturn(ctx, row);
  },
});
