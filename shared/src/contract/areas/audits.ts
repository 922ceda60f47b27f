import * as z from 'zod/mini';
import { startsFrom, statusesOf } from '../../domain/machine/machine.ts';
import { CONDITIONS, TRACKING_TYPES } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import {
  AUDIT_DECISIONS,
  AUDIT_FREEZES,
  AUDIT_REASONS,
  AUDIT_TYPES,
  auditMachine,
} from '../../domain/warehouse/auditMachine.ts';
import { documentDetail, documentFields, linesOf, nothing, ref, userRef } from '../common.ts';
import { documentCalls, PART_OF_LINES } from '../documentCalls.ts';
import { ability, file, list, lookup, mutation, one } from '../endpoint.ts';
import { ABC_CLASSES } from './stock.ts';

/** Stock counts, `audits` (domain-warehouse 1.12, 2.13). */

const auditRow = z.object({
  ...documentFields,
  warehouse: ref(),
  type: z.enum(AUDIT_TYPES),
  isBlind: z.boolean(),
  freeze: z.enum(AUDIT_FREEZES),
  itemCount: z.int(),
  /** Lines of the present round that have no count yet. */
  openCount: z.int(),
  startedAt: z.nullable(field.instant()),
  /** What the differences are worth, each by its size; null before the review, and without view-cost. */
  varianceValue: z.nullable(z.string()),
});

/** A count as it is shown; who may not know the first one while it is counted again is not told. */
const counted = z.object({
  quantity: z.number(),
  by: userRef(),
  at: field.instant(),
});

/** What is counted where. */
const auditPlace = {
  id: field.id(),
  lineNo: z.int(),
  part: ref(),
  bin: ref(),
  unit: ref(),
  unitAllowsFraction: z.boolean(),
  trackingType: z.enum(TRACKING_TYPES),
  barcode: z.nullable(z.string()),
  lotNo: z.nullable(z.string()),
  serialNo: z.nullable(z.string()),
  condition: z.enum(CONDITIONS),
  /** Was not in the books there: added by whoever counted. */
  isFound: z.boolean(),
};

const auditItem = z.object({
  ...auditPlace,
  /** What the books said when the count began; absent while a blind count is hidden (I24). */
  snapshotQty: z.optional(z.number()),
  first: z.nullable(counted),
  recount: z.nullable(counted),
  needsRecount: z.boolean(),
  /** The present round wants a count of it. */
  isOpen: z.boolean(),
});
export type AuditItem = z.infer<typeof auditItem>;

const auditDetail = z.extend(auditRow, {
  ...documentDetail,
  bins: z.array(ref()),
  categories: z.array(ref()),
  abcClass: z.nullable(z.enum(ABC_CLASSES)),
  counters: z.array(userRef()),
  /** Who has counted: none of them approves. */
  countedByIds: z.array(field.id()),
  toleranceQty: z.number(),
  tolerancePct: z.string(),
  toleranceValue: z.string(),
  /** 1 while counting, one more with each recount. */
  round: z.int(),
  reviewedBy: z.nullable(userRef()),
  allCounted: z.boolean(),
  allDecided: z.boolean(),
  items: z.array(auditItem),
});
export type AuditDetail = z.infer<typeof auditDetail>;

/** How a difference would be posted. */
export const AUDIT_POSTINGS = ['gain', 'loss', 'move'] as const;

/** One line of the review. */
const varianceLine = z.object({
  ...auditPlace,
  snapshotQty: z.number(),
  first: z.nullable(z.number()),
  recount: z.nullable(z.number()),
  countedBy: z.nullable(userRef()),
  countedAt: z.nullable(field.instant()),
  /** Net of the moves between the snapshot and the count. */
  movedSince: z.number(),
  /** null: not counted. */
  variance: z.nullable(z.number()),
  /** null without `parts-warehouse:view-cost`, or where no cost is known. */
  varianceValue: z.nullable(z.string()),
  isOverTolerance: z.boolean(),
  /** What is held for documents at this place. */
  reserved: z.number(),
  posting: z.nullable(z.enum(AUDIT_POSTINGS)),
  /** A serial number that the books have elsewhere: it is moved, not gained and lost. */
  movesFrom: z.nullable(ref()),
  decision: z.nullable(z.enum(AUDIT_DECISIONS)),
  reasonCode: z.nullable(z.enum(AUDIT_REASONS)),
  reasonText: z.nullable(z.string()),
  unitCost: z.nullable(z.string()),
  postedQty: z.nullable(z.number()),
  isSettled: z.boolean(),
});
export type AuditVarianceLine = z.infer<typeof varianceLine>;

const body = {
  warehouseId: field.id(),
  type: z.enum(AUDIT_TYPES, { error: 'ONE_OF' }),
  isBlind: field.flag(),
  freeze: z.enum(AUDIT_FREEZES, { error: 'ONE_OF' }),
  /** None: every bin of the warehouse. */
  binIds: field.optional(z.array(field.id()).check(z.maxLength(500, { error: 'TOO_MANY' }))),
  /** Main or sub; none: every part. */
  categoryIds: field.optional(z.array(field.id()).check(z.maxLength(100, { error: 'TOO_MANY' }))),
  /** Of the warehouse's stock rules; none: every class. */
  abcClass: field.nullish(z.enum(ABC_CLASSES, { error: 'ONE_OF' })),
  /** Who counts first; nobody named: whoever may. */
  counterIds: field.optional(z.array(field.id()).check(z.maxLength(50, { error: 'TOO_MANY' }))),
  toleranceQty: field.optional(field.quantity()),
  tolerancePct: field.optional(field.percent()),
  toleranceValue: field.optional(field.money()),
  remark: field.nullish(field.longText()),
};

const MAX_LINES = 2000;
/** Wanted statuses: a draft is made, never returned to. */
const WANTED = ['counting', 'counted', 'recount', 'review', 'approved', 'cancelled'] as const;

/** What became of each count, or what was wrong with it: one bad count never holds up the others. */
export const COUNT_OUTCOMES = [
  'saved',
  'older',
  'taken',
  'roundOver',
  'sameCounter',
  'notToRecount',
  'notCounter',
  'unknown',
  'outOfScope',
  'whole',
  'trace',
] as const;
export type CountOutcomeName = (typeof COUNT_OUTCOMES)[number];

const audits = documentCalls('/audits', {
  family: 'audits',
  page: 'audit',
  detail: auditDetail,
  attachedBy: 'count',
});

export const auditsArea = {
  'audits.list': audits.list({
    summary: 'Stock counts',
    statuses: statusesOf(auditMachine),
    filters: {
      type: { kind: 'enum', values: AUDIT_TYPES },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      ...PART_OF_LINES,
    },
    exportColumns: [
      'documentNo',
      'documentDate',
      'warehouse',
      'type',
      'isBlind',
      'freeze',
      'itemCount',
      'openCount',
      'startedAt',
      'varianceValue',
      'status',
      'createdBy',
      'approvedBy',
    ],
    row: auditRow,
  }),
  'audits.materials': list({
    path: '/audits/master/materials',
    access: lookup('audit:count', 'audit:create'),
    summary: 'Choice of a part to count: nothing of what the books say',
    list: {
      filters: { categoryId: { kind: 'id', lookup: 'categories.master' } },
      sorts: ['partNo'],
      defaultSort: 'partNo',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      nameTh: z.nullable(z.string()),
      trackingType: z.enum(TRACKING_TYPES),
      barcode: z.nullable(z.string()),
      unit: ref(),
      unitAllowsFraction: z.boolean(),
    }),
  }),
  'audits.get': audits.get('A stock count'),
  'audits.create': audits.create({
    summary: 'Plans a count',
    body,
  }),
  'audits.update': audits.update({
    may: 'create',
    summary: 'Changes a count that has not begun',
    body,
  }),
  'audits.delete': mutation({
    method: 'DELETE',
    path: '/audits/:id',
    access: ability('audit:create'),
    summary: 'Deletes a count that has not begun; one with a number is cancelled instead',
    data: nothing(),
    touches: ['audits'],
  }),
  'audits.setStatus': mutation({
    method: 'PUT',
    path: '/audits/:id/status',
    access: ability('audit:count', 'audit:review', 'audit:approve'),
    summary: 'Starts, finishes, counts again, reviews, posts or cancels a count',
    notice: ({ body, data }) =>
      body.status === 'approved' && startsFrom(auditMachine, 'approve', String(data.status))
        ? 'endorsed'
        : 'statusChanged',
    failureNotice: 'statusChangeFailed',
    body: z.object({
      version: field.version(),
      status: z.enum(WANTED, { error: 'ONE_OF' }),
      reason: field.optional(field.reason()),
      comment: field.nullish(field.longText(500)),
      /** Lines to count again, or what is decided of lines. */
      items: field.optional(
        z
          .array(
            z.object({
              id: field.id(),
              decision: field.nullish(z.enum(AUDIT_DECISIONS, { error: 'ONE_OF' })),
              reasonCode: field.nullish(z.enum(AUDIT_REASONS, { error: 'ONE_OF' })),
              reasonText: field.nullish(field.text(300)),
              /** Of goods found of which no cost is known (matrix 3.2). */
              unitCost: field.nullish(field.price()),
            }),
          )
          .check(z.maxLength(MAX_LINES, { error: 'TOO_MANY' })),
      ),
    }),
    data: auditDetail,
    touches: ['audits', 'parts', 'requisitions'],
  }),
  'audits.saveCounts': mutation({
    method: 'PATCH',
    path: '/audits/:id/counts',
    access: ability('audit:count'),
    summary: 'Saves counts as they are made, or once there is a network again',
    notice: 'none',
    body: z.object({
      /** The telephone's clock now: what it says of the counts is put right by it. */
      sentAt: field.instant(),
      counts: linesOf(
        z.object({
          /** Given by the telephone: the same count sent twice is one. */
          id: field.id(),
          round: field.integer(1, 1000),
          countedAt: field.instant(),
          /** null takes a count back. */
          quantity: z.nullable(field.quantity()),
          itemId: field.optional(field.id()),
          /** What lies there and is not among the lines. */
          found: field.optional(
            z.object({
              partId: field.id(),
              binId: field.id(),
              lotNo: field.nullish(field.text(60)),
              serialNo: field.nullish(field.text(60)),
              condition: field.optional(z.enum(CONDITIONS, { error: 'ONE_OF' })),
            }),
          ),
        }),
        500,
      ),
    }),
    data: z.object({
      results: z.array(
        z.object({
          id: field.id(),
          outcome: z.enum(COUNT_OUTCOMES),
          itemId: z.nullable(field.id()),
          /** Who has counted it before. */
          by: z.nullable(userRef()),
        }),
      ),
      openCount: z.int(),
      itemCount: z.int(),
    }),
    touches: ['audits'],
  }),
  'audits.variance': one({
    path: '/audits/:id/variance',
    access: ability('audit:review'),
    summary: 'What differs, line by line; refused while a blind count is hidden',
    data: z.object({
      lines: z.array(varianceLine),
      gain: z.nullable(z.string()),
      loss: z.nullable(z.string()),
      varianceValue: z.nullable(z.string()),
    }),
  }),
  'audits.varianceExport': file({
    path: '/audits/:id/variance/export',
    access: ability('audit:review'),
    summary: 'The same as a table, places that agree left out',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    query: z.object({ format: field.optional(field.oneOf(['xlsx', 'csv'])) }),
  }),
  'audits.moves': audits.moves,
  'audits.document': audits.pdf('document', {
    summary: 'The count sheet as PDF, without quantities while blind; the result after the review',
  }),
  ...audits.trail,
} as const;
