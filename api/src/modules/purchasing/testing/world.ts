import { newId } from '../../../kernel/index.ts';
import { ensureSystemPlaces, type Places } from '../../../ledger/index.ts';
import type { Person, TestApp } from '../../../testing/index.ts';

/** Masters and people that the tests of purchasing work with. */
export interface World {
  readonly test: TestApp;
  readonly companyId: string;
  readonly places: Places;
  readonly warehouseId: string;
  readonly otherWarehouseId: string;
  readonly pcs: string;
  /** 12 pieces. */
  readonly box: string;
  readonly kg: string;
  /** Counted in pieces, bought by the box as well. */
  readonly part: string;
  readonly serialPart: string;
  readonly lotPart: string;
  readonly supplier: string;
  /** Not registered for VAT. */
  readonly smallSupplier: string;
  /** Gives credit of 1,000.00 baht. */
  readonly creditSupplier: string;
  readonly asker: Person;
  readonly officer: Person;
  readonly manager: Person;
  readonly receiver: Person;
  readonly keeper: Person;
  readonly admin: Person;
}

export async function makeWorld(test: TestApp): Promise<World> {
  const { app, companyId } = test;
  const now = app.clock.now();
  const tag = newId().slice(-6);
  const places = await ensureSystemPlaces(app.pg, { companyId, now });
  const unit = async (
    code: string,
    more: { fraction?: boolean; base?: string; factor?: number },
  ) => {
    const id = newId();
    await app.pg.query(
      `insert into units (id, code, name, allow_fraction, base_unit_id, factor, created_at, updated_at)
       values ($1, $2, $2, $3, $4, $5, $6, $6)`,
      [
        id,
        `${code}${tag}`.slice(0, 10),
        more.fraction ?? false,
        more.base ?? null,
        more.factor ?? 1,
        now,
      ],
    );
    return id;
  };
  const pcs = await unit('p', {});
  const box = await unit('b', { base: pcs, factor: 12 });
  const kg = await unit('k', { fraction: true });
  const category = newId();
  await app.pg.query(
    'insert into categories (id, code, name, created_at, updated_at) values ($1, $2, $2, $3, $3)',
    [category, `C${tag}`, now],
  );
  const part = async (prefix: string, tracking: string) => {
    const id = newId();
    await app.pg.query(
      `insert into material_parts (id, part_no, name, name_th, category_id, unit_id, barcode, tracking_type, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $2, $7, $8, $8)`,
      [id, `${prefix}-${tag}`, `${prefix} part`, `อะไหล่ ${prefix}`, category, pcs, tracking, now],
    );
    return id;
  };
  const supplier = async (n: number, more: { vat?: boolean; limit?: string }) => {
    const id = newId();
    await app.pg.query(
      `insert into suppliers (id, code, name, name_th, tax_id, branch_code, is_vat_registered, address,
         credit_days, credit_limit, wht_type, wht_rate, created_at, updated_at)
       values ($1, $2, $3, $4, $5, '00000', $6, '{}', 30, $7, 'service3', 3, $8, $8)`,
      [
        id,
        `SUP-${n}${tag}`,
        `Supplier ${n}`,
        `ผู้จำหน่าย ${n}`,
        `01055${n}${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`,
        more.vat ?? true,
        more.limit ?? null,
        now,
      ],
    );
    return id;
  };
  const warehouse = async (code: string) => {
    const id = newId();
    await app.pg.query(
      `insert into warehouses (id, company_id, code, name, kind, holds, created_at, updated_at)
       values ($1, $2, $3, $3, 'main', 'parts', $4, $4)`,
      [id, companyId, `${code}-${tag}`, now],
    );
    await app.pg.query(
      `insert into bins (id, warehouse_id, code, created_at, updated_at) values ($1, $2, 'DEFAULT', $3, $3)`,
      [newId(), id, now],
    );
    return id;
  };
  return {
    test,
    companyId,
    places,
    pcs,
    box,
    kg,
    warehouseId: await warehouse('WH'),
    otherWarehouseId: await warehouse('BR'),
    part: await part('BELT', 'none'),
    serialPart: await part('BOARD', 'serial'),
    lotPart: await part('GLUE', 'lot'),
    supplier: await supplier(1, {}),
    smallSupplier: await supplier(2, { vat: false }),
    creditSupplier: await supplier(3, { limit: '1000.00' }),
    asker: await test.as('warehouse-staff'),
    officer: await test.as('purchasing-officer'),
    manager: await test.as('purchasing-manager'),
    receiver: await test.as('warehouse-staff'),
    keeper: await test.as('warehouse-manager'),
    admin: await test.as('system-admin', { companyId: null }),
  };
}

const DAY_MS = 86_400_000;
/** A Bangkok day from today, by the test's clock. */
export const dayFrom = (world: World, days: number): string =>
  new Date(world.test.app.clock.now().getTime() + 7 * 3_600_000 + days * DAY_MS)
    .toISOString()
    .slice(0, 10);

type Json = Readonly<Record<string, unknown>>;

export const requestBody = (world: World, more: Json = {}): Json => ({
  warehouseId: world.warehouseId,
  purpose: 'stock',
  neededBy: dayFrom(world, 14),
  items: [{ partId: world.part, quantity: 10, unitId: world.pcs, estimatedPrice: '100.0000' }],
  ...more,
});

export const orderBody = (world: World, more: Json = {}): Json => ({
  supplierId: world.supplier,
  warehouseId: world.warehouseId,
  paymentType: 'cash',
  vatMode: 'exclusive',
  items: [
    {
      partId: world.part,
      quantity: 10,
      unitId: world.pcs,
      unitPrice: '100.0000',
      isService: false,
    },
  ],
  ...more,
});

/** A request that may be ordered. */
export async function approvedRequest(world: World, more: Json = {}) {
  const made = await world.asker.post('/purchase_requests', requestBody(world, more));
  const { id, version } = expectData(made);
  return expectData(await world.manager.post(`/purchase_requests/${id}/approval`, { version }));
}

/** An order that may be received. */
export async function approvedOrder(world: World, more: Json = {}) {
  const made = await world.officer.post('/purchase_orders', orderBody(world, more));
  const { id, version } = expectData(made);
  return expectData(
    await world.manager.post(`/purchase_orders/${id}/approval`, { version, decision: 'approve' }),
  );
}

/** Receives `quantity` of each line (all of it when absent) as the receiver. */
export async function receive(
  world: World,
  // biome-ignore lint/suspicious/noExplicitAny: an order as the server answered it.
  order: any,
  more: { quantity?: number; body?: Json; lines?: (item: { id: string }) => Json } = {},
) {
  const items = (order.items as { id: string; openQty: number }[]).map((item) => ({
    orderItemId: item.id,
    acceptedQty: more.quantity ?? item.openQty,
    rejectedQty: 0,
    ...more.lines?.(item),
  }));
  return world.receiver.post('/purchase_order_acceptances', {
    orderId: order.id,
    receivedDate: dayFrom(world, 0),
    items,
    ...more.body,
  });
}

/** The data of a success; a failure shows what the server said. */
// biome-ignore lint/suspicious/noExplicitAny: an answer's shape differs from call to call.
export function expectData(answer: { status: number; body: any }): any {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
