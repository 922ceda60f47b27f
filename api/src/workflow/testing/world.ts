import { newId } from '../../kernel/index.ts';
import { ensureSystemPlaces, type Places } from '../../ledger/index.ts';
import type { Person, TestApp } from '../../testing/index.ts';

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
  /** Decides on what the other administrator made. */
  readonly secondAdmin: Person;
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
    secondAdmin: await test.as('system-admin', { companyId: null }),
  };
}

const DAY_MS = 86_400_000;
/** A Bangkok day from today, by the test's clock. */
export const dayFrom = (world: World, days: number): string =>
  new Date(world.test.app.clock.now().getTime() + 7 * 3_600_000 + days * DAY_MS)
    .toISOString()
    .slice(0, 10);

/** The data of a success; a failure shows what the server said. */
// biome-ignore lint/suspicious/noExplicitAny: an answer's shape differs from call to call.
export function expectData(answer: { status: number; body: any }): any {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
