import { actsOn } from '../../../../workflow/testing/actsOn.ts';
import { dayFrom, expectData } from '../../../../workflow/testing/world.ts';
import { makeWorld, type World } from '../../destructions/testing/world.ts';
import { done as doneOnRequisition, newPart } from '../../requisitions/testing/world.ts';

export { makeWorld, type World };

type Json = Readonly<Record<string, unknown>>;

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly documentNo: string;
}

/** A part that may be repaired. */
export async function repairable(
  world: World,
  tracking: 'none' | 'lot' | 'serial' = 'none',
): Promise<string> {
  const id = await newPart(world, tracking);
  await world.test.app.pg.query('update material_parts set is_repairable = true where id = $1', [
    id,
  ]);
  return id;
}

export const repairBody = (world: World, partId: string, more: Json = {}): Json => ({
  warehouseId: world.warehouseId,
  partId,
  quantity: 1,
  binId: world.bins['A-01'],
  condition: 'new',
  source: 'warehouse',
  symptom: 'Does not cool',
  ...more,
});

/** A repair that warehouse staff ask for. */
export const ask = async (world: World, partId: string, more: Json = {}) =>
  expectData(await world.picker.post('/material_repair', repairBody(world, partId, more)));

export const { act, done } = actsOn('/material_repair');

/** On the bench, the technician at it. */
export async function onBench(world: World, partId: string, more: Json = {}) {
  const approved = await done(world.chief, await ask(world, partId, more), { action: 'approve' });
  return done(world.picker, approved, { action: 'start', technicianId: world.technician.userId });
}

export const RESULT = {
  action: 'complete',
  outcome: 'refurbished',
  diagnosis: 'Fan replaced',
  laborHours: 1.5,
  laborCost: '300.00',
  externalCost: '0.00',
} as const;

/** Draws parts for a repair, has them handed out, and answers the repair as it is then. */
export async function draw(
  world: World,
  doc: Pick<Doc, 'id' | 'version'>,
  lines: readonly (readonly [partId: string, requestedQty: number])[],
) {
  const drawing = await done(world.picker, doc, {
    action: 'parts',
    neededBy: dayFrom(world, 1),
    items: lines.map(([partId, requestedQty]) => ({ partId, requestedQty })),
  });
  const { requisition } = drawing.usedParts.at(-1);
  const asked = expectData(await world.admin.get(`/material_dispatch/${requisition.id}`));
  const approved = await doneOnRequisition(world.chief, asked, { action: 'approve' });
  await doneOnRequisition(world.picker, approved, {
    action: 'confirm-dispatch',
    recipientName: 'Ekkachai',
    pickAll: true,
  });
  return expectData(await world.admin.get(`/material_repair/${doc.id}`));
}
