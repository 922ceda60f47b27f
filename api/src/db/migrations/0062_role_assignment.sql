-- Roles whose holders may give a role to others although they do not have all of it (handbook
-- "Granting"): data on the role that is given, by the names of the roles that give it.
alter table roles add column assignable_by text[] not null default '{}';
update roles set assignable_by = array['company-admin']
  where is_system and name not in ('system-admin', 'company-admin', 'accounting-manager', 'auditor');
