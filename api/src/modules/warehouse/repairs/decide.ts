import { isOnBench } from '@boxyard/shared/domain';
import { type Ctx, refuseFaults } from '../../../kernel/index.ts';
import { type MoveInput, placesOf, release } from '../../../ledger/index.ts';
import { approvedNow, freeSerials, notifyNextActors } from '../../../workflow/index.ts';
import { heldMoves, holdStock } from '../stock/places.ts';
import { crewFaults } from './draft.ts';
import { type RepairRow, repairs, stockOf, TOUCHES } from './type.ts';

/** Approves: the part is held where it lies until somebody takes it to the bench. */
export const approveRepair = repairs.action('approve', async (ctx, row) => {
  await holdStock(ctx, { docType: repairs.moves, docId: row.id, items: [stockOf(row)] });
  await notifyNextActors(ctx, repairs.type, {
    row,
    action: 'start',
    title: { en: 'may be started', th: 'พร้อมเริ่มซ่อม' },
    description: { en: row.symptom, th: row.symptom },
  });
  return { set: approvedNow(ctx), touches: TOUCHES };
});

/** Takes the part to the bench; it stays ours and is worth what it was (matrix 3.2). */
export const startRepair = repairs.action('start', async (ctx, row, body) => {
  const technicianId = body.technicianId ?? row.technicianId;
  refuseFaults(await crewFaults(ctx, { companyId: row.companyId, technicianId }));
  const { REPAIR } = await placesOf(ctx, row.companyId);
  await repairs.post(ctx, row, { action: 'start', moves: await heldMoves(ctx, row.id, REPAIR) });
  return { set: { technicianId, startedAt: ctx.clock.now() }, touches: TOUCHES };
});

export const rejectRepair = repairs.action('reject', async (ctx, row) => {
  await freeSerials(ctx, row.id);
  return undefined;
});

/** Gives the repair up; the part lies again in the bin it came from, as it was (2.11). */
export const cancelRepair = repairs.action('cancel', async (ctx, row) => {
  if (isOnBench(row.status)) {
    await repairs.post(ctx, row, {
      action: 'cancel',
      moves: [await benchMove(ctx, row, { to: row.binId })],
    });
  } else await release(ctx.pg, { now: ctx.clock.now(), docId: row.id });
  await freeSerials(ctx, row.id);
  return { touches: TOUCHES };
});

/** The part as it lies on the bench, on its way to another place. */
export async function benchMove(
  ctx: Ctx,
  row: RepairRow,
  { to, ...more }: Pick<MoveInput, 'to' | 'conditionTo'>,
): Promise<MoveInput> {
  const stock = stockOf(row);
  const { REPAIR } = await placesOf(ctx, row.companyId);
  return {
    itemId: stock.partId,
    docItemId: row.id,
    quantity: stock.quantity,
    from: REPAIR,
    to,
    lotId: stock.lotId,
    serialId: stock.serialIds[0] ?? null,
    conditionFrom: stock.condition,
    ...more,
  };
}
