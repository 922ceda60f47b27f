import { bangkokDate, startOfBangkokDay, startsFrom } from '@boxyard/shared/domain';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import { saleStatusInForce } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { titleInForce } from '@boxyard/shared/domain/sales/contracts.ts';
import { sql } from 'kysely';
import { authorId, type Ctx, json, refuseFaults, today } from '../../../kernel/index.ts';
import { type Effect, searchTextOf } from '../../../workflow/index.ts';
import {
  dropContract,
  lockProduct,
  releaseReservation,
  reserveContainer,
  setSaleStatus,
  setTitle,
  standContainer,
} from '../../containers/index.ts';
import { containerExchanged } from '../../soldContainers/index.ts';
import { exchangeWarranties } from '../warranties/exchanged.ts';
import { effectiveOn } from './effective.ts';
import { type Exchange, NO_PROPOSAL, type Proposal } from './proposal.ts';
import { expectFits } from './reserve.ts';
import { expectReturnWarehouse, takeBack } from './takeBack.ts';
import { type ContractRow, contracts, documentOf, scheduleOf } from './type.ts';
import { nextVersion } from './versions.ts';

type Product = Awaited<ReturnType<typeof lockProduct>>;

/** It is where a container can be fetched from; one that is lost cannot. */
const isFetched = ({ status }: Product): boolean => startsFrom(productMachine, 'come-back', status);

/** The day on which it was set up, or on which the contract came into force if that is later. */
function firstDayOf(row: ContractRow, { installedAt }: Product): string {
  const days = [row.activatedOn ?? row.startDate];
  if (installedAt !== null) days.push(bangkokDate(installedAt));
  return days.sort().at(-1) ?? row.startDate;
}

/**
 * Proposes another container of the same model in place of the one that stands at the customer. It is
 * held for the contract until somebody else decides; the container that is there stays until then.
 */
export const proposeExchange = contracts.action('swapProduct', async (ctx, row, body) => {
  const { productId, reason } = body;
  const before = await lockProduct(ctx, row.productId ?? '');
  const startDate = firstDayOf(row, before);
  const effectiveDate = effectiveOn(ctx, { startDate }, body.effectiveDate);
  if (productId === before.id) refuseFaults([{ field: 'productId', code: 'SAME' }]);
  const returnWarehouseId = isFetched(before)
    ? await expectReturnWarehouse(ctx, row, body.returnWarehouseId)
    : null;
  await expectFits(ctx, row, productId);
  await reserveContainer(ctx, { productId, document: documentOf(row), expiresAt: null });
  const { serialNumber } = await lockProduct(ctx, productId);
  const proposal: Proposal = { exchange: { productId, returnWarehouseId } };
  return {
    to: row.status,
    set: {
      proposal: json(proposal),
      proposalReason: reason,
      proposalEffectiveDate: effectiveDate,
      proposedTotal: row.grandTotal,
      proposedBy: authorId(ctx.actor),
      proposedAt: ctx.clock.now(),
    },
    diff: { container: { from: before.serialNumber, to: serialNumber }, effectiveDate },
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
  const locked = new Map<string, Product>();
  for (const id of [row.productId ?? '', productId].sort()) {
    locked.set(id, await lockProduct(ctx, id));
  }
  const [before, next] = [locked.get(row.productId ?? ''), locked.get(productId)];
  if (!before || !next) throw new Error('both were locked');
  const receipt = await release(ctx, row, { before, returnWarehouseId, reason });
  await stand(ctx, row, { next, day });
  await containerExchanged(ctx, {
    contractId: row.id,
    productId,
    from: startOfBangkokDay(day),
  });
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
    touches: ['productContracts', 'containerReceipts', 'inspections', 'warranties', 'stock'],
  };
}

/** The container of before is nobody's any more; answers the number of the receipt that waits for it. */
async function release(
  ctx: Ctx,
  row: ContractRow,
  {
    before,
    returnWarehouseId,
    reason,
  }: {
    readonly before: Product;
    readonly returnWarehouseId: string | null;
    readonly reason: string;
  },
): Promise<string | null> {
  const document = documentOf(row);
  const fetched = isFetched(before);
  await releaseReservation(ctx, { document, productIds: [before.id] });
  await setSaleStatus(ctx, before, { to: fetched ? 'available' : 'notForSale', document });
  if (!fetched) return null;
  // It was lost when the exchange was proposed, and was found since.
  if (returnWarehouseId === null) {
    refuseFaults([{ field: 'returnWarehouseId', code: 'REQUIRED' }]);
  }
  return takeBack(ctx, row, { warehouseId: returnWarehouseId ?? '', reason });
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
