import type { Person, TestApp } from '../../../../testing/index.ts';
import { attachPicture } from '../../../../testing/photo.ts';
import { actsOn } from '../../../../workflow/testing/actsOn.ts';
import {
  dayFrom,
  expectData,
  makeWorld as makeShelf,
  type World as Shelf,
} from '../../../../workflow/testing/world.ts';
import { plantContainer } from '../../testing/planted.ts';

export const PATH = '/product_follow_ups';

type Json = Readonly<Record<string, unknown>>;

export interface World extends Shelf {
  readonly productId: string;
  readonly modelId: string;
}

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly documentNo: string;
  readonly related: readonly { readonly id: string; readonly documentNo: string }[];
  readonly items: readonly { readonly id: string; readonly name: string }[];
}

/** What is looked at: one thing is measured, one is only seen. */
export const CHECKLIST = [
  { name: 'Cooling', nameTh: 'ความเย็น', unit: '°C', minValue: '2', maxValue: '6.5' },
  { name: 'Door', nameTh: 'ประตู' },
];

/** A warehouse with a container whose model has a checklist. */
export async function makeWorld(test: TestApp): Promise<World> {
  const shelf = await makeShelf(test);
  const { productId } = await plantContainer(test, shelf);
  const { rows } = await test.app.pg.query<{ id: string }>(
    `update product_models m set checklist = $2::jsonb from products p
     where p.id = $1 and m.id = p.product_model_id returning m.id`,
    [productId, JSON.stringify(CHECKLIST)],
  );
  return { ...shelf, productId, modelId: rows[0]?.id ?? '' };
}

/** What plans one. */
export const inspectionBody = (world: Shelf, productId: string, more: Json = {}): Json => ({
  productId,
  type: 'siteVisit',
  dueOn: dayFrom(world, 3),
  ...more,
});

/** What changes one: its container stays. */
export const planBody = (world: Shelf, more: Json = {}): Json => ({
  type: 'siteVisit',
  dueOn: dayFrom(world, 3),
  ...more,
});

export const plan = async (world: World, more: Json = {}): Promise<Doc> =>
  expectData(await world.secondAdmin.post(PATH, inspectionBody(world, world.productId, more)));

export const { act, done } = actsOn(PATH);

/** Begun by somebody at the container. */
export const begun = async (world: World, more: Json = {}): Promise<Doc> =>
  done(world.admin, await plan(world, more), { action: 'start' }) as Promise<Doc>;

/** Everything is sound. */
export const allSound = ({ items }: Doc) =>
  items.map(({ id, name }) => ({
    id,
    result: 'pass',
    ...(name === 'Cooling' ? { measured: '4.5' } : {}),
  }));

/** The door does not close; a photograph shows it. */
export async function doorFails(by: Person, doc: Doc) {
  const [photo] = expectData(await attachPicture(by, `${PATH}/${doc.id}`));
  return allSound(doc).map((item, index) =>
    index === 1 ? { id: item.id, result: 'fail', note: 'Bent', photoIds: [photo.id] } : item,
  );
}
