import { bangkokDate, startOfBangkokDay, startsFrom } from '@boxyard/shared/domain';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import { isLost } from '@boxyard/shared/domain/containers/statuses.ts';
import { saleStatusInForce } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { titleInForce } from '@boxyard/shared/domain/sales/contracts.ts';
import { sql } from 'kysely';
import {
  authorId,
  type Ctx,
  conflict,
  type DocumentName,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { type Effect, searchTextOf } from '../../../workflow/index.ts';
import {
  dropContract,
  lockProduct,
  releaseReservation,
  reserveContainer,
  setSaleStatus,
  setTitle,
  standContainer,
  storedSince,
} from '../../containers/index.ts';
import { containerExchanged, soldUntil } from '../../soldContainers/index.ts';
import { exchangeWarranties } from '../warranties/exchanged.ts';
import { effectiveOn } from './effective.ts';
import { type Exchange, NO_PROPOSAL, openProposal } from './proposal.ts';
import { expectFits } from './reserve.ts';
import { expectReturnWarehouse, takeBack } from './takeBack.ts';
import { type ContractRow, contracts, documentOf, scheduleOf } from './type.ts';
import { nextVersion } from './versions.ts';

type Product = Awaited<ReturnType<typeof lockProduct>>;

/** It stands where it can be fetched from: not lost, and not on its way back already. */
const isFetched = ({ status }: Product): boolean => startsFrom(productMachine, 'come-back', status);

/**
 * The first day on which one container may have taken the place of the other: the contract was in force
 * and the one before was set up; the other one was built, in its warehouse, and nobody's.
 */
async function firstDayOf(
  ctx: Ctx,
  row: ContractRow,
  { before, next }: { readonly before: Product; readonly next: Product },
): Promise<string> {
  const since = await Promise.all([storedSince(ctx, next.id), soldUntil(ctx, next.id)]);
  const days = [before.installedAt, ...since].flatMap((at) => (at === null ? [] : bangkokDate(at)));
  const all = [row.activatedOn ?? row.startDate, next.documentDate, ...days];
  return all.sort().at(-1) ?? row.startDate;
}

/** Locks the container of the contract and the other one, in the order in which everybody locks them. */
async function lockBoth(ctx: Ctx, row: ContractRow, productId: string) {
  const locked = new Map<string, Product>();
  for (const id of [row.productId ?? '', productId].sort()) {
    locked.set(id, await lockProduct(ctx, id));
  }
  const [before, next] = [locked.get(row.productId ?? ''), locked.get(productId)];
  if (!before || !next) throw new Error('both were locked');
  return { before, next };
}

/**
 * Proposes another container of the same model in place of the one that stands at the customer. It is
 * held for the contract until somebody else decides; the container that is there stays until then.
 */
export const proposeExchange = contracts.action('swapProduct', async (ctx, row, body) => {
  const { productId, reason } = body;
  if (productId === row.productId) refuseFaults([{ field: 'productId', code: 'SAME' }]);
  await expectFits(ctx, row, { productId });
  const { before, next } = await lockBoth(ctx, row, productId);
  const startDate = await firstDayOf(ctx, row, { before, next });
  const effectiveDate = effectiveOn(ctx, { startDate }, body.effectiveDate);
  const returnWarehouseId = isFetched(before)
    ? await expectReturnWarehouse(ctx, row, body.returnWarehouseId)
    : null;
  await reserveContainer(ctx, { productId, document: documentOf(row), expiresAt: null });
  return {
    to: row.status,
    set: await openProposal(ctx, row, {
      proposal: { exchange: { productId, returnWarehouseId } },
      reason,
      effectiveDate,
      total: row.grandTotal,
    }),
    diff: {
      container: { from: before.serialNumber, to: next.serialNumber },
      effectiveDate,
    },
    touches: ['products'],
  };
});

/**
 * Makes an exchange the next version. The container that is held stands at the customer since the day of
 * the exchange, as at an activation; the one before comes back, as at a termination. Nothing of the
 * money changes, and what is left of the warranty goes over to the other container.
 */
export async function exchangeContainers(
  ctx: Ctx,
  row: ContractRow,
  { productId, returnWarehouseId }: Exchange,
): Promise<Effect<'contracts'>> {
  const day = row.proposalEffectiveDate ?? today(ctx.clock);
  const reason = row.proposalReason ?? '';
  // Nobody hands out the container of before any more.
  await dropContract(ctx, row.id);
  const { before, next } = await lockBoth(ctx, row, productId);
  // What is held may have been damaged or moved since.
  if (next.status !== 'inWarehouse' || next.condition === 'damaged') {
    throw conflict('NOT_AVAILABLE', { serialNumber: next.serialNumber });
  }
  // One that was lost when the exchange was proposed may be found since.
  const warehouseId = returnWarehouseId ?? next.warehouseId;
  // Before the container of before comes back, which switches off what it sells.
  await containerExchanged(ctx, {
    contractId: row.id,
    productId,
    from: startOfBangkokDay(day),
  });
  const receipt = await release(ctx, row, { before, warehouseId, reason });
  await stand(ctx, row, { next, day });
  await exchangeWarranties(ctx, row, { productId, day });
  const currentVersionNo = await nextVersion(ctx, row, {
    agreed: { ...row, productId },
    schedule: await scheduleOf(ctx, row.id),
    reason: row.proposalReason,
    effectiveDate: day,
    changeType: 'productSwap',
    approvedBy: authorId(ctx.actor),
  });
  const words = searchTextOf({ documentNo: null, partIds: [], words: [next.serialNumber] });
  return {
    to: row.status,
    set: {
      productId,
      installedOn: day,
      currentVersionNo,
      // Whoever looks for the container of before finds its contract.
      searchText: sql`search_text || ' ' || ${words}`,
      ...NO_PROPOSAL,
    },
    diff: {
      container: { from: before.serialNumber, to: next.serialNumber },
      ...(receipt === null ? {} : { receipt }),
    },
    touches: [
      'products',
      'productContracts',
      'containerReceipts',
      'inspections',
      'warranties',
      'warrantyRequests',
      'stock',
    ],
  };
}

/** The container of before is nobody's any more; answers the name of the receipt that waits for it. */
async function release(
  ctx: Ctx,
  row: ContractRow,
  {
    before,
    warehouseId,
    reason,
  }: {
    readonly before: Product;
    readonly warehouseId: string | null;
    readonly reason: string;
  },
): Promise<DocumentName | null> {
  const document = documentOf(row);
  const fetched = isFetched(before);
  await releaseReservation(ctx, { document, productIds: [before.id] });
  await setSaleStatus(ctx, before, { to: isLost(before) ? 'notForSale' : 'available', document });
  if (!fetched) return null;
  return takeBack(ctx, row, {
    warehouseId: await expectReturnWarehouse(ctx, row, warehouseId),
    reason,
  });
}

/** The other container is what was agreed on, since a day. */
async function stand(
  ctx: Ctx,
  row: ContractRow,
  { next, day }: { readonly next: Product; readonly day: string },
): Promise<void> {
  const document = documentOf(row);
  await setSaleStatus(ctx, next, { to: saleStatusInForce[row.type], document });
  const { address, lat, lng, contactName } = row.installSite;
  await standContainer(ctx, {
    productId: next.id,
    site: { holder: contactName, address, lat, lng },
    document,
    installedAt: startOfBangkokDay(day),
  });
  await setTitle(ctx, { productId: next.id, to: titleInForce(row) });
}
