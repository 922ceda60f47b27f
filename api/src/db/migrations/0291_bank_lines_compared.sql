-- A line that may be the same money as another one of its account: it came in all the same, and a person
-- decides (docs/adr/0046-bank-statements.md).
alter table bank_lines add column alike_id uuid constraint bank_lines_alike_fk references bank_lines on delete set null;
create index bank_lines_alike_ix on bank_lines (alike_id) where alike_id is not null;
-- The statement before another one of its account: days that nobody has imported lie between them.
create index bank_statements_days_ix on bank_statements (bank_account_id, to_date) where closing_balance is not null;
