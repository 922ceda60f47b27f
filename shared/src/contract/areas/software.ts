import * as z from 'zod/mini';
import { SEMVER } from '../../domain/containers/semver.ts';
import { SOFTWARE_STATUSES } from '../../domain/containers/softwareMachine.ts';
import { UPDATE_STATUSES } from '../../domain/containers/softwareUpdateMachine.ts';
import * as field from '../../domain/values/fields.ts';
import { nothing, recordFields, ref, userRef, versionOnly, withReason } from '../common.ts';
import { ability, file, list, lookup, mutation, one } from '../endpoint.ts';

/** Software of containers (domain-containers 1.1, 2.12, 3.3). */
const BASE = '/product_softwares';
const VIEW = ability('container-warehouse:view');
const may = (verb: string) => ability(`container-warehouse:${verb}`);

/** A release as other records name it. */
export const softwareRef = () =>
  z.object({ id: field.id(), versionNo: z.string(), status: z.enum(SOFTWARE_STATUSES) });

const softwareRow = z.object({
  ...recordFields,
  versionNo: z.string(),
  status: z.enum(SOFTWARE_STATUSES),
  productModels: z.array(ref()),
  /** Models whose stable release it is. */
  stableFor: z.array(field.id()),
  releaseNotes: z.string(),
  /** Lowest revision of the bill of materials that it runs on. */
  minHardwareRev: z.int(),
  isMandatory: z.boolean(),
  file: z.object({ fileName: z.string(), size: z.int(), sha256: z.string() }),
  releasedAt: z.nullable(field.instant()),
  stableAt: z.nullable(field.instant()),
  stableBy: z.nullable(userRef()),
  withdrawnAt: z.nullable(field.instant()),
  statusReason: z.nullable(z.string()),
  createdBy: z.nullable(userRef()),
  /** Containers in one's scope that run it. */
  containerCount: z.int(),
});
const software = z.extend(softwareRow, { allowedActions: z.array(z.string()) });
export type SoftwareDetail = z.infer<typeof software>;

const ids = () =>
  z
    .string({ error: 'REQUIRED' })
    .check(z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$/, { error: 'MODELS_REQUIRED' }));
/** It travels beside the file, where everything is text. */
const softwareBody = {
  /** Ids with commas between them. */
  productModelIds: ids(),
  versionNo: z.string({ error: 'REQUIRED' }).check(z.regex(SEMVER, { error: 'SEMVER' })),
  releaseNotes: z
    .string({ error: 'REQUIRED' })
    .check(
      z.trim(),
      z.minLength(3, { error: 'REQUIRED' }),
      z.maxLength(5000, { error: 'TOO_LONG' }),
    ),
  minHardwareRev: field.optional(z.string().check(z.regex(/^\d{1,4}$/, { error: 'INTEGER' }))),
  isMandatory: field.optional(z.enum(['true', 'false'], { error: 'ONE_OF' })),
};

const TOUCHES = ['productSoftwares', 'products'];

const updateRow = z.object({
  ...recordFields,
  product: z.object({ id: field.id(), code: z.string(), name: z.string() }),
  rolloutId: z.nullable(field.id()),
  from: z.nullable(softwareRef()),
  to: softwareRef(),
  status: z.enum(UPDATE_STATUSES),
  reason: z.nullable(z.string()),
  /** Why it failed, in the caller's language or in somebody's words. */
  error: z.nullable(z.string()),
  statusReason: z.nullable(z.string()),
  attempts: z.int(),
  startedAt: z.nullable(field.instant()),
  finishedAt: z.nullable(field.instant()),
  createdBy: z.nullable(userRef()),
  allowedActions: z.array(z.string()),
});

const rolloutRow = z.object({
  ...recordFields,
  company: ref(),
  software: softwareRef(),
  reason: z.nullable(z.string()),
  total: z.int(),
  /** Containers that are still to be looked at. */
  waiting: z.int(),
  queued: z.int(),
  inProgress: z.int(),
  applied: z.int(),
  failed: z.int(),
  rolledBack: z.int(),
  createdBy: z.nullable(userRef()),
});
const MAX_ROLLOUT = 1000;
const idsOf = () =>
  z
    .array(field.id())
    .check(
      z.minLength(1, { error: 'LINES_REQUIRED' }),
      z.maxLength(MAX_ROLLOUT, { error: 'TOO_MANY' }),
    );

const UPDATES = '/product_software_updates';
const ROLLOUTS = '/software_rollouts';
const UPDATED = ['softwareUpdates', 'softwareRollouts', 'products'];
const step = <const V extends string>(path: V, summary: string) =>
  mutation({
    method: 'POST',
    path: `${UPDATES}/:id/${path}` as const,
    access: may('update-software'),
    summary,
    body: versionOnly(),
    data: updateRow,
    touches: UPDATED,
  });
const stepWithReason = <const V extends string>(path: V, summary: string) =>
  mutation({
    method: 'POST',
    path: `${UPDATES}/:id/${path}` as const,
    access: may('update-software'),
    summary,
    body: withReason(),
    data: updateRow,
    touches: UPDATED,
  });

export const softwareArea = {
  'productSoftwares.list': list({
    path: BASE,
    access: VIEW,
    summary: 'Software releases',
    isSearched: true,
    list: {
      filters: {
        status: { kind: 'enum', values: SOFTWARE_STATUSES },
        productModelId: { kind: 'id', lookup: 'productModels.all' },
        isMandatory: { kind: 'flag' },
      },
      sorts: ['createdAt', 'versionNo'],
      defaultSort: '-createdAt',
      counts: 'status',
      exportColumns: [
        'versionNo',
        'productModels',
        'status',
        'minHardwareRev',
        'isMandatory',
        'containerCount',
        'releasedAt',
        'stableAt',
        'releaseNotes',
      ],
    },
    row: softwareRow,
  }),
  'productSoftwares.all': list({
    path: `${BASE}/all`,
    access: lookup('container-warehouse:view', 'container-warehouse:update-software'),
    summary: 'Choice of a release that containers may run or are running',
    list: {
      filters: {
        productModelId: { kind: 'id', lookup: 'productModels.all' },
        status: { kind: 'enum', values: SOFTWARE_STATUSES },
      },
      sorts: ['versionNo'],
      defaultSort: '-versionNo',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.string(),
      name: z.string(),
      nameTh: z.nullable(z.string()),
      status: z.enum(SOFTWARE_STATUSES),
    }),
  }),
  'productSoftwares.latest': one({
    path: `${BASE}/latest`,
    access: lookup('container-warehouse:view', 'container-warehouse:update-software'),
    summary: 'The stable release of each model, or of one; with channel=beta the newest beta',
    query: z.object({
      productModelId: field.optional(field.id()),
      channel: field.optional(z.enum(['stable', 'beta'], { error: 'ONE_OF' })),
    }),
    data: z.array(
      z.object({
        productModelId: field.id(),
        software: softwareRef(),
        isMandatory: z.boolean(),
        minHardwareRev: z.int(),
      }),
    ),
  }),
  'productSoftwares.get': one({
    path: `${BASE}/:id`,
    access: VIEW,
    summary: 'A release',
    data: software,
  }),
  'productSoftwares.create': mutation({
    method: 'POST',
    path: BASE,
    access: may('create-software'),
    summary: 'Adds a release with its file, as a draft',
    status: 201,
    body: z.object(softwareBody),
    files: { field: 'file', max: 1, accepts: 'software' },
    lookups: ['productModels.all'],
    data: software,
    touches: ['productSoftwares'],
  }),
  'productSoftwares.update': mutation({
    method: 'PATCH',
    path: `${BASE}/:id`,
    access: may('create-software'),
    summary: 'Changes a draft; its file stays',
    body: z.object({ version: field.version(), ...softwareBody }),
    lookups: ['productModels.all'],
    data: software,
    touches: ['productSoftwares'],
  }),
  'productSoftwares.delete': mutation({
    method: 'DELETE',
    path: `${BASE}/:id`,
    access: may('create-software'),
    summary: 'Deletes a draft',
    data: nothing(),
    touches: ['productSoftwares'],
  }),
  'productSoftwares.publish': mutation({
    method: 'POST',
    path: `${BASE}/:id/publish`,
    access: may('create-software'),
    summary: 'Releases a draft as a beta',
    body: versionOnly(),
    data: software,
    touches: ['productSoftwares'],
  }),
  'productSoftwares.stable': mutation({
    method: 'PATCH',
    path: `${BASE}/:id/stable`,
    access: may('mark-stable'),
    summary: 'Marks a release as the stable one of its models; the one before is superseded',
    body: z.object({
      version: field.version(),
      /** Why, although few containers have run it or updates to it failed. */
      overrideReason: field.nullish(field.text(500)),
    }),
    data: software,
    touches: TOUCHES,
  }),
  'productSoftwares.withdraw': mutation({
    method: 'POST',
    path: `${BASE}/:id/withdraw`,
    access: may('withdraw-software'),
    summary: 'Recalls a release: containers that run it are flagged, and their people alerted',
    body: withReason(),
    data: software,
    touches: TOUCHES,
  }),
  'productSoftwares.file': file({
    path: `${BASE}/:id/file`,
    access: VIEW,
    summary: 'The file of a release',
    mime: 'application/octet-stream',
  }),

  'softwareUpdates.list': list({
    path: UPDATES,
    access: VIEW,
    summary: 'Software updates of containers',
    list: {
      filters: {
        status: { kind: 'enum', values: UPDATE_STATUSES },
        productId: { kind: 'id' },
        rolloutId: { kind: 'id' },
        softwareId: { kind: 'id', lookup: 'productSoftwares.all' },
      },
      sorts: ['createdAt'],
      defaultSort: '-createdAt',
      counts: 'status',
      exportColumns: [
        'product',
        'from',
        'to',
        'status',
        'error',
        'attempts',
        'reason',
        'createdAt',
        'finishedAt',
      ],
    },
    row: updateRow,
  }),
  'softwareUpdates.start': step('start', 'Begins to bring the software to the container'),
  'softwareUpdates.apply': step('apply', 'Says that the container runs it now'),
  'softwareUpdates.fail': stepWithReason('fail', 'Says that it did not succeed, and why'),
  'softwareUpdates.retry': step('retry', 'Queues it once more'),
  'softwareUpdates.rollback': stepWithReason(
    'rollback',
    'Brings the container back to what it ran before',
  ),

  'softwareRollouts.list': list({
    path: ROLLOUTS,
    access: VIEW,
    summary: 'Releases that are brought to many containers',
    list: {
      filters: { softwareId: { kind: 'id', lookup: 'productSoftwares.all' } },
      sorts: ['createdAt'],
      defaultSort: '-createdAt',
      searchable: false,
      exportAbility: 'container-warehouse:export',
      exportColumns: [
        'software',
        'company',
        'total',
        'progress',
        'failed',
        'createdBy',
        'createdAt',
      ],
    },
    row: rolloutRow,
  }),
  'softwareRollouts.get': one({
    path: `${ROLLOUTS}/:id`,
    access: VIEW,
    summary: 'A rollout and how far it is',
    data: rolloutRow,
  }),
  'softwareRollouts.create': mutation({
    method: 'POST',
    path: ROLLOUTS,
    access: may('update-software'),
    summary: 'Queues a release for many containers of a company; a job makes the updates',
    status: 201,
    body: z.object({
      softwareId: field.id(),
      /** Absent: every container of the company that is behind and that the release is for. */
      productIds: field.nullish(idsOf()),
      /** Needed where no container is named and more than one company comes into question. */
      companyId: field.nullish(field.id()),
      reason: field.nullish(field.text(500)),
    }),
    lookups: ['productSoftwares.all'],
    data: rolloutRow,
    touches: UPDATED,
  }),
  'softwareRollouts.report': mutation({
    method: 'POST',
    path: `${ROLLOUTS}/:id/report`,
    access: may('update-software'),
    summary: 'Does one step for these updates of a rollout, or for all that are ready for it',
    body: z.object({
      action: z.enum(['start', 'apply', 'fail', 'retry', 'rollback'], { error: 'ONE_OF' }),
      updateIds: field.nullish(idsOf()),
      reason: field.nullish(field.text(500)),
    }),
    data: z.extend(rolloutRow, {
      done: z.int(),
      refused: z.array(z.object({ id: field.id(), serialNumber: z.string(), code: z.string() })),
    }),
    touches: UPDATED,
  }),
} as const;
