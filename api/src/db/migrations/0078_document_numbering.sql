-- How a company numbers a kind of document, from a day on (domain-warehouse 1.1); without a row as
-- before: the kind's own prefix, four digits, anew each month.
create table document_numbering (
  company_id uuid not null constraint document_numbering_company_fk references companies,
  doc_type text not null,
  effective_from date not null,
  -- Letters only: where they end the period begins, so that no two rules write the same number.
  prefix text not null constraint document_numbering_prefix_ck check (prefix ~ '^[A-Z]{1,6}$'),
  reset text not null constraint document_numbering_reset_ck check (reset in ('monthly', 'yearly', 'never')),
  digits integer not null constraint document_numbering_digits_ck check (digits between 3 and 8),
  created_at timestamptz not null,
  created_by uuid constraint document_numbering_created_by_fk references users,
  constraint document_numbering_pk primary key (company_id, doc_type, effective_from)
);
create index document_numbering_created_by_ix on document_numbering (created_by);
