import type { Pg } from '../../kernel/index.ts';

/** Balances, what is held, and what everything is worth. */
const STATE = `select md5(string_agg(part, '|' order by part)) as state from (
  select 'b' || item_id || location_id || coalesce(serial_id::text, '') || condition || on_hand || reserved as part
  from stock_balances where is_physical and (on_hand <> 0 or reserved <> 0)
  union all select 'v' || item_id || owned_qty || owned_value from part_valuations
  union all select 'r' || coalesce(sum(qty - consumed_qty), 0) from stock_reservations where status = 'active') s`;

/** What an action and its undo have to leave as it was. */
export const stockState = async (pg: Pg): Promise<string | undefined> =>
  (await pg.query<{ state: string }>(STATE)).rows[0]?.state;
