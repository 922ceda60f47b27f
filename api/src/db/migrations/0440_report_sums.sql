-- Sums of the facts of large reports by day and by month (ADR 0104). A reader takes the sums of days that
-- have not changed since they were summed, and the rows of the others.

-- The version of each source's sums, and the months that have sums.
create table report_sum_sources (
  source text constraint report_sum_sources_pk primary key,
  shape text not null,
  months date[] not null default '{}'
);

-- Days whose facts have changed since. A transaction notes its own, so that no two of them wait for each
-- other's row.
create table report_sum_changes (
  source text not null,
  day date not null,
  tx xid8 not null default pg_current_xact_id(),
  constraint report_sum_changes_pk primary key (source, day, tx)
);

-- Derived from the facts, hence without references: `npm run sums:rebuild` makes it anew.
create table report_sums (
  source text not null,
  slice text not null,
  grain text not null constraint report_sums_grain_ck check (grain in ('day', 'month')),
  day date not null,
  company_id uuid not null,
  warehouse_id uuid,
  key text,
  lines integer not null,
  parts numeric[] not null
);
create index report_sums_slice_ix on report_sums (source, slice, grain, day);

-- A function for each table of facts: what stands in it is planned once a session, and not at each posting.
do $$
declare
  t record;
  note text;
  gone text;
  come text;
begin
  for t in select * from (values
    ('purchase_order_items', '{purchase}', 'select order_date from %s'),
    ('purchase_order_receipt_items', '{purchaseReceipt}', 'select received_date from %s'),
    ('part_sales', '{partsSales}', 'select document_date from %s'),
    ('part_sale_items', '{partsSales}',
      'select d.document_date from %s i join part_sales d on d.id = i.document_id'),
    ('requisitions', '{partsRequisition}', 'select document_date from %s'),
    ('requisition_items', '{partsRequisition}',
      'select d.document_date from %s i join requisitions d on d.id = i.requisition_id'),
    ('payments', '{payment,collected}', 'select document_date from %s'),
    ('tax_entries', '{payment}',
      'select d.document_date from %s i join payments d on d.id = i.payment_id'),
    ('contracts', '{agreed}', 'select document_date from %s'),
    -- The commission of a contract follows from the per cent in force on its day.
    ('setting_values', '{agreed}', 'select distinct c.document_date from %s v join contracts c
      on c.company_id = v.company_id and c.document_date >= v.effective_from
      where v.key = ''sales.commissionPercent''')
  ) v(name, sources, days)
  loop
    note := 'insert into report_sum_changes (source, day) select distinct source, day
      from (%s) d(day), unnest(' || quote_literal(t.sources) || '::text[]) source
      where day is not null on conflict do nothing;';
    gone := format(t.days, 'gone');
    come := format(t.days, 'come');
    execute format('create function %1$s_days_changed() returns trigger language plpgsql as $f$
      begin
        if tg_op = ''INSERT'' then %2$s
        elsif tg_op = ''DELETE'' then %3$s
        else %4$s
        end if;
        return null;
      end $f$', t.name, format(note, come), format(note, gone), format(note, gone || ' union ' || come));
    execute format('create trigger %1$s_days_come after insert on %1$I referencing new table as come
      for each statement execute function %1$s_days_changed()', t.name);
    execute format('create trigger %1$s_days_changed after update on %1$I
      referencing old table as gone new table as come
      for each statement execute function %1$s_days_changed()', t.name);
    execute format('create trigger %1$s_days_gone after delete on %1$I referencing old table as gone
      for each statement execute function %1$s_days_changed()', t.name);
  end loop;
end $$;
