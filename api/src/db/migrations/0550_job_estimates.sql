-- Estimates of service jobs, to which the customer says yes or no (docs/adr/0150).
create table job_estimates (
  id uuid default new_id() constraint job_estimates_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint job_estimates_company_fk references companies,
  job_id uuid not null constraint job_estimates_job_fk references jobs,
  -- Number within its job: `JB2611-0001/2` is the second estimate.
  estimate_no integer not null,
  status text not null constraint job_estimates_status_ck check (status in
    ('draft', 'sent', 'accepted', 'declined', 'expired', 'withdrawn', 'superseded')),
  status_reason text,
  customer_id uuid not null constraint job_estimates_customer_fk references customers,
  -- The last day on which the customer may say yes.
  valid_until date not null,
  remark text,
  -- THB before VAT: at list prices, and as it is asked for.
  list_total numeric(15, 2) not null constraint job_estimates_list_ck check (list_total >= 0),
  discount_total numeric(15, 2) not null default 0
    constraint job_estimates_discount_ck check (discount_total >= 0),
  discount_reason text,
  sub_total numeric(15, 2) not null constraint job_estimates_total_ck check (sub_total >= 0),
  vat_rate numeric(5, 2) not null,
  vat_amount numeric(15, 2) not null,
  grand_total numeric(15, 2) not null,
  sent_at timestamptz,
  sent_by uuid constraint job_estimates_sent_by_fk references users,
  -- The address that it was sent to; null where only its link was handed on.
  sent_to text,
  answered_at timestamptz,
  -- The name that the customer typed, or gave on the telephone.
  answered_by text,
  answer_reason text,
  -- The person who wrote down an answer by telephone; null where it came by the link.
  recorded_by uuid constraint job_estimates_recorded_by_fk references users,
  answer_note text,
  created_at timestamptz not null,
  created_by uuid constraint job_estimates_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint job_estimates_updated_by_fk references users,
  constraint job_estimates_no_uq unique (job_id, estimate_no),
  constraint job_estimates_discount_reason_ck check (discount_total = 0 or discount_reason is not null),
  constraint job_estimates_answer_ck check
    ((status in ('accepted', 'declined')) = (answered_at is not null and answered_by is not null)),
  constraint job_estimates_sent_ck check (status in ('draft', 'withdrawn') or sent_at is not null)
);
-- One is written at a time, and one waits for its answer at a time.
create unique index job_estimates_draft_uq on job_estimates (job_id) where status = 'draft';
create unique index job_estimates_sent_uq on job_estimates (job_id) where status = 'sent';
create index job_estimates_due_ix on job_estimates (valid_until) where status = 'sent';

-- Nothing belongs to a merged customer (0281_merged_customers.sql).
create trigger job_estimates_customer_stands before insert or update of customer_id on job_estimates
  for each row execute function refuse_merged_customer();

create table job_estimate_items (
  id uuid default new_id() constraint job_estimate_items_pk primary key,
  estimate_id uuid not null
    constraint job_estimate_items_estimate_fk references job_estimates on delete cascade,
  line_no integer not null,
  -- Null of labour and of what else is charged.
  part_id uuid constraint job_estimate_items_part_fk references material_parts,
  is_labour boolean not null default false,
  description text not null,
  quantity numeric(15, 3) not null constraint job_estimate_items_quantity_ck check (quantity > 0),
  unit text,
  list_price numeric(15, 4) not null,
  unit_price numeric(15, 4) not null constraint job_estimate_items_price_ck check (unit_price >= 0),
  line_total numeric(15, 2) not null,
  constraint job_estimate_items_no_uq unique (estimate_id, line_no),
  constraint job_estimate_items_kind_ck check (not (is_labour and part_id is not null))
);
create index job_estimate_items_part_ix on job_estimate_items (part_id) where part_id is not null;
