import * as z from 'zod/mini';
import {
  DOCUMENT_FAMILIES,
  type DocumentFamilyName,
  documentFamilyNames,
} from '../../../domain/documents/families.ts';
import * as field from '../../../domain/values/fields.ts';
import { ref, userRef } from '../../common.ts';
import { ability, list, one } from '../../endpoint.ts';

/**
 * The activity log (domain-containers 1.5, 3.6): who changed what, with before and after. It is
 * append-only: there is no call that writes, so POST, PUT, PATCH and DELETE answer 405.
 */

/** Records without a machine of documents whose changes are logged. */
const RECORD_SUBJECTS = [
  'users',
  'roles',
  'roleGroups',
  'menus',
  'teams',
  'teamMoves',
  'regions',
  'zones',
  'documentHeaders',
  'settings',
  'companies',
  'subWarehouses',
  'bins',
  'categories',
  'units',
  'parts',
  'suppliers',
  'supplierParts',
  'customers',
  'bankAccounts',
  'bankStatements',
  'bankLines',
  'warrantyPrices',
  'contractClauses',
  'taxPeriods',
  'invoiceRuns',
  'productTypes',
  'productModels',
  'productStatuses',
  'productSoftwares',
  'softwareUpdates',
  'softwareRollouts',
  'productContracts',
  'jobCodes',
  'technicianSkills',
  'technicianAbsences',
  'pmSchedules',
  'faultReports',
  'reportSchedules',
  'jobEstimates',
  'activityLogs',
] as const;

export type ActivitySubject = (typeof RECORD_SUBJECTS)[number] | DocumentFamilyName;

/** Families whose changes are logged, in the order in which the filter offers them. */
export const ACTIVITY_SUBJECTS: readonly ActivitySubject[] = [
  ...RECORD_SUBJECTS,
  ...documentFamilyNames,
];

/** What is done to records without a machine of documents, and to documents besides their machine. */
const RECORD_ACTIONS = [
  'create',
  'delete',
  'endorse',
  'attach',
  'download',
  'blacklist',
  'admit',
  'merge',
  'detach',
  'comment',
  'edit-comment',
  'delete-comment',
  'signIn',
  'signInFailed',
  'signInLocked',
  'signOut',
  'endSession',
  'signUp',
  'approve-signup',
  'reject-signup',
  'reactivate',
  'reset-password',
  'changePassword',
  'updateProfile',
  'assign-role',
  'remove-role',
  'leave-companies',
  'broadcast',
  'unassign-group',
  'assign-user',
  'remove-user',
  'join-team',
  'leave-team',
  'move-team',
  'change-position',
  'reassign',
  'apply',
  'move-zone',
  'remove-zone',
  'give-up-districts',
  'sign-anchor',
  'bom',
  'replaceTaxInvoice',
  'link',
  'ignore',
  'publish',
  'stable',
  'supersede',
  'fail',
  'retry',
  'rollback',
  'switch-on',
  'switch-off',
  'line-on',
  'line-off',
  'set-cost',
  'set-prices',
  'set-setting',
  'set-template',
  'take-back',
  'create-key',
  'revoke-key',
  'skip',
  'move-occurrence',
  'read-counter',
  'correct-reading',
  'report-again',
  'join',
  'spam',
  'restore',
  'send-report',
  'decline',
  // What approve and reject were called by some machines; the chain of the log is never rewritten.
  'approval',
  'rejectual',
] as const;

type MachineActions = {
  readonly [F in DocumentFamilyName]: keyof (typeof DOCUMENT_FAMILIES)[F]['machine']['actions'];
};

export type ActivityAction = (typeof RECORD_ACTIONS)[number] | MachineActions[DocumentFamilyName];

/** All that is logged: what documents do is taken from their machines. */
export const ACTIVITY_ACTIONS: readonly ActivityAction[] = [
  ...new Set([
    ...Object.values(DOCUMENT_FAMILIES).flatMap(
      ({ machine }) => Object.keys(machine.actions) as ActivityAction[],
    ),
    ...RECORD_ACTIONS,
  ]),
];

const entry = {
  id: field.id(),
  at: field.instant(),
  /** null: nobody was signed in, or scheduled work, whose request is `system`. */
  user: z.nullable(userRef()),
  action: z.string(),
  subject: z.string(),
  subjectId: z.nullable(field.id()),
  /** What the record was called then. */
  record: z.nullable(z.string()),
  /** What it is called today; null once it is gone. `kind`: which of several pages shows it. */
  current: z.nullable(z.extend(ref(), { kind: z.nullable(z.string()) })),
  company: z.nullable(ref()),
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
};

const activityRow = z.object({
  ...entry,
  /** Names of the fields that changed. */
  changes: z.array(z.string()),
});
export type ActivityRow = z.infer<typeof activityRow>;

const values = () => z.nullable(z.record(z.string(), z.unknown()));

const activityDetail = z.object({
  ...entry,
  before: values(),
  after: values(),
  /** Records that before and after name by id, as far as they are still there. */
  names: z.array(ref()),
  /** Places of the country that before and after name by number. */
  places: z.array(
    z.object({
      level: z.enum(['province', 'amphoe', 'district']),
      id: z.int(),
      nameTh: z.string(),
      nameEn: z.string(),
    }),
  ),
  /** The entry's place in the hash chain; null until it is sealed. */
  seal: z.nullable(z.object({ seq: z.int(), hash: z.string() })),
});
export type ActivityDetail = z.infer<typeof activityDetail>;

/** How a chain can be broken; which one decides what the page says. */
export const CHAIN_FAULTS = [
  'altered',
  'deleted',
  'swapped',
  'resealed',
  'cutOff',
  'rewritten',
  'anchorMissing',
  'anchorForged',
  'anchorDiffers',
  'unsealed',
  'late',
] as const;
export type ChainFault = (typeof CHAIN_FAULTS)[number];

const chainReport = z.object({
  checkedAt: field.instant(),
  /** Entries that were found whole. */
  checked: z.int(),
  /** Entries that wait for their seal: those of the last second. */
  waiting: z.int(),
  /** The last entry before the break, or the last of all. */
  intactUntil: z.nullable(z.object({ seq: z.int(), at: field.instant() })),
  /** To keep elsewhere: `<number>:<hash>` of the newest seal. */
  anchor: z.nullable(z.string()),
  broken: z.nullable(
    z.object({
      kind: z.enum(CHAIN_FAULTS),
      /** Number of the first broken entry. */
      seq: z.nullable(z.int()),
      logId: z.nullable(field.id()),
      /** The entry that it changed places with. */
      otherSeq: z.nullable(z.int()),
      /** How many are missing, wait or were never sealed. */
      count: z.nullable(z.int()),
    }),
  ),
});
export type ChainReport = z.infer<typeof chainReport>;

export const activityLogsFamily = {
  'activityLogs.list': list({
    path: '/activity-logs',
    access: ability('activity-log:view'),
    summary: 'Who changed what, and when',
    list: {
      filters: {
        userId: { kind: 'id', lookup: 'users.all' },
        subject: { kind: 'enum', values: ACTIVITY_SUBJECTS },
        action: { kind: 'enum', values: ACTIVITY_ACTIONS },
        companyId: { kind: 'id', lookup: 'companies.all' },
        subjectId: { kind: 'id' },
      },
      sorts: ['at'],
      defaultSort: '-at',
      dateField: 'at',
      exportAbility: 'activity-log:export',
      exportColumns: [
        'at',
        'user',
        'action',
        'subject',
        'record',
        'changes',
        'company',
        'ip',
        'userAgent',
        'requestId',
      ],
    },
    row: activityRow,
  }),
  'activityLogs.all': list({
    path: '/activity-logs/all',
    access: ability('activity-log:view'),
    summary: 'Entries of the activity log, reduced',
    list: { filters: {}, sorts: ['at'], defaultSort: '-at', dateField: 'at', maxLimit: 1000 },
    row: z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      at: field.instant(),
      action: z.string(),
    }),
  }),
  'activityLogs.check': one({
    path: '/activity-logs/check',
    access: ability('activity-log:view'),
    summary: 'Whether the log is as it was written: the first broken entry, or none',
    query: z.object({
      /** An anchor kept elsewhere, to be found again in the chain. */
      anchor: field.optional(
        z.string().check(z.regex(/^\d{1,15}:[0-9a-f]{64}$/, { error: 'ANCHOR' })),
      ),
    }),
    data: chainReport,
  }),
  'activityLogs.get': one({
    path: '/activity-logs/:id',
    access: ability('activity-log:view'),
    summary: 'An entry with its before and after',
    data: activityDetail,
  }),
} as const;
