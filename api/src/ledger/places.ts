import {
  SYSTEM_PLACES,
  type SystemPlace,
  VIRTUAL_PLACES,
  type VirtualPlace,
  type WarehouseKind,
} from '@boxyard/shared/domain';
import { v7 } from 'uuid';
import type { Ctx, Pg } from '../kernel/index.ts';

/** DEFAULT bin of each place that the system made for a company, by the place's code. */
export type Places = Readonly<Record<SystemPlace | VirtualPlace, string>>;

const NAMES: Readonly<Record<SystemPlace | VirtualPlace, readonly [en: string, th: string]>> = {
  RECEIVING: ['Receiving dock', 'จุดรับสินค้า'],
  QUARANTINE: ['Quarantine', 'พื้นที่กักกัน'],
  REPAIR: ['Repair bench', 'ห้องซ่อม'],
  TRANSIT: ['In transit', 'ระหว่างขนส่ง'],
  CONTAINER: ['Inside containers', 'ภายในตู้'],
  SITE: ['At customers', 'ติดตั้งที่ลูกค้า'],
  SUPPLIER: ['Suppliers', 'ผู้จำหน่าย'],
  CLAIM: ['At supplier for claim', 'ส่งเคลมที่ผู้จำหน่าย'],
  CONSUMED: ['Used up', 'เบิกใช้แล้ว'],
  SOLD: ['Sold', 'ขายแล้ว'],
  SCRAP: ['Scrapped', 'ทำลายแล้ว'],
  TRANSFORM: ['Transformation', 'แปรสภาพ'],
  ADJUST: ['Stock adjustment', 'ปรับปรุงสต็อก'],
  OPENING: ['Opening balance', 'ยอดยกมา'],
};

const kindOf = (code: SystemPlace | VirtualPlace): WarehouseKind =>
  (SYSTEM_PLACES as readonly string[]).includes(code)
    ? (code.toLowerCase() as WarehouseKind)
    : 'virtual';

/**
 * Makes the places that every company needs, with their DEFAULT bins (domain-warehouse 1.6).
 * Running it again adds only what is missing.
 */
export async function ensureSystemPlaces(
  pg: Pg,
  { companyId, now, by = null }: { companyId: string; now: Date; by?: string | null },
): Promise<Places> {
  const codes = [...SYSTEM_PLACES, ...VIRTUAL_PLACES];
  await pg.query({
    text: `insert into warehouses
        (id, company_id, code, name, name_th, kind, holds, is_system, is_pickable, is_active,
         created_at, created_by, updated_at, updated_by)
      select t.id, $5, t.code, t.name, t.name_th, t.kind, 'both', true, false, true, $6, $7, $6, $7
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $8::text[])
        as t(id, code, name, name_th, kind)
      on conflict (company_id, code) do nothing`,
    values: [
      codes.map(() => v7()),
      codes,
      codes.map((code) => NAMES[code][0]),
      codes.map((code) => NAMES[code][1]),
      companyId,
      now,
      by,
      codes.map(kindOf),
    ],
  });
  await pg.query({
    text: `insert into bins
        (id, warehouse_id, code, is_active, is_locked, created_at, created_by, updated_at, updated_by)
      select new_id(), w.id, 'DEFAULT', true, false, $2, $3, $2, $3
      from warehouses w
      where w.company_id = $1 and w.is_system
        and not exists (select 1 from bins b where b.warehouse_id = w.id and b.code = 'DEFAULT')
      on conflict (warehouse_id, code) do nothing`,
    values: [companyId, now, by],
  });
  return readPlaces(pg, companyId);
}

/** The system's places of a company; a company without them is a programming error. */
async function readPlaces(pg: Pg, companyId: string): Promise<Places> {
  const { rows } = await pg.query<{ code: SystemPlace | VirtualPlace; id: string }>({
    name: 'ledger-places',
    text: `select w.code, b.id from warehouses w
      join bins b on b.warehouse_id = w.id and b.code = 'DEFAULT'
      where w.company_id = $1 and w.is_system`,
    values: [companyId],
  });
  const found = new Map(rows.map((row) => [row.code, row.id]));
  const missing = [...SYSTEM_PLACES, ...VIRTUAL_PLACES].filter((code) => !found.has(code));
  if (missing.length > 0)
    throw new Error(`company ${companyId} lacks the places ${missing.join(', ')}`);
  return Object.fromEntries(found) as Places;
}

/** By server and company. */
const known = new WeakMap<Ctx['app'], Map<string, Places>>();

/**
 * The system's places of a company. They are made with it and stay for good: each server reads them
 * once, not twice for every document.
 */
export async function placesOf(
  { app, pg }: Pick<Ctx, 'app' | 'pg'>,
  companyId: string,
): Promise<Places> {
  const companies = known.get(app) ?? new Map<string, Places>();
  known.set(app, companies);
  const places = companies.get(companyId) ?? (await readPlaces(pg, companyId));
  companies.set(companyId, places);
  return places;
}
