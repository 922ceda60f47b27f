-- For whom a container is held. One active reservation per container: nothing is promised twice,
-- whichever kind of document asks (domain-containers 2.1, 7.2).
create table container_reservations (
  id uuid default new_id() constraint container_reservations_pk primary key,
  product_id uuid not null constraint container_reservations_product_fk references products,
  -- The document that holds it: a requisition, a transfer, a contract.
  document_subject text not null,
  document_id uuid not null,
  document_no text,
  -- What the sale axis said before, and says again when the reservation is released.
  sale_before text not null constraint container_reservations_sale_ck
    check (sale_before in ('notForSale', 'available')),
  reserved_at timestamptz not null,
  reserved_by uuid constraint container_reservations_by_fk references users,
  -- Null: as long as the document is open.
  expires_at timestamptz,
  ended_at timestamptz
);
create unique index container_reservations_active_uq on container_reservations (product_id)
  where ended_at is null;
create index container_reservations_document_ix on container_reservations (document_id);
create index container_reservations_expires_ix on container_reservations (expires_at)
  where ended_at is null and expires_at is not null;
create index container_reservations_product_ix on container_reservations (product_id, reserved_at);
