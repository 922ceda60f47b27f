import type { Person } from '../../../../testing/index.ts';
import { dayFrom, expectData } from '../../../../workflow/testing/world.ts';
import { makeWorld, type World } from '../../requisitions/testing/world.ts';

export { makeWorld, type World };

type Json = Readonly<Record<string, unknown>>;

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly items: readonly { readonly id: string; readonly quantity: number }[];
}

/** A line of what lies in bin A-01, one piece of it unless more is said. */
export const lineOf = (world: World, partId: string, more: Json = {}): Json => ({
  partId,
  quantity: 1,
  binId: world.bins['A-01'],
  condition: 'new',
  defect: 'Does not cool',
  ...more,
});

export const claimBody = (world: World, items: readonly Json[], more: Json = {}): Json => ({
  supplierId: world.supplier,
  warehouseId: world.warehouseId,
  overrideReason: 'The supplier agreed by telephone',
  items,
  ...more,
});

/** A claim of whoever may claim without a warranty. */
export const ask = async (world: World, items: readonly Json[], more: Json = {}) =>
  expectData(await world.chief.post('/material_repair_claims', claimBody(world, items, more)));

type Act = Json & { readonly action: string };

/** One action on a claim as it was last seen. */
export const act = (by: Person, doc: Pick<Doc, 'id' | 'version'>, { action, ...body }: Act) =>
  by.post(`/material_repair_claims/${doc.id}/${action}`, { version: doc.version, ...body });

/** The same where it has to succeed; the claim as it is then. */
export const done = async (by: Person, doc: Pick<Doc, 'id' | 'version'>, call: Act) =>
  expectData(await act(by, doc, call));

/** With the supplier, who has promised an answer within a fortnight. */
export const sent = async (world: World, items: readonly Json[], more: Json = {}) =>
  done(world.picker, await ask(world, items, more), {
    action: 'send',
    sentDate: dayFrom(world, 0),
    rmaNo: 'RMA-7',
    promisedDays: 14,
  });

/** The supplier's answer, the same for each line. */
export const answer = (doc: Pick<Doc, 'items'>, of: Json) => ({
  action: 'confirm',
  items: doc.items.map(({ id }) => ({ id, ...of })),
});

/** Puts serials of a part under the warranty of the world's supplier. */
export const guarantee = (world: World, partId: string, until: string) =>
  world.test.app.pg.query(
    `update serials set supplier_id = $2, supplier_warranty_end = $3::date where item_id = $1`,
    [partId, world.supplier, until],
  );
