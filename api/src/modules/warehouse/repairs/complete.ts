import { addDays, decimal, isSaved } from '@boxyard/shared/domain';
import {
  authorId,
  type Ctx,
  named,
  refuseFaults,
  settingOf,
  today,
} from '../../../kernel/index.ts';
import { placesOf } from '../../../ledger/index.ts';
import { freeSerials } from '../../../workflow/index.ts';
import { insertDestruction } from '../destructions/draft.ts';
import { insertImport } from '../goodsImport/create.ts';
import { createRequisitionOf } from '../requisitions/draft.ts';
import { benchMove } from './decide.ts';
import { type RepairRow, repairs, stockOf, TOUCHES } from './type.ts';
import { usedPartsOf, usedValueOf } from './usedParts.ts';

/** What is beyond repair is destroyed within so many days unless somebody plans it otherwise. */
const DAYS_TO_DESTRUCTION = 7;

/** Asks for parts that the repair uses, by a requisition that knows it (2.11). */
export const drawParts = repairs.action('parts', async (ctx, row, body) => {
  const made = await createRequisitionOf(ctx, {
    repairId: row.id,
    body: {
      purpose: 'repairJob',
      warehouseId: body.warehouseId ?? row.warehouseId,
      neededBy: body.neededBy,
      items: body.items,
    },
  });
  return { diff: { requisition: named('requisitions', made) }, touches: ['requisitions'] };
});

/**
 * Says what came of a repair. What was saved waits to be put away as refurbished; what was not goes to
 * quarantine, where a destruction of it waits for its decision (domain-warehouse 2.11).
 */
export const completeRepair = repairs.action('complete', async (ctx, row, body) => {
  const newWarrantyMonths = body.newWarrantyMonths ?? null;
  if (newWarrantyMonths !== null && !isSaved(body.outcome)) {
    refuseFaults([{ field: 'newWarrantyMonths', code: 'NOT_FOR_OUTCOME' }]);
  }
  const { laborHours, laborCost, externalCost } = body;
  const partsCost = usedValueOf(await usedPartsOf(ctx, row.id));
  const cost = decimal.round(decimal.add(partsCost, laborCost, externalCost));
  await freeSerials(ctx, row.id);
  const isCapitalized = isSaved(body.outcome) && (await addsToValue(ctx, row, cost));
  const follow = isSaved(body.outcome)
    ? await giveBack(ctx, row, newWarrantyMonths)
    : await writeOff(ctx, row);
  return {
    set: {
      outcome: body.outcome,
      diagnosis: body.diagnosis,
      laborHours,
      laborCost,
      externalCost,
      partsCost,
      isCapitalized,
      newWarrantyMonths,
      completedAt: ctx.clock.now(),
      completedBy: authorId(ctx.actor),
    },
    diff: { outcome: body.outcome, ...follow },
    touches: [...TOUCHES, 'goodsImports', 'destructions'],
  };
});

/**
 * With the setting `capitalizeRepair` used parts and labour, one's own or bought, become a part of the
 * value; by default they are an expense. Within what is owned nothing changes value, so the part goes
 * out at its average and comes in again at that and the cost.
 */
async function addsToValue(ctx: Ctx, row: RepairRow, cost: string): Promise<boolean> {
  const isAdded = await settingOf(ctx, { companyId: row.companyId, key: 'capitalizeRepair' });
  if (!isAdded || decimal.isZero(cost)) return false;
  const { TRANSFORM } = await placesOf(ctx, row.companyId);
  const out = await benchMove(ctx, row, { to: TRANSFORM });
  const { moves } = await repairs.post(ctx, row, { action: 'revalue-out', moves: [out] });
  const worth = decimal.add(cost, ...moves.map(({ value }) => value));
  await repairs.post(ctx, row, {
    action: 'revalue-in',
    moves: [{ ...out, from: out.to, to: out.from, value: decimal.round(worth) }],
  });
  return true;
}

async function giveBack(ctx: Ctx, row: RepairRow, newWarrantyMonths: number | null) {
  const stock = stockOf(row);
  if (newWarrantyMonths !== null && row.serialId !== null) {
    await ctx.pg.query({
      name: 'repairs.warranty',
      text: 'update serials set warranty_months = $2 where id = $1',
      values: [row.serialId, newWarrantyMonths],
    });
  }
  const { REPAIR } = await placesOf(ctx, row.companyId);
  const made = await insertImport(ctx, {
    companyId: row.companyId,
    warehouseId: row.warehouseId,
    fromLocationId: REPAIR,
    documentDate: today(ctx.clock),
    sourceType: 'repairReturn',
    sourceId: row.id,
    sourceNo: row.documentNo,
    items: [
      {
        sourceItemId: row.id,
        partId: stock.partId,
        expectedQty: stock.quantity,
        lotId: stock.lotId,
        serialIds: stock.serialIds,
        conditionFrom: stock.condition,
        condition: 'refurbished',
        unitCost: null,
      },
    ],
  });
  return { goodsImport: named('goodsImports', made) };
}

async function writeOff(ctx: Ctx, row: RepairRow) {
  const stock = stockOf(row);
  const { QUARANTINE } = await placesOf(ctx, row.companyId);
  await repairs.post(ctx, row, {
    action: 'complete',
    moves: [await benchMove(ctx, row, { to: QUARANTINE, conditionTo: 'defective' })],
  });
  const made = await insertDestruction(ctx, {
    companyId: row.companyId,
    warehouseId: row.warehouseId,
    reason: 'unrepairable',
    method: 'dismantle',
    scheduledAt: addDays(today(ctx.clock), DAYS_TO_DESTRUCTION),
    remark: null,
    witnessIds: [],
    repairId: row.id,
    items: [{ ...stock, binId: QUARANTINE, condition: 'defective' }],
  });
  return { destruction: named('destructions', made) };
}
