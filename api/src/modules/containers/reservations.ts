import {
  isFreeStatus,
  isInstalledWithoutContract,
  isInWarehouse,
  isLost,
  isReservable,
  type SaleStatus,
} from '@boxyard/shared/domain/containers/statuses.ts';
import { anyId, authorId, type Ctx, conflict, updated } from '../../kernel/index.ts';
import { logStatus, type ProductRow, products } from './products/type.ts';

/** The document that a container is held for. */
interface HoldingDocument {
  /** Its family: `containerRequisitions`, `contracts`. */
  readonly type: string;
  readonly id: string;
  /** Its number, as the container's log names it. */
  readonly documentNo?: string | null;
}

interface ReservationRequest {
  readonly productId: string;
  /** Where it has to stand; anywhere unless said. */
  readonly warehouseId?: string;
  readonly document: HoldingDocument;
  /** When it is given up; null: as long as the document is open. */
  readonly expiresAt: Date | null;
  readonly atSite?: boolean;
}

/** Locks a container that a document names. */
export async function lockProduct(ctx: Ctx, id: string): Promise<ProductRow> {
  const row = await products.type.load(ctx, id, { lock: true });
  if (!row) throw new Error(`container ${id} is missing`);
  return row;
}

/**
 * Changes the sale axis for a document and writes it to the container's log. Whoever changes the axis
 * by hand has the version of before, and is told.
 */
export async function setSaleStatus(
  ctx: Ctx,
  row: ProductRow,
  { to, document }: { readonly to: SaleStatus; readonly document: HoldingDocument },
): Promise<void> {
  await ctx.db
    .updateTable('products')
    .set({ saleStatus: to, ...updated(ctx) })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute();
  await logStatus(ctx, {
    productId: row.id,
    axis: 'sale',
    from: row.saleStatus,
    to,
    document: {
      subject: document.type,
      id: document.id,
      documentNo: document.documentNo ?? '',
    },
  });
}

/**
 * Nothing is agreed about a container any more. In a warehouse it is offered at once; elsewhere it is
 * offered when a receipt has accepted it (`receiveProduct`).
 */
export async function endPromise(
  ctx: Ctx,
  row: ProductRow,
  document: HoldingDocument,
): Promise<void> {
  if (isFreeStatus(row.saleStatus)) return;
  await setSaleStatus(ctx, row, {
    to: isInWarehouse(row) ? 'available' : 'notForSale',
    document,
  });
}

/**
 * Holds a container for a document: it stands in a warehouse, is sound and nobody else's, or the
 * answer is 409 NOT_AVAILABLE. With `atSite` it may stand at a customer instead, where nothing is
 * agreed about it yet: it was there before its contract. Whoever holds several asks in the order of their ids, so that nobody
 * waits for each other. The database permits one active reservation per container
 * (`container_reservations_active_uq`).
 */
export async function reserveContainer(
  ctx: Ctx,
  { productId, warehouseId, document, expiresAt, atSite = false }: ReservationRequest,
): Promise<void> {
  const row = await lockProduct(ctx, productId);
  const isStored =
    isReservable(row) && (warehouseId === undefined || row.warehouseId === warehouseId);
  const isStanding = atSite && isInstalledWithoutContract(row);
  if (!isStored && !isStanding) {
    throw conflict('NOT_AVAILABLE', { serialNumber: row.serialNumber });
  }
  await hold(ctx, row, { document, expiresAt });
}

/** Writes the reservation of a locked container that is free. */
export async function hold(
  ctx: Ctx,
  row: ProductRow,
  { document, expiresAt }: Pick<ReservationRequest, 'document' | 'expiresAt'>,
): Promise<void> {
  if (!isFreeStatus(row.saleStatus)) {
    throw conflict('NOT_AVAILABLE', { serialNumber: row.serialNumber });
  }
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('containerReservations')
    .values({
      productId: row.id,
      documentSubject: document.type,
      documentId: document.id,
      documentNo: document.documentNo ?? null,
      saleBefore: row.saleStatus,
      reservedAt: ctx.clock.now(),
      reservedBy: authorId(ctx.actor),
      expiresAt,
      endedAt: null,
    })
    .onConflict((oc) => oc.column('productId').where('endedAt', 'is', null).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) {
    throw conflict('NOT_AVAILABLE', { serialNumber: row.serialNumber });
  }
  await setSaleStatus(ctx, row, { to: 'reserved', document });
}

/**
 * Ends the active reservations of a document, or those of some of its containers; what was reserved
 * is offered again as before. A container that was contracted, sold or leased meanwhile keeps that.
 * Answers the containers that were held.
 */
export async function releaseReservation(
  ctx: Ctx,
  {
    document,
    productIds,
  }: { readonly document: HoldingDocument; readonly productIds?: readonly string[] },
): Promise<string[]> {
  const query = ctx.db
    .selectFrom('containerReservations')
    .where('documentId', '=', document.id)
    .where('documentSubject', '=', document.type)
    .where('endedAt', 'is', null)
    .orderBy('productId')
    .select(['id', 'productId', 'saleBefore']);
  const held = await (productIds === undefined
    ? query
    : query.where('productId', '=', anyId(productIds))
  ).execute();
  for (const { id, productId, saleBefore } of held) {
    const row = await lockProduct(ctx, productId);
    await ctx.db
      .updateTable('containerReservations')
      .set({ endedAt: ctx.clock.now() })
      .where('id', '=', id)
      .execute();
    if (row.saleStatus === 'reserved') {
      // A lost container is offered to no one.
      const to = isLost(row) ? 'notForSale' : saleBefore;
      await setSaleStatus(ctx, row, { to, document });
    }
  }
  return held.map(({ productId }) => productId);
}
