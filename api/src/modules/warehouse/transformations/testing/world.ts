import type { Person } from '../../../../testing/index.ts';
import { expectData } from '../../../../workflow/testing/world.ts';
import { makeWorld, newPart, type World } from '../../requisitions/testing/world.ts';

export { makeWorld, type World };

type Json = Readonly<Record<string, unknown>>;

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly documentNo: string;
  readonly outputs: readonly { readonly id: string; readonly part: { readonly id: string } }[];
}

/** A part that may be taken apart. */
export async function dismountable(
  world: World,
  tracking: 'none' | 'lot' | 'serial' = 'none',
): Promise<string> {
  const id = await newPart(world, tracking);
  await world.test.app.pg.query(
    'update material_parts set is_disassemblable = true where id = $1',
    [id],
  );
  return id;
}

/** What lies in bin A-01, one piece of it unless more is said. */
export const goesIn = (world: World, partId: string, more: Json = {}): Json => ({
  partId,
  quantity: 1,
  binId: world.bins['A-01'],
  condition: 'new',
  ...more,
});

/** A used piece that comes out into bin B-01 and bears all of the cost, unless more is said. */
export const comesOut = (world: World, partId: string, more: Json = {}): Json => ({
  partId,
  quantity: 1,
  condition: 'used',
  disposition: 'stock',
  costShare: '100.00',
  binId: world.bins['B-01'],
  ...more,
});

interface Lines {
  readonly inputs: readonly Json[];
  readonly outputs: readonly Json[];
}

export const transformationBody = (world: World, lines: Lines, more: Json = {}): Json => ({
  type: 'disassemble',
  warehouseId: world.warehouseId,
  ...lines,
  ...more,
});

/** A transformation that warehouse staff ask for. */
export const ask = async (world: World, lines: Lines, more: Json = {}) =>
  expectData(
    await world.picker.post('/material_transform', transformationBody(world, lines, more)),
  );

type Act = Json & { readonly action: string };

/** One action on a transformation as it was last seen. */
export const act = (by: Person, doc: Pick<Doc, 'id' | 'version'>, { action, ...body }: Act) =>
  by.post(`/material_transform/${doc.id}/${action}`, { version: doc.version, ...body });

/** The same where it has to succeed; the transformation as it is then. */
export const done = async (by: Person, doc: Pick<Doc, 'id' | 'version'>, call: Act) =>
  expectData(await act(by, doc, call));

/** Asked for and approved: what goes in is held. */
export const held = async (world: World, lines: Lines, more: Json = {}) =>
  done(world.chief, await ask(world, lines, more), { action: 'approve' });

/** The same lines, each named by the planned one that it answers. */
export const asPlanned = (doc: Doc, { outputs }: Lines): Json[] =>
  outputs.map((output, index) => ({ ...output, id: doc.outputs[index]?.id }));

/** Carried out as it was planned. */
export async function transformed(world: World, lines: Lines, more: Json = {}) {
  const doc = await held(world, lines, more);
  return done(world.chief, doc, { action: 'confirm', outputs: asPlanned(doc, lines) });
}
