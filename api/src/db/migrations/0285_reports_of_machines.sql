-- A machine that was reset counts anew: the same number is another sale where it happened at another
-- moment. It is stored and marked, so that no money is lost and a person sees it (docs/domain/containers.md 1.1).
alter table product_transactions add column mark text
  constraint product_transactions_mark_ck check (mark in ('numberReused', 'refundAboveSale'));
alter table product_transactions drop constraint product_transactions_machine_uq;
alter table product_transactions add constraint product_transactions_machine_uq
  unique (product_id, machine_txn_id, occurred_at);
create index product_transactions_refund_ix on product_transactions (product_id, refund_of) where refund_of is not null;
create index product_transactions_mark_ix on product_transactions (occurred_at, id) where mark is not null;

-- What is paid back beyond a sale takes nothing from what was sold.
alter table product_transactions drop column revenue;
alter table product_transactions add column revenue numeric(15, 2) not null generated always as
  (case when status = 'success' then amount
    when status = 'refunded' and refund_of is not null and mark is distinct from 'refundAboveSale' then -amount else 0 end) stored;
