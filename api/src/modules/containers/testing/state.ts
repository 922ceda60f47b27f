import type { TestApp } from '../../../testing/index.ts';
import { stockState } from '../../../workflow/testing/stockState.ts';

/** Where each container is, what is agreed about it, what it runs, is worth, and for whom it is held. */
const STATE = `select md5(string_agg(part, '|' order by part)) as state from (
  select concat_ws('/', 'p', id, company_id, status, sale_status, service_status, condition, warehouse_id,
    interior_bin_id, site, installed_at, cost_amount, labour_cost, current_software_id, target_software_id,
    software_outdated) as part from products
  union all select concat_ws('/', 'h', product_id, document_id) from container_reservations where ended_at is null
  union all select concat_ws('/', 'i', product_id, part_id, quantity, lot_id, serial_id, condition, unit_cost)
    from product_parts where removed_at is null) s`;

/** What an action on containers and its undo have to leave as it was: stock, holds, value, containers. */
export async function containerState(app: TestApp['app']): Promise<string> {
  const { rows } = await app.pg.query<{ state: string }>(STATE);
  return `${await stockState(app.pg)} ${rows[0]?.state}`;
}
