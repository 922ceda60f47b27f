/** Everything of jobs and their parts that a refused command must leave as it was (I14). */
export const JOB_STATE = `
  select 'jb' || id || version || status as part from jobs
  union all select 'jbu' || id || used_qty || is_billable from requisition_items
  union all select 'jbk' || reservation_id || used_qty || used_value from requisition_picks`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const JOB_RULES: Readonly<Record<string, string>> = {
  'a job that is done or given up has nothing in hand: issued = used + returned (2.10)': `
    select j.id, i.id from jobs j join requisitions q on q.job_id = j.id and q.status <> 'reversed'
    join requisition_items i on i.requisition_id = q.id
    where j.status in ('resolved', 'completed', 'closed', 'cancelled', 'rejected')
      and i.dispatched_qty <> i.used_qty + i.returned_qty`,
  'a job that is done or given up holds nothing (section 7, 6)': `
    select q.id from jobs j join requisitions q on q.job_id = j.id
    where j.status in ('resolved', 'completed', 'closed', 'cancelled', 'rejected')
      and q.status in ('pending', 'approved', 'picking')`,
  'a line has used what its picks used, and no more than was handed out (2.10)': `
    select i.id from requisition_items i left join requisition_picks k on k.item_id = i.id
    group by i.id, i.used_qty, i.returned_qty, i.dispatched_qty
    having i.used_qty <> coalesce(sum(k.used_qty), 0)
      or i.used_qty + i.returned_qty > i.dispatched_qty`,
  'what left for a job is worth what it used and what comes back, to the satang (3.2)': `
    select i.id from requisition_items i
    join requisitions q on q.id = i.requisition_id and q.job_id is not null and q.status <> 'reversed'
    where i.dispatched_qty > 0 and i.dispatched_qty = i.used_qty + i.returned_qty
      and i.issue_value <> (select coalesce(sum(k.used_value), 0) from requisition_picks k
        where k.item_id = i.id) + (select coalesce(sum(g.source_value), 0) from goods_import_items g
        join goods_imports m on m.id = g.import_id and m.source_id = q.id
        where g.source_item_id = i.id and m.reopens_id is null)`,
  'a used serial number of a job is in its container, or was taken out again (2.10)': `
    select k.reservation_id from requisition_picks k
    join stock_reservations r on r.id = k.reservation_id and r.serial_id is not null
    join requisition_items i on i.id = k.item_id join requisitions q on q.id = i.requisition_id
    join jobs j on j.id = q.job_id
    where k.used_qty > 0 and not exists (select from product_parts p
      where p.product_id = j.product_id and p.serial_id = r.serial_id)`,
};
