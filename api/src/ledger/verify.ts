import type { Pg } from '../kernel/index.ts';
import { chainHash, type HashedMove } from './hash.ts';

export interface Drift {
  readonly invariant: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface StockReport {
  readonly ok: boolean;
  readonly moves: number;
  readonly drift: readonly Drift[];
}

/** Each statement answers the rows that break its invariant (domain-warehouse 3.7). */
const CHECKS: Readonly<Record<string, string>> = {
  I1: `select item_type, item_id, lot_id, serial_id, sum(qty)::text as sum from stock_entries
    group by 1, 2, 3, 4 having sum(qty) <> 0`,
  // I25 with it: the balances rebuilt from the moves themselves equal those kept.
  I2: `select item_type, item_id, location_id, lot_id, serial_id, condition,
      sum(on_hand)::text as kept, sum(qty)::text as entered
    from (
      select item_type, item_id, location_id, lot_id, serial_id, condition, on_hand, 0 as qty
      from stock_balances
      union all
      select item_type, item_id, location_id, lot_id, serial_id, condition, 0, qty from stock_entries
    ) x group by 1, 2, 3, 4, 5, 6 having sum(on_hand) <> sum(qty)`,
  I3: `select item_id, location_id, on_hand::text, reserved::text from stock_balances
    where (is_physical and on_hand < 0) or reserved < 0 or reserved > greatest(on_hand, 0)`,
  I4: `select item_type, item_id, location_id, lot_id, serial_id, condition, sum(kept)::text as kept,
      sum(active)::text as active
    from (
      select item_type, item_id, location_id, lot_id, serial_id, condition, reserved as kept, 0 as active
      from stock_balances
      union all
      select item_type, item_id, location_id, lot_id, serial_id, condition, 0, qty - consumed_qty
      from stock_reservations where status = 'active'
    ) x group by 1, 2, 3, 4, 5, 6 having sum(kept) <> sum(active)`,
  I6: `select s.id, s.serial_no, s.location_id, count(b.*) as places
    from serials s left join stock_balances b on b.serial_id = s.id and b.on_hand > 0
    group by s.id
    having count(b.*) > 1 or coalesce(max(b.on_hand), 1) <> 1
      or (count(b.*) = 1) <> (s.location_id is not null)
      or (count(b.*) = 1 and min(b.location_id::text) <> s.location_id::text)`,
  I7: `select v.company_id, v.item_id, v.owned_qty::text, v.owned_value::text, coalesce(b.qty, 0)::text as held
    from part_valuations v left join (
      select company_id, item_type, item_id, sum(on_hand) as qty from stock_balances
      where is_physical group by 1, 2, 3) b using (company_id, item_type, item_id)
    where v.owned_qty <> coalesce(b.qty, 0) or v.owned_value < 0
      or (v.owned_qty = 0 and v.owned_value <> 0)`,
  // 1.4: what is kept as available is what may be picked. Lots with a date expire between nights.
  available: `select v.company_id, v.item_id, v.available::text as kept, coalesce(b.qty, 0)::text as found
    from part_valuations v left join (
      select b.company_id, b.item_type, b.item_id,
        sum(b.on_hand - b.reserved) filter (where w.is_pickable and not n.is_locked
          and b.condition <> 'defective') as qty,
        bool_or(l.expiry_date is not null) as expires
      from stock_balances b join bins n on n.id = b.location_id
      join warehouses w on w.id = n.warehouse_id left join lots l on l.id = b.lot_id
      where b.is_physical group by 1, 2, 3) b using (company_id, item_type, item_id)
    where v.item_type = 'part' and v.available <> coalesce(b.qty, 0)
      and not coalesce(b.expires, false)`,
  I8: `select company_id, item_type, item_id, sum(kept)::text as kept, sum(flow)::text as flow from (
      select company_id, item_type, item_id, owned_value as kept, 0 as flow from part_valuations
      union all
      select company_id, item_type, item_id, 0, value from stock_entries
      union all
      select company_id, item_type, item_id, 0, amount from cost_variances
    ) x group by 1, 2, 3 having sum(kept) <> sum(flow)`,
  I9: `select m.id, m.value::text from stock_moves m
    join stock_entries f on f.move_seq = m.seq and f.side = -1
    join stock_entries t on t.move_seq = m.seq and t.side = 1
    where f.is_physical = t.is_physical and m.company_id = m.to_company_id
      and (m.value <> 0 or f.value <> 0 or t.value <> 0)`,
  // A container in the books is in the one place that its state names, one that is built, sold or gone in none.
  containers: `select p.id, p.serial_number, p.status, count(b.item_id)::int as places,
      min(w.code) as place, min(b.on_hand)::text as on_hand
    from products p
    left join stock_balances b on b.item_type = 'container' and b.item_id = p.id and b.is_physical
      and b.on_hand <> 0
    left join bins n on n.id = b.location_id left join warehouses w on w.id = n.warehouse_id
    group by p.id
    having not case
      when p.title_holder = 'customer' then count(b.item_id) = 0
      when p.status in ('inProduction', 'awaitingReceipt', 'disassembled', 'retired') then count(b.item_id) = 0
      else count(b.item_id) = 1 and min(b.on_hand) = 1 and min(b.company_id::text) = p.company_id::text and case
        when p.status = 'inWarehouse' or (p.status = 'lost' and p.warehouse_id is not null)
          then min(w.id::text) = p.warehouse_id::text
        when p.status = 'inTransit' then min(w.kind) = 'transit'
        when p.status = 'lost' then min(w.kind) in ('transit', 'site')
        else min(w.kind) = 'site' end
      end`,
  // What is written down as built in is what lies at the location inside, of what was sold at SOLD; what
  // went to scrap with its container stays written down.
  insides: `select location_id, item_id, lot_id, serial_id, condition, sum(built)::text as built,
      sum(lying)::text as lying
    from (
      select p.interior_bin_id as location_id, i.part_id as item_id, i.lot_id, i.serial_id,
        case p.title_holder when 'customer' then 'any' else i.condition end as condition,
        i.quantity as built, 0 as lying
      from product_parts i join products p on p.id = i.product_id
      where i.removed_at is null and p.status <> 'retired'
      union all
      select b.location_id, b.item_id, b.lot_id, b.serial_id, b.condition, 0, b.on_hand
      from stock_balances b join bins n on n.id = b.location_id
      join warehouses w on w.id = n.warehouse_id
        and (w.kind = 'container' or (w.is_system and w.code = 'SOLD' and n.code <> 'DEFAULT'))
      where b.on_hand <> 0
    ) x group by 1, 2, 3, 4, 5 having sum(built) <> sum(lying)`,
  // What is promised is held by one document, and what is held is promised to nobody else (7.2).
  holds: `select p.id, p.serial_number, p.sale_status, count(h.id)::int as holds
    from products p left join container_reservations h on h.product_id = p.id and h.ended_at is null
    group by p.id
    having count(h.id) > 1 or (p.sale_status = 'reserved' and count(h.id) = 0)
      or (p.sale_status in ('notForSale', 'available') and count(h.id) > 0)`,
  I25: `select m.id from stock_moves m
    left join stock_entries f on f.move_seq = m.seq and f.side = -1
      and f.location_id = m.from_location_id and f.qty = -m.qty and f.company_id = m.company_id
    left join stock_entries t on t.move_seq = m.seq and t.side = 1
      and t.location_id = m.to_location_id and t.qty = m.qty and t.company_id = m.to_company_id
    where f.move_seq is null or t.move_seq is null`,
};

interface MoveRow {
  seq: string;
  id: string;
  company_id: string;
  to_company_id: string;
  doc_type: string;
  doc_id: string;
  document_no: string | null;
  doc_item_id: string | null;
  action: string;
  part_no: number;
  item_type: string;
  item_id: string;
  qty: string;
  from_location_id: string;
  to_location_id: string;
  lot_id: string | null;
  serial_id: string | null;
  condition_from: string;
  condition_to: string;
  unit_cost: string;
  value: string;
  effective_date: string;
  posted_at: Date;
  posted_by: string | null;
  reverses_move_id: string | null;
  request_id: string | null;
  prev_hash: Buffer | null;
  hash: Buffer;
}

/**
 * Holds the ledger against its invariants and says where they fail; it never repairs anything
 * (3.1). Give it a connection inside a repeatable-read transaction while others write.
 */
export async function verifyStock(pg: Pg): Promise<StockReport> {
  const drift: Drift[] = [];
  for (const [invariant, text] of Object.entries(CHECKS)) {
    const { rows } = await pg.query(`${text} limit 100`);
    drift.push(...rows.map((detail) => ({ invariant, detail })));
  }
  const chain = await verifyChains(pg);
  return {
    ok: drift.length + chain.drift.length === 0,
    moves: chain.moves,
    drift: [...drift, ...chain.drift],
  };
}

const BATCH = 5_000;

/**
 * I12: every move links to the one before it, and each chain ends where its valuation says. In the
 * same pass the moves are counted, which each valuation does as well (`moves`).
 */
async function verifyChains(pg: Pg): Promise<{ moves: number; drift: Drift[] }> {
  const drift: Drift[] = [];
  const ends = new Map<string, Buffer>();
  const counts = new Map<string, MoveCount>();
  let moves = 0;
  let after = '0';
  for (;;) {
    const { rows } = await pg.query<MoveRow>({
      text: `select *, effective_date::text as effective_date from stock_moves where seq > $1
        order by seq limit ${BATCH}`,
      values: [after],
    });
    for (const row of rows) {
      const chain = chainOf(row.company_id, row);
      const previous = ends.get(chain) ?? null;
      const linked = sameHash(previous, row.prev_hash);
      if (!linked || !chainHash(previous, hashedOf(row)).equals(row.hash)) {
        drift.push({ invariant: 'I12', detail: { moveId: row.id, seq: row.seq } });
      }
      ends.set(chain, row.hash);
      countIn(counts, row);
      after = row.seq;
    }
    moves += rows.length;
    if (rows.length < BATCH) break;
  }
  const { rows } = await pg.query<StoredChain>(
    `select company_id, item_type, item_id, last_hash, own_moves::int, received_moves::int
      from part_valuations`,
  );
  for (const row of rows) {
    const { company_id, item_type, item_id } = row;
    const chain = chainOf(company_id, row);
    if (!sameHash(ends.get(chain) ?? null, row.last_hash))
      drift.push({ invariant: 'I12', detail: { chain } });
    const kept = { own: row.own_moves, received: row.received_moves };
    const found = counts.get(chain) ?? NO_MOVES;
    counts.delete(chain);
    if (kept.own === found.own && kept.received === found.received) continue;
    drift.push({ invariant: 'moves', detail: { company_id, item_type, item_id, kept, found } });
  }
  for (const [chain, found] of counts) {
    drift.push({ invariant: 'moves', detail: { chain, kept: null, found } });
  }
  return { moves, drift };
}

interface StoredChain {
  company_id: string;
  item_type: string;
  item_id: string;
  last_hash: Buffer | null;
  own_moves: number;
  received_moves: number;
}

const chainOf = (
  companyId: string,
  { item_type, item_id }: Pick<MoveRow, 'item_type' | 'item_id'>,
): string => `${companyId}/${item_type}/${item_id}`;

interface MoveCount {
  readonly own: number;
  readonly received: number;
}
const NO_MOVES: MoveCount = { own: 0, received: 0 };

function countIn(counts: Map<string, MoveCount>, row: MoveRow): void {
  const giver = chainOf(row.company_id, row);
  const given = counts.get(giver) ?? NO_MOVES;
  counts.set(giver, { ...given, own: given.own + 1 });
  if (row.to_company_id === row.company_id) return;
  const taker = chainOf(row.to_company_id, row);
  const taken = counts.get(taker) ?? NO_MOVES;
  counts.set(taker, { ...taken, received: taken.received + 1 });
}

const sameHash = (a: Buffer | null, b: Buffer | null): boolean =>
  a === null || b === null ? a === b : a.equals(b);

const hashedOf = (row: MoveRow): HashedMove => ({
  id: row.id,
  companyId: row.company_id,
  toCompanyId: row.to_company_id,
  docType: row.doc_type,
  docId: row.doc_id,
  documentNo: row.document_no,
  docItemId: row.doc_item_id,
  action: row.action,
  partNo: row.part_no,
  itemType: row.item_type,
  itemId: row.item_id,
  qty: row.qty,
  from: row.from_location_id,
  to: row.to_location_id,
  lotId: row.lot_id,
  serialId: row.serial_id,
  conditionFrom: row.condition_from,
  conditionTo: row.condition_to,
  unitCost: row.unit_cost,
  value: row.value,
  effectiveDate: row.effective_date,
  postedAt: row.posted_at,
  postedBy: row.posted_by,
  reversesMoveId: row.reverses_move_id,
  requestId: row.request_id,
});
