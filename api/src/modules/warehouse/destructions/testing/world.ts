import { attachPicture, type Person, type TestApp } from '../../../../testing/index.ts';
import { actsOn } from '../../../../workflow/testing/actsOn.ts';
import { dayFrom, expectData } from '../../../../workflow/testing/world.ts';
import { makeWorld as makeShelf, type World as Shelf } from '../../requisitions/testing/world.ts';

/** People, shelves and documents that the tests of destructions and repairs work with. */
export interface World extends Shelf {
  /** Neither asks nor approves, but watches; may correct a wrong entry. */
  readonly witness: Person;
}

export async function makeWorld(test: TestApp): Promise<World> {
  const shelf = await makeShelf(test);
  return { ...shelf, witness: await test.as('accounting-manager') };
}

type Json = Readonly<Record<string, unknown>>;

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly documentNo: string;
  readonly items: readonly { readonly id: string; readonly bookValue: string | null }[];
}

/** A line of what lies in bin A-01, one piece of it unless more is said. */
export const lineOf = (world: World, partId: string, more: number | Json = {}): Json => ({
  partId,
  quantity: 1,
  binId: world.bins['A-01'],
  condition: 'new',
  ...(typeof more === 'number' ? { quantity: more } : more),
});

export const destructionBody = (world: World, items: readonly Json[], more: Json = {}): Json => ({
  warehouseId: world.warehouseId,
  reason: 'damaged',
  method: 'crush',
  scheduledAt: dayFrom(world, 3),
  items,
  ...more,
});

/** A destruction that warehouse staff ask for. */
export const ask = async (world: World, items: readonly Json[], more: Json = {}) =>
  expectData(await world.picker.post('/material_destroy', destructionBody(world, items, more)));

export const { act, done } = actsOn('/material_destroy');

/** Attaches a photograph. */
export const photograph = (by: Person, id: string, kind?: string) =>
  attachPicture(by, `/material_destroy/${id}`, kind);

/** Asked for, approved and photographed: ready to be recorded. */
export async function ready(world: World, items: readonly Json[]) {
  const asked = await ask(world, items);
  const doc = await done(world.chief, asked, { action: 'approve' });
  expectData(await photograph(world.picker, doc.id));
  return doc;
}

/** Destroyed before the witness. */
export const destroyed = async (world: World, items: readonly Json[]) =>
  done(world.chief, await ready(world, items), {
    action: 'complete',
    witnessIds: [world.witness.userId],
    salvageAmount: '5.00',
  });
