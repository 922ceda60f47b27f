import type { Person, TestApp } from '../../../../testing/index.ts';
import { actsOn } from '../../../../workflow/testing/actsOn.ts';
import { dayFrom, expectData } from '../../../../workflow/testing/world.ts';
import { makeWorld as makeStore, type World as Store } from '../../requisitions/testing/world.ts';

/** Two warehouses and the people at both ends that the tests of transfers work with. */
export interface World extends Store {
  /** Asks for transfers; may do everything but approve. */
  readonly sender: Person;
  /** Keeps the destination only. */
  readonly farKeeper: Person;
  /** Counts at the destination only. */
  readonly farStaff: Person;
}

export async function makeWorld(test: TestApp): Promise<World> {
  const store = await makeStore(test);
  const far = { warehouseIds: [store.otherWarehouseId] };
  return {
    ...store,
    sender: await test.as('warehouse-staff'),
    farKeeper: await test.as('warehouse-manager', far),
    farStaff: await test.as('warehouse-staff', far),
  };
}

type Json = Readonly<Record<string, unknown>>;
export type Lines = readonly (readonly [partId: string, quantity: number])[];

export const transferBody = (world: World, lines: Lines, more: Json = {}): Json => ({
  fromWarehouseId: world.warehouseId,
  toWarehouseId: world.otherWarehouseId,
  expectedDate: dayFrom(world, 3),
  items: lines.map(([partId, quantity]) => ({ partId, quantity })),
  ...more,
});

/** A transfer asked for at the source. */
export const ask = async (world: World, lines: Lines, more: Json = {}) =>
  expectData(await world.sender.post('/material_tranfers', transferBody(world, lines, more)));

export const { act, done } = actsOn('/material_tranfers');

export const seen = async (world: World, doc: { readonly id: string }) =>
  expectData(await world.admin.get(`/material_tranfers/${doc.id}`));

export const approved = async (world: World, lines: Lines, more: Json = {}) =>
  done(world.chief, await ask(world, lines, more), { action: 'approve' });

/** Approved and sent off by the picker. */
export const shipped = async (world: World, lines: Lines, more: Json = {}) =>
  done(world.picker, await approved(world, lines), { action: 'ship', ...more });

interface Import {
  readonly id: string;
  readonly version: number;
  readonly items: readonly {
    readonly id: string;
    readonly expectedQty: number;
    readonly serials: readonly string[];
  }[];
}

/** The goods import that waits for goods of a transfer. */
export async function importOf(
  world: Pick<World, 'test' | 'admin'>,
  doc: { readonly id: string },
): Promise<Import> {
  const { rows } = await world.test.app.pg.query<{ id: string }>(
    `select id from goods_imports where source_id = $1 and status in ('pending', 'inspecting')
     order by created_at desc limit 1`,
    [doc.id],
  );
  return expectData(await world.admin.get(`/material-receives/${rows[0]?.id}`));
}

export interface Count {
  readonly damaged?: number;
  readonly missing?: number;
  readonly damagedSerials?: readonly string[];
  readonly missingSerials?: readonly string[];
}

/** Counts an import: of its first line some is damaged or missing, the rest is whole. */
export async function counted(
  world: Pick<World, 'otherBin' | 'farStaff'>,
  goods: Import,
  { damaged = 0, missing = 0, ...serials }: Count & { bin?: string; by?: Person } = {},
): Promise<Import> {
  const { bin = world.otherBin, by = world.farStaff, ...traced } = serials;
  const items = goods.items.map((item, index) => {
    const [damagedQty, missingQty] = index === 0 ? [damaged, missing] : [0, 0];
    return {
      id: item.id,
      receivedQty: item.expectedQty - damagedQty - missingQty,
      damagedQty,
      missingQty,
      binId: bin,
      ...(damagedQty + missingQty > 0 ? { discrepancyReason: 'The box was torn open' } : {}),
      ...(index === 0 ? traced : {}),
    };
  });
  return expectData(
    await by.patch(`/material-receives/${goods.id}`, { version: goods.version, items }),
  );
}

/** Counts and puts away what waits for a transfer; the transfer as it is then. */
export async function received(
  world: World,
  doc: { readonly id: string },
  { by = world.farKeeper, ...count }: Count & { bin?: string; by?: Person } = {},
) {
  const sheet = await counted(world, await importOf(world, doc), count);
  expectData(
    await by.post(`/material-receives/${sheet.id}/approve`, {
      version: sheet.version,
    }),
  );
  return seen(world, doc);
}

/** What of a part is on the road. */
export async function onTheRoad(world: World, partId: string): Promise<number> {
  const { rows } = await world.test.app.pg.query<{ n: string }>(
    `select coalesce(sum(on_hand), 0)::text as n from stock_balances
     where item_id = $1 and location_id = $2`,
    [partId, world.places.TRANSIT],
  );
  return Number(rows[0]?.n);
}
