import { addQuantities, type Condition, decimal } from '@boxyard/shared/domain';
import type { Pg } from '../kernel/index.ts';
import type { StockBlock } from './types.ts';

/** Whose stock: null means "no limit" (domain-warehouse D8, domain-conventions "Scope"). */
export interface StockScope {
  readonly companyIds: readonly string[] | null;
  /** Storage warehouses; the system's own places belong to the company and are always counted. */
  readonly warehouseIds: readonly string[] | null;
}

const IN_SCOPE = `($1::uuid[] is null or w.company_id = any($1::uuid[]))
  and ($2::uuid[] is null or w.is_system or w.id = any($2::uuid[]))`;

const EMPTY: StockBlock = {
  onHand: 0,
  reserved: 0,
  available: 0,
  inTransit: 0,
  quarantine: 0,
  inRepair: 0,
  atSupplier: 0,
  onOrder: 0,
  projected: 0,
};

/**
 * Where the stock of each part stands, in one query for a whole page of parts (domain-warehouse
 * 1.4, 3.1). `onHand` is what lies in warehouses; what is elsewhere has its own figure, so the five
 * places add up to what is owned. `available` leaves out reserved, locked, defective and expired
 * stock and warehouses that nothing is picked from.
 */
export async function stockOf(
  pg: Pg,
  {
    companyIds,
    warehouseIds,
    partIds,
    today,
  }: StockScope & {
    readonly partIds: readonly string[];
    /** Bangkok day that lots expire against. */
    readonly today: string;
  },
): Promise<Map<string, StockBlock>> {
  const blocks = new Map(partIds.map((id) => [id, EMPTY]));
  if (partIds.length === 0) return blocks;
  const { rows } = await pg.query<Record<string, string>>({
    name: 'ledger-stock-of',
    text: `with held as (
        select b.item_id,
          sum(b.on_hand) filter (where w.kind in ('main', 'branch', 'technicianVan')) as on_hand,
          sum(b.reserved) as reserved,
          sum(b.on_hand - b.reserved) filter (where w.is_pickable and not n.is_locked
            and b.condition <> 'defective' and (l.expiry_date is null or l.expiry_date >= $4::date))
            as available,
          sum(b.on_hand) filter (where w.kind = 'transit') as in_transit,
          sum(b.on_hand) filter (where w.kind in ('quarantine', 'receiving')) as quarantine,
          sum(b.on_hand) filter (where w.kind = 'repair') as in_repair,
          sum(b.on_hand) filter (where w.kind = 'virtual') as at_supplier
        from stock_balances b
        join bins n on n.id = b.location_id
        join warehouses w on w.id = n.warehouse_id
        left join lots l on l.id = b.lot_id
        where b.item_id = any($3::uuid[]) and b.item_type = 'part' and b.is_physical and ${IN_SCOPE}
        group by b.item_id
      ), ordered as (
        select o.part_id, sum(greatest(o.quantity - o.received_qty - o.closed_qty, 0) * o.unit_factor) as on_order
        from purchase_order_items o
        where o.part_id = any($3::uuid[]) and o.order_status in ('approved', 'booking', 'onGoing')
          and ($1::uuid[] is null or o.company_id = any($1::uuid[]))
          and ($2::uuid[] is null or o.warehouse_id = any($2::uuid[]))
        group by o.part_id
      )
      select t.id, coalesce(h.on_hand, 0)::text as "onHand", coalesce(h.reserved, 0)::text as reserved,
        coalesce(h.available, 0)::text as available, coalesce(h.in_transit, 0)::text as "inTransit",
        coalesce(h.quarantine, 0)::text as quarantine, coalesce(h.in_repair, 0)::text as "inRepair",
        coalesce(h.at_supplier, 0)::text as "atSupplier", round(coalesce(o.on_order, 0), 3)::text as "onOrder"
      from unnest($3::uuid[]) t(id)
      left join held h on h.item_id = t.id left join ordered o on o.part_id = t.id`,
    values: [companyIds, warehouseIds, partIds, today],
  });
  for (const { id = '', ...figures } of rows) {
    const block = Object.fromEntries(
      Object.entries(figures).map(([key, value]) => [key, Number(value)]),
    ) as unknown as Omit<StockBlock, 'projected'>;
    const projected = addQuantities(block.available, block.inTransit, block.onOrder);
    blocks.set(id, { ...block, projected });
  }
  return blocks;
}

export interface CostBlock {
  /** THB per unit, 4 places; null when nothing was ever owned. */
  readonly averageCost: string | null;
  /** THB, 2 places. */
  readonly stockValue: string;
}

/** Average and value of what the companies own; only for holders of `parts-warehouse:view-cost`. */
export async function costOf(
  pg: Pg,
  {
    companyIds,
    partIds,
  }: { readonly companyIds: readonly string[] | null; readonly partIds: readonly string[] },
): Promise<Map<string, CostBlock>> {
  const { rows } = await pg.query<{
    item_id: string;
    qty: string;
    value: string;
    avg: string | null;
  }>({
    name: 'ledger-cost-of',
    text: `select item_id, sum(owned_qty)::text as qty, sum(owned_value)::text as value,
        max(avg_cost) filter (where last_hash is not null)::text as avg
      from part_valuations
      where item_id = any($2::uuid[]) and item_type = 'part'
        and ($1::uuid[] is null or company_id = any($1::uuid[]))
      group by item_id`,
    values: [companyIds, partIds],
  });
  const costs = new Map<string, CostBlock>(
    partIds.map((id) => [id, { averageCost: null, stockValue: '0.00' }]),
  );
  for (const row of rows) {
    const owned = !decimal.isZero(row.qty);
    const average = owned ? decimal.divide(row.value, row.qty) : row.avg;
    costs.set(row.item_id, {
      averageCost: average === null ? null : decimal.round(average, 4),
      stockValue: decimal.round(row.value),
    });
  }
  return costs;
}

export interface PartBalance {
  readonly warehouse: {
    readonly id: string;
    readonly code: string;
    readonly name: string;
    readonly nameTh: string | null;
  };
  readonly bin: { readonly id: string; readonly code: string; readonly name: string };
  readonly condition: Condition;
  readonly lotNo: string | null;
  readonly onHand: number;
  readonly reserved: number;
}

/** Where one part lies, bin by bin; serials of a bin are added up. */
export async function balancesOf(
  pg: Pg,
  { companyIds, warehouseIds, partId }: StockScope & { readonly partId: string },
): Promise<PartBalance[]> {
  const { rows } = await pg.query<{
    warehouse_id: string;
    warehouse_code: string;
    name: string;
    name_th: string | null;
    bin_id: string;
    bin_code: string;
    condition: Condition;
    lot_no: string | null;
    on_hand: string;
    reserved: string;
  }>({
    name: 'ledger-balances-of',
    text: `select w.id as warehouse_id, w.code as warehouse_code, w.name, w.name_th, n.id as bin_id,
        n.code as bin_code, b.condition, l.lot_no, sum(b.on_hand)::text as on_hand,
        sum(b.reserved)::text as reserved
      from stock_balances b
      join bins n on n.id = b.location_id
      join warehouses w on w.id = n.warehouse_id
      left join lots l on l.id = b.lot_id
      where b.item_id = $3 and b.item_type = 'part' and b.is_physical and ${IN_SCOPE}
      group by w.id, n.id, b.condition, l.lot_no
      having sum(b.on_hand) <> 0
      order by w.is_system, w.code, n.code, b.condition, l.lot_no`,
    values: [companyIds, warehouseIds, partId],
  });
  return rows.map((row) => ({
    warehouse: {
      id: row.warehouse_id,
      code: row.warehouse_code,
      name: row.name,
      nameTh: row.name_th,
    },
    bin: { id: row.bin_id, code: row.bin_code, name: row.bin_code },
    condition: row.condition,
    lotNo: row.lot_no,
    onHand: Number(row.on_hand),
    reserved: Number(row.reserved),
  }));
}

/** Whether anything was ever posted for a part: its unit and tracking are locked then (1.4). */
export async function hasMoves(pg: Pg, partId: string): Promise<boolean> {
  const { rows } = await pg.query<{ found: boolean }>({
    name: 'ledger-has-moves',
    text: `select exists (select 1 from part_valuations
      where item_id = $1 and item_type = 'part' and last_hash is not null) as found`,
    values: [partId],
  });
  return rows[0]?.found === true;
}
