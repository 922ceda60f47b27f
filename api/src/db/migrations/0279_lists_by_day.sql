-- docs/adr/0094. A list of documents between two days goes by their creation: where those of the days
-- begin is found by the latest of each day.
do $$
declare
  of_day record;
begin
  for of_day in
    select c.relname as index_name, t.relname as table_name
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace
      and pg_get_indexdef(i.indexrelid) like '%USING btree (document_date, id)'
      and exists (select 1 from pg_attribute a where a.attrelid = t.oid and a.attname = 'created_at')
  loop
    -- These are also listed by their day, which the index with the id gives.
    if of_day.table_name in ('contracts', 'container_transfers', 'container_requisitions', 'products') then
      execute format('create index %I on %I (document_date, created_at, id)',
        of_day.table_name || '_day_created_ix', of_day.table_name);
    else
      execute format('drop index %I', of_day.index_name);
      execute format('create index %I on %I (document_date, created_at, id)',
        of_day.index_name, of_day.table_name);
    end if;
  end loop;
end $$;

create index quotations_day_created_ix on quotations (document_date, created_at, id);

-- Totals, tab counts and sums of requests, read from the index alone: what a person may see is cut by
-- company and warehouse.
create index purchase_requests_figures_ix on purchase_requests (status, document_date)
  include (company_id, warehouse_id, estimated_total);
