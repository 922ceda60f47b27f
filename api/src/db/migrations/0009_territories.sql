-- Territories: regions, zones, the districts (amphoes) that a zone covers, and who works where
-- (domain-containers 1.5). All companies share them. Districts are known by the ids of the
-- geography that the server carries (modules/masterData/geography.ts).
create table regions (
  id uuid default new_id() constraint regions_pk primary key,
  version integer not null default 1,
  code text not null,
  name text not null,
  name_th text not null,
  is_active boolean not null default true,
  search_text text not null
    generated always as (fold_search(code || ' ' || name || ' ' || name_th)) stored,
  created_at timestamptz not null,
  created_by uuid constraint regions_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint regions_updated_by_fk references users
);
create unique index regions_code_uq on regions (lower(code));
create unique index regions_name_uq on regions (lower(name));
create unique index regions_name_th_uq on regions (name_th);
create index regions_code_ix on regions (code, id);
create index regions_name_ix on regions (name, id);
create index regions_active_code_ix on regions (is_active, code, id);
create index regions_active_name_ix on regions (is_active, name, id);
create index regions_search_ix on regions using gin (search_text gin_trgm_ops);

create table zones (
  id uuid default new_id() constraint zones_pk primary key,
  version integer not null default 1,
  code text not null,
  name text not null,
  name_th text not null,
  -- null: taken out of its region and not yet put into another.
  region_id uuid constraint zones_region_fk references regions,
  sale_team_id uuid constraint zones_sale_team_fk references teams,
  engineer_team_id uuid constraint zones_engineer_team_fk references teams,
  is_active boolean not null default true,
  search_text text not null
    generated always as (fold_search(code || ' ' || name || ' ' || name_th)) stored,
  created_at timestamptz not null,
  created_by uuid constraint zones_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint zones_updated_by_fk references users
);
create unique index zones_code_uq on zones (lower(code));
create index zones_code_ix on zones (code, id);
create index zones_name_ix on zones (name, id);
create index zones_active_code_ix on zones (is_active, code, id);
create index zones_active_name_ix on zones (is_active, name, id);
create index zones_region_code_ix on zones (region_id, code, id);
create index zones_region_name_ix on zones (region_id, name, id);
create index zones_sale_team_ix on zones (sale_team_id);
create index zones_engineer_team_ix on zones (engineer_team_id);
create index zones_search_ix on zones using gin (search_text gin_trgm_ops);

-- A district is in one zone at most: its id is the key.
create table zone_amphoes (
  amphoe_id integer constraint zone_amphoes_pk primary key,
  zone_id uuid not null constraint zone_amphoes_zone_fk references zones on delete cascade
);
create index zone_amphoes_zone_ix on zone_amphoes (zone_id);

create table user_zones (
  user_id uuid not null constraint user_zones_user_fk references users on delete cascade,
  zone_id uuid not null constraint user_zones_zone_fk references zones,
  constraint user_zones_pk primary key (user_id, zone_id)
);
create index user_zones_zone_ix on user_zones (zone_id);
