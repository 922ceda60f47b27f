-- Pictures of parts, the first of them the cover, and the condition that a part is in unless
-- somebody says otherwise (domain-warehouse 1.4).
alter table material_parts
  add column default_condition text not null default 'new' constraint material_parts_condition_ck
    check (default_condition in ('new', 'used', 'refurbished'));
create table part_images (
  id uuid default new_id() constraint part_images_pk primary key,
  part_id uuid not null constraint part_images_part_fk references material_parts on delete cascade,
  file_id uuid not null constraint part_images_file_fk references files,
  -- The same picture small, as a data URL: lists show it without a call for each row.
  thumbnail text not null,
  position integer not null,
  created_at timestamptz not null,
  created_by uuid constraint part_images_created_by_fk references users
);
create index part_images_part_ix on part_images (part_id, position);
create index part_images_file_ix on part_images (file_id);
create index part_images_created_by_ix on part_images (created_by);
