import { CURRENT_WARRANTY_STATUSES } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { lockProduct } from '../../containers/index.ts';

/**
 * Holds the container of a warranty or request before that itself, as everybody does who changes one:
 * account, contract, container, then requests, warranties and invoices (docs/adr/0041). Where there is
 * none, the action says so.
 */
export async function lockContainerOf(
  ctx: Ctx,
  table: 'warranties' | 'warrantyRequests',
  id: string,
): Promise<void> {
  const containerNow = async () =>
    (await ctx.db.selectFrom(table).where('id', '=', id).select('productId').executeTakeFirst())
      ?.productId;
  let held: string | undefined;
  let named = await containerNow();
  // An exchange may have given it another one while somebody else held the first.
  while (named !== undefined && named !== held) {
    await lockProduct(ctx, named);
    held = named;
    named = await containerNow();
  }
}

/**
 * Whoever a container is covered for now or later, and whoever was billed for it before a contract went
 * over to another customer: what ends the cover may void their invoices.
 */
export async function coveredCustomers(ctx: Ctx, productId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive covering as (
      select id, previous_id, customer_id from warranties
      where product_id = ${productId}::uuid and status = any(${[...CURRENT_WARRANTY_STATUSES]}::text[])
      union
      select w.id, w.previous_id, w.customer_id from warranties w join covering c on w.id = c.previous_id)
    select customer_id as id from covering
    union
    select iv.customer_id from invoices iv join covering c on iv.source_id = c.id
    where iv.source_type = 'warranty'`.execute(ctx.db);
  return rows.map(({ id }) => id);
}
