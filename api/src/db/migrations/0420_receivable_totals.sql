-- Totals billed to and received from each customer, up to the end of each closed month (ADR 0080).
-- Reports of accounts begin with it. A duplicate that is merged leaves a second row of the same customer.
create table receivable_totals (
  last_day date not null constraint receivable_totals_month_fk references receivable_months,
  customer_id uuid not null,
  billed numeric(17, 2) not null,
  paid numeric(17, 2) not null
);
create index receivable_totals_day_ix on receivable_totals (last_day, customer_id) include (billed, paid);
create index receivable_totals_customer_ix on receivable_totals (customer_id);

create function receivable_is_billed(kind text) returns boolean language sql immutable
  return kind not in ('allocation', 'credit', 'refund');

insert into receivable_totals (last_day, customer_id, billed, paid)
select m.last_day, r.customer_id, coalesce(sum(r.amount) filter (where receivable_is_billed(r.kind)), 0),
  coalesce(-sum(r.amount) filter (where not receivable_is_billed(r.kind)), 0)
from receivable_months m join receivable_entries r on r.business_date <= m.last_day
where m.summed_at is not null
group by 1, 2;

create or replace function receivable_entries_moved() returns trigger language plpgsql as $$
begin
  perform from receivable_months for share;
  update receivable_balances b set customer_id = m.after
    from (select distinct o.customer_id as before, n.customer_id as after from gone o join come n using (id)
      where o.customer_id <> n.customer_id) m
    where b.customer_id = m.before;
  update receivable_totals t set customer_id = m.after
    from (select distinct o.customer_id as before, n.customer_id as after from gone o join come n using (id)
      where o.customer_id <> n.customer_id) m
    where t.customer_id = m.before;
  return null;
end $$;
