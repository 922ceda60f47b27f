-- The activity log as people search it, and its hash chain in a table of its own: entries are never
-- written to again, so that sealing costs no second copy of a row and of its index entries.

drop trigger activity_logs_append_only on activity_logs;
drop function guard_activity_log();
drop index activity_logs_at_ix, activity_logs_subject_ix, activity_logs_unsealed_ix;

alter table activity_logs
  drop column seq,
  drop column prev_hash,
  drop column hash,
  -- What the record was called then: its number, code or address, which outlive it.
  add column subject_label text,
  -- Whom an entry concerns, for the scope: a company, else a person, else everybody.
  add column scope_id uuid not null generated always as (
    coalesce(company_id, case when subject = 'users' then subject_id end,
      '00000000-0000-0000-0000-000000000000'::uuid)) stored,
  add column search_text text not null
    generated always as (fold_search(coalesce(subject_label, ''))) stored;

-- Each serves one filter in the list's order; the scope beside it lets totals be counted from the
-- index alone.
create index activity_logs_at_ix on activity_logs (at, id) include (scope_id);
create index activity_logs_user_ix on activity_logs (user_id, at, id) include (scope_id);
create index activity_logs_company_ix on activity_logs (company_id, at, id) include (scope_id);
create index activity_logs_subject_ix on activity_logs (subject, at, id) include (scope_id);
create index activity_logs_record_ix on activity_logs (subject_id, at, id) include (scope_id);
create index activity_logs_action_ix on activity_logs (action, at, id) include (scope_id);
create index activity_logs_search_ix on activity_logs using gin (search_text gin_trgm_ops);
-- Scheduled work has no request of its own.
create index activity_logs_request_ix on activity_logs (request_id) where request_id <> 'system';

create trigger activity_logs_append_only before update or delete on activity_logs
  for each row execute function refuse_change();
create trigger activity_logs_keep before truncate on activity_logs
  for each statement execute function refuse_change();

-- The chain: hash(n) = sha256(hash(n - 1), n, log_id, digest). No foreign key, since a seal must
-- outlive an entry that somebody removes.
create table activity_seals (
  seq bigint constraint activity_seals_pk primary key,
  log_id uuid not null constraint activity_seals_log_uq unique,
  digest bytea not null,
  hash bytea not null
);
create trigger activity_seals_append_only before update or delete on activity_seals
  for each row execute function refuse_change();
create trigger activity_seals_keep before truncate on activity_seals
  for each statement execute function refuse_change();

-- Entries that wait for their seal, written with the entry.
create table activity_unsealed (
  log_id uuid constraint activity_unsealed_pk primary key,
  queued_at timestamptz not null default clock_timestamp()
);
insert into activity_unsealed (log_id) select id from activity_logs;
