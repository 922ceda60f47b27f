-- Where a part's stock stands against its reorder point, one row per company and part, so that the
-- parts list filters by low, out, over or ok along an index. It carries the list's sort and filter
-- columns, since an index cannot span two tables. What is available is kept in part_valuations:
-- posting knows it beforehand and afterwards and asks for a refresh only when the level changes.
-- A refresh holds the valuation of (company, part), as posting does, so it sees every balance of it
-- (domain-warehouse 3.4).

create table part_stock_levels (
  company_id uuid not null constraint part_stock_levels_company_fk references companies on delete cascade,
  -- The part's id; named as in material_parts, so that both serve the same list.
  id uuid not null constraint part_stock_levels_part_fk references material_parts on delete cascade,
  level text not null constraint part_stock_levels_level_ck check (level in ('ok', 'low', 'out', 'over')),
  part_no text not null,
  name text not null,
  created_at timestamptz not null,
  category_id uuid not null,
  sub_category_id uuid,
  tracking_type text not null,
  is_active boolean not null,
  constraint part_stock_levels_pk primary key (company_id, id)
);
-- Whether another company's level was found before is answered from the index alone.
create index part_stock_levels_part_ix on part_stock_levels (id, company_id, level);
create index part_stock_levels_part_no_ix on part_stock_levels (company_id, level, part_no, id);
create index part_stock_levels_name_ix on part_stock_levels (company_id, level, name, id);
create index part_stock_levels_created_ix on part_stock_levels (company_id, level, created_at, id);
-- The same for whoever sees all companies.
create index part_stock_levels_all_part_no_ix on part_stock_levels (level, part_no, id);
create index part_stock_levels_all_name_ix on part_stock_levels (level, name, id);
create index part_stock_levels_all_created_ix on part_stock_levels (level, created_at, id);

-- Out if nothing is available, low at or below the reorder point, over above the maximum
-- (domain-warehouse 1.4). Used for what a row shows, too, so that tag and filter agree.
create function stock_level(available numeric, reorder_point numeric, max_stock numeric)
returns text language sql immutable parallel safe as $$
  select case
    when available <= 0 then 'out'
    when available <= reorder_point then 'low'
    when available > max_stock then 'over'
    else 'ok'
  end
$$;

-- Finds anew what is available on a Bangkok day and, with it, the levels.
create function refresh_stock_levels(company_ids uuid[], part_ids uuid[], on_day date) returns void
language plpgsql as $$
begin
  -- The same order of locks as a posting.
  perform 1 from part_valuations v
  where v.item_type = 'part' and (v.company_id, v.item_id) in (
    select k.company_id, k.part_id from unnest(company_ids, part_ids) as k(company_id, part_id))
  order by v.company_id, v.item_id for no key update of v;
  update part_valuations v set available = n.available
  from (
    select k.company_id, k.part_id, coalesce(s.available, 0) as available
    from (select distinct * from unnest(company_ids, part_ids) as t(company_id, part_id)) k
    left join lateral (
      select sum(b.on_hand - b.reserved) as available
      from stock_balances b
      join bins n on n.id = b.location_id
      join warehouses w on w.id = n.warehouse_id
      left join lots lo on lo.id = b.lot_id
      where b.item_id = k.part_id and b.item_type = 'part' and b.company_id = k.company_id
        and b.is_physical and w.is_pickable and not n.is_locked and b.condition <> 'defective'
        and (lo.expiry_date is null or lo.expiry_date >= on_day)
    ) s on true
  ) n
  where v.company_id = n.company_id and v.item_type = 'part' and v.item_id = n.part_id
    and v.available <> n.available;
  perform reset_stock_levels(company_ids, part_ids);
end $$;

-- Finds the levels anew from what is kept as available.
create function reset_stock_levels(company_ids uuid[], part_ids uuid[]) returns void
language sql as $$
  update part_stock_levels l set level = n.level
  from (
    select k.company_id, p.id,
      stock_level(coalesce(v.available, 0), p.reorder_point, p.max_stock) as level
    from (select distinct * from unnest(company_ids, part_ids) as t(company_id, part_id)) k
    join material_parts p on p.id = k.part_id
    left join part_valuations v
      on v.company_id = k.company_id and v.item_type = 'part' and v.item_id = k.part_id
  ) n
  where l.company_id = n.company_id and l.id = n.id and l.level <> n.level
$$;

-- A night passes, bins are locked and warehouses closed without a posting. Whoever has a clock of
-- its own says the day.
create function stock_day() returns date language sql stable as $$
  select coalesce(nullif(current_setting('boxyard.today', true), '')::date,
    (now() at time zone 'Asia/Bangkok')::date)
$$;

create function stock_levels_after_bin() returns trigger language plpgsql as $$
begin
  perform refresh_stock_levels(array_agg(b.company_id), array_agg(b.item_id), stock_day())
  from stock_balances b where b.location_id = new.id and b.item_type = 'part'
  having count(*) > 0;
  return null;
end $$;
create trigger stock_levels_after_bin after update of is_locked on bins
  for each row when (old.is_locked <> new.is_locked) execute function stock_levels_after_bin();

create function stock_levels_after_warehouse() returns trigger language plpgsql as $$
begin
  perform refresh_stock_levels(array_agg(b.company_id), array_agg(b.item_id), stock_day())
  from stock_balances b join bins n on n.id = b.location_id
  where n.warehouse_id = new.id and b.item_type = 'part'
  having count(*) > 0;
  return null;
end $$;
create trigger stock_levels_after_warehouse after update of is_pickable on warehouses
  for each row when (old.is_pickable <> new.is_pickable)
  execute function stock_levels_after_warehouse();

-- Every part has a row in every company from the start: nothing in stock is "out".
create function stock_levels_of_new_parts() returns trigger language plpgsql as $$
begin
  insert into part_stock_levels
  select c.id, p.id, 'out', p.part_no, p.name, p.created_at, p.category_id, p.sub_category_id,
    p.tracking_type, p.is_active
  from made p cross join companies c
  on conflict do nothing;
  return null;
end $$;
create trigger stock_levels_of_new_parts after insert on material_parts
  referencing new table as made for each statement execute function stock_levels_of_new_parts();

create function stock_levels_of_new_company() returns trigger language plpgsql as $$
begin
  -- A part inserted meanwhile would get no row from either side.
  lock table material_parts in share mode;
  insert into part_stock_levels
  select new.id, p.id, 'out', p.part_no, p.name, p.created_at, p.category_id, p.sub_category_id,
    p.tracking_type, p.is_active
  from material_parts p
  on conflict do nothing;
  return null;
end $$;
create trigger stock_levels_of_new_company after insert on companies
  for each row execute function stock_levels_of_new_company();

create function stock_levels_of_changed_part() returns trigger language plpgsql as $$
begin
  update part_stock_levels set part_no = new.part_no, name = new.name,
    category_id = new.category_id, sub_category_id = new.sub_category_id,
    tracking_type = new.tracking_type, is_active = new.is_active
  where id = new.id;
  perform reset_stock_levels(array_agg(c.id), array_agg(new.id)) from companies c;
  return null;
end $$;
create trigger stock_levels_of_changed_part
  after update of part_no, name, category_id, sub_category_id, tracking_type, is_active,
    reorder_point, max_stock on material_parts
  for each row execute function stock_levels_of_changed_part();
