import { actsOn } from '../../../../workflow/testing/actsOn.ts';
import { dayFrom, expectData } from '../../../../workflow/testing/world.ts';
import { received, type World } from '../../testing/world.ts';

export const PATH = '/withdraw_products';

type Json = Readonly<Record<string, unknown>>;

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly documentNo: string;
  readonly related: readonly { readonly id: string }[];
  readonly items: readonly {
    readonly id: string;
    readonly lineStatus: string;
    readonly product: { readonly id: string; readonly serialNumber: string } | null;
    readonly proposal: { readonly id: string; readonly serialNumber: string } | null;
  }[];
}

/** What asks for one container of the model. */
export const requisitionBody = (
  world: Pick<World, 'warehouseId' | 'test' | 'modelId'>,
  more: Json = {},
) => ({
  type: 'demo',
  warehouseId: world.warehouseId,
  neededBy: dayFrom(world as never, 3),
  purpose: 'Show it at the fair',
  destinationName: 'Bangkok Fair',
  destinationAddress: '99 Vibhavadi Road',
  items: [{ productModelId: world.modelId, quantity: 1 }],
  ...more,
});

/** One that waits for its decision; what it will be given stands in the warehouse. */
export const ask = async (world: World, more: Json = {}): Promise<Doc> =>
  expectData(await world.picker.post(`${PATH}/request`, requisitionBody(world, more)));

export const { act, done } = actsOn(PATH);

/** Approved with a container of its own. */
export async function approved(world: World): Promise<Doc> {
  const { id: productId } = await received(world);
  const doc = await ask(world);
  return done(world.chief, doc, {
    action: 'approval',
    decision: 'approve',
    items: doc.items.map(({ id }) => ({ id, productId })),
  }) as Promise<Doc>;
}

/** Each container as the scanner reads it. */
export const scans = (doc: Doc) =>
  doc.items.map(({ id, product }) => ({
    itemId: id,
    scannedSerial: product?.serialNumber ?? 'NONE-YET',
  }));

export const released = async (world: World): Promise<Doc> => {
  const doc = await approved(world);
  return done(world.chief, doc, { action: 'release', lines: scans(doc) }) as Promise<Doc>;
};

/** Its containers are on their way back; answers the receipt that waits for them. */
export async function sentBack(world: World, doc: Doc) {
  const back: Doc = (await done(world.chief, doc, {
    action: 'return',
    reason: 'The fair is over',
    itemIds: doc.items.map(({ id }) => id),
  })) as unknown as Doc;
  return expectData(await world.admin.get(`/warehouse-receives/${back.related.at(-1)?.id}`));
}

/** Back in the warehouse, received by somebody else. */
export async function completed(world: World): Promise<Doc> {
  const doc = await released(world);
  const receipt = await sentBack(world, doc);
  expectData(
    await world.receiverChief.post(`/warehouse-receives/${receipt.id}/approve`, {
      version: receipt.version,
      lines: receipt.items.map((item: { id: string; product: { serialNumber: string } }) => ({
        itemId: item.id,
        lineStatus: 'accepted',
        scannedSerial: item.product.serialNumber,
        conditionIn: 'good',
      })),
    }),
  );
  return expectData(await world.admin.get(`${PATH}/${doc.id}`));
}
