import * as z from 'zod/mini';
import { GRANT_SOURCES } from '../../../domain/access/abilities.ts';
import { DATA_SCOPES } from '../../../domain/people/dataScope.ts';
import * as field from '../../../domain/values/fields.ts';
import { nothing, recordFields, ref } from '../../common.ts';
import { ability, formsOf, list, lookup, mutation, one } from '../../endpoint.ts';

/**
 * Roles and their groups: who may open which page, do what there, and with whose records
 * (domain-containers 1.5, 3.6; domain-conventions "Granting").
 */
const choiceRow = z.object({
  id: field.id(),
  code: z.nullable(z.string()),
  name: z.string(),
  nameTh: z.nullable(z.string()),
});
const named = z.object({ name: z.string(), nameTh: z.string() });
const choiceList = { filters: {}, sorts: ['name'], defaultSort: 'name', maxLimit: 1000 } as const;

const labels = { labelEn: field.requiredText(100), labelTh: field.requiredText(100) };

/** Becomes a subject of abilities: letters, digits and hyphens, folded as a subject is compared. */
const slug = () =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.normalize('NFKC').trim().toLowerCase()),
    ),
    z.string().check(z.regex(/^[a-z][a-z0-9-]{0,59}$/, { error: 'SLUG' })),
  );

const roleRow = z.object({
  ...recordFields,
  name: z.string(),
  labelEn: z.string(),
  labelTh: z.string(),
  roleGroup: z.nullable(ref()),
  dataScope: z.enum(DATA_SCOPES),
  approvalLimit: z.nullable(z.string()),
  discountLimitPercent: z.nullable(z.string()),
  /** Names of roles whose holders may give it although they do not have all of it. */
  assignableBy: z.array(z.string()),
  isSystem: z.boolean(),
  isActive: z.boolean(),
  /** People of the viewer's companies who have it. */
  usersCount: z.int(),
  allowedActions: z.array(z.string()),
});
export type RoleRow = z.infer<typeof roleRow>;

/** People of a role that its page names; the users page lists the others. */
export const ROLE_PEOPLE = 100;

const roleDetail = z.extend(roleRow, {
  menuIds: z.array(field.id()),
  permissionNames: z.array(z.string()),
  users: z.array(z.object({ id: field.id(), name: z.string(), email: z.string() })),
});
export type RoleDetail = z.infer<typeof roleDetail>;

const roleBody = {
  ...labels,
  roleGroupId: field.nullish(field.id()),
  dataScope: field.oneOf(DATA_SCOPES),
  approvalLimit: field.nullish(field.money()),
  discountLimitPercent: field.nullish(field.percent()),
  /** Absent: it stays as it is. */
  assignableBy: field.optional(
    z
      .array(z.string().check(z.maxLength(60, { error: 'TOO_LONG' })))
      .check(z.maxLength(50, { error: 'TOO_MANY' })),
  ),
  menuIds: z.array(field.id()).check(z.maxLength(500, { error: 'TOO_MANY' })),
  permissionNames: z
    .array(z.string().check(z.maxLength(130, { error: 'TOO_LONG' })))
    .check(z.maxLength(1000, { error: 'TOO_MANY' })),
};

const people = () =>
  z.object({
    userIds: z
      .array(field.id())
      .check(z.minLength(1, { error: 'REQUIRED' }), z.maxLength(200, { error: 'TOO_MANY' })),
  });

const groupRow = z.object({
  ...recordFields,
  name: z.string(),
  labelEn: z.string(),
  labelTh: z.string(),
  rolesCount: z.int(),
});
const groupDetail = z.extend(groupRow, { roles: z.array(ref()) });
export type RoleGroupDetail = z.infer<typeof groupDetail>;

export const rolesFamily = {
  'roles.list': list({
    path: '/roles',
    access: ability('roles:view'),
    summary: 'Roles',
    list: {
      filters: {
        roleGroupId: { kind: 'id', lookup: 'roleGroups.all' },
        dataScope: { kind: 'enum', values: DATA_SCOPES },
        isActive: { kind: 'flag' },
      },
      sorts: ['name', 'createdAt'],
      defaultSort: 'name',
      exportColumns: [
        'name',
        'labelEn',
        'labelTh',
        'roleGroup',
        'dataScope',
        'approvalLimit',
        'discountLimitPercent',
        'usersCount',
        'isActive',
        'createdAt',
      ],
    },
    row: roleRow,
  }),
  'roles.all': list({
    path: '/roles/all',
    access: lookup(
      ...formsOf('users'),
      'users:approve-signup',
      'roles:view',
      'contract-header:update',
      'purchase-header:update',
    ),
    summary: 'Choice of a role',
    list: choiceList,
    row: choiceRow,
  }),
  'roles.get': one({
    path: '/roles/:id',
    access: ability('roles:view'),
    summary: 'A role with its pages, actions and people',
    data: roleDetail,
  }),
  'roles.create': mutation({
    method: 'POST',
    path: '/roles',
    access: ability('roles:create'),
    summary: 'Makes a role',
    status: 201,
    body: z.object({ name: slug(), ...roleBody }),
    data: roleDetail,
    touches: ['roles', 'roleGroups'],
  }),
  'roles.update': mutation({
    method: 'PATCH',
    path: '/roles/:id',
    access: ability('roles:update'),
    summary: 'Changes a role; people who are signed in have it at once',
    body: z.object({
      version: field.version(),
      ...roleBody,
      isActive: field.optional(field.flag()),
    }),
    data: roleDetail,
    touches: ['roles', 'roleGroups', 'users', 'auth'],
  }),
  'roles.delete': mutation({
    method: 'DELETE',
    path: '/roles/:id',
    access: ability('roles:delete'),
    summary: 'Deletes a role that nobody has',
    data: nothing(),
    touches: ['roles', 'roleGroups'],
  }),
  'roles.assignUser': mutation({
    method: 'POST',
    path: '/roles/:id/assign-user',
    access: ability('roles:assign'),
    summary: 'Gives people this role instead of the one they have',
    body: people(),
    data: roleDetail,
    touches: ['roles', 'users'],
  }),
  'roles.removeUser': mutation({
    method: 'POST',
    path: '/roles/:id/remove-user',
    access: ability('roles:assign'),
    summary: 'Takes the role from people, who then have none',
    body: people(),
    data: roleDetail,
    touches: ['roles', 'users'],
  }),

  'roleGroups.list': list({
    path: '/role_groups',
    access: ability('roles:view'),
    summary: 'Role groups',
    list: {
      filters: {},
      sorts: ['name', 'createdAt'],
      defaultSort: 'name',
      exportColumns: ['name', 'labelEn', 'labelTh', 'rolesCount', 'createdAt'],
    },
    row: groupRow,
  }),
  'roleGroups.all': list({
    path: '/role_groups/all',
    access: lookup(...formsOf('roles')),
    summary: 'Choice of a role group',
    list: choiceList,
    row: choiceRow,
  }),
  'roleGroups.get': one({
    path: '/role_groups/:id',
    access: ability('roles:view'),
    summary: 'A role group with its roles',
    data: groupDetail,
  }),
  'roleGroups.create': mutation({
    method: 'POST',
    path: '/role_groups',
    access: ability('roles:create-group'),
    summary: 'Makes a role group',
    status: 201,
    body: z.object({ name: slug(), ...labels }),
    data: groupDetail,
    touches: ['roleGroups'],
  }),
  'roleGroups.update': mutation({
    method: 'PATCH',
    path: '/role_groups/:id',
    access: ability('roles:update-group'),
    summary: 'Renames a role group',
    body: z.object({ version: field.version(), name: slug(), ...labels }),
    data: groupDetail,
    touches: ['roleGroups', 'roles', 'auth'],
  }),
  'roleGroups.delete': mutation({
    method: 'DELETE',
    path: '/role_groups/:id',
    access: ability('roles:delete-group'),
    summary: 'Deletes a role group without roles',
    data: nothing(),
    touches: ['roleGroups'],
  }),
  'roleGroups.unassignRole': mutation({
    method: 'POST',
    path: '/role_groups/:id/unassign-role',
    access: ability('roles:update-group'),
    summary: 'Takes a role out of the group',
    body: z.object({ roleId: field.id() }),
    data: groupDetail,
    touches: ['roleGroups', 'roles', 'auth'],
  }),

  'access.list': list({
    path: '/users/:id/abilities',
    access: ability('roles:view'),
    summary: 'What a person may do, and what gives each ability',
    list: {
      filters: {
        page: { kind: 'text', max: 80 },
        source: { kind: 'enum', values: GRANT_SOURCES },
      },
      sorts: ['page', 'action'],
      defaultSort: 'page',
      exportColumns: ['page', 'action', 'ability', 'sources'],
    },
    row: z.object({
      /** Follows from the ability: rows of different people with the same ability share it. */
      id: field.id(),
      ability: z.string(),
      page: named,
      action: named,
      sources: z.array(z.extend(named, { kind: z.enum(GRANT_SOURCES) })),
    }),
  }),
  'access.person': one({
    path: '/users/:id/access',
    access: ability('roles:view'),
    summary: 'Whose abilities these are: role, team, scope and limits',
    data: z.object({
      id: field.id(),
      name: z.string(),
      email: z.string(),
      status: z.string(),
      role: z.nullable(z.extend(ref(), { isActive: z.boolean() })),
      roleGroup: z.nullable(ref()),
      team: z.nullable(z.extend(ref(), { position: z.nullable(z.string()), type: z.string() })),
      dataScope: z.enum(DATA_SCOPES),
      approvalLimit: z.nullable(z.string()),
      discountLimitPercent: z.nullable(z.string()),
      companies: z.array(ref()),
    }),
  }),
} as const;
