import { addDays, isWhole, STORAGE_KINDS, startOfBangkokDay } from '@boxyard/shared/domain';
import { shortQty } from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import { misfitOf } from '@boxyard/shared/domain/warehouse/substitutes.ts';
import {
  asSystem,
  type Ctx,
  conflict,
  mayUseWarehouse,
  refuseFaults,
  settingOf,
  today,
} from '../../../kernel/index.ts';
import { holdBest, release } from '../../../ledger/index.ts';
import {
  approvedNow,
  loadCatalogue,
  matchItems,
  notifyNextActors,
} from '../../../workflow/index.ts';
import { replaceables } from './available.ts';
import { OF_JOB } from './jobHooks.ts';
import { refreshItems, writePicks } from './picks.ts';
import {
  hasShort,
  type ItemRow,
  REQUISITION_MOVES,
  type RequisitionRow,
  requisitions,
  TOUCHES,
} from './type.ts';

/**
 * The end of the day on which what is held is given back (2.7). Parts of a job are held for its
 * appointment, which may lie further ahead: their days count from then.
 */
async function heldUntil(ctx: Ctx, { companyId, jobId, neededBy }: RequisitionRow): Promise<Date> {
  const days = await settingOf(ctx, { companyId, key: 'requisition.holdDays' });
  const now = today(ctx.clock);
  const from = jobId !== null && neededBy > now ? neededBy : now;
  return startOfBangkokDay(addDays(from, days + 1));
}

/** How a line is to be served: how much, from where, with which part. */
interface Decision {
  readonly item: ItemRow;
  readonly approvedQty: number;
  readonly warehouseId: string;
  readonly substitutePartId: string | null;
}

interface Choice {
  readonly id: string;
  readonly approvedQty?: number;
  readonly warehouseId?: string | null | undefined;
  readonly substitutePartId?: string | null | undefined;
}

/** The warehouses of the company that somebody may take from. */
async function usableWarehouses(ctx: Ctx, row: RequisitionRow): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('warehouses')
    .where('companyId', '=', row.companyId)
    .where('kind', 'in', [...STORAGE_KINDS])
    .where('isActive', '=', true)
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id).filter((id) => mayUseWarehouse(ctx.actor, id)));
}

/** What speaks against the choices; every fault at once. */
async function checked(
  ctx: Ctx,
  {
    row,
    items,
    choices,
  }: { row: RequisitionRow; items: readonly ItemRow[]; choices: readonly Choice[] },
): Promise<Decision[]> {
  const substitutes = choices.flatMap(({ substitutePartId }) => substitutePartId ?? []);
  const partIds = [...items.map((item) => item.partId), ...substitutes];
  const [{ parts }, warehouses, fitting] = await Promise.all([
    loadCatalogue(ctx, { partIds, unitIds: [] }),
    usableWarehouses(ctx, row),
    substitutes.length > 0 ? replaceables(ctx, partIds) : new Map<string, never>(),
  ]);
  const misfit = (partId: string, otherId: string) => {
    const [asked, other] = [fitting.get(partId), fitting.get(otherId)];
    return asked && other ? misfitOf(asked, other) : null;
  };
  return matchItems({ items, lines: choices }, (item, choice, fault) => {
    const part = parts.get(item.partId);
    const approvedQty = choice.approvedQty ?? item.approvedQty ?? item.requestedQty;
    if (approvedQty > item.requestedQty) {
      fault('approvedQty', { code: 'MAX', params: { max: item.requestedQty } });
    }
    const wholeOnly = !part?.unitAllowsFraction || part.trackingType === 'serial';
    if (wholeOnly && !isWhole(approvedQty)) {
      fault('approvedQty', { code: 'WHOLE' });
    }
    const warehouseId = choice.warehouseId ?? row.warehouseId;
    if (choice.warehouseId != null && !warehouses.has(warehouseId)) {
      fault('warehouseId', { code: 'UNKNOWN_ID' });
    }
    const substitutePartId = choice.substitutePartId ?? item.substitutePartId;
    if (choice.substitutePartId != null) {
      const other = parts.get(choice.substitutePartId);
      const wrong = misfit(item.partId, choice.substitutePartId);
      if (!other || other.id === item.partId) {
        fault('substitutePartId', { code: 'UNKNOWN_ID' });
      } else if (!other.isActive) {
        fault('substitutePartId', { code: 'INACTIVE' });
      } else if (wrong !== null) {
        fault('substitutePartId', { code: wrong });
      } else if (item.pickedQty > 0 && choice.substitutePartId !== item.outPartId) {
        fault('substitutePartId', { code: 'PICKED_ALREADY' });
      }
    }
    return { item, approvedQty, warehouseId, substitutePartId };
  });
}

async function writeDecisions(ctx: Ctx, decisions: readonly Decision[]): Promise<void> {
  await ctx.pg.query({
    name: 'requisitions.decide',
    text: `update requisition_items i set approved_qty = t.approved, substitute_part_id = t.substitute
      from unnest($1::uuid[], $2::numeric[], $3::uuid[]) as t(id, approved, substitute)
      where i.id = t.id`,
    values: [
      decisions.map(({ item }) => item.id),
      decisions.map(({ approvedQty }) => approvedQty),
      decisions.map(({ substitutePartId }) => substitutePartId),
    ],
  });
}

/** Holds what there is for the lines and says what came of it. */
async function hold(
  ctx: Ctx,
  {
    row,
    wants,
    expiresAt,
  }: {
    row: RequisitionRow;
    wants: readonly (Decision & { readonly quantity: number })[];
    expiresAt: Date | null;
  },
) {
  const held = await holdBest(ctx.pg, {
    docType: REQUISITION_MOVES,
    docId: row.id,
    now: ctx.clock.now(),
    expiresAt,
    wants: wants.map(({ item, warehouseId, substitutePartId, quantity }) => ({
      docItemId: item.id,
      itemId: substitutePartId ?? item.partId,
      warehouseId,
      quantity,
    })),
  });
  await writePicks(
    ctx,
    held.map(({ reservationId, docItemId }) => ({ reservationId, itemId: docItemId })),
  );
  await refreshItems(ctx, row.id);
  const items = await requisitions.linesOf(ctx, row.id);
  return { held, items };
}

/**
 * Approves what was asked for or less, and holds stock: lots by expiry, serials by age. Lines that
 * cannot be held whole stay short, with what else there is (2.7).
 */
export const approveRequisition = requisitions.action('approve', async (ctx, row, body) => {
  const items = await requisitions.linesOf(ctx, row.id);
  const named = new Set((body.items ?? []).map(({ id }) => id));
  const choices: Choice[] = [
    ...(body.items ?? []),
    ...items.filter((item) => !named.has(item.id)).map(({ id }) => ({ id })),
  ];
  const decisions = await checked(ctx, { row, items, choices });
  if (decisions.every(({ approvedQty }) => approvedQty === 0)) {
    refuseFaults([{ field: 'items', code: 'NOTHING_APPROVED' }]);
  }
  await writeDecisions(ctx, decisions);
  const reservedUntil = await heldUntil(ctx, row);
  const after = await hold(ctx, {
    row,
    expiresAt: reservedUntil,
    wants: decisions.map((decision) => ({ ...decision, quantity: decision.approvedQty })),
  });
  await notifyNextActors(ctx, requisitions.type, {
    row,
    action: 'confirm-items',
    title: { en: 'waits to be picked', th: 'รอหยิบของ' },
    description: { en: `Needed by ${row.neededBy}`, th: `ต้องการภายใน ${row.neededBy}` },
  });
  return {
    set: {
      ...approvedNow(ctx),
      reservedUntil,
      expiryWarnedAt: null,
      hasShortLines: hasShort(after.items),
    },
    diff: {
      lines: after.items.map((item) => ({
        lineNo: item.lineNo,
        approved: item.approvedQty,
        reserved: item.reservedQty,
      })),
    },
    touches: TOUCHES,
  };
});

/** Approves what a job asks for: the job itself was approved, so its parts are held at once (2.10). */
export async function approveForJob(ctx: Ctx, id: string): Promise<void> {
  const row = await requisitions.type.load(ctx, id, { lock: true });
  if (!row) throw new Error(`the requisition ${id} is missing`);
  await approveRequisition(asSystem(ctx), { params: { id }, body: { version: row.version } });
}

export const rejectRequisition = requisitions.action('reject', OF_JOB);

/**
 * Holds more for lines that lack stock: what came in since, from another warehouse of the company,
 * or another part in place of one of which nothing is picked.
 */
export const allocateRequisition = requisitions.action('allocate', async (ctx, row, body) => {
  const before = await requisitions.linesOf(ctx, row.id);
  const short = before.filter((item) => shortQty(item) > 0);
  const choices: readonly Choice[] = body.items ?? short.map(({ id }) => ({ id }));
  const decisions = await checked(ctx, { row, items: short, choices });
  const exchanged = decisions.filter(
    ({ item, substitutePartId }) => (substitutePartId ?? item.partId) !== item.outPartId,
  );
  if (exchanged.length > 0) {
    await release(ctx.pg, {
      now: ctx.clock.now(),
      docId: row.id,
      docItemIds: exchanged.map(({ item }) => item.id),
    });
    await writeDecisions(ctx, exchanged);
    await refreshItems(ctx, row.id);
  }
  const now = new Map((await requisitions.linesOf(ctx, row.id)).map((item) => [item.id, item]));
  const { held, items } = await hold(ctx, {
    row,
    expiresAt: row.reservedUntil,
    wants: decisions.map((decision) => {
      const item = now.get(decision.item.id) ?? decision.item;
      return { ...decision, item, quantity: shortQty(item) };
    }),
  });
  if (held.length === 0) throw conflict('INSUFFICIENT_STOCK', { available: 0 });
  return {
    to: row.status,
    set: { hasShortLines: hasShort(items) },
    diff: {
      lines: items
        .filter((item) => held.some(({ docItemId }) => docItemId === item.id))
        .map((item) => ({ lineNo: item.lineNo, reserved: item.reservedQty })),
    },
    touches: TOUCHES,
  };
});
