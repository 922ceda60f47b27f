-- Browsers from which people have signed in. Sessions end; what is known stays, so that a sign-in from
-- another one is noticed.
create table sign_in_devices (
  user_id uuid not null constraint sign_in_devices_user_fk references users on delete cascade,
  device text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint sign_in_devices_pk primary key (user_id, device)
);
