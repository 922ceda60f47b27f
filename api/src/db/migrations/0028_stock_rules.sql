-- Stock rules of a part in one warehouse (domain-warehouse 1.4): levels, the bin it is put away in,
-- its class for counting. Each keeps its level, as part_stock_levels keeps a company's, so that what
-- is low is found along an index; both carry what the list of what to reorder sorts and filters by.

create table stock_rules (
  id uuid default new_id() constraint stock_rules_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint stock_rules_company_fk references companies,
  warehouse_id uuid not null constraint stock_rules_warehouse_fk references warehouses,
  part_id uuid not null constraint stock_rules_part_fk references material_parts on delete cascade,
  min_stock numeric(15, 3) constraint stock_rules_min_ck check (min_stock >= 0),
  reorder_point numeric(15, 3) constraint stock_rules_point_ck check (reorder_point >= 0),
  max_stock numeric(15, 3) constraint stock_rules_max_ck check (max_stock >= 0),
  reorder_qty numeric(15, 3) constraint stock_rules_qty_ck check (reorder_qty >= 0),
  bin_id uuid constraint stock_rules_bin_fk references bins,
  abc_class text constraint stock_rules_abc_ck check (abc_class in ('A', 'B', 'C')),
  level text not null default 'out' constraint stock_rules_level_ck check (level in ('ok', 'low', 'out', 'over')),
  -- Of the part.
  part_no text not null,
  category_id uuid not null,
  sub_category_id uuid,
  supplier_id uuid,
  is_watched boolean not null,
  created_at timestamptz not null,
  created_by uuid constraint stock_rules_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint stock_rules_updated_by_fk references users,
  constraint stock_rules_place_uq unique (part_id, warehouse_id),
  constraint stock_rules_order_ck check (min_stock <= reorder_point and reorder_point <= max_stock and min_stock <= max_stock)
);
create index stock_rules_company_ix on stock_rules (company_id, level, part_no, id) where is_watched;
create index stock_rules_warehouse_ix on stock_rules (warehouse_id, level, part_no, id) where is_watched;
create index stock_rules_level_ix on stock_rules (level, part_no, id) where is_watched;
create index stock_rules_bin_ix on stock_rules (bin_id) where bin_id is not null;

-- A company's row is a row of the same list: it needs a key of its own, and whether it has a point.
alter table part_stock_levels
  add column key uuid not null default new_id(),
  add column supplier_id uuid,
  add column is_watched boolean not null default false;
update part_stock_levels l set is_watched = p.is_active and p.reorder_point is not null,
  supplier_id = p.preferred_supplier_id
from material_parts p where p.id = l.id;
create index part_stock_levels_watched_ix on part_stock_levels (company_id, level, part_no, key) where is_watched;
create index part_stock_levels_all_watched_ix on part_stock_levels (level, part_no, key) where is_watched;

-- The level of each rule of these parts, from what may be picked in its warehouse.
create function reset_rule_levels(company_ids uuid[], part_ids uuid[], on_day date) returns void
language sql as $$
  update stock_rules r set level = n.level
  from (
    select r.id, stock_level(coalesce(s.available, 0), coalesce(r.reorder_point, r.min_stock), r.max_stock) as level
    from stock_rules r
    left join lateral (
      select sum(b.on_hand - b.reserved) as available
      from bins n join warehouses w on w.id = n.warehouse_id
      join stock_balances b on b.location_id = n.id and b.item_id = r.part_id and b.item_type = 'part'
      left join lots lo on lo.id = b.lot_id
      where n.warehouse_id = r.warehouse_id and b.is_physical and w.is_pickable and not n.is_locked
        and b.condition <> 'defective' and (lo.expiry_date is null or lo.expiry_date >= on_day)
    ) s on true
    where (r.company_id, r.part_id) in (
      select k.company_id, k.part_id from unnest(company_ids, part_ids) as k(company_id, part_id))
  ) n
  where r.id = n.id and r.level <> n.level
$$;

create or replace function refresh_stock_levels(company_ids uuid[], part_ids uuid[], on_day date) returns void
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
  perform reset_rule_levels(company_ids, part_ids, on_day);
end $$;

create or replace function stock_levels_of_new_parts() returns trigger language plpgsql as $$
begin
  insert into part_stock_levels (company_id, id, level, part_no, name, created_at, category_id,
    sub_category_id, tracking_type, is_active, supplier_id, is_watched)
  select c.id, p.id, 'out', p.part_no, p.name, p.created_at, p.category_id, p.sub_category_id,
    p.tracking_type, p.is_active, p.preferred_supplier_id, p.is_active and p.reorder_point is not null
  from made p cross join companies c
  on conflict do nothing;
  return null;
end $$;

create or replace function stock_levels_of_new_company() returns trigger language plpgsql as $$
begin
  -- A part inserted meanwhile would get no row from either side.
  lock table material_parts in share mode;
  insert into part_stock_levels (company_id, id, level, part_no, name, created_at, category_id,
    sub_category_id, tracking_type, is_active, supplier_id, is_watched)
  select new.id, p.id, 'out', p.part_no, p.name, p.created_at, p.category_id, p.sub_category_id,
    p.tracking_type, p.is_active, p.preferred_supplier_id, p.is_active and p.reorder_point is not null
  from material_parts p
  on conflict do nothing;
  return null;
end $$;

create or replace function stock_levels_of_changed_part() returns trigger language plpgsql as $$
begin
  update part_stock_levels set part_no = new.part_no, name = new.name,
    category_id = new.category_id, sub_category_id = new.sub_category_id,
    tracking_type = new.tracking_type, is_active = new.is_active,
    supplier_id = new.preferred_supplier_id,
    is_watched = new.is_active and new.reorder_point is not null
  where id = new.id;
  update stock_rules set part_no = new.part_no, category_id = new.category_id,
    sub_category_id = new.sub_category_id, supplier_id = new.preferred_supplier_id,
    is_watched = new.is_active and coalesce(reorder_point, min_stock) is not null
  where part_id = new.id;
  perform reset_stock_levels(array_agg(c.id), array_agg(new.id)) from companies c;
  return null;
end $$;
drop trigger stock_levels_of_changed_part on material_parts;
create trigger stock_levels_of_changed_part
  after update of part_no, name, category_id, sub_category_id, tracking_type, is_active,
    reorder_point, max_stock, preferred_supplier_id on material_parts
  for each row execute function stock_levels_of_changed_part();

-- What is on its way is looked up by part.
create index purchase_order_items_waiting_ix on purchase_order_items (part_id)
  where order_status in ('draft', 'pending');
