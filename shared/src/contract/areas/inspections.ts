import * as z from 'zod/mini';
import {
  CHECK_RESULTS,
  INSPECTION_RESULTS,
  INSPECTION_TYPES,
  inspectionMachine,
} from '../../domain/containers/inspectionMachine.ts';
import { statusesOf } from '../../domain/machine/machine.ts';
import * as field from '../../domain/values/fields.ts';
import {
  documentDetail,
  documentFields,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls } from '../documentCalls.ts';
import { ability, list, lookup, one } from '../endpoint.ts';

/** Inspections of containers, `product_follow_ups` (domain-containers 1.1). */

/** Items of one checklist, and photographs of one item. */
const MAX_ITEMS = 60;
const MAX_PHOTOS = 10;

/** A container as its documents name it. */
export const containerRef = () =>
  z.object({ id: field.id(), serialNumber: z.string(), name: z.string() });

const inspectionRow = z.object({
  ...documentFields,
  type: z.enum(INSPECTION_TYPES),
  product: containerRef(),
  productModel: ref(),
  dueOn: field.date(),
  assignee: z.nullable(userRef()),
  /** Its day has passed and it is still to be done. */
  isLate: z.boolean(),
  result: z.nullable(z.enum(INSPECTION_RESULTS)),
  failedCount: z.int(),
  completedAt: z.nullable(field.instant()),
});

const inspectionItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  name: z.string(),
  nameTh: z.nullable(z.string()),
  /** What is measured, where something is; the limits between which it passes. */
  unit: z.nullable(z.string()),
  minValue: z.nullable(z.string()),
  maxValue: z.nullable(z.string()),
  result: z.nullable(z.enum(CHECK_RESULTS)),
  measured: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Attachments of the inspection. */
  photoIds: z.array(field.id()),
  /** The later inspection that found it sound again. */
  resolvedBy: z.nullable(z.object({ id: field.id(), documentNo: z.string() })),
});
export type InspectionItem = z.infer<typeof inspectionItem>;

const inspectionDetail = z.extend(inspectionRow, {
  ...documentDetail,
  /** Where the container stands, or whose it is. */
  place: z.nullable(z.string()),
  startedAt: z.nullable(field.instant()),
  completedBy: z.nullable(userRef()),
  nextDueOn: z.nullable(field.date()),
  findings: z.nullable(z.string()),
  items: z.array(inspectionItem),
});
export type InspectionDetail = z.infer<typeof inspectionDetail>;

/** What inspections of one container say in its own page. */
const shortInspection = z.object({
  id: field.id(),
  documentNo: z.string(),
  type: z.enum(INSPECTION_TYPES),
  status: z.string(),
  dueOn: field.date(),
  assignee: z.nullable(userRef()),
  isLate: z.boolean(),
  result: z.nullable(z.enum(INSPECTION_RESULTS)),
  failedCount: z.int(),
  completedAt: z.nullable(field.instant()),
});

const planned = {
  type: z.enum(INSPECTION_TYPES, { error: 'ONE_OF' }),
  dueOn: field.date(),
  assigneeId: field.nullish(field.id()),
  remark: field.nullish(field.longText()),
};

const findings = () =>
  z
    .array(
      z.object({
        id: field.id(),
        result: field.nullish(z.enum(CHECK_RESULTS, { error: 'ONE_OF' })),
        measured: field.nullish(field.reading()),
        note: field.nullish(field.text(500)),
        photoIds: field.optional(
          z.array(field.id()).check(z.maxLength(MAX_PHOTOS, { error: 'TOO_MANY' })),
        ),
      }),
    )
    .check(z.maxLength(MAX_ITEMS, { error: 'TOO_MANY' }));

/** Where the form's choices come from. */
const lookups = ['inspections.products', 'users.all'];

const calls = documentCalls('/product_follow_ups', {
  family: 'inspections',
  page: 'container-inspection',
  detail: inspectionDetail,
  touches: ['inspections', 'products'],
  // Whoever stands at the container photographs it.
  attachedBy: 'complete',
});

export const inspectionsArea = {
  'inspections.list': calls.list({
    summary: 'Inspections of containers',
    statuses: statusesOf(inspectionMachine),
    filters: {
      type: { kind: 'enum', values: INSPECTION_TYPES },
      result: { kind: 'enum', values: INSPECTION_RESULTS },
      assigneeId: { kind: 'id', lookup: 'users.all' },
      productId: { kind: 'id', lookup: 'inspections.products' },
      /** Under whose contract the container stood on that day. */
      customerId: { kind: 'id' },
      late: { kind: 'flag' },
    },
    sorts: ['dueOn'],
    dateField: 'dueOn',
    row: inspectionRow,
  }),
  'inspections.failures': list({
    path: '/product_follow_ups/failures',
    access: ability('container-inspection:view'),
    summary: 'Items that failed and that no later inspection has found sound',
    list: {
      filters: { productId: { kind: 'id', lookup: 'inspections.products' } },
      sorts: ['openSince'],
      defaultSort: '-openSince',
      exportColumns: [
        'product',
        'productModel',
        'name',
        'note',
        'measured',
        'openSince',
        'inspection',
      ],
    },
    row: z.object({
      id: field.id(),
      product: containerRef(),
      productModel: ref(),
      name: z.string(),
      nameTh: z.nullable(z.string()),
      unit: z.nullable(z.string()),
      measured: z.nullable(z.string()),
      note: z.nullable(z.string()),
      openSince: field.instant(),
      inspection: z.object({ id: field.id(), documentNo: z.string() }),
    }),
  }),
  'inspections.products': list({
    path: '/product_follow_ups/products',
    access: lookup(
      'container-inspection:view',
      'container-inspection:create',
      'container-inspection:update',
    ),
    summary: 'Choice of a container to look at',
    list: {
      filters: {},
      sorts: ['serialNumber'],
      defaultSort: 'serialNumber',
      maxLimit: 1000,
    },
    row: z.object({ id: field.id(), code: z.string(), name: z.string() }),
  }),
  'inspections.ofProduct': one({
    path: '/products/:id/follow_ups',
    access: ability('container-warehouse:view'),
    summary: 'The inspections of a container, newest first',
    data: z.array(shortInspection),
  }),
  'inspections.latestOfProduct': one({
    path: '/products/:id/follow_ups/latest',
    access: ability('container-warehouse:view'),
    summary: 'The inspection of a container that was completed last',
    data: z.nullable(shortInspection),
  }),
  'inspections.get': calls.get('An inspection with its checklist'),
  'inspections.create': calls.create({
    summary: 'Plans an inspection of a container',
    body: { productId: field.id(), ...planned },
    lookups,
  }),
  'inspections.update': calls.update({
    summary: 'Changes an inspection that has not begun',
    body: planned,
    lookups,
  }),
  'inspections.start': calls.action('start', {
    may: 'complete',
    summary: 'Begins an inspection at the container',
    body: versionOnly(),
  }),
  'inspections.record': calls.action('record', {
    may: 'complete',
    summary: 'Keeps what was found so far',
    body: z.object({ version: field.version(), items: findings() }),
  }),
  'inspections.complete': calls.action('complete', {
    may: 'complete',
    summary: 'Ends an inspection with its result, and plans the next one',
    body: z.object({
      version: field.version(),
      /** What was found since it was last kept. */
      items: field.optional(findings()),
      result: z.enum(INSPECTION_RESULTS, { error: 'ONE_OF' }),
      findings: field.nullish(field.longText()),
      nextDueOn: field.nullish(field.date()),
    }),
  }),
  'inspections.cancel': calls.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Gives up an inspection',
    body: withReason(),
  }),
  'inspections.document': calls.pdf('document', { summary: 'The inspection as PDF' }),
  ...calls.trail,
} as const;
