import { startOfBangkokDay, startsFrom } from '@boxyard/shared/domain';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import { isInWarehouse } from '@boxyard/shared/domain/containers/statuses.ts';
import { saleStatusInForce } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { titleInForce } from '@boxyard/shared/domain/sales/contracts.ts';
import { sql } from 'kysely';
import {
  asSystem,
  authorId,
  type Ctx,
  conflict,
  type DocumentName,
  json,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { type Effect, runAction, searchTextOf } from '../../../workflow/index.ts';
import {
  dropContract,
  endPromise,
  lockProduct,
  lockRequisitionOf,
  releaseReservation,
  reserveContainer,
  setSaleStatus,
  setTitle,
} from '../../containers/index.ts';
import { lockAccounts } from '../../money/index.ts';
import { containerExchanged } from '../../soldContainers/index.ts';
import { exchangeWarranties } from '../warranties/exchanged.ts';
import { coveredCustomers } from '../warranties/locks.ts';
import { exchangeAgreed, exchangeMade } from './notices.ts';
import { dropProposal, type Exchange, exchangeIn, NO_PROPOSAL, openProposal } from './proposal.ts';
import { expectFits } from './reserve.ts';
import { expectReturnWarehouse, takeBack } from './takeBack.ts';
import { type ContractRow, contracts, documentOf, scheduleOf } from './type.ts';
import { nextVersion } from './versions.ts';

type Product = Awaited<ReturnType<typeof lockProduct>>;

/** It stands where it can be fetched from: not lost, and not on its way back already. */
const isFetched = ({ status }: Product): boolean => startsFrom(productMachine, 'come-back', status);

/** Locks the container of the contract and the other one, in the order in which everybody locks them. */
async function lockBoth(ctx: Ctx, row: Pick<ContractRow, 'productId'>, productId: string) {
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
  const returnWarehouseId = isFetched(before)
    ? await expectReturnWarehouse(ctx, row, body.returnWarehouseId)
    : null;
  await reserveContainer(ctx, { productId, document: documentOf(row), expiresAt: null });
  return {
    to: row.status,
    set: await openProposal(ctx, row, {
      proposal: { exchange: { productId, returnWarehouseId } },
      reason,
      effectiveDate: today(ctx.clock),
      total: row.grandTotal,
    }),
    diff: { container: { from: before.serialNumber, to: next.serialNumber } },
    touches: ['products'],
  };
});

/**
 * Approves an exchange. The other container is promised to the customer, and goes there as any container
 * of a contract does: asked for by a requisition, released by scan, inspected, photographed and set up.
 */
export async function agreeExchange(
  ctx: Ctx,
  row: ContractRow,
  { productId, returnWarehouseId }: Exchange,
): Promise<Effect<'contracts'>> {
  // Nobody hands out the container of before any more.
  await dropContract(ctx, row.id);
  const { before, next } = await lockBoth(ctx, row, productId);
  // What is held may have been damaged or moved since.
  if (!isInWarehouse(next) || next.condition === 'damaged') {
    throw conflict('NOT_AVAILABLE', { serialNumber: next.serialNumber });
  }
  // One that was lost when the exchange was proposed may be found until the other one is set up.
  const warehouseId = await expectReturnWarehouse(ctx, row, returnWarehouseId ?? next.warehouseId);
  await setSaleStatus(ctx, next, { to: 'contracted', document: documentOf(row) });
  return {
    to: row.status,
    set: {
      proposal: json({ exchange: { productId, returnWarehouseId: warehouseId } }),
      proposalDecidedBy: authorId(ctx.actor),
      proposalDecidedAt: ctx.clock.now(),
    },
    diff: { container: { from: before.serialNumber, to: next.serialNumber } },
    notices: [exchangeAgreed(row, next.serialNumber)],
    touches: ['products'],
  };
}

/** Calls an approved exchange off, as long as the other container is in its warehouse. */
export const callOffExchange = contracts.action('callOffExchange', {
  before: (ctx, { params }) => lockRequisitionOf(ctx, params.id),
  effect: async (ctx, row) => ({
    to: row.status,
    ...(await dropProposal(ctx, row)),
    touches: ['products', 'containerRequisitions'],
  }),
});

/** The contract whose agreed exchange a container is for. */
const contractOfReplacement = (ctx: Ctx, productId: string) =>
  ctx.db
    .selectFrom('contracts as ct')
    .where('ct.proposalDecidedAt', 'is not', null)
    .where(sql<boolean>`(ct.proposal->'exchange'->>'productId')::uuid = ${productId}`)
    .select(['ct.id', 'ct.version', 'ct.productId', 'ct.documentNo', 'ct.saleId'])
    .executeTakeFirst();

/** The contract that a container was promised to in place of its own; null: none. */
export const exchangeWaitingFor = async (ctx: Ctx, productId: string) =>
  (await contractOfReplacement(ctx, productId)) ?? null;

/**
 * Locks what an exchange changes before the container that is about to be set up: accounts, contract and
 * both containers, in the order in which an approval and a termination lock them.
 */
export async function lockExchange(ctx: Ctx, { productId }: { readonly productId: string }) {
  const found = await contractOfReplacement(ctx, productId);
  if (!found) return;
  await lockAccounts(ctx, [
    ...(await coveredCustomers(ctx, productId)),
    ...(await coveredCustomers(ctx, found.productId ?? '')),
  ]);
  const row = await contracts.type.load(ctx, found.id, { lock: true });
  if (row) await lockBoth(ctx, row, productId);
}

/** The other container of an agreed exchange was set up: it takes the place of the one before. */
export async function makeExchange(
  ctx: Ctx,
  { productId }: { readonly productId: string },
): Promise<void> {
  const found = await contractOfReplacement(ctx, productId);
  if (!found) return;
  const { id, version } = found;
  await runAction(asSystem(ctx), contracts.type, {
    action: 'exchange',
    id,
    version,
    effect: async (row) => {
      const exchange = exchangeIn(row);
      if (exchange === null) throw new Error(`contract ${id} has no exchange`);
      return exchangeContainers(ctx, row, exchange);
    },
  });
}

/**
 * Makes an exchange the next version, with the title of the container that now stands at the customer; the
 * one before comes back, as at a termination. Nothing of the money changes, and what is left of the
 * warranty goes over to the other container.
 */
async function exchangeContainers(
  ctx: Ctx,
  row: ContractRow,
  { productId, returnWarehouseId }: Exchange,
): Promise<Effect<'contracts'>> {
  const day = today(ctx.clock);
  const document = documentOf(row);
  const { before, next } = await lockBoth(ctx, row, productId);
  // Before the container of before comes back, which switches off what it sells.
  await containerExchanged(ctx, { contractId: row.id, productId, from: startOfBangkokDay(day) });
  const receipt = await release(ctx, row, { before, warehouseId: returnWarehouseId });
  await setSaleStatus(ctx, next, { to: saleStatusInForce[row.type], document });
  await setTitle(ctx, { productId, to: titleInForce(row) });
  await exchangeWarranties(ctx, row, { productId, day });
  const currentVersionNo = await nextVersion(ctx, row, {
    agreed: { ...row, productId },
    schedule: await scheduleOf(ctx, row.id),
    reason: row.proposalReason,
    effectiveDate: day,
    changeType: 'productSwap',
    approvedBy: row.proposalDecidedBy,
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
    notices: [exchangeMade(ctx, row, { before: before.serialNumber, next: next.serialNumber })],
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
  { before, warehouseId }: { readonly before: Product; readonly warehouseId: string | null },
): Promise<DocumentName | null> {
  const document = documentOf(row);
  const fetched = isFetched(before);
  await releaseReservation(ctx, { document, productIds: [before.id] });
  await endPromise(ctx, await lockProduct(ctx, before.id), document);
  if (!fetched || warehouseId === null) return null;
  return takeBack(ctx, row, { warehouseId, reason: row.proposalReason ?? '' });
}
