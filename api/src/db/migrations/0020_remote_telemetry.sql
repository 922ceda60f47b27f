-- How the remotes fare in people's browsers (architecture 4), for the operator's page. No row says whose
-- browser: a tab is an id that it made up for itself. What is older than 30 days is forgotten (jobs/tasks).

-- Which release was served since when; a new row at each change, also back to an earlier one.
create table remote_releases (
  id bigint generated always as identity constraint remote_releases_pk primary key,
  remote text not null,
  release text not null,
  since timestamptz not null
);
create index remote_releases_remote_ix on remote_releases (remote, id desc);

create table remote_loads (
  id bigint generated always as identity constraint remote_loads_pk primary key,
  at timestamptz not null,
  remote text not null,
  release text not null,
  -- 'ok' or the kind of the failure
  outcome text not null,
  manifest_ms integer,
  entry_ms integer,
  page_ms integer
);
create index remote_loads_at_ix on remote_loads (at);

create table remote_errors (
  id bigint generated always as identity constraint remote_errors_pk primary key,
  at timestamptz not null,
  remote text not null,
  release text not null,
  kind text not null,
  message text not null
);
create index remote_errors_at_ix on remote_errors (at);

create table remote_tabs (
  tab uuid not null,
  remote text not null,
  release text not null,
  seen_at timestamptz not null,
  constraint remote_tabs_pk primary key (tab, remote)
);
create index remote_tabs_seen_ix on remote_tabs (seen_at);

-- Counted by the hour: whoever reports the same again and again makes no more rows.
create table csp_violations (
  hour timestamptz not null,
  -- '' is the shell itself
  remote text not null,
  directive text not null,
  -- origin or keyword
  blocked text not null,
  source text not null,
  count integer not null,
  last_at timestamptz not null,
  constraint csp_violations_pk primary key (hour, remote, directive, blocked, source)
);
create index csp_violations_last_ix on csp_violations (last_at);
