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
  historyEntry,
  ref,
  userRef,
  withReason,
} from '../common.ts';
import { ability, abilityOrOwner, file, LOOKUP, list, mutation, one } from '../endpoint.ts';
import { fileCalls } from '../fileCalls.ts';

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
});

/** Where else a line that lacks stock may come from: another warehouse, or another part. */
const alternative = z.object({
  warehouse: ref(),
  /** null: the same part. */
  part: z.nullable(ref()),
  available: z.number(),
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
  /** Due and not picked yet. */
  openQty: z.number(),
  /** Due and not held in stock. */
  shortQty: z.number(),
  state: z.enum(LINE_STATES),
  /** What may be picked in the warehouse now, besides what is held. */
  available: z.number(),
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
  recipientName: z.nullable(z.string()),
  dispatchedDate: z.nullable(field.date()),
  dispatchedToday: z.boolean(),
  /** The stock is held until then. */
  reservedUntil: z.nullable(field.instant()),
  items: z.array(requisitionItem),
});
export type RequisitionDetail = z.infer<typeof requisitionDetail>;

const MAX_LINES = 200;
const linesOf = <T extends z.ZodMiniType>(line: T) =>
  z
    .array(line)
    .check(
      z.minLength(1, { error: 'LINES_REQUIRED' }),
      z.maxLength(MAX_LINES, { error: 'TOO_MANY' }),
    );
const serials = () =>
  z.array(field.requiredText(60)).check(z.maxLength(1000, { error: 'TOO_MANY' }));

const body = {
  purpose: z.enum(REQUISITION_PURPOSES, { error: 'ONE_OF' }),
  warehouseId: field.id(),
  toWarehouseId: field.nullish(field.id()),
  neededBy: field.date(),
  remark: field.nullish(field.longText()),
  items: linesOf(
    z.object({
      partId: field.id(),
      requestedQty: field.positiveQuantity(),
      note: field.nullish(field.text(300)),
    }),
  ),
};

const files = fileCalls('/material_dispatch', {
  write: 'parts-requisition:update',
  family: 'requisitions',
});
const TOUCHES = ['requisitions', 'parts'];

export const requisitionsArea = {
  'requisitions.list': list({
    path: '/material_dispatch',
    access: ability('parts-requisition:view'),
    summary: 'Parts requisitions',
    list: {
      filters: {
        status: { kind: 'enum', values: statusesOf(requisitionMachine) },
        purpose: { kind: 'enum', values: REQUISITION_PURPOSES },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
        requesterId: { kind: 'id', lookup: 'users.all' },
      },
      sorts: ['createdAt', 'documentNo', 'neededBy'],
      defaultSort: '-createdAt',
      dateField: 'documentDate',
      counts: 'status',
      exportColumns: [
        'documentNo',
        'documentDate',
        'requester',
        'purpose',
        'warehouse',
        'neededBy',
        'itemCount',
        'hasShortLines',
        'dispatchedAt',
        'status',
        'createdBy',
      ],
    },
    row: requisitionRow,
  }),
  'requisitions.master': list({
    path: '/material_dispatch/master',
    access: LOOKUP,
    summary: 'Choice of a requisition',
    list: { filters: {}, sorts: ['documentNo'], defaultSort: '-documentNo', maxLimit: 1000 },
    row: z.object({ id: field.id(), code: z.nullable(z.string()), name: z.string() }),
  }),
  'requisitions.available': one({
    path: '/material_dispatch/available',
    access: LOOKUP,
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
        available: z.number(),
        warehouses: z.array(z.object({ warehouse: ref(), available: z.number() })),
      }),
    ),
  }),
  'requisitions.get': one({
    path: '/material_dispatch/:id',
    access: ability('parts-requisition:view'),
    summary: 'A parts requisition',
    data: requisitionDetail,
  }),
  'requisitions.create': mutation({
    method: 'POST',
    path: '/material_dispatch',
    access: ability('parts-requisition:create'),
    summary: 'Asks for parts',
    status: 201,
    body: z.object(body),
    data: requisitionDetail,
    touches: ['requisitions'],
  }),
  'requisitions.update': mutation({
    method: 'PATCH',
    path: '/material_dispatch/:id',
    access: ability('parts-requisition:update'),
    summary: 'Changes a requisition that waits for its decision',
    body: z.object({ version: field.version(), ...body }),
    data: requisitionDetail,
    touches: ['requisitions'],
  }),
  'requisitions.approve': mutation({
    method: 'POST',
    path: '/material_dispatch/:id/approve',
    access: ability('parts-requisition:approve'),
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
    data: requisitionDetail,
    touches: TOUCHES,
  }),
  'requisitions.reject': mutation({
    method: 'POST',
    path: '/material_dispatch/:id/reject',
    access: ability('parts-requisition:approve'),
    summary: 'Refuses the requisition',
    notice: 'rejected',
    body: withReason(),
    data: requisitionDetail,
    touches: ['requisitions'],
  }),
  'requisitions.allocate': mutation({
    method: 'POST',
    path: '/material_dispatch/:id/allocate',
    access: ability('parts-requisition:approve'),
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
    data: requisitionDetail,
    touches: TOUCHES,
  }),
  'requisitions.confirmItems': mutation({
    method: 'POST',
    path: '/material_dispatch/:id/confirm-items',
    access: ability('parts-requisition:pick'),
    summary: 'Says what is picked of each line, in all; what was scanned replaces what was held',
    body: z.object({
      version: field.version(),
      items: linesOf(
        z.object({
          id: field.id(),
          quantity: field.quantity(),
          /** Of a part tracked by serial: which ones. */
          serials: field.optional(serials()),
          /** From which bins and lots; absent: from where it is held. */
          picks: field.optional(
            z
              .array(
                z.object({
                  bin: field.requiredText(40),
                  lotNo: field.nullish(field.text(60)),
                  quantity: field.positiveQuantity(),
                }),
              )
              .check(z.maxLength(50, { error: 'TOO_MANY' })),
          ),
        }),
      ),
    }),
    data: requisitionDetail,
    touches: TOUCHES,
  }),
  'requisitions.cancelItems': mutation({
    method: 'POST',
    path: '/material_dispatch/:id/cancel-items',
    access: ability('parts-requisition:pick'),
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
    data: requisitionDetail,
    touches: TOUCHES,
  }),
  'requisitions.cancelAll': mutation({
    method: 'POST',
    path: '/material_dispatch/:id/cancel-all',
    access: abilityOrOwner('parts-requisition:cancel'),
    summary: 'Cancels the requisition and frees all that was held',
    body: withReason(),
    data: requisitionDetail,
    touches: TOUCHES,
  }),
  'requisitions.confirmDispatch': mutation({
    method: 'POST',
    path: '/material_dispatch/:id/confirm-dispatch',
    access: ability('parts-requisition:dispatch'),
    summary: 'Hands the picked parts out: they leave the stock',
    body: z.object({
      version: field.version(),
      recipientName: field.requiredText(120),
      /** Counts everything held as picked. */
      pickAll: field.optional(field.flag()),
      /** What is not handed out is asked for by a new requisition. */
      backorder: field.optional(field.flag()),
      /** Today unless it was handed out before. */
      dispatchedDate: field.optional(field.date()),
    }),
    data: requisitionDetail,
    touches: TOUCHES,
  }),
  'requisitions.return': mutation({
    method: 'POST',
    path: '/material_dispatch/:id/return',
    access: ability('parts-requisition:return'),
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
    data: requisitionDetail,
    touches: [...TOUCHES, 'goodsImports'],
  }),
  'requisitions.reverse': mutation({
    method: 'POST',
    path: '/material_dispatch/:id/reverse',
    access: ability('parts-requisition:reverse'),
    summary: 'Takes a hand-over back on its own day',
    body: withReason(),
    data: requisitionDetail,
    touches: TOUCHES,
  }),
  'requisitions.history': one({
    path: '/material_dispatch/:id/history',
    access: ability('parts-requisition:view'),
    summary: 'Who did what',
    data: z.array(historyEntry),
  }),
  'requisitions.document': file({
    path: '/material_dispatch/:id/document',
    access: ability('parts-requisition:view'),
    summary: 'The document as PDF; as long as it is picked, the pick list by bin',
    mime: 'application/pdf',
  }),
  'requisitions.attach': files.attach,
  'requisitions.detach': files.detach,
} as const;

export type RequisitionItem = z.infer<typeof requisitionItem>;
