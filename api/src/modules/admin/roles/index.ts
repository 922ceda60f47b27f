import { accessHandlers } from './access.ts';
import { permissionHandlers } from './permissions.ts';
import { roleGroupsHandlers } from './roleGroups.ts';
import { rolesHandlers } from './roles.ts';

/** Roles, their groups, the permissions there are, and who may do what. */
export const accessRightsHandlers = {
  ...accessHandlers,
  ...permissionHandlers,
  ...roleGroupsHandlers,
  ...rolesHandlers,
};

/** Unique constraint → field of the body. */
export const accessRightsConstraints = {
  roles_name_uq: 'name',
  role_groups_name_uq: 'name',
} as const;
