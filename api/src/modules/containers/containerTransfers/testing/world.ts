import type { Person } from '../../../../testing/index.ts';
import { actsOn } from '../../../../workflow/testing/actsOn.ts';
import { dayFrom, expectData } from '../../../../workflow/testing/world.ts';
import { received, type World } from '../../testing/world.ts';

export const PATH = '/warehouse-transfers';

type Json = Readonly<Record<string, unknown>>;

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly documentNo: string;
  readonly related: readonly { readonly type: string; readonly id: string }[];
  readonly items: readonly {
    readonly id: string;
    readonly lineStatus: string;
    readonly product: { readonly id: string; readonly serialNumber: string };
  }[];
}

/** What sends containers to the other warehouse. */
export const transferBody = (
  world: Pick<World, 'warehouseId' | 'otherWarehouseId' | 'test'>,
  productIds: readonly string[],
  more: Json = {},
) => ({
  fromWarehouseId: world.warehouseId,
  toWarehouseId: world.otherWarehouseId,
  transferDate: dayFrom(world as never, 0),
  expectedArrival: dayFrom(world as never, 2),
  carrierName: 'Siam Logistics',
  items: productIds.map((productId) => ({ productId })),
  ...more,
});

/** Containers of this many stand in the warehouse, and a transfer of them waits. */
export async function ask(world: World, more: Json = {}, count = 1): Promise<Doc> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await received(world)).id);
  return expectData(
    await world.picker.post(`${PATH}/transfer-products`, transferBody(world, ids, more)),
  );
}

export const { act, done } = actsOn(PATH);

export const approved = async (world: World, count = 1): Promise<Doc> =>
  done(world.chief, await ask(world, {}, count), { action: 'approve' }) as Promise<Doc>;

export type Found = 'accepted' | 'rejected' | 'missing';

/** Answers the receipt of a transfer, line by line. */
export async function answer(
  world: World,
  doc: Pick<Doc, 'related' | 'id'>,
  { by, found }: { readonly by: Person; readonly found: readonly Found[] },
): Promise<Doc> {
  const seen: Doc = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  const receiptId = seen.related.find(({ type }) => type === 'containerReceipt')?.id ?? '';
  const receipt = expectData(await world.admin.get(`/warehouse-receives/${receiptId}`));
  expectData(
    await by.post(`/warehouse-receives/${receiptId}/approve`, {
      version: receipt.version,
      lines: receipt.items.map(
        (item: { id: string; product: { serialNumber: string } }, index: number) => {
          const lineStatus = found[index] ?? 'accepted';
          return {
            itemId: item.id,
            lineStatus,
            ...(lineStatus === 'accepted'
              ? { scannedSerial: item.product.serialNumber, conditionIn: 'good' }
              : {}),
            ...(lineStatus === 'rejected' ? { rejectReason: 'Dented on the way' } : {}),
          };
        },
      ),
    }),
  );
  return expectData(await world.admin.get(`${PATH}/${doc.id}`));
}
