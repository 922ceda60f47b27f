-- What every server on the database counts together (ADR 0068). Unlogged: nothing here outlives a
-- crash, and writing it must cost no disk.
create unlogged table rate_limits (
  key text constraint rate_limits_pk primary key,
  calls integer not null,
  started_at timestamptz not null
);
create index rate_limits_started_ix on rate_limits (started_at);

-- Open event streams: of one session and of one person only so many, through whichever server.
create unlogged table event_streams (
  id uuid constraint event_streams_pk primary key,
  user_id uuid not null,
  session_id uuid,
  opened_at timestamptz not null
);
create index event_streams_user_ix on event_streams (user_id, opened_at);
create index event_streams_opened_ix on event_streams (opened_at);
