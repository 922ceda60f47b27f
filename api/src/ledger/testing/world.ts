import { v7 } from 'uuid';
import type { Pg } from '../../kernel/index.ts';
import { ensureSystemPlaces, type Places } from '../places.ts';

export interface TestCompany {
  readonly id: string;
  readonly places: Places;
  /** Storage bins, two warehouses of two. */
  readonly bins: readonly string[];
  readonly warehouses: readonly string[];
}

/** Two companies with places and bins, and parts of every kind of tracking: the ledger's test bed. */
export interface World {
  readonly companies: readonly TestCompany[];
  readonly plain: readonly string[];
  readonly fraction: readonly string[];
  readonly lot: readonly string[];
  readonly serial: readonly string[];
}

export async function makeWorld(
  pg: Pg,
  { now, parts = 2, companies = 2 }: { now: Date; parts?: number; companies?: number },
): Promise<World> {
  const tag = v7().slice(-8);
  const unit = async (allowFraction: boolean) => {
    const id = v7();
    await pg.query(
      `insert into units (id, code, name, allow_fraction, created_at, updated_at)
       values ($1, $2, $2, $3, $4, $4)`,
      [id, `${allowFraction ? 'f' : 'w'}${tag}`, allowFraction, now],
    );
    return id;
  };
  const whole = await unit(false);
  const broken = await unit(true);
  const category = v7();
  await pg.query(
    `insert into categories (id, code, name, created_at, updated_at) values ($1, $2, $2, $3, $3)`,
    [category, `C${tag}`, now],
  );
  const makeParts = async (prefix: string, unitId: string, tracking: string) => {
    const ids = Array.from({ length: parts }, () => v7());
    await pg.query(
      `insert into material_parts (id, part_no, name, category_id, unit_id, barcode, tracking_type, created_at, updated_at)
       select id, $2 || ord, $2 || ord, $3, $4, $2 || ord, $5, $6, $6
       from unnest($1::uuid[]) with ordinality as t(id, ord)`,
      [ids, `${prefix}-${tag}-`, category, unitId, tracking, now],
    );
    return ids;
  };
  const made: TestCompany[] = [];
  for (let index = 0; index < companies; index += 1)
    made.push(await makeCompany(pg, { tag: `${tag}${index}`, now }));
  return {
    companies: made,
    plain: await makeParts('PLAIN', whole, 'none'),
    fraction: await makeParts('FRACTION', broken, 'none'),
    lot: await makeParts('LOT', broken, 'lot'),
    serial: await makeParts('SERIAL', whole, 'serial'),
  };
}

async function makeCompany(pg: Pg, { tag, now }: { tag: string; now: Date }): Promise<TestCompany> {
  const id = v7();
  await pg.query(
    `insert into companies (id, code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
     values ($1, $2, $2, $2, $3, 'headOffice', '00000', $4, $4)`,
    [id, `CO${tag}`, tag, now],
  );
  const places = await ensureSystemPlaces(pg, { companyId: id, now });
  const warehouses: string[] = [];
  const bins: string[] = [];
  for (const code of ['MAIN', 'BRANCH']) {
    const warehouse = v7();
    warehouses.push(warehouse);
    await pg.query(
      `insert into warehouses (id, company_id, code, name, kind, holds, created_at, updated_at)
       values ($1, $2, $3, $3, $4, 'parts', $5, $5)`,
      [warehouse, id, code, code.toLowerCase(), now],
    );
    for (const bin of ['DEFAULT', 'A-01']) {
      const binId = v7();
      bins.push(binId);
      await pg.query(
        `insert into bins (id, warehouse_id, code, created_at, updated_at) values ($1, $2, $3, $4, $4)`,
        [binId, warehouse, bin, now],
      );
    }
  }
  return { id, places, bins, warehouses };
}
