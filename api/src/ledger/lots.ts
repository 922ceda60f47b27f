import { v7 } from 'uuid';
import type { Pg } from '../kernel/types.ts';

export interface LotInput {
  readonly itemId: string;
  readonly lotNo: string;
  readonly expiryDate?: string | null;
  readonly mfgDate?: string | null;
}
export interface SerialInput {
  readonly itemId: string;
  readonly serialNo: string;
}

/** How serial numbers are stored and compared (domain-warehouse 1.5). */
export const normaliseSerial = (serialNo: string): string => serialNo.trim().toUpperCase();

/** Ids of the lots, in the order given; those never seen are made. Numbers are unique per part. */
export async function ensureLots(
  pg: Pg,
  { lots, now }: { lots: readonly LotInput[]; now: Date },
): Promise<string[]> {
  const key = (itemId: string, lotNo: string) => `${itemId}/${lotNo}`;
  const wanted = [
    ...new Map(lots.map((lot) => [key(lot.itemId, lot.lotNo.trim()), lot])).entries(),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  if (wanted.length === 0) return [];
  const items = wanted.map(([, lot]) => lot.itemId);
  const numbers = wanted.map(([, lot]) => lot.lotNo.trim());
  await pg.query({
    text: `insert into lots (id, item_id, lot_no, mfg_date, expiry_date, created_at)
      select * , $6::timestamptz
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::date[], $5::date[])
      on conflict (item_type, item_id, lot_no) do nothing`,
    values: [
      wanted.map(() => v7()),
      items,
      numbers,
      wanted.map(([, lot]) => lot.mfgDate ?? null),
      wanted.map(([, lot]) => lot.expiryDate ?? null),
      now,
    ],
  });
  const { rows } = await pg.query<{ id: string; item_id: string; lot_no: string }>({
    text: `select l.id, l.item_id, l.lot_no from lots l
      join unnest($1::uuid[], $2::text[]) as t(item_id, lot_no)
        on l.item_type = 'part' and l.item_id = t.item_id and l.lot_no = t.lot_no`,
    values: [items, numbers],
  });
  const ids = new Map(rows.map((row) => [key(row.item_id, row.lot_no), row.id]));
  return lots.map((lot) => idOf(ids, key(lot.itemId, lot.lotNo.trim())));
}

/** Ids of the serials, in the order given; those never seen are made, without a place yet. */
export async function ensureSerials(
  pg: Pg,
  { serials, now }: { serials: readonly SerialInput[]; now: Date },
): Promise<string[]> {
  const key = (itemId: string, serialNo: string) => `${itemId}/${serialNo}`;
  const wanted = [
    ...new Map(
      serials.map(({ itemId, serialNo }) => {
        const serial = normaliseSerial(serialNo);
        return [key(itemId, serial), { itemId, serial }];
      }),
    ).entries(),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  if (wanted.length === 0) return [];
  const items = wanted.map(([, { itemId }]) => itemId);
  const numbers = wanted.map(([, { serial }]) => serial);
  await pg.query({
    text: `insert into serials (id, item_id, serial_no, created_at)
      select *, $4::timestamptz from unnest($1::uuid[], $2::uuid[], $3::text[])
      on conflict (item_type, item_id, serial_no) do nothing`,
    values: [wanted.map(() => v7()), items, numbers, now],
  });
  const { rows } = await pg.query<{ id: string; item_id: string; serial_no: string }>({
    text: `select s.id, s.item_id, s.serial_no from serials s
      join unnest($1::uuid[], $2::text[]) as t(item_id, serial_no)
        on s.item_type = 'part' and s.item_id = t.item_id and s.serial_no = t.serial_no`,
    values: [items, numbers],
  });
  const ids = new Map(rows.map((row) => [key(row.item_id, row.serial_no), row.id]));
  return serials.map(({ itemId, serialNo }) => idOf(ids, key(itemId, normaliseSerial(serialNo))));
}

function idOf(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the row just written is not there: ${key}`);
  return id;
}

/**
 * The customer's warranty of serials begins the day they are handed out and lasts as long as their
 * part's does, or as a repair has promised since; null takes it back (domain-warehouse 1.5, 2.7, 2.11).
 */
export async function setCustomerWarranty(
  pg: Pg,
  { serialIds, from }: { readonly serialIds: readonly string[]; readonly from: string | null },
): Promise<void> {
  if (serialIds.length === 0) return;
  await pg.query({
    name: 'ledger-warranty',
    text: `update serials s set customer_warranty_start = $2::date,
        customer_warranty_end = ($2::date + make_interval(months => coalesce(s.warranty_months, p.warranty_months)))::date
      from material_parts p
      where p.id = s.item_id and s.id = any($1::uuid[])
        and coalesce(s.warranty_months, p.warranty_months) > 0`,
    values: [serialIds, from],
  });
}
