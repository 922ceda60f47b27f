import { newId } from '../../../../kernel/index.ts';
import { ensureLots, ensureSerials, postMoves } from '../../../../ledger/index.ts';
import type { Person, TestApp } from '../../../../testing/index.ts';
import { actsOn } from '../../../../workflow/testing/actsOn.ts';
import {
  dayFrom,
  expectData,
  makeWorld as makeOffice,
  type World as Office,
} from '../../../../workflow/testing/world.ts';

/** Bins, people and stock that the tests of requisitions work with. */
export interface World extends Office {
  /** Bins of the warehouse by code: A-01, B-01, DEFAULT. */
  readonly bins: Readonly<Record<string, string>>;
  readonly otherBin: string;
  readonly van: string;
  readonly vanBin: string;
  readonly technician: Person;
  /** Approves, cancels, reverses; not who made the requisition. */
  readonly chief: Person;
  /** Picks and hands out. */
  readonly picker: Person;
}

export async function makeWorld(test: TestApp): Promise<World> {
  const office = await makeOffice(test);
  const { app, companyId } = test;
  const now = app.clock.now();
  const bin = async (warehouseId: string, code: string) => {
    const id = newId();
    await app.pg.query(
      'insert into bins (id, warehouse_id, code, created_at, updated_at) values ($1, $2, $3, $4, $4)',
      [id, warehouseId, code, now],
    );
    return id;
  };
  const defaultOf = async (warehouseId: string) =>
    String(
      (
        await app.pg.query<{ id: string }>(
          `select id from bins where warehouse_id = $1 and code = 'DEFAULT'`,
          [warehouseId],
        )
      ).rows[0]?.id,
    );
  const van = newId();
  await app.pg.query(
    `insert into warehouses (id, company_id, code, name, kind, holds, created_at, updated_at)
     values ($1, $2, $3, $3, 'technicianVan', 'parts', $4, $4)`,
    [van, companyId, `VAN-${newId().slice(-6)}`, now],
  );
  return {
    ...office,
    bins: {
      'A-01': await bin(office.warehouseId, 'A-01'),
      'B-01': await bin(office.warehouseId, 'B-01'),
      DEFAULT: await defaultOf(office.warehouseId),
    },
    otherBin: await defaultOf(office.otherWarehouseId),
    van,
    vanBin: await bin(van, 'DEFAULT'),
    technician: await test.as('technician'),
    chief: await test.as('warehouse-manager'),
    picker: await test.as('warehouse-staff'),
  };
}

/** A part that no other test has. */
export async function newPart(
  world: World,
  tracking: 'none' | 'lot' | 'serial' = 'none',
  more: { warrantyMonths?: number; unit?: string; subCategory?: string } = {},
): Promise<string> {
  const id = newId();
  await world.test.app.pg.query(
    `insert into material_parts (id, part_no, name, name_th, category_id, sub_category_id, unit_id, barcode,
       tracking_type, warranty_months, created_at, updated_at)
     select $1, $2, $2, $2, p.category_id, $6, $3, $2, $4, $5, now(), now()
     from material_parts p where p.id = $7`,
    [
      id,
      `P-${id.slice(-10).toUpperCase()}`,
      more.unit ?? world.pcs,
      tracking,
      more.warrantyMonths ?? 0,
      more.subCategory ?? null,
      world.part,
    ],
  );
  return id;
}

interface Delivery {
  readonly quantity?: number;
  readonly bin?: string;
  readonly unitCost?: string;
  readonly lot?: { readonly lotNo: string; readonly expiryDate?: string };
  readonly serials?: readonly string[];
  readonly condition?: 'new' | 'used';
}

/** Puts stock of a part into a bin, as goods that came from a supplier. */
export async function stock(world: World, partId: string, delivery: Delivery): Promise<void> {
  const { bins, places, test } = world;
  const { bin = bins['A-01'] ?? '', unitCost = '10', condition = 'new' } = delivery;
  await test.app.transaction({ actor: await world.admin.actor() }, async (ctx) => {
    const now = ctx.clock.now();
    const base = {
      itemId: partId,
      from: places.SUPPLIER,
      to: bin,
      unitCost,
      conditionFrom: condition,
      docItemId: newId(),
    };
    const [lotId = null] = delivery.lot
      ? await ensureLots(ctx.pg, { lots: [{ itemId: partId, ...delivery.lot }], now })
      : [];
    const serialIds = await ensureSerials(ctx.pg, {
      serials: (delivery.serials ?? []).map((serialNo) => ({ itemId: partId, serialNo })),
      now,
    });
    await postMoves(ctx.pg, {
      docType: 'test',
      docId: newId(),
      action: 'stock',
      now,
      postedBy: null,
      moves:
        serialIds.length > 0
          ? serialIds.map((serialId) => ({ ...base, quantity: 1, serialId }))
          : [{ ...base, quantity: delivery.quantity ?? 1, lotId }],
    });
  });
}

type Json = Readonly<Record<string, unknown>>;

export const requisitionBody = (
  world: World,
  lines: readonly (readonly [partId: string, requestedQty: number])[],
  more: Json = {},
): Json => ({
  purpose: 'repairJob',
  warehouseId: world.warehouseId,
  neededBy: dayFrom(world, 2),
  items: lines.map(([partId, requestedQty]) => ({ partId, requestedQty })),
  ...more,
});

/** A requisition by the technician. */
export const ask = async (
  world: World,
  lines: readonly (readonly [partId: string, requestedQty: number])[],
  more: Json = {},
) =>
  expectData(
    await world.technician.post('/material_dispatch', requisitionBody(world, lines, more)),
  );

export const { act, done } = actsOn('/material_dispatch');

/** Asked for, approved, all of it handed out. */
export async function handedOut(
  world: World,
  lines: readonly (readonly [partId: string, requestedQty: number])[],
  more: Json = {},
) {
  const asked = await ask(world, lines, more);
  const approved = await done(world.chief, asked, { action: 'approve' });
  return done(world.picker, approved, {
    action: 'confirm-dispatch',
    recipientName: 'Ekkachai',
    pickAll: true,
  });
}

/** What lies in a bin of a part: on hand and held. */
export async function lying(world: World, partId: string, bin: string): Promise<[number, number]> {
  const { rows } = await world.test.app.pg.query<{ on_hand: string; reserved: string }>(
    `select coalesce(sum(on_hand), 0) as on_hand, coalesce(sum(reserved), 0) as reserved
     from stock_balances where item_id = $1 and location_id = $2`,
    [partId, bin],
  );
  return [Number(rows[0]?.on_hand), Number(rows[0]?.reserved)];
}

/** What a part is worth to the company. */
export async function worth(world: World, partId: string): Promise<string> {
  const { rows } = await world.test.app.pg.query<{ value: string }>(
    'select owned_value::text as value from part_valuations where item_id = $1',
    [partId],
  );
  return rows[0]?.value ?? '0.00';
}
