-- What a supplier calls a part and how it sells it (docs/domain/warehouse.md 1.4), one row for each supplier
-- and part. Quantities and prices are of one stock unit. Which supplier is preferred the part says.
alter table supplier_parts
  add column id uuid not null default new_id(),
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column created_by uuid constraint supplier_parts_created_by_fk references users,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid constraint supplier_parts_updated_by_fk references users,
  add constraint supplier_parts_pk primary key (id),
  add constraint supplier_parts_pack_ck check (pack_qty > 0),
  add constraint supplier_parts_moq_ck check (moq > 0),
  add constraint supplier_parts_lead_ck check (lead_time_days between 0 and 3650),
  drop constraint supplier_parts_uq;
delete from supplier_parts a using supplier_parts b
  where a.supplier_id = b.supplier_id and a.part_id = b.part_id and a.id < b.id;
update material_parts p set preferred_supplier_id = s.supplier_id from supplier_parts s
  where s.part_id = p.id and s.is_preferred and p.preferred_supplier_id is null;
alter table supplier_parts
  drop column is_preferred,
  add constraint supplier_parts_uq unique (supplier_id, part_id);
create index supplier_parts_supplier_created_ix on supplier_parts (supplier_id, created_at, id);
create index supplier_parts_part_created_ix on supplier_parts (part_id, created_at, id);
create index supplier_parts_created_ix on supplier_parts (created_at, id);
