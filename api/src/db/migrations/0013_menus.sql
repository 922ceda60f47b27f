-- A changed menu shows in everybody's sidebar: all profiles are fetched anew.
create function tell_menus_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('boxyard_rights', 'everybody');
  return null;
end
$$;
create trigger menus_told after insert or update or delete on menus
  for each statement execute function tell_menus_changed();

create index menus_parent_ix on menus (parent_id, sort);
