import { MAX_SERIAL_LENGTH } from '@boxyard/shared/contract/lines.ts';
import { isCode } from '@boxyard/shared/domain/values/fields.ts';
import { v7 } from 'uuid';
import { invalid, type Pg } from '../kernel/index.ts';

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

/**
 * Serials that are new to the books and have other signs than a code. One that is known keeps its
 * number: stock taken in earlier is still counted, moved and put together.
 */
export async function invalidSerials(
  pg: Pg,
  serials: readonly SerialInput[],
): Promise<readonly SerialInput[]> {
  const odd = serials.filter(
    ({ serialNo }) => !isCode(normaliseSerial(serialNo), MAX_SERIAL_LENGTH),
  );
  if (odd.length === 0) return [];
  const { rows } = await pg.query<{ key: string }>({
    text: `select s.item_id || '/' || s.serial_no as key from serials s
      join unnest($1::uuid[], $2::text[]) as t(item_id, serial_no)
        on s.item_type = 'part' and s.item_id = t.item_id and s.serial_no = t.serial_no`,
    values: [odd.map(({ itemId }) => itemId), odd.map((one) => normaliseSerial(one.serialNo))],
  });
  const known = new Set(rows.map(({ key }) => key));
  return odd.filter(({ itemId, serialNo }) => !known.has(`${itemId}/${normaliseSerial(serialNo)}`));
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
  if ((await invalidSerials(pg, serials)).length > 0) {
    throw invalid([{ field: 'serials', code: 'CODE' }]);
  }
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
 * The customer's warranty of serials begins the day they are handed out, unless their part says that it
 * ran from the receipt, or runs from a sale only; it lasts as long as was promised when they were
 * received, or by a repair since. null takes it back (domain-warehouse 1.5, 2.7, 2.11, 4.1).
 */
export async function setCustomerWarranty(
  pg: Pg,
  {
    serialIds,
    from,
    isSale = false,
  }: {
    readonly serialIds: readonly string[];
    readonly from: string | null;
    readonly isSale?: boolean;
  },
): Promise<void> {
  if (serialIds.length === 0) return;
  await pg.query({
    name: 'ledger-warranty',
    text: `update serials s set customer_warranty_start = $2::date,
        customer_warranty_end = ($2::date + make_interval(months => coalesce(s.warranty_months, p.warranty_months)))::date
      from material_parts p
      where p.id = s.item_id and s.id = any($1::uuid[])
        and coalesce(s.warranty_months, p.warranty_months) > 0
        and case p.warranty_starts_from when 'receipt' then s.receipt_id is null
          when 'sale' then $3 or $2::date is null else true end`,
    values: [serialIds, from, isSale],
  });
}

/** A serial as its supplier delivered it. */
export interface Delivered {
  readonly serialId: string;
  /** For how long the supplier answers for it. */
  readonly months: number;
}

/**
 * What a receipt brings is under the supplier's warranty from that day; what the part promises to the
 * customer is kept as it stands then, so that a later change counts for new receipts only (1.5, 4.1).
 */
export async function setSupplierWarranty(
  pg: Pg,
  {
    supplierId,
    receiptId,
    from,
    serials,
  }: {
    readonly supplierId: string;
    readonly receiptId: string;
    readonly from: string;
    readonly serials: readonly Delivered[];
  },
): Promise<void> {
  if (serials.length === 0) return;
  await pg.query({
    name: 'ledger-supplier-warranty',
    text: `update serials s set supplier_id = $1, receipt_id = $2, supplier_warranty_start = $3::date,
        supplier_warranty_end = ($3::date + make_interval(months => t.months))::date,
        warranty_months = p.warranty_months,
        customer_warranty_start = case when p.warranty_starts_from = 'receipt' then $3::date end,
        customer_warranty_end = case when p.warranty_starts_from = 'receipt'
          then ($3::date + make_interval(months => p.warranty_months))::date end
      from unnest($4::uuid[], $5::int[]) as t(id, months), material_parts p
      where s.id = t.id and p.id = s.item_id`,
    values: [
      supplierId,
      receiptId,
      from,
      serials.map(({ serialId }) => serialId),
      serials.map(({ months }) => months),
    ],
  });
}

/** A receipt that was taken back has delivered nothing. */
export async function clearSupplierWarranty(pg: Pg, receiptId: string): Promise<void> {
  await pg.query({
    name: 'ledger-no-supplier-warranty',
    text: `update serials set supplier_id = null, receipt_id = null, supplier_warranty_start = null,
        supplier_warranty_end = null, warranty_months = null, customer_warranty_start = null,
        customer_warranty_end = null
      where receipt_id = $1`,
    values: [receiptId],
  });
}
