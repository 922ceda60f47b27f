import type { Ctx } from '../../../kernel/index.ts';

export interface SupplierFigures {
  readonly openOrders: number;
  /** THB: owed and not yet paid, and ordered on credit and not yet received (domain-warehouse 1.7). */
  readonly creditUsed: string;
}

const NONE: SupplierFigures = { openOrders: 0, creditUsed: '0.00' };

/** What a page of suppliers owes to the documents of the companies and warehouses in scope. */
export async function supplierFigures(
  ctx: Ctx,
  supplierIds: readonly string[],
): Promise<(id: string) => SupplierFigures> {
  if (supplierIds.length === 0) return () => NONE;
  const { rows } = await ctx.pg.query<{ id: string; open_orders: number; credit_used: string }>({
    name: 'supplier-figures',
    text: `select t.id, coalesce(o.n, 0)::int as open_orders,
        (coalesce(o.ordered, 0) + coalesce(c.owed, 0))::numeric(15, 2)::text as credit_used
      from unnest($1::uuid[]) t(id)
      left join lateral (
        select count(*) as n,
          sum(greatest(o.grand_total - o.received_total, 0)) filter (where o.payment_type = 'credit')
            as ordered
        from purchase_orders o
        where o.supplier_id = t.id and o.is_receivable
          and ($2::uuid[] is null or o.company_id = any($2::uuid[]))
          and ($3::uuid[] is null or o.warehouse_id = any($3::uuid[]))
      ) o on true
      left join lateral (
        select sum(c.outstanding) as owed
        from credit_purchases c
        where c.supplier_id = t.id and c.status in ('unpaid', 'partial')
          and ($2::uuid[] is null or c.company_id = any($2::uuid[]))
          and ($3::uuid[] is null or exists (select 1 from purchase_order_receipts r
            where r.id = c.receipt_id and r.warehouse_id = any($3::uuid[])))
      ) c on true`,
    values: [supplierIds, ctx.actor.companyIds, ctx.actor.warehouseIds],
  });
  const figures = new Map(
    rows.map((row) => [row.id, { openOrders: row.open_orders, creditUsed: row.credit_used }]),
  );
  return (id) => figures.get(id) ?? NONE;
}

export interface SupplierRating {
  readonly onTimePct: number | null;
  readonly defectPct: number | null;
  readonly avgLeadDays: number | null;
}

/** How a supplier has delivered so far, from receipts that were posted and not reversed. */
export async function supplierRating(ctx: Ctx, supplierId: string): Promise<SupplierRating> {
  const { rows } = await ctx.pg.query<{
    on_time: string | null;
    defect: string | null;
    lead: string | null;
  }>({
    name: 'supplier-rating',
    text: `with receipts as (
        select r.id, r.received_date, o.promised_date,
          (o.approved_at at time zone 'Asia/Bangkok')::date as ordered_on
        from purchase_order_receipts r join purchase_orders o on o.id = r.order_id
        where r.supplier_id = $1 and r.posted_at is not null and r.status <> 'reversed'
          and ($2::uuid[] is null or r.company_id = any($2::uuid[]))
          and ($3::uuid[] is null or r.warehouse_id = any($3::uuid[]))
      )
      select
        round(100.0 * count(*) filter (where received_date <= promised_date)
          / nullif(count(promised_date), 0), 1)::text as on_time,
        (select round(100 * sum(i.rejected_qty) / nullif(sum(i.accepted_qty + i.rejected_qty), 0), 1)
          from purchase_order_receipt_items i where i.receipt_id in (select id from receipts))::text
          as defect,
        round(avg(received_date - ordered_on), 1)::text as lead
      from receipts`,
    values: [supplierId, ctx.actor.companyIds, ctx.actor.warehouseIds],
  });
  const number = (value: string | null | undefined) => (value == null ? null : Number(value));
  const [row] = rows;
  return {
    onTimePct: number(row?.on_time),
    defectPct: number(row?.defect),
    avgLeadDays: number(row?.lead),
  };
}
