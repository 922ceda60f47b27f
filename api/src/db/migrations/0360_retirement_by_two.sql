-- A container is written off by two people (docs/domain/containers.md 2.1): one proposes it, another one decides.
-- What left the books with it is noted on it, in THB.
alter table products
  add column retirement_asked_by uuid constraint products_retirement_asked_by_fk references users,
  add column retirement_asked_at timestamptz,
  add column retirement_reason text,
  add column retired_value numeric(15, 2) constraint products_retired_value_ck check (retired_value >= 0),
  add constraint products_retirement_ck check (
    (retirement_asked_at is null) = (retirement_reason is null)
    and (retirement_asked_by is null or retirement_asked_at is not null)
    and (retirement_asked_at is null or status in ('inWarehouse', 'lost', 'retired'))
    and (retired_value is null or status = 'retired'));

-- Containers whose retirement waits; few at a time.
create index products_retirement_ix on products (retirement_asked_at)
  where retirement_asked_at is not null and status <> 'retired';

-- A proposal is about the container where it is: once it goes elsewhere, nothing is proposed any more.
create function drop_proposed_retirement() returns trigger language plpgsql as $$
begin
  new.retirement_asked_by := null;
  new.retirement_asked_at := null;
  new.retirement_reason := null;
  return new;
end $$;
create trigger products_retirement before update of status on products
  for each row when (old.status is distinct from new.status and new.status <> 'retired'
    and old.retirement_asked_at is not null)
  execute function drop_proposed_retirement();

-- What was written off before has left the books at the values of its moves. A receipt that lost it wrote it
-- off as a transfer did.
update products p set retired_value = coalesce((select sum(m.value) from stock_moves m
  where m.doc_type = 'product' and m.doc_id = p.id and m.action in ('retire', 'write-off')), 0)
  where p.status = 'retired';
