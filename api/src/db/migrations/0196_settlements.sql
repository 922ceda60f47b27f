-- What both sides owe each other at the end of a contract, settled once (docs/adr/0043).
create table contract_settlements (
  id uuid default new_id() constraint contract_settlements_pk primary key,
  contract_id uuid not null constraint contract_settlements_contract_fk references contracts
    constraint contract_settlements_once_uq unique,
  customer_id uuid not null constraint contract_settlements_customer_fk references customers,
  settled_on date not null,
  -- Per cent, of fees.
  vat_rate numeric(5, 2) not null,
  owed numeric(15, 2) not null,
  charged numeric(15, 2) not null,
  -- What was paid of a deposit that is given back.
  deposit numeric(15, 2) not null,
  set_off numeric(15, 2) not null,
  credit numeric(15, 2) not null,
  still_owed numeric(15, 2) not null,
  -- The deposit as the payment that it became; null: there was none.
  payment_id uuid constraint contract_settlements_payment_fk references payments,
  remark text,
  created_at timestamptz not null,
  created_by uuid constraint contract_settlements_created_by_fk references users,
  constraint contract_settlements_positive_ck check
    (least(owed, charged, deposit, set_off, credit, still_owed) >= 0),
  constraint contract_settlements_owed_ck check (owed + charged = set_off + still_owed),
  constraint contract_settlements_deposit_ck check (deposit = set_off + credit),
  -- Nobody owes and gets something back at once.
  constraint contract_settlements_side_ck check (credit = 0 or still_owed = 0),
  constraint contract_settlements_payment_ck check ((payment_id is null) = (deposit = 0))
);
create index contract_settlements_customer_ix on contract_settlements (customer_id);
create index contract_settlements_payment_ix on contract_settlements (payment_id) where payment_id is not null;
create index contract_settlements_created_by_ix on contract_settlements (created_by);

create table contract_settlement_lines (
  id uuid default new_id() constraint contract_settlement_lines_pk primary key,
  settlement_id uuid not null constraint contract_settlement_lines_settlement_fk references contract_settlements,
  line_no integer not null,
  kind text not null constraint contract_settlement_lines_kind_ck check (kind in ('owed', 'damage', 'fee')),
  invoice_id uuid not null constraint contract_settlement_lines_invoice_fk references invoices,
  -- Of a charge: why.
  reason text,
  amount numeric(15, 2) not null constraint contract_settlement_lines_amount_ck check (amount > 0),
  set_off numeric(15, 2) not null constraint contract_settlement_lines_set_off_ck check (set_off >= 0),
  constraint contract_settlement_lines_no_uq unique (settlement_id, line_no),
  constraint contract_settlement_lines_reason_ck check ((kind = 'owed') = (reason is null))
);
create index contract_settlement_lines_invoice_ix on contract_settlement_lines (invoice_id);

-- What was settled is never changed.
create function contract_settlements_guard() returns trigger language plpgsql as $$
begin
  raise exception 'a settlement of a contract is never changed';
end
$$;
create trigger contract_settlements_guard before update or delete on contract_settlements
  for each row execute function contract_settlements_guard();
create trigger contract_settlement_lines_guard before update or delete on contract_settlement_lines
  for each row execute function contract_settlements_guard();

alter table contracts add column settled_on date;
alter table contracts add column settlement_status text not null generated always as
  (case when settled_on is not null then 'settled'
    when status in ('terminated', 'expired', 'completed') and deposit_refundable and deposit_amount > 0 then 'open'
    else 'none' end) stored;
create index contracts_settlement_status_created_at_ix on contracts (settlement_status, created_at, id);
create index contracts_settlement_status_document_no_ix on contracts (settlement_status, document_no, id);
create index contracts_settlement_status_document_date_ix on contracts (settlement_status, document_date, id);

-- A deposit that is given back is a payment that nobody enters: no money comes in.
alter table payments drop constraint payments_method_ck;
alter table payments add constraint payments_method_ck check (method in
  ('transfer', 'promptpay', 'cash', 'cheque', 'card', 'billPayment', 'whtCert', 'deposit'));

-- A deposit goes back once, whatever else is asked of its invoice, which stays as it was paid.
create table deposit_returns (
  invoice_id uuid constraint deposit_returns_pk primary key constraint deposit_returns_invoice_fk references invoices,
  payment_id uuid not null constraint deposit_returns_payment_fk references payments,
  amount numeric(15, 2) not null constraint deposit_returns_amount_ck check (amount > 0)
);
create index deposit_returns_payment_ix on deposit_returns (payment_id);
