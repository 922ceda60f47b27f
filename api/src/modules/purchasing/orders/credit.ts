import { awaitingOrderStatuses, can, decimal } from '@boxyard/shared/domain';
import { type Ctx, conflict, quoted } from '../../../kernel/index.ts';

/**
 * What of each supplier's credit is used (domain-warehouse 1.7): what is owed for receipts, and what
 * approved orders on credit have not brought yet. `except` leaves an order out of the reckoning.
 */
export async function creditUsedOf(
  ctx: Ctx,
  supplierIds: readonly string[],
  except: string | null = null,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await ctx.pg.query<{ id: string; used: string }>({
    name: 'purchasing.creditUsed',
    text: `select s.id,
        coalesce((select sum(c.outstanding) from credit_purchases c
          where c.supplier_id = s.id and c.status in ('unpaid', 'partial')), 0)
        + coalesce((select sum(greatest(0, o.grand_total - o.received_total)) from purchase_orders o
          where o.supplier_id = s.id and o.payment_type = 'credit'
            and o.status in (${quoted(awaitingOrderStatuses)}) and o.id is distinct from $2::uuid), 0) as used
      from unnest($1::uuid[]) as s(id)`,
    values: [[...new Set(supplierIds)], except],
  });
  return new Map(rows.map((row) => [row.id, decimal.round(row.used)]));
}

/**
 * 409 CREDIT_LIMIT when the order would use more credit than the supplier gives, unless this person
 * may override it. Whoever decides takes the supplier's row first, so that two orders approved at
 * once do not both fit.
 */
export async function expectCredit(
  ctx: Ctx,
  order: {
    readonly id: string | null;
    readonly supplierId: string;
    readonly paymentType: string;
    readonly grandTotal: string;
  },
): Promise<void> {
  if (order.paymentType !== 'credit') return;
  if (can(ctx.actor.grants, 'purchase-orders:override-credit')) return;
  const { rows } = await ctx.pg.query<{ credit_limit: string | null }>({
    name: 'purchasing.creditLimit',
    text: 'select credit_limit from suppliers where id = $1 for no key update',
    values: [order.supplierId],
  });
  const limit = rows[0]?.credit_limit ?? null;
  if (limit === null) return;
  const used = (await creditUsedOf(ctx, [order.supplierId], order.id)).get(order.supplierId) ?? '0';
  if (decimal.compare(decimal.add(used, order.grandTotal), limit) > 0) {
    const figures = {
      limit: decimal.round(limit),
      used,
      available: decimal.round(decimal.subtract(limit, used)),
      total: decimal.round(order.grandTotal),
    };
    throw conflict('CREDIT_LIMIT', figures, [
      { field: 'supplierId', code: 'CREDIT_LIMIT', params: figures },
    ]);
  }
}
