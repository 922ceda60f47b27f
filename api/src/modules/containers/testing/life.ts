import { attachPicture } from '../../../testing/index.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { released } from '../containerRequisitions/testing/world.ts';
import { type Doc, done, type World } from './world.ts';

/** Where containers of the tests stand. */
export const SITE = {
  holder: 'Bangkok Fair',
  address: '99 Vibhavadi Road',
  lat: 13.8,
  lng: 100.55,
};

const seen = async (world: World, id: string): Promise<Doc> =>
  expectData(await world.admin.get(`/products/${id}`));

/** Somebody looks at a container before it is delivered, and finds it sound. */
export async function inspected(world: World, productId: string): Promise<void> {
  const path = '/product_follow_ups';
  const plan = expectData(
    await world.admin.post(path, { productId, type: 'preDelivery', dueOn: dayFrom(world, 1) }),
  );
  const begun = expectData(
    await world.admin.post(`${path}/${plan.id}/start`, { version: plan.version }),
  );
  expectData(
    await world.admin.post(`${path}/${plan.id}/complete`, {
      version: begun.version,
      items: begun.items.map(({ id }: { id: string }) => ({ id, result: 'pass' })),
      result: 'pass',
    }),
  );
}

/** Handed out for a fair, found sound and photographed. */
export async function readyToInstall(world: World): Promise<Doc> {
  const { items } = await released(world);
  const id = items[0]?.product?.id ?? '';
  await inspected(world, id);
  expectData(await attachPicture(world.admin, `/products/${id}`));
  return seen(world, id);
}

/** Stands at the fair. */
export const installed = async (world: World): Promise<Doc> =>
  done(world.chief, await readyToInstall(world), { action: 'install', ...SITE }) as Promise<Doc>;

/** Every part of a container goes back to stock. */
export const allToStock = ({ parts }: Doc) =>
  parts.map(({ id }) => ({ id, disposition: 'restock', condition: 'used' }));

export const takenApart = async (world: World, doc: Doc): Promise<Doc> =>
  done(world.chief, doc, {
    action: 'disassemble',
    lines: allToStock(doc),
    reason: 'Beyond repair',
  }) as Promise<Doc>;

/** Written off for a cause: the administrator proposes it, somebody else decides. */
export async function writtenOff(world: World, productId: string, reason: string): Promise<Doc> {
  const asked = await done(world.admin, await seen(world, productId), {
    action: 'propose-retirement',
    reason,
  });
  return done(world.receiverChief, asked as unknown as Doc, {
    action: 'retire',
  }) as unknown as Promise<Doc>;
}
