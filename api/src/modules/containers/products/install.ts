import type { Site } from '../../../db/schema/containers.ts';
import {
  authorId,
  type Ctx,
  conflict,
  type Input,
  json,
  refuseFaults,
} from '../../../kernel/index.ts';
import { deliveryCompany, loadVisible } from '../../../workflow/index.ts';
import { contractPort } from '../containerRequisitions/contracts.ts';
import {
  lockHolding,
  recordReturned,
  requisitionHolding,
} from '../containerRequisitions/returned.ts';
import { createReceipt } from '../receipts/create.ts';
import { afterInstall, afterReturn, beforeInstall } from './hooks.ts';
import { logStatus, products, TOUCHES } from './type.ts';

type Standing = Input<'products.install'>['body'];

/** The contract that holds a container; null: none does. */
async function contractHolding(ctx: Ctx, productId: string): Promise<string | null> {
  const found = await ctx.db
    .selectFrom('containerReservations')
    .where('productId', '=', productId)
    .where('documentSubject', '=', 'contracts')
    .where('endedAt', 'is', null)
    .select('documentId')
    .executeTakeFirst();
  return found?.documentId ?? null;
}

/** 409 where a container was handed out for a contract that has given it up since: it is brought back. */
async function expectStillAgreed(ctx: Ctx, productId: string): Promise<void> {
  const handedOut = await ctx.db
    .selectFrom('containerRequisitionItems')
    .where('productId', '=', productId)
    .where('lineStatus', '=', 'released')
    .where('contractId', 'is not', null)
    .select('id')
    .executeTakeFirst();
  if (handedOut && (await contractHolding(ctx, productId)) === null) {
    throw conflict('CONTRACT_GAVE_UP');
  }
}

const addressKey = (address: string): string => address.replace(/\s/g, '').toLowerCase();

/**
 * Why a contract's container stands at another address than its contract says; null: it stands there, or
 * no contract says where. 422 SITE_DIFFERS where no reason is given.
 */
async function reasonOfOtherSite(
  ctx: Ctx,
  productId: string,
  { address, siteReason }: Standing,
): Promise<string | null> {
  const contractId = await contractHolding(ctx, productId);
  if (contractId === null) return null;
  const agreed = await contractPort().addressesOf(ctx, contractId);
  if (agreed.some((place) => addressKey(place) === addressKey(address))) return null;
  if (!siteReason) refuseFaults([{ field: 'address', code: 'SITE_DIFFERS' }]);
  return siteReason ?? null;
}

const siteOf = ({ holder, address, lat, lng }: Standing): Site => ({
  holder,
  address,
  lat: lat ?? null,
  lng: lng ?? null,
});

/**
 * Sets a container up where it was sent to (domain-containers 2.1 `install`): it was found sound and is
 * photographed there. At another address than its contract says it stands with a reason. The requisition that handed it out is over once all of its containers stand.
 */
export const installContainer = products.action('install', {
  before: async (ctx, { params }) => {
    await lockHolding(ctx, params.id);
    await beforeInstall(ctx, params.id);
  },
  effect: async (ctx, row, body) => {
    await expectStillAgreed(ctx, row.id);
    const site = siteOf(body);
    const siteReason = await reasonOfOtherSite(ctx, row.id, body);
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
      diff: {
        holder: site.holder,
        address: site.address,
        ...(siteReason === null ? {} : { siteReason }),
      },
      touches: [...TOUCHES, 'containerRequisitions'],
    };
  },
  after: async (ctx, row, body) => {
    await settleHolder(ctx, row.id);
    await afterInstall(ctx, row, {
      site: siteOf(body),
      siteReason: await reasonOfOtherSite(ctx, row.id, body),
    });
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
      refuseFaults([{ field: 'warehouseId', code: 'WAREHOUSE_NOT_OF_COMPANY' }]);
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
