import { newId } from '../../../kernel/index.ts';
import type { Person, TestApp } from '../../../testing/index.ts';
import { actsOn } from '../../../workflow/testing/actsOn.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  makeWorld as makeShelf,
  newPart,
  type World as Shelf,
  stock,
} from '../../warehouse/requisitions/testing/world.ts';

export { newPart, stock };

type Json = Readonly<Record<string, unknown>>;

/** A warehouse that holds containers, and a model whose bill of materials is one fan and two bolts. */
export interface World extends Shelf {
  readonly typeId: string;
  readonly modelId: string;
  readonly prefix: string;
  /** By serial. */
  readonly fan: string;
  readonly bolt: string;
  /** A second manager, since nobody receives what they sent. */
  readonly receiverChief: Person;
}

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly serialNumber: string;
  readonly documentNo: string | null;
  readonly related: readonly { readonly type: string; readonly id: string }[];
  readonly parts: readonly {
    readonly id: string;
    readonly serialNo: string | null;
    readonly part: { readonly id: string };
  }[];
}

/** Two to eight capitals that no other test has. */
const letters = (): string => newId().replaceAll('-', '').slice(-7).toUpperCase();

export async function makeWorld(test: TestApp): Promise<World> {
  const shelf = await makeShelf(test);
  await test.app.pg.query(`update warehouses set holds = 'both' where id = any($1::uuid[])`, [
    [shelf.warehouseId, shelf.otherWarehouseId],
  ]);
  const fan = await newPart(shelf, 'serial');
  const bolt = await newPart(shelf);
  await stock(shelf, bolt, { quantity: 5000, unitCost: '2.50' });
  const type = expectData(
    await shelf.chief.post('/product_types', { code: letters(), name: 'Drinks' }),
  );
  const prefix = letters();
  const model = expectData(await shelf.chief.post('/product_models', modelBody(type.id, prefix)));
  await writeBom(shelf.chief, model, [
    { partId: fan, quantity: 1 },
    { partId: bolt, quantity: 2 },
  ]);
  return {
    ...shelf,
    fan,
    bolt,
    typeId: type.id,
    modelId: model.id,
    prefix,
    receiverChief: await test.as('warehouse-manager'),
  };
}

export const modelBody = (productTypeId: string, prefix: string, more: Json = {}): Json => ({
  code: prefix,
  name: `Model ${prefix}`,
  productTypeId,
  serialPrefix: prefix,
  serialPattern: '{prefix}{YY}{MM}-{seq:4}',
  warrantyMonths: 12,
  listPrice: '90000.00',
  labourCost: '1500.00',
  ...more,
});

export const writeBom = async (
  by: Person,
  model: { readonly id: string; readonly version: number },
  items: readonly Json[],
) => expectData(await by.put(`/product_models/${model.id}/bom`, { version: model.version, items }));

/** A serial number of one's own. */
export const reserve = async (by: Person, productModelId: string): Promise<string> =>
  expectData(await by.post('/products/generate_serial_number', { productModelId }))
    .serialNumbers[0];

let fans = 0;
/** A fan on the shelf; answers its serial number. */
export async function newFan(world: World, unitCost = '900'): Promise<string> {
  fans += 1;
  const serialNo = `FAN-${fans}-${newId().slice(-6)}`.toUpperCase();
  await stock(world, world.fan, { serials: [serialNo], unitCost });
  return serialNo;
}

export const fanLine = (world: World, serialNo: string): Json => ({
  partId: world.fan,
  quantity: 1,
  binId: world.bins['A-01'],
  condition: 'new',
  serials: [serialNo],
});
export const boltLine = (world: World, quantity = 2): Json => ({
  partId: world.bolt,
  quantity,
  binId: world.bins['A-01'],
  condition: 'new',
});

export const productBody = (world: World, more: Json = {}): Json => ({
  productModelId: world.modelId,
  warehouseId: world.warehouseId,
  name: 'Drinks machine',
  condition: 'new',
  ...more,
});

/** A container that warehouse staff begin to build, empty. */
export async function begin(world: World, more: Json = {}): Promise<Doc> {
  const serialNumber = await reserve(world.picker, world.modelId);
  return expectData(
    await world.picker.post('/products', productBody(world, { serialNumber, ...more })),
  );
}

/** With every part of its bill of materials. */
export const build = async (world: World): Promise<Doc> =>
  begin(world, { parts: [fanLine(world, await newFan(world)), boltLine(world)] });

export const { act, done } = actsOn('/products');

/** Complete: waits to be received. */
export const awaiting = async (world: World): Promise<Doc> =>
  done(world.chief, await build(world), { action: 'complete' }) as Promise<Doc>;

export const receiptOf = async (world: World, doc: Pick<Doc, 'related'>) => {
  const id = doc.related.findLast(({ type }) => type === 'containerReceipt')?.id ?? '';
  return expectData(await world.admin.get(`/warehouse-receives/${id}`));
};

interface ReceiptItem {
  readonly id: string;
  readonly product: { readonly serialNumber: string };
}
export const accepted = (item: ReceiptItem): Json => ({
  itemId: item.id,
  lineStatus: 'accepted',
  scannedSerial: item.product.serialNumber,
  conditionIn: 'new',
});

/** Received into the warehouse by somebody else. */
export async function received(world: World, from?: Doc): Promise<Doc> {
  const doc = from ?? (await awaiting(world));
  const receipt = await receiptOf(world, doc);
  expectData(
    await world.receiverChief.post(`/warehouse-receives/${receipt.id}/approve`, {
      version: receipt.version,
      lines: receipt.items.map(accepted),
    }),
  );
  return expectData(await world.admin.get(`/products/${doc.id}`));
}

/** Takes parts out of a container; each line says what becomes of one. */
export const takeOut = (
  by: Person,
  doc: Pick<Doc, 'id' | 'version'>,
  { lines, reason = 'Found worn' }: { readonly lines: readonly Json[]; readonly reason?: string },
) => by.put(`/products/${doc.id}/material_parts`, { version: doc.version, remove: lines, reason });
