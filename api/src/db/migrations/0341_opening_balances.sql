-- What was owed and paid before the business kept its books here (docs/domain/money.md "Opening balances"):
-- invoices that keep the number of the books before as their reference, and payments whose receipt was
-- given before.
alter table invoices drop constraint invoices_source_type_ck;
alter table invoices add constraint invoices_source_type_ck check (source_type in ('manual',
  'contractInstallment', 'deposit', 'warranty', 'partsSale', 'repair', 'maintenance', 'penalty', 'refund', 'opening'));
alter table payments add column is_opening boolean not null default false;
