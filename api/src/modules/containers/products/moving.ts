import { decimal } from '@boxyard/shared/domain';
import type { Site } from '../../../db/schema/containers.ts';
import { asSystem, type Ctx, json } from '../../../kernel/index.ts';
import { placesOf } from '../../../ledger/index.ts';
import { type Effect, runAction } from '../../../workflow/index.ts';
import { containerBay, interiorAt } from '../bay.ts';
import { lockProduct } from '../reservations.ts';
import { post } from './decide.ts';
import { afterFinding, afterLoss, afterReturn } from './hooks.ts';
import { insideMoves } from './parts.ts';
import { takeBackTitle } from './title.ts';
import { logStatus, type ProductRow, products, TOUCHES } from './type.ts';
import { worthOf } from './worth.ts';

/** The document that moves a container, as its log names it. */
export interface MovingDocument {
  readonly subject: string;
  readonly id: string;
  readonly documentNo: string;
}

interface Step {
  readonly productId: string;
  readonly document: MovingDocument;
}

/** Takes one step of a container's lifecycle for a document: the machine, the log, and what `work` does. */
async function take(
  ctx: Ctx,
  { productId, document }: Step,
  {
    action,
    to,
    reason = null,
    work,
  }: {
    readonly action: string;
    readonly to: ProductRow['status'];
    readonly reason?: string | null;
    readonly work?: (row: ProductRow) => Promise<NonNullable<Effect<'products'>['set']>>;
  },
): Promise<void> {
  const { version } = await lockProduct(ctx, productId);
  await runAction(asSystem(ctx), products.type, {
    action,
    id: productId,
    version,
    reason,
    effect: async (row) => {
      const set = (await work?.(row)) ?? {};
      await logStatus(ctx, {
        productId,
        axis: 'lifecycle',
        from: row.status,
        to,
        reason,
        document,
      });
      return { to, set, diff: { document: document.documentNo }, touches: TOUCHES };
    },
  });
}

/** Where the container stands in the books while it is in this state, if no warehouse says so. */
const PLACE_OF = {
  awaitingReceipt: 'TRANSFORM',
  returned: 'SITE',
  inTransit: 'TRANSIT',
} as const;

const placeOf = (row: ProductRow) => {
  const place = PLACE_OF[row.status as keyof typeof PLACE_OF];
  if (place === undefined) throw new Error(`container ${row.id} is nowhere to be received from`);
  return place;
};

/**
 * Takes a container into a warehouse: out of production, off a transfer, or back from where it stood.
 * What comes from production is worth its labour, since what is inside keeps its value at the location
 * inside; both together are its cost, fixed from now on (domain-conventions "Containers in the
 * ledger").
 */
export const receiveProduct = (
  ctx: Ctx,
  {
    warehouseId,
    condition,
    ...step
  }: Step & { readonly warehouseId: string; readonly condition: ProductRow['condition'] },
): Promise<void> =>
  take(ctx, step, {
    action: 'receive',
    to: 'inWarehouse',
    work: async (before) => {
      // What was sold comes into the books again where it stood.
      const title = before.titleHolder === 'customer' ? await takeBackTitle(ctx, before) : {};
      const row = { ...before, ...title };
      const place = placeOf(row);
      const isNew = place === 'TRANSFORM';
      const [places, bay, partsCost, owner, isOffered] = await Promise.all([
        placesOf(ctx, row.companyId),
        containerBay(ctx, warehouseId),
        isNew ? insideValue(ctx, row) : null,
        takeOver(ctx, row, warehouseId),
        isNew || cameFromContract(ctx, row),
      ]);
      await post(ctx, row, {
        action: 'receive',
        moves: [
          {
            itemType: 'container',
            itemId: row.id,
            quantity: 1,
            from: places[place],
            to: bay,
            ...(isNew ? { value: row.labourCost } : {}),
          },
          ...owner.moves,
        ],
      });
      if (isOffered) {
        await logStatus(ctx, {
          productId: row.id,
          axis: 'sale',
          from: row.saleStatus,
          to: 'available',
          document: step.document,
        });
      }
      return {
        warehouseId,
        condition,
        site: null,
        installedAt: null,
        installedBy: null,
        ...title,
        ...owner.set,
        ...(isOffered ? { saleStatus: 'available' } : {}),
        ...(partsCost === null
          ? {}
          : { costAmount: decimal.round(decimal.add(partsCost, row.labourCost)) }),
      };
    },
  });

/** A contract gave it up while it was at its customer (`endPromise`): it is offered once it is back. */
async function cameFromContract(ctx: Ctx, row: ProductRow): Promise<boolean> {
  if (row.saleStatus !== 'notForSale') return false;
  const last = await ctx.db
    .selectFrom('productStatusLog')
    .where('productId', '=', row.id)
    .where('axis', '=', 'sale')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .select('documentSubject')
    .executeTakeFirst();
  return last?.documentSubject === 'contracts';
}

/**
 * What changes when a container comes into a warehouse of another company: it is theirs from then on,
 * with everything inside, at what it was worth to the company that it left.
 */
async function takeOver(ctx: Ctx, row: ProductRow, warehouseId: string) {
  const { companyId } = await ctx.db
    .selectFrom('warehouses')
    .where('id', '=', warehouseId)
    .select('companyId')
    .executeTakeFirstOrThrow();
  if (companyId === row.companyId) return { moves: [], set: {} };
  const interiorBinId = await interiorAt(
    ctx,
    { companyId, serialNumber: row.serialNumber },
    'CONTAINER',
  );
  return {
    moves: await insideMoves(ctx, row, interiorBinId),
    set: { companyId, interiorBinId, makerCompanyId: row.makerCompanyId ?? row.companyId },
  };
}

/** What is inside, at the average cost of the company. */
export async function insideValue(ctx: Ctx, row: ProductRow): Promise<string> {
  const { rows } = await ctx.pg.query<{ value: string }>({
    name: 'products.insideValue',
    text: `select coalesce(sum(i.quantity * coalesce(v.avg_cost, i.unit_cost)), 0)::text as value
      from product_parts i left join part_valuations v
        on v.company_id = $2 and v.item_type = 'part' and v.item_id = i.part_id
      where i.product_id = $1 and i.removed_at is null`,
    values: [row.id, row.companyId],
  });
  return decimal.round(rows[0]?.value ?? '0');
}

/** Moves a container out of its warehouse to one of the places of its company. */
async function leave(ctx: Ctx, row: ProductRow, to: 'SITE' | 'TRANSIT'): Promise<void> {
  const places = await placesOf(ctx, row.companyId);
  const bay = await containerBay(ctx, row.warehouseId ?? '');
  await post(ctx, row, {
    action: 'leave',
    moves: [{ itemType: 'container', itemId: row.id, quantity: 1, from: bay, to: places[to] }],
  });
}

/** Hands a container out: it leaves the stock for the place where it will stand. */
export const withdrawProduct = (
  ctx: Ctx,
  { site, ...step }: Step & { readonly site: Site | null },
): Promise<void> =>
  take(ctx, step, {
    action: 'withdraw',
    to: 'withdrawn',
    work: async (row) => {
      await leave(ctx, row, 'SITE');
      return { warehouseId: null, site: site === null ? null : json(site) };
    },
  });

/** Sends a container on its way to another warehouse. */
export const departProduct = (ctx: Ctx, step: Step): Promise<void> =>
  take(ctx, step, {
    action: 'depart',
    to: 'inTransit',
    work: async (row) => {
      await leave(ctx, row, 'TRANSIT');
      return { warehouseId: null };
    },
  });

/** A container that did not arrive stands in a warehouse after all. */
export async function turnUp(
  ctx: Ctx,
  {
    warehouseId,
    condition,
    reason,
    ...step
  }: Step & {
    readonly warehouseId: string;
    readonly reason: string;
    /** As a receipt found it. */
    readonly condition?: ProductRow['condition'];
  },
): Promise<void> {
  await take(ctx, step, {
    action: 'turn-up',
    to: 'inWarehouse',
    reason,
    work: async (row) => {
      const { TRANSIT } = await placesOf(ctx, row.companyId);
      const to = await containerBay(ctx, warehouseId);
      const owner = await takeOver(ctx, row, warehouseId);
      await post(ctx, row, {
        action: 'turn-up',
        moves: [
          { itemType: 'container', itemId: row.id, quantity: 1, from: TRANSIT, to },
          ...owner.moves,
        ],
      });
      return { warehouseId, ...(condition === undefined ? {} : { condition }), ...owner.set };
    },
  });
  await afterFinding(ctx, step.productId);
}

/** A container that did not arrive leaves the books, with everything inside. */
export const writeOffProduct = (ctx: Ctx, step: Step, reason: string): Promise<void> =>
  take(ctx, step, {
    action: 'write-off',
    to: 'retired',
    reason,
    work: async (row) => {
      const { TRANSIT, SCRAP } = await placesOf(ctx, row.companyId);
      const { moves } = await post(ctx, row, {
        action: 'write-off',
        moves: [
          { itemType: 'container', itemId: row.id, quantity: 1, from: TRANSIT, to: SCRAP },
          ...(await insideMoves(ctx, row, SCRAP)),
        ],
      });
      return { saleStatus: 'notForSale', retiredValue: worthOf(moves) };
    },
  });

/** A container that was handed out is on its way back; a receipt waits for it. */
export async function bringBack(ctx: Ctx, step: Step, reason: string): Promise<void> {
  const row = await lockProduct(ctx, step.productId);
  await take(ctx, step, { action: 'come-back', to: 'returned', reason });
  if (row.installedAt !== null) await afterReturn(ctx, row);
}

/** The receipt refused it: it stays out, where it was set up if it had been. */
export async function stayOut(ctx: Ctx, step: Step, reason: string): Promise<void> {
  const { installedAt } = await lockProduct(ctx, step.productId);
  const to = installedAt === null ? 'withdrawn' : 'installed';
  await take(ctx, step, { action: 'stay-out', to, reason });
}

/** A receipt did not find it; its value stays where it was, until somebody says what became of it. */
export async function missProduct(ctx: Ctx, step: Step, reason: string): Promise<void> {
  await take(ctx, step, {
    action: 'go-missing',
    to: 'lost',
    reason,
    work: async (row) => {
      const isOffered = row.saleStatus === 'available';
      if (isOffered) {
        await logStatus(ctx, {
          productId: row.id,
          axis: 'sale',
          from: row.saleStatus,
          to: 'notForSale',
          document: step.document,
        });
      }
      return {
        // It was taken down: found again, it does not stand there.
        site: null,
        installedAt: null,
        installedBy: null,
        ...(isOffered ? { saleStatus: 'notForSale' } : {}),
      };
    },
  });
  await afterLoss(ctx, step.productId);
}
