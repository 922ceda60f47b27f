-- A job is charged by period: each says by which invoice, so that work that follows a reopening is charged
-- by itself. The key of an invoice's source stays with the one that takes its place.
alter table jobs add column invoice_key text;
alter table job_periods add column invoice_key text;
update jobs j set invoice_key = i.source_key from invoices i
  where i.source_id = j.id and i.source_key = j.id || ':job' and i.status <> 'void'
    and j.resolved_at <= i.created_at;
update job_periods p set invoice_key = i.source_key from invoices i
  where i.source_id = p.job_id and i.source_key = p.job_id || ':job' and i.status <> 'void'
    and p.resolved_at <= i.created_at;
