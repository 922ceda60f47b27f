-- How each kind of notification reaches somebody; a kind without a row does so as by default. The kind
-- `digest` is the e-mail of the morning.
create table notification_preferences (
  user_id uuid not null constraint notification_preferences_user_fk references users on delete cascade,
  kind text not null,
  in_app boolean not null,
  by_mail boolean not null,
  constraint notification_preferences_pk primary key (user_id, kind)
);

-- Documents that somebody has stopped following.
create table notification_mutes (
  user_id uuid not null constraint notification_mutes_user_fk references users on delete cascade,
  entity_type text not null,
  entity_id uuid not null,
  muted_at timestamptz not null,
  constraint notification_mutes_pk primary key (user_id, entity_id)
);

-- What a mail tells is told once to each person, whether or not it stands in their list as well.
alter table mails add column dedupe_key text constraint mails_dedupe_uq unique;
