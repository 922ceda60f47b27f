import * as z from 'zod/mini';
import { MOVE_STATUSES, TEAM_POSITIONS, TEAM_TYPES } from '../../../domain/people/team.ts';
import * as field from '../../../domain/values/fields.ts';
import { historyEntry, nothing, recordFields, ref, userRef, withReason } from '../../common.ts';
import { ability, formsOf, list, lookup, mutation, one } from '../../endpoint.ts';
import { USER_STATUSES } from './users.ts';

/**
 * Teams of sales and of engineers (domain-containers 1.5, 2.11). One family for two pages: the
 * access names the ability of both, the server asks for the one of the team's type.
 */
const either = (verb: string) => ability(`sales-groups:${verb}`, `engineer-teams:${verb}`);

/** Whoever moves people between teams, or decides about it. */
const TEAM_PLACING = ['assign', 'request-assignee', 'approve-assignee'].flatMap((verb) => [
  `sales-groups:${verb}`,
  `engineer-teams:${verb}`,
]);

const teamRow = z.object({
  ...recordFields,
  name: z.string(),
  nameTh: z.nullable(z.string()),
  type: z.enum(TEAM_TYPES),
  company: ref(),
  leader: z.nullable(userRef()),
  memberCount: z.int(),
  /** Moves into or out of it that somebody still has to decide. */
  openRequests: z.int(),
  isActive: z.boolean(),
});
export type TeamRow = z.infer<typeof teamRow>;

const teamMember = z.object({
  user: userRef(),
  email: z.string(),
  position: z.enum(TEAM_POSITIONS),
  role: z.nullable(ref()),
  status: z.enum(USER_STATUSES),
  /** A move of theirs that is not over: they are neither removed nor moved meanwhile. */
  moveId: z.nullable(field.id()),
});

const teamDetail = z.extend(teamRow, {
  members: z.array(teamMember),
  /** Where they work: zones are given to teams on the page of territories. */
  zones: z.array(z.extend(ref(), { region: z.nullable(ref()) })),
  history: z.array(historyEntry),
});
export type TeamDetail = z.infer<typeof teamDetail>;

const names = {
  name: field.requiredText(100),
  nameTh: field.nullish(field.text(100)),
};

const position = () => field.oneOf(TEAM_POSITIONS);
const people = () =>
  z
    .array(field.id())
    .check(z.minLength(1, { error: 'REQUIRED' }), z.maxLength(50, { error: 'TOO_MANY' }));

const moveRow = z.object({
  ...recordFields,
  status: z.enum(MOVE_STATUSES),
  type: z.enum(TEAM_TYPES),
  user: userRef(),
  fromTeam: z.nullable(ref()),
  toTeam: ref(),
  position: z.enum(TEAM_POSITIONS),
  effectiveDate: field.date(),
  reason: z.string(),
  createdBy: z.nullable(userRef()),
  decidedBy: z.nullable(userRef()),
  decidedAt: z.nullable(field.instant()),
  /** Since when the person is in the new team; null until the day has come. */
  appliedAt: z.nullable(field.instant()),
  /** Why it was rejected or withdrawn. */
  statusReason: z.nullable(z.string()),
  /** The viewer leads the team that the person moves to, or places people in such teams. */
  mayDecide: z.boolean(),
  allowedActions: z.array(z.string()),
});
export type TeamMoveRow = z.infer<typeof moveRow>;

/** What becomes of a piece of the person's open work: a colleague takes it, or it stays theirs. */
export const WORK_CHOICES = ['keep', 'reassign'] as const;

const openWork = z.object({
  /** The machine's id: `purchaseRequest`. */
  type: z.string(),
  id: field.id(),
  documentNo: z.nullable(z.string()),
  status: z.string(),
  /** Null until the move is decided. */
  choice: z.nullable(z.enum(WORK_CHOICES)),
  toUser: z.nullable(userRef()),
});

const moveDetail = z.extend(moveRow, {
  work: z.array(openWork),
  history: z.array(historyEntry),
});
export type TeamMove = z.infer<typeof moveDetail>;

export const teamsFamily = {
  'teams.list': list({
    path: '/teams',
    access: either('view'),
    summary: 'Teams of the types that this person may see',
    list: {
      filters: {
        type: { kind: 'enum', values: TEAM_TYPES },
        companyId: { kind: 'id', lookup: 'companies.all' },
        isActive: { kind: 'flag' },
      },
      sorts: ['name', 'createdAt'],
      defaultSort: 'name',
      exportColumns: [
        'name',
        'nameTh',
        'company',
        'leader',
        'memberCount',
        'openRequests',
        'isActive',
      ],
    },
    row: teamRow,
  }),
  'teams.all': list({
    path: '/teams/all',
    access: lookup(
      ...formsOf('users', 'territories', 'repair'),
      'users:approve-signup',
      'repair:approve',
      ...TEAM_PLACING,
    ),
    summary: 'Choice of a team',
    list: {
      filters: { type: { kind: 'enum', values: TEAM_TYPES } },
      sorts: ['name'],
      defaultSort: 'name',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      nameTh: z.nullable(z.string()),
      type: z.enum(TEAM_TYPES),
    }),
  }),
  'teams.get': one({
    path: '/teams/:id',
    access: either('view'),
    summary: 'A team with its people',
    data: teamDetail,
  }),
  'teams.create': mutation({
    method: 'POST',
    path: '/teams',
    access: either('create'),
    summary: 'Makes a team; its people are assigned to it afterwards',
    status: 201,
    body: z.object({ type: field.oneOf(TEAM_TYPES), companyId: field.id(), ...names }),
    data: teamDetail,
  }),
  'teams.update': mutation({
    method: 'PATCH',
    path: '/teams/:id',
    access: either('update'),
    summary: 'Renames a team, or closes one that has no people',
    body: z.object({ version: field.version(), ...names, isActive: field.flag() }),
    data: teamDetail,
  }),
  'teams.delete': mutation({
    method: 'DELETE',
    path: '/teams/:id',
    access: either('delete'),
    summary: 'Deletes a team that never had anybody',
    data: nothing(),
  }),
  'teams.assignUser': mutation({
    method: 'POST',
    path: '/teams/:id/assign-user',
    access: either('assign'),
    summary: 'Takes people without a team into this one',
    body: z.object({ userIds: people(), position: position() }),
    data: teamDetail,
    touches: ['users'],
  }),
  'teams.removeUser': mutation({
    method: 'POST',
    path: '/teams/:id/remove-user',
    access: either('assign'),
    summary: 'Takes people out of the team; they are in none then',
    body: z.object({ userIds: people() }),
    data: teamDetail,
    touches: ['users'],
  }),
  'teams.changePosition': mutation({
    method: 'POST',
    path: '/teams/:id/change-position',
    access: either('assign'),
    summary: 'Gives a member another place in the team; a new leader makes the former one deputy',
    body: z.object({ userId: field.id(), position: position() }),
    data: teamDetail,
    touches: ['users'],
  }),
} as const;

export const teamMovesFamily = {
  'teamMoves.list': list({
    path: '/team-assignee-approval',
    access: either('view'),
    summary: 'Moves of people between teams',
    list: {
      filters: {
        status: { kind: 'enum', values: MOVE_STATUSES },
        type: { kind: 'enum', values: TEAM_TYPES },
        teamId: { kind: 'id', lookup: 'teams.all' },
        userId: { kind: 'id', lookup: 'users.all' },
      },
      sorts: ['createdAt', 'effectiveDate'],
      defaultSort: '-createdAt',
      counts: 'status',
      exportColumns: [
        'user',
        'fromTeam',
        'toTeam',
        'position',
        'effectiveDate',
        'reason',
        'createdBy',
        'status',
        'decidedBy',
        'decidedAt',
        'statusReason',
      ],
    },
    row: moveRow,
  }),
  'teamMoves.get': one({
    path: '/team-assignee-approval/:id',
    access: either('view'),
    summary: 'A move with the open work of the person',
    data: moveDetail,
  }),
  'teamMoves.create': mutation({
    method: 'POST',
    path: '/team-assignee-approval/request',
    access: either('request-assignee'),
    summary: 'Asks that a person moves to a team',
    status: 201,
    body: z.object({
      userId: field.id(),
      toTeamId: field.id(),
      position: position(),
      effectiveDate: field.date(),
      reason: field.reason(),
    }),
    data: moveDetail,
    touches: ['teams'],
  }),
  'teamMoves.approving': mutation({
    method: 'POST',
    path: '/team-assignee-approval/:id/approving',
    access: either('approve-assignee'),
    summary: 'Approves a move, saying of each piece of open work what becomes of it, or rejects it',
    notice: ({ body }) => (body.decision === 'reject' ? 'rejected' : 'approved'),
    body: z.object({
      version: field.version(),
      decision: field.oneOf(['approve', 'reject']),
      /** Needed to reject. */
      reason: field.nullish(field.reason()),
      work: field.nullish(
        z
          .array(
            z.object({
              type: field.text(40),
              id: field.id(),
              choice: field.oneOf(WORK_CHOICES),
              toUserId: field.nullish(field.id()),
            }),
          )
          .check(z.maxLength(1000, { error: 'TOO_MANY' })),
      ),
    }),
    data: moveDetail,
    touches: ['teams', 'users'],
  }),
  'teamMoves.cancel': mutation({
    method: 'POST',
    path: '/team-assignee-approval/:id/cancel',
    access: either('request-assignee'),
    summary: 'Withdraws one’s own request',
    body: withReason(),
    data: moveDetail,
    touches: ['teams'],
  }),
} as const;
