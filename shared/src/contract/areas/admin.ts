import { activityLogsFamily } from './admin/activityLogs.ts';
import { headersFamily } from './admin/headers.ts';
import { menusFamily } from './admin/menus.ts';
import { rolesFamily } from './admin/roles.ts';
import { settingsFamily } from './admin/settings.ts';
import { teamMovesFamily, teamsFamily } from './admin/teams.ts';
import { territoryFamilies } from './admin/territories.ts';
import { usersFamily } from './admin/users.ts';

export const adminArea = {
  ...usersFamily,
  ...activityLogsFamily,
  ...headersFamily,
  ...menusFamily,
  ...rolesFamily,
  ...settingsFamily,
  ...teamsFamily,
  ...teamMovesFamily,
  ...territoryFamilies,
} as const;

export * from './admin/activityLogs.ts';
export * from './admin/headers.ts';
export * from './admin/menus.ts';
export * from './admin/roles.ts';
export * from './admin/settings.ts';
export * from './admin/teams.ts';
export * from './admin/territories.ts';
export * from './admin/users.ts';
