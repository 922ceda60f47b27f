-- Whose an unfinished round is after its opener moved to another team (domain-containers 2.11).
alter table biddings
  add column assignee_id uuid constraint biddings_assignee_fk references users;
create index biddings_assignee_ix on biddings (assignee_id, created_at, id) where assignee_id is not null;
