-- The rest of a container's life: where it was set up, and what was built again
-- (domain-containers 1.1, 2.1).
alter table products add column installed_at timestamptz;
alter table products add column installed_by uuid
  constraint products_installed_by_fk references users;
-- The container that was taken apart to build this one from it; its serial number stays used up.
alter table products add column rebuilt_from_id uuid
  constraint products_rebuilt_from_fk references products;
create index products_rebuilt_from_ix on products (rebuilt_from_id) where rebuilt_from_id is not null;
-- Whoever stands somewhere has a site.
alter table products add constraint products_site_ck check (status <> 'installed' or site is not null);
