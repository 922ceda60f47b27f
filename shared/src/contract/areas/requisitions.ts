import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { CONDITIONS, TRACKING_TYPES } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import {
  REQUISITION_LINE_STATES,
  type RequisitionLineState,
} from '../../domain/warehouse/requisitionLines.ts';
import {
  REQUISITION_PURPOSES,
  requisitionMachine,
} from '../../domain/warehouse/requisitionMachine.ts';
import {
  documentDetail,
  documentFields,
  linesOf,
  MAX_LINES,
  ref,
  signature,
  userRef,
  withReason,
} from '../common.ts';
import { documentCalls, PART_OF_LINES } from '../documentCalls.ts';
import { ability, formsOf, one } from '../endpoint.ts';
import { pickOf, serials } from '../lines.ts';

/** Parts requisitions, `material_dispatch` (domain-warehouse 1.12, 2.7). */

const LINE_STATES = Object.keys(REQUISITION_LINE_STATES) as [
  RequisitionLineState,
  ...RequisitionLineState[],
];

const requisitionRow = z.object({
  ...documentFields,
  requester: userRef(),
  purpose: z.enum(REQUISITION_PURPOSES),
  warehouse: ref(),
  neededBy: field.date(),
  itemCount: z.int(),
  /** Some line holds less than was approved. */
  hasShortLines: z.boolean(),
  dispatchedAt: z.nullable(field.instant()),
});

/** Where some of a line is held, picked or was taken from. */
const pick = z.object({
  id: field.id(),
  warehouse: ref(),
  bin: ref(),
  lotNo: z.nullable(z.string()),
  expiryDate: z.nullable(field.date()),
  serialNo: z.nullable(z.string()),
  condition: z.enum(CONDITIONS),
  /** The bin is being counted: whoever takes from it is warned (2.13 softLock). */
  isCounted: z.boolean(),
  quantity: z.number(),
  pickedQty: z.number(),
  returnedQty: z.number(),
  usedQty: z.number(),
});

/** Where else a line that lacks stock may come from: another warehouse, or another part. */
const alternative = z.object({
  warehouse: ref(),
  /** null: the same part. */
  part: z.nullable(ref()),
  /** null: being counted by this person. */
  available: z.nullable(z.number()),
});

const requisitionItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  part: ref(),
  /** What is handed out instead of it. */
  substitute: z.nullable(ref()),
  unit: ref(),
  unitAllowsFraction: z.boolean(),
  /** Of what is handed out. */
  trackingType: z.enum(TRACKING_TYPES),
  barcode: z.nullable(z.string()),
  requestedQty: z.number(),
  approvedQty: z.nullable(z.number()),
  reservedQty: z.number(),
  pickedQty: z.number(),
  cancelledQty: z.number(),
  dispatchedQty: z.number(),
  returnedQty: z.number(),
  /** Used for a job. */
  usedQty: z.number(),
  /** Due and not picked yet. */
  openQty: z.number(),
  /** Due and not held in stock. */
  shortQty: z.number(),
  state: z.enum(LINE_STATES),
  /** What may be picked in the warehouse now, besides what is held; null: being counted. */
  available: z.nullable(z.number()),
  cancelReason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** What it was worth when it was handed out; null before, and without `parts-warehouse:view-cost`. */
  issueValue: z.nullable(z.string()),
  picks: z.array(pick),
  alternatives: z.array(alternative),
});

const requisitionDetail = z.extend(requisitionRow, {
  ...documentDetail,
  /** A technician's van that the parts go into and stay ours. */
  toWarehouse: z.nullable(ref()),
  /** Number of the job, container or contract that the parts are for. */
  refNo: z.nullable(z.string()),
  recipientName: z.nullable(z.string()),
  /** As a data URL. */
  recipientSignature: z.nullable(z.string()),
  dispatchedDate: z.nullable(field.date()),
  dispatchedToday: z.boolean(),
  /** A job used some of it. */
  hasUsed: z.boolean(),
  /** The stock is held until then. */
  reservedUntil: z.nullable(field.instant()),
  items: z.array(requisitionItem),
});
export type RequisitionDetail = z.infer<typeof requisitionDetail>;

const body = {
  purpose: z.enum(REQUISITION_PURPOSES, { error: 'ONE_OF' }),
  warehouseId: field.id(),
  toWarehouseId: field.nullish(field.id()),
  neededBy: field.date(),
  refNo: field.nullish(field.text(60)),
  remark: field.nullish(field.longText()),
  items: linesOf(
    z.object({
      partId: field.id(),
      requestedQty: field.positiveQuantity(),
      note: field.nullish(field.text(300)),
    }),
  ),
};

const TOUCHES = ['requisitions', 'parts'];

const requisitions = documentCalls('/material_dispatch', {
  family: 'requisitions',
  page: 'parts-requisition',
  detail: requisitionDetail,
  touches: TOUCHES,
});

export const requisitionsArea = {
  'requisitions.list': requisitions.list({
    summary: 'Parts requisitions',
    statuses: statusesOf(requisitionMachine),
    filters: {
      purpose: { kind: 'enum', values: REQUISITION_PURPOSES },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      requesterId: { kind: 'id', lookup: 'users.all' },
      ...PART_OF_LINES,
    },
    sorts: ['neededBy'],
    row: requisitionRow,
  }),
  'requisitions.master': requisitions.master('Choice of a requisition'),
  'requisitions.available': one({
    path: '/material_dispatch/available',
    access: ability(
      ...formsOf('parts-requisition', 'parts-transfer'),
      'parts-requisition:approve',
      'parts-transfer:approve',
    ),
    summary: 'What may be picked of parts, by warehouse',
    query: z.object({
      partIds: z
        .array(field.id())
        .check(
          z.minLength(1, { error: 'REQUIRED' }),
          z.maxLength(MAX_LINES, { error: 'TOO_MANY' }),
        ),
      warehouseId: field.optional(field.id()),
    }),
    data: z.array(
      z.object({
        partId: field.id(),
        /** null: being counted by this person. */
        available: z.nullable(z.number()),
        warehouses: z.array(z.object({ warehouse: ref(), available: z.nullable(z.number()) })),
      }),
    ),
  }),
  'requisitions.get': requisitions.get('A parts requisition'),
  'requisitions.create': requisitions.create({
    summary: 'Asks for parts',
    body,
  }),
  'requisitions.update': requisitions.update({
    summary: 'Changes a requisition that waits for its decision',
    body,
  }),
  'requisitions.approve': requisitions.action('approve', {
    may: 'approve',
    summary: 'Approves and holds stock, oldest first; lines left out are approved as asked for',
    notice: 'approved',
    body: z.object({
      version: field.version(),
      items: field.optional(
        linesOf(
          z.object({
            id: field.id(),
            approvedQty: field.quantity(),
            /** Taken from another warehouse of the company. */
            warehouseId: field.nullish(field.id()),
            substitutePartId: field.nullish(field.id()),
          }),
        ),
      ),
    }),
  }),
  'requisitions.reject': requisitions.reject('Refuses the requisition'),
  'requisitions.allocate': requisitions.action('allocate', {
    may: 'approve',
    summary: 'Holds more stock for lines that lack it: here, elsewhere, or of another part',
    body: z.object({
      version: field.version(),
      items: field.optional(
        linesOf(
          z.object({
            id: field.id(),
            warehouseId: field.nullish(field.id()),
            substitutePartId: field.nullish(field.id()),
          }),
        ),
      ),
    }),
  }),
  'requisitions.confirmItems': requisitions.action('confirm-items', {
    may: 'pick',
    summary: 'Says what is picked of each line, in all; what was scanned replaces what was held',
    body: z.object({
      version: field.version(),
      items: linesOf(pickOf()),
    }),
  }),
  'requisitions.cancelItems': requisitions.action('cancel-items', {
    may: 'pick',
    summary: 'Gives up lines, or what is not picked of them, and frees what was held',
    body: z.object({
      version: field.version(),
      items: linesOf(
        z.object({
          id: field.id(),
          /** Absent: all that is not picked. */
          quantity: field.optional(field.positiveQuantity()),
          reason: field.reason(),
        }),
      ),
    }),
  }),
  'requisitions.cancelAll': requisitions.action('cancel-all', {
    may: 'cancel',
    orOwner: true,
    summary: 'Cancels the requisition and frees all that was held',
    body: withReason(),
  }),
  'requisitions.confirmDispatch': requisitions.action('confirm-dispatch', {
    may: 'dispatch',
    summary: 'Hands the picked parts out: they leave the stock',
    body: z.object({
      version: field.version(),
      recipientName: field.requiredText(120),
      /** Drawn or typed, as a picture in a data URL. */
      recipientSignature: field.nullish(signature()),
      /** Counts everything held as picked. */
      pickAll: field.optional(field.flag()),
      /** What is not handed out is asked for by a new requisition. */
      backorder: field.optional(field.flag()),
      /** Today unless it was handed out before. */
      dispatchedDate: field.optional(field.date()),
    }),
  }),
  'requisitions.return': requisitions.action('return', {
    may: 'return',
    summary: 'Announces what comes back, at its original cost; a goods import puts it away',
    body: z.object({
      version: field.version(),
      remark: field.nullish(field.longText()),
      items: linesOf(
        z.object({
          id: field.id(),
          quantity: field.positiveQuantity(),
          condition: z.enum(CONDITIONS, { error: 'ONE_OF' }),
          serials: field.optional(serials()),
          lotNo: field.nullish(field.text(60)),
        }),
      ),
    }),
    touches: [...TOUCHES, 'goodsImports'],
  }),
  'requisitions.reverse': requisitions.action('reverse', {
    may: 'reverse',
    summary: 'Takes a hand-over back on its own day',
    body: withReason(),
  }),
  'requisitions.moves': requisitions.moves,
  'requisitions.document': requisitions.pdf('document', {
    summary: 'The document as PDF; as long as it is picked, the pick list by bin',
  }),
  ...requisitions.trail,
} as const;

export type RequisitionItem = z.infer<typeof requisitionItem>;
