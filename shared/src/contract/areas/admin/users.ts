import * as z from 'zod/mini';
import { TEAM_POSITIONS } from '../../../domain/people/team.ts';
import * as field from '../../../domain/values/fields.ts';
import { nothing, recordFields, ref, versionOnly, withReason } from '../../common.ts';
import { ability, formsOf, list, lookup, mutation, one } from '../../endpoint.ts';

/** People (domain-containers 1.5). */
export const USER_STATUSES = ['invited', 'pendingApproval', 'active', 'suspended'] as const;

const userRow = z.object({
  ...recordFields,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  status: z.enum(USER_STATUSES),
  role: z.nullable(
    z.object({ id: field.id(), name: z.string(), labelEn: z.string(), labelTh: z.string() }),
  ),
  team: z.nullable(ref()),
  teamPosition: z.nullable(z.enum(TEAM_POSITIONS)),
  companies: z.array(ref()),
  /** Empty: all warehouses of the companies. */
  warehouses: z.array(ref()),
  zones: z.array(ref()),
  lastLoginAt: z.nullable(field.instant()),
  suspendedReason: z.nullable(z.string()),
  allowedActions: z.array(z.string()),
});
export type UserRow = z.infer<typeof userRow>;

const userBody = {
  firstName: field.requiredText(100),
  lastName: field.requiredText(100),
  phone: field.nullish(field.phone()),
  roleId: field.nullish(field.id()),
  companyIds: z.array(field.id()).check(z.maxLength(50, { error: 'TOO_MANY' })),
  warehouseIds: z.array(field.id()).check(z.maxLength(200, { error: 'TOO_MANY' })),
  /** Absent: they stay as they are. */
  zoneIds: field.optional(z.array(field.id()).check(z.maxLength(200, { error: 'TOO_MANY' }))),
};

/** Forms that name a person: a member, a manager of a warehouse, a technician, a counter, a witness. */
const PEOPLE_CHOSEN_BY = [
  ...formsOf('repair', 'destruction', 'customer-data'),
  'repair:approve',
  'destruction:complete',
  'audit:create',
  'company-groups:create-warehouse',
  'company-groups:update-warehouse',
  'roles:view',
  'roles:assign',
  'contract-header:update',
  'purchase-header:update',
  ...['assign', 'request-assignee', 'approve-assignee'].flatMap((verb) => [
    `sales-groups:${verb}`,
    `engineer-teams:${verb}`,
  ]),
];

/** Whom an announcement reaches: everybody of the sender's own companies, or those of some roles and companies. */
const audience = {
  roleIds: z.array(field.id()).check(z.maxLength(100, { error: 'TOO_MANY' })),
  companyIds: z.array(field.id()).check(z.maxLength(50, { error: 'TOO_MANY' })),
};

export const usersFamily = {
  'users.list': list({
    isSearched: true,
    path: '/users',
    access: ability('users:view'),
    summary: 'People with an account',
    list: {
      filters: {
        status: { kind: 'enum', values: USER_STATUSES },
        roleId: { kind: 'id', lookup: 'roles.all' },
        companyId: { kind: 'id', lookup: 'companies.all' },
        teamId: { kind: 'id', lookup: 'teams.all' },
      },
      sorts: ['createdAt', 'email', 'firstName', 'lastLoginAt'],
      defaultSort: 'firstName',
      counts: 'status',
      exportColumns: [
        'email',
        'firstName',
        'lastName',
        'phone',
        'role',
        'team',
        'status',
        'lastLoginAt',
        'createdAt',
      ],
    },
    row: userRow,
  }),
  'users.all': list({
    path: '/users/all',
    access: lookup(...PEOPLE_CHOSEN_BY),
    summary: 'Choice of a person',
    list: { filters: {}, sorts: ['name'], defaultSort: 'name', maxLimit: 1000 },
    row: z.object({ id: field.id(), code: z.nullable(z.string()), name: z.string() }),
  }),
  'users.receivers': one({
    path: '/users/broadcast/receivers',
    access: ability('users:broadcast'),
    summary: 'How many people an announcement would reach',
    query: z.object({
      roleIds: field.optional(audience.roleIds),
      companyIds: field.optional(audience.companyIds),
    }),
    data: z.object({ count: z.int() }),
  }),
  'users.broadcast': mutation({
    method: 'POST',
    path: '/users/broadcast',
    access: ability('users:broadcast'),
    summary: 'Sends an announcement to people of the own companies',
    notice: 'none',
    body: z.object({
      ...audience,
      title: field.requiredText(120),
      text: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, { error: 'REQUIRED' }),
          z.maxLength(1000, { error: 'TOO_LONG' }),
        ),
      /** The number that the sender has confirmed; another one is refused. */
      receivers: z.int({ error: 'INTEGER' }).check(z.gte(1, { error: 'MIN' })),
    }),
    data: z.object({ count: z.int() }),
    touches: [],
  }),
  'users.get': one({
    path: '/users/:id',
    access: ability('users:view'),
    summary: 'A person',
    data: userRow,
  }),
  'users.create': mutation({
    method: 'POST',
    path: '/users',
    access: ability('users:create'),
    summary: 'Invites a person; they set their password from the e-mail',
    status: 201,
    body: z.object({ email: field.email(), ...userBody }),
    data: userRow,
    touches: ['users'],
  }),
  'users.update': mutation({
    method: 'PATCH',
    path: '/users/:id',
    access: ability('users:update'),
    summary: 'Changes a person',
    body: z.object({ version: field.version(), ...userBody }),
    data: userRow,
    touches: ['users'],
  }),
  'users.delete': mutation({
    method: 'DELETE',
    path: '/users/:id',
    access: ability('users:delete'),
    summary: 'Deletes somebody who has never worked here',
    data: nothing(),
    touches: ['users'],
  }),
  'users.suspend': mutation({
    method: 'POST',
    path: '/users/:id/suspend',
    access: ability('users:suspend'),
    summary: 'Suspends; sessions end',
    body: withReason(),
    data: userRow,
    touches: ['users'],
  }),
  'users.leaveCompanies': mutation({
    method: 'POST',
    path: '/users/:id/leave-companies',
    access: ability('users:update'),
    summary: 'Takes somebody out of the companies that both share',
    body: withReason(),
    data: nothing(),
    touches: ['users'],
  }),
  'users.reactivate': mutation({
    method: 'POST',
    path: '/users/:id/reactivate',
    access: ability('users:suspend'),
    summary: 'Takes a suspension back',
    body: versionOnly(),
    data: userRow,
    touches: ['users'],
  }),
  'users.approveSignUp': mutation({
    method: 'POST',
    path: '/users/:id/approve-signup',
    access: ability('users:approve-signup'),
    summary: 'Lets somebody in who signed up, with role and companies',
    body: z.object({
      version: field.version(),
      roleId: field.id(),
      companyIds: userBody.companyIds,
      warehouseIds: userBody.warehouseIds,
    }),
    data: userRow,
    touches: ['users'],
  }),
  'users.rejectSignUp': mutation({
    method: 'POST',
    path: '/users/:id/reject-signup',
    access: ability('users:approve-signup'),
    summary: 'Refuses a sign-up',
    body: withReason(),
    data: nothing(),
    touches: ['users'],
  }),
  'users.resetPassword': mutation({
    method: 'POST',
    path: '/users/:id/reset-password',
    access: ability('users:reset-password'),
    summary: 'Sends a link that sets a new password',
    body: versionOnly(),
    data: nothing(),
    touches: ['users'],
  }),
} as const;
