import { rolesFamily } from './admin/roles.ts';
import { usersFamily } from './admin/users.ts';

export const adminArea = {
  ...usersFamily,
  ...rolesFamily,
} as const;

export * from './admin/roles.ts';
export * from './admin/users.ts';
