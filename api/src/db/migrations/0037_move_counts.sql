-- How many moves a part has: lists say it without counting them, which took longer the more there
-- were. Each posting writes the row anyway, under its lock. A move is the own one of the company whose
-- goods it takes; the company that they come to, where it is another, received it. No index holds
-- the columns, so that a row stays on its page (HOT).
alter table part_valuations
  add column own_moves bigint not null default 0,
  add column received_moves bigint not null default 0;

with counted as (
  select company_id, to_company_id, item_type, item_id, count(*) as moves
  from stock_moves group by 1, 2, 3, 4
)
update part_valuations v set own_moves = c.own, received_moves = c.received
from (
  select company_id, item_type, item_id, sum(own) as own, sum(received) as received
  from (
    select company_id, item_type, item_id, moves as own, 0 as received from counted
    union all
    select to_company_id, item_type, item_id, 0, moves from counted where to_company_id <> company_id
  ) x group by 1, 2, 3
) c
where v.company_id = c.company_id and v.item_type = c.item_type and v.item_id = c.item_id;
