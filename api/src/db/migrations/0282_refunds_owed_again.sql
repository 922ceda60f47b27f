-- A payment that goes back after a part of it was paid out to the customer: that part is owed again, by an
-- invoice of its own (docs/domain/money.md "The credit of an account").
alter table invoices drop constraint invoices_source_type_ck;
alter table invoices add constraint invoices_source_type_ck check (source_type in ('manual',
  'contractInstallment', 'deposit', 'warranty', 'partsSale', 'repair', 'maintenance', 'penalty', 'refund'));
