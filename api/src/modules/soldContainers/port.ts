import type { SoldSaleStatus } from '@boxyard/shared/domain/sales/soldContainers.ts';
import { sql } from 'kysely';
import { type Ctx, conflict, created, notFound, updated } from '../../kernel/index.ts';

/** A contract that comes in force for a container. */
export interface ContractInForce {
  readonly contractId: string;
  readonly contractNo: string;
  readonly productId: string;
  readonly companyId: string;
  readonly customerId: string;
  /** Its salesperson, whose the container and its sales are from now on. */
  readonly saleId: string;
  readonly saleStatus: SoldSaleStatus;
  readonly from: Date;
}

/**
 * Contracts say here that one has come in force: the container is among the sold ones, and sales that
 * waited for it are its own. A container has one contract in force at a time.
 */
export async function contractInForce(ctx: Ctx, contract: ContractInForce): Promise<void> {
  const { from, ...parties } = contract;
  const product = await ctx.db
    .selectFrom('products')
    .where('id', '=', contract.productId)
    .select(['serialNumber', 'productModelId'])
    .forUpdate()
    .executeTakeFirst();
  if (!product) throw notFound();
  const present = await ctx.db
    .selectFrom('productContracts')
    .where('productId', '=', contract.productId)
    .where('inForceUntil', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (present) throw conflict('NOT_AVAILABLE');
  await ctx.db
    .insertInto('productContracts')
    .values({
      ...parties,
      ...product,
      inForceFrom: from,
      inForceUntil: null,
      activeSince: null,
      lineTarget: null,
      lineToken: null,
      lastSaleAt: null,
      toldSilenceOf: null,
      toldDropOn: null,
      ...created(ctx),
    })
    .execute();
  await ctx.pg.query('select assign_waiting_transactions($1)', [contract.productId]);
}

/** Contracts say here that one has ended: what is sold from then on waits for the next one. */
export async function contractEnded(
  ctx: Ctx,
  { contractId, at }: { readonly contractId: string; readonly at: Date },
): Promise<void> {
  await ctx.db
    .updateTable('productContracts')
    .set((eb) => ({
      // Activated late, it was over before it came in force.
      inForceUntil: sql<Date>`greatest(${at}, in_force_from)`,
      isActive: false,
      activeSince: null,
      version: eb('version', '+', 1),
      ...updated(ctx),
    }))
    .where('contractId', '=', contractId)
    .where('inForceUntil', 'is', null)
    .execute();
}

/** Contracts say here who the parties are now. */
export async function contractPartiesChanged(
  ctx: Ctx,
  {
    contractId,
    ...parties
  }: { readonly contractId: string; readonly saleId?: string; readonly customerId?: string },
): Promise<void> {
  await ctx.db
    .updateTable('productContracts')
    .set((eb) => ({ ...parties, version: eb('version', '+', 1), ...updated(ctx) }))
    .where('contractId', '=', contractId)
    .execute();
}
