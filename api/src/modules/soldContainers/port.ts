import { bangkokDate } from '@boxyard/shared/domain';
import type { SoldSaleStatus } from '@boxyard/shared/domain/sales/soldContainers.ts';
import { sql } from 'kysely';
import { type Ctx, conflict, created, newId, notFound, updated } from '../../kernel/index.ts';
import { beginWithTemplate } from './templates.ts';

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
  const product = await expectUnsold(ctx, contract.productId);
  const id = newId();
  await ctx.db
    .insertInto('productContracts')
    .values({
      id,
      ...parties,
      ...product,
      inForceFrom: await inForceFrom(ctx, contract.productId, from),
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
  await beginWithTemplate(ctx, {
    productContractId: id,
    companyId: contract.companyId,
    productModelId: product.productModelId,
    effectiveOn: bangkokDate(from),
  });
  await ctx.pg.query('select assign_waiting_transactions($1)', [contract.productId]);
}

/** When the last contract of a container ended, until which it may be nobody else's; null: it had none. */
export async function soldUntil(ctx: Ctx, productId: string): Promise<Date | null> {
  const found = await ctx.db
    .selectFrom('productContracts')
    .where('productId', '=', productId)
    .select(({ fn }) => fn.max('inForceUntil').as('until'))
    .executeTakeFirst();
  return found?.until ?? null;
}

/** The serial numbers of the containers whose place others took under a contract. */
export async function exchangedSerials(ctx: Ctx, contractId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('productContracts')
    .where('contractId', '=', contractId)
    .where('replacedById', 'is not', null)
    .orderBy('id')
    .select('serialNumber')
    .execute();
  return rows.map(({ serialNumber }) => serialNumber);
}

/** A day counts from its beginning; on the day on which a container changes hands, from then on. */
async function inForceFrom(ctx: Ctx, productId: string, day: Date): Promise<Date> {
  const until = await soldUntil(ctx, productId);
  return until !== null && until > day ? until : day;
}

/** Locks a container that is under no contract by now. */
async function expectUnsold(ctx: Ctx, productId: string) {
  const product = await ctx.db
    .selectFrom('products')
    .where('id', '=', productId)
    .select(['serialNumber', 'productModelId'])
    .forUpdate()
    .executeTakeFirst();
  if (!product) throw notFound();
  const present = await ctx.db
    .selectFrom('productContracts')
    .where('productId', '=', productId)
    .where('inForceUntil', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (present) throw conflict('NOT_AVAILABLE', { serialNumber: product.serialNumber });
  return product;
}

/**
 * Contracts say here that another container has taken the place of theirs. It goes on with the costs,
 * prices, settings and messages of the one before; what that one sells from now on waits for its next
 * contract. Its keys stay its own.
 */
export async function containerExchanged(
  ctx: Ctx,
  {
    contractId,
    productId,
    from,
  }: { readonly contractId: string; readonly productId: string; readonly from: Date },
): Promise<void> {
  const before = await ctx.db
    .selectFrom('productContracts')
    .where('contractId', '=', contractId)
    .where('inForceUntil', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw notFound();
  const product = await expectUnsold(ctx, productId);
  const id = newId();
  await ctx.db
    .updateTable('productContracts')
    .set((eb) => ({
      inForceUntil: sql<Date>`greatest(${ctx.clock.now()}, in_force_from)`,
      isActive: false,
      activeSince: null,
      replacedById: id,
      version: eb('version', '+', 1),
      ...updated(ctx),
    }))
    .where('id', '=', before.id)
    .execute();
  const { companyId, contractNo, customerId, saleId, saleStatus, isActive } = before;
  const { isLineEnabled, lineTarget, lineToken } = before;
  await ctx.db
    .insertInto('productContracts')
    .values({
      id,
      contractId,
      contractNo,
      productId,
      companyId,
      customerId,
      saleId,
      saleStatus,
      ...product,
      inForceFrom: await inForceFrom(ctx, productId, from),
      inForceUntil: null,
      isActive,
      // It is given a day to be heard of, as any that is switched on.
      activeSince: isActive ? ctx.clock.now() : null,
      isLineEnabled,
      lineTarget,
      lineToken,
      lastSaleAt: null,
      toldSilenceOf: null,
      toldDropOn: null,
      ...created(ctx),
    })
    .execute();
  await ctx.db
    .insertInto('productContractChanges')
    .columns(['productContractId', 'kind', 'value', 'effectiveOn', 'createdAt', 'createdBy'])
    .expression((eb) =>
      eb
        .selectFrom('productContractChanges')
        .where('productContractId', '=', before.id)
        .where('revertedAt', 'is', null)
        .select(({ val }) => val(id).as('productContractId'))
        .select(['kind', 'value', 'effectiveOn', 'createdAt', 'createdBy']),
    )
    .execute();
  await ctx.pg.query('select assign_waiting_transactions($1)', [productId]);
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
