-- What was sent to the owner of a container by LINE, and what LINE said to it (domain-containers 1.3):
-- the customer's page shows it beside e-mails about invoices.
create table line_messages (
  id uuid default new_id() constraint line_messages_pk primary key,
  product_contract_id uuid not null constraint line_messages_container_fk references product_contracts,
  -- The customer of that day.
  customer_id uuid not null constraint line_messages_customer_fk references customers,
  -- The same event is one message.
  event text not null constraint line_messages_event_uq unique,
  body_text text not null,
  status text not null default 'queued'
    constraint line_messages_status_ck check (status in ('queued', 'sent', 'refused', 'dropped')),
  created_at timestamptz not null,
  done_at timestamptz,
  constraint line_messages_done_ck check ((status = 'queued') = (done_at is null))
);
create index line_messages_customer_ix on line_messages (customer_id, created_at);
create index line_messages_container_ix on line_messages (product_contract_id);
