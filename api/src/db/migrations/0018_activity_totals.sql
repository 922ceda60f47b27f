-- Filters that are used together are counted from one index alone.
drop index activity_logs_user_ix, activity_logs_subject_ix, activity_logs_action_ix;
create index activity_logs_user_ix on activity_logs (user_id, at, id)
  include (scope_id, subject, action, company_id);
create index activity_logs_subject_ix on activity_logs (subject, at, id)
  include (scope_id, action, company_id);
create index activity_logs_action_ix on activity_logs (action, at, id)
  include (scope_id, company_id);
