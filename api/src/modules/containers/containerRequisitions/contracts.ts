import type { Site } from '../../../db/schema/containers.ts';
import { asSystem, type Ctx, conflict } from '../../../kernel/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { lockProduct } from '../reservations.ts';
import { containerRequisitions, type RequisitionItem } from './type.ts';

/** A contract that asks for a container. */
export interface ContractDraft {
  readonly id: string;
  readonly companyId: string;
  readonly productModelId: string;
  readonly customerName: string;
  /** The container that it holds in a warehouse; null: the approval of the requisition gives it one. */
  readonly held: HeldContainer | null;
}

export interface HeldContainer {
  readonly productId: string;
  readonly warehouseId: string | null;
  readonly serialNumber: string;
}

interface ContractLine {
  readonly contractId: string;
  readonly productId: string;
}

/**
 * What requisitions need of contracts, which are built on containers and therefore known here only by
 * what they register (docs/adr/0018).
 */
export interface ContractPort {
  /**
   * Loads and locks the contracts among `ids` for which this person may ask a container: drafts without one,
   * and contracts that hold one in a warehouse.
   */
  readonly drafts: (ctx: Ctx, ids: readonly string[]) => Promise<readonly ContractDraft[]>;
  /** Holds a container for a draft. 409 where the contract is no draft, or of another model, by now. */
  readonly allocate: (
    ctx: Ctx,
    line: ContractLine & { readonly warehouseId: string },
  ) => Promise<void>;
  /** Gives the container of a line up. 409 where the contract has gone on: it is cancelled instead. */
  readonly lapse: (ctx: Ctx, contractId: string) => Promise<void>;
  /** Where an approved contract's container will stand. 409 where it is not approved. */
  readonly siteOf: (ctx: Ctx, contractId: string) => Promise<Site>;
  /** The address at which a contract's container is to be set up, in each language that it was written in. */
  readonly addressesOf: (ctx: Ctx, contractId: string) => Promise<readonly string[]>;
  /**
   * Where the containers of some contracts go, by contract. Left out are those of other salespeople's
   * customers, for whoever sees contracts of some people only.
   */
  readonly visibleSites: (
    ctx: Ctx,
    contractIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Site>>;
}

let registered: ContractPort | undefined;

/** The module of contracts says how its contracts are given containers. */
export const registerContracts = (port: ContractPort): void => {
  registered = port;
};

export const contractPort = (): ContractPort => {
  if (!registered) throw new Error('no module has registered contracts');
  return registered;
};

/** A line of a requisition for contracts. */
export type ForContract = RequisitionItem & { readonly contractId: string };

export const inOrderOfContracts = (items: readonly RequisitionItem[]): ForContract[] =>
  items
    .flatMap((item) => (item.contractId === null ? [] : [{ ...item, contractId: item.contractId }]))
    .sort((a, b) => (a.contractId < b.contractId ? -1 : 1));

/**
 * The contracts that were given containers are drafts again; in the order of their ids. Those that held
 * one before keep it.
 */
export async function lapseContracts(ctx: Ctx, items: readonly RequisitionItem[]): Promise<void> {
  for (const { contractId, lineStatus, heldByContract } of inOrderOfContracts(items)) {
    if (lineStatus === 'allocated' && !heldByContract) await contractPort().lapse(ctx, contractId);
  }
}

/**
 * Locks the requisition that asks for a contract's container, before the contract itself: whoever
 * decides on the requisition locks them in this order as well.
 */
export async function lockRequisitionOf(ctx: Ctx, contractId: string): Promise<void> {
  await ctx.db
    .selectFrom('containerRequisitions as wd')
    .innerJoin('containerRequisitionItems as i', 'i.documentId', 'wd.id')
    .where('i.contractId', '=', contractId)
    .where('i.lineStatus', 'in', [...ASKING])
    .select('wd.id')
    .forUpdate('wd')
    .execute();
}

/** Lines whose container has not left yet. */
const ASKING = ['pending', 'allocated'] as const;

/** A contract came to nothing, or has another container: nobody hands out any more what it was given. */
export async function dropContract(ctx: Ctx, contractId: string): Promise<void> {
  const line = await ctx.db
    .updateTable('containerRequisitionItems')
    .set({ lineStatus: 'removed' })
    .where('contractId', '=', contractId)
    .where('lineStatus', 'in', [...ASKING])
    .returning('documentId')
    .executeTakeFirst();
  if (!line) return;
  const row = await containerRequisitions.type.load(ctx, line.documentId, { lock: true });
  if (!row) throw new Error(`requisition ${line.documentId} is missing`);
  const { left } = await ctx.db
    .selectFrom('containerRequisitionItems')
    .where('documentId', '=', row.id)
    .where('lineStatus', '<>', 'removed')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .executeTakeFirstOrThrow();
  await runAction(asSystem(ctx), containerRequisitions.type, {
    action: 'drop',
    id: row.id,
    version: row.version,
    effect: async () => ({
      to: Number(left) === 0 ? 'cancelled' : row.status,
      diff: { contract: contractId },
      touches: ['containerRequisitions'],
    }),
  });
}

/** Where the containers of lines go: the sites of their contracts, all of which are approved. */
export async function sitesOf(
  ctx: Ctx,
  items: readonly RequisitionItem[],
): Promise<ReadonlyMap<string, Site>> {
  const sites = new Map<string, Site>();
  for (const { id, contractId } of inOrderOfContracts(items)) {
    sites.set(id, await contractPort().siteOf(ctx, contractId));
  }
  return sites;
}

/**
 * Gives each contract of allocated lines its container. The containers are locked first, in the order
 * of their ids, as everywhere; then the contracts in the order of theirs.
 */
export async function allocateContracts(
  ctx: Ctx,
  lines: readonly (RequisitionItem & { readonly given: string })[],
  warehouseId: string,
): Promise<void> {
  const given = new Map(lines.map((line) => [line.id, line.given]));
  for (const productId of [...given.values()].sort()) {
    const product = await lockProduct(ctx, productId);
    // The container of a contract may have left the warehouse since it was asked for.
    if (product.warehouseId !== warehouseId) {
      throw conflict('NOT_AVAILABLE', { serialNumber: product.serialNumber });
    }
  }
  for (const { id, contractId, heldByContract } of inOrderOfContracts(lines)) {
    const productId = given.get(id);
    if (productId === undefined) throw new Error('a line of a contract was given no container');
    if (heldByContract) continue;
    await contractPort().allocate(ctx, { contractId, productId, warehouseId });
  }
}
