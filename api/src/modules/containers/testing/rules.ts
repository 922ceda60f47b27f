/** What a refused command on containers must leave as it was (I14); the documents themselves are listed by their families. */
export const CONTAINER_STATE = `
  select concat_ws('/', 'pd', id, sale_status, service_status, condition, warehouse_id, site, cost_amount,
      title_holder, interior_bin_id, warranty_start, warranty_end) as part
    from products
  union all select concat_ws('/', 'pp', id, quantity, removed_at, disposition) from product_parts
  union all select concat_ws('/', 'cr', id, ended_at) from container_reservations
  union all select concat_ws('/', 'cri', id, line_status, condition_in) from container_receipt_items
  union all select concat_ws('/', 'cqi', id, product_id, line_status) from container_requisition_items
  union all select concat_ws('/', 'cti', id, line_status, condition_out, condition_in) from container_transfer_items
  union all select concat_ws('/', 'pl', count(*)) from product_status_log`;

/** In the books: a container that is built, gone or a customer's is in none of the owned places. */
const IS_OURS = `(p.title_holder = 'company'
  and p.status in ('inWarehouse', 'inTransit', 'withdrawn', 'installed', 'returned', 'lost'))`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const CONTAINER_RULES: Readonly<Record<string, string>> = {
  'each container is counted once, by lifecycle and by the places where it is (containers 7)': `
    select 'containers' as what, n.total, n.placed, n.out from (
      select (select count(*) from products) as total,
        (select count(*) from stock_balances where item_type = 'container' and is_physical and on_hand = 1) as placed,
        (select count(*) from products p where not ${IS_OURS}) as out) n
    where n.total <> n.placed + n.out`,
  'the log of a container ends where the container is, and each step begins where the last one ended': `
    select p.id, p.status from products p
    join lateral (select to_status from product_status_log l where l.product_id = p.id and l.axis = 'lifecycle'
      order by l.at desc, l.id desc limit 1) last on last.to_status <> p.status
    union all
    select x.product_id, x.to_status from (
      select product_id, from_status, to_status,
        lag(to_status) over (partition by product_id order by at, id) as before
      from product_status_log where axis = 'lifecycle') x
    where x.before <> x.from_status`,
  'a receipt has the containers of its transfer, and found what the transfer says of each (2.3, 2.4)': `
    select r.id, ri.product_id, ri.line_status, ti.line_status as of_transfer
    from container_receipts r join container_receipt_items ri on ri.receipt_id = r.id
    left join container_transfer_items ti on ti.document_id = r.source_id and ti.product_id = ri.product_id
    where r.source_type = 'transfer' and not coalesce(case
      when r.status = 'cancelled' then ti.line_status = 'pending'
      when r.status = 'pending' then ti.line_status in ('inTransit', 'lost')
      when ri.line_status = 'accepted' then ti.line_status = 'received'
      when ri.line_status = 'rejected' then ti.line_status = 'rejected'
      when ri.line_status = 'missing' then ti.line_status in ('lost', 'found', 'received', 'writtenOff')
      else false end, false)
    union all
    select t.id, ti.product_id, null, ti.line_status
    from container_transfers t join container_transfer_items ti on ti.document_id = t.id
    where ti.line_status <> 'pending' and not exists (
      select from container_receipts r join container_receipt_items ri on ri.receipt_id = r.id
      where r.source_id = t.id and ri.product_id = ti.product_id)`,
  'accepted, rejected and missing make all lines of a receipt that was decided on (2.4)': `
    select r.id, r.item_count from container_receipts r
    left join container_receipt_items i on i.receipt_id = r.id
    where r.status in ('approved', 'partiallyApproved', 'rejected')
    group by r.id having r.item_count <>
      count(*) filter (where i.line_status in ('accepted', 'rejected', 'missing'))
      or (r.status = 'approved') <> bool_and(i.line_status = 'accepted')`,
  'what a requisition handed out or was promised is held for it, and nothing else (2.2, 7.2)': `
    select i.id, i.line_status from container_requisition_items i
    -- What is handed out for a contract is held by the contract itself.
    left join container_reservations h on h.product_id = i.product_id
      and h.document_id = coalesce(i.contract_id, i.document_id) and h.ended_at is null
    where (i.line_status = 'allocated' and h.id is null)
      or (i.contract_id is null and i.line_status in ('pending', 'returned', 'removed') and h.id is not null)`,
  'what is on its way is held by its transfer (2.3, 7.2)': `
    select i.id from container_transfer_items i
    left join container_reservations h on h.product_id = i.product_id and h.document_id = i.document_id
      and h.ended_at is null
    where (i.line_status = 'inTransit') <> (h.id is not null)`,
  'the cost of a container is fixed when it is received, and its own value is that of its labour': `
    select p.id, p.status, p.labour_cost::text, v.owned_value::text from products p
    left join part_valuations v on v.item_type = 'container' and v.item_id = p.id and v.company_id = p.company_id
    where (${IS_OURS} and (p.cost_amount is null or v.owned_value is distinct from p.labour_cost))
      or (not ${IS_OURS} and coalesce(v.owned_value, 0) <> 0)`,
  // Of parts and containers together: on shelves, in containers and in work is what is owned (I7).
  'value owned and value gone, to scrap and otherwise, make the value that came in (I8)': `
    select x.received::text, x.gone::text, x.owned::text from (
      select coalesce(sum(m.value) filter (where not f.owned and t.owned), 0) as received,
        coalesce(sum(m.value) filter (where f.owned and not t.owned), 0) as gone,
        (select coalesce(sum(owned_value), 0) from part_valuations) as owned,
        (select coalesce(sum(amount), 0) from cost_variances) as variances
      from stock_moves m
      join (select b.id, w.kind <> 'virtual' or w.code = 'CLAIM' as owned
        from bins b join warehouses w on w.id = b.warehouse_id) f on f.id = m.from_location_id
      join (select b.id, w.kind <> 'virtual' or w.code = 'CLAIM' as owned
        from bins b join warehouses w on w.id = b.warehouse_id) t on t.id = m.to_location_id) x
    where x.received - x.gone + x.variances <> x.owned`,
};
