-- A role group's name is a subject of abilities: renaming it changes what its people may do.
create trigger role_groups_rights after update of name on role_groups
  for each statement execute function tell_rights_changed();

create index roles_group_ix on roles (role_group_id);
