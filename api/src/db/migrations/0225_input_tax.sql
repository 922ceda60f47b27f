-- The register of input VAT: tax invoices of suppliers as goods were received with them, and what took
-- them back, never changed (ADR 0053).
create table input_tax_entries (
  id uuid default new_id() constraint input_tax_entries_pk primary key,
  company_id uuid not null constraint input_tax_entries_company_fk references companies,
  supplier_id uuid not null constraint input_tax_entries_supplier_fk references suppliers,
  receipt_id uuid not null constraint input_tax_entries_receipt_fk references purchase_order_receipts,
  kind text not null constraint input_tax_entries_kind_ck check (kind in ('taxInvoice', 'cancellation')),
  -- The supplier's own number.
  document_no text not null,
  invoice_date date not null,
  -- The day that decides the month in which it is claimed.
  tax_date date not null,
  supplier_name text not null,
  tax_id text,
  branch_code text,
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  grand_total numeric(15, 2) not null,
  search_text text not null generated always as
    (fold_search(document_no || ' ' || supplier_name || ' ' || coalesce(tax_id, ''))) stored,
  created_at timestamptz not null,
  constraint input_tax_entries_amounts_ck check (base_amount + vat_amount = grand_total),
  -- A receipt is claimed once and taken back once.
  constraint input_tax_entries_once_uq unique (receipt_id, kind)
);
create index input_tax_entries_search_ix on input_tax_entries using gin (search_text gin_trgm_ops);
create index input_tax_entries_tax_date_ix on input_tax_entries (tax_date, id);
create index input_tax_entries_document_no_ix on input_tax_entries (document_no, id);
create index input_tax_entries_kind_tax_date_ix on input_tax_entries (kind, tax_date, id);
create index input_tax_entries_kind_document_no_ix on input_tax_entries (kind, document_no, id);
create index input_tax_entries_supplier_id_tax_date_ix on input_tax_entries (supplier_id, tax_date, id);
create index input_tax_entries_supplier_id_document_no_ix on input_tax_entries (supplier_id, document_no, id);
create index input_tax_entries_company_id_tax_date_ix on input_tax_entries (company_id, tax_date, id);
create index input_tax_entries_company_id_document_no_ix on input_tax_entries (company_id, document_no, id);

alter table tax_periods
  add column input_base_amount numeric(15, 2) not null default 0,
  add column input_vat_amount numeric(15, 2) not null default 0,
  add column input_entry_count integer not null default 0;
create index tax_periods_period_ix on tax_periods (period, id);
create index tax_periods_company_period_ix on tax_periods (company_id, period, id);

-- What was received before. A month that was closed without input VAT was declared elsewhere: its
-- receipts stand in it, and its figures say so.
insert into input_tax_entries (company_id, supplier_id, receipt_id, kind, document_no, invoice_date, tax_date,
  supplier_name, tax_id, branch_code, base_amount, vat_amount, grand_total, created_at)
select rc.company_id, rc.supplier_id, rc.id, 'taxInvoice', rc.tax_invoice_no,
  coalesce(rc.tax_invoice_date, rc.received_date), coalesce(rc.tax_invoice_date, rc.received_date),
  rc.supplier_snapshot ->> 'name', rc.supplier_snapshot ->> 'taxId', rc.supplier_snapshot ->> 'branchCode',
  rc.base_amount, rc.vat_amount, rc.grand_total, coalesce(rc.posted_at, rc.created_at)
from purchase_order_receipts rc
where rc.status = 'posted' and rc.tax_invoice_no is not null and rc.vat_amount > 0;
update tax_periods p set input_base_amount = s.base, input_vat_amount = s.vat, input_entry_count = s.n
from (select company_id, to_char(tax_date, 'YYYY-MM') as period, sum(base_amount) as base, sum(vat_amount) as vat,
    count(*) as n from input_tax_entries group by 1, 2) s
where s.company_id = p.company_id and s.period = p.period;
