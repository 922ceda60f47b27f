import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { CONDITIONS, TRACKING_TYPES } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import {
  TRANSFER_LINE_STATES,
  type TransferLineState,
} from '../../domain/warehouse/transferLines.ts';
import {
  LOSS_LIABLE,
  LOSS_OUTCOMES,
  transferMachine,
} from '../../domain/warehouse/transferMachine.ts';
import {
  assigned,
  documentDetail,
  documentFields,
  historyEntry,
  linesOf,
  ref,
  userRef,
  withReason,
} from '../common.ts';
import { ability, abilityOrOwner, file, LOOKUP, list, mutation, one } from '../endpoint.ts';
import { fileCalls } from '../fileCalls.ts';
import { pickOf, serials } from '../lines.ts';

/** Parts transfers, `material_tranfers` (domain-warehouse 1.12, 2.8). */

const LINE_STATES = Object.keys(TRANSFER_LINE_STATES) as [
  TransferLineState,
  ...TransferLineState[],
];

const transferRow = z.object({
  ...documentFields,
  fromWarehouse: ref(),
  toWarehouse: ref(),
  carrier: z.nullable(z.string()),
  expectedDate: field.date(),
  itemCount: z.int(),
  shippedAt: z.nullable(field.instant()),
  /** Something is in transit that no goods import waits for. */
  hasMissing: z.boolean(),
  /** Not all there on the expected day. */
  isLate: z.boolean(),
});

const parcel = {
  lotNo: z.nullable(z.string()),
  serialNo: z.nullable(z.string()),
  condition: z.enum(CONDITIONS),
  quantity: z.number(),
};

const transferItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  part: ref(),
  unit: ref(),
  unitAllowsFraction: z.boolean(),
  trackingType: z.enum(TRACKING_TYPES),
  barcode: z.nullable(z.string()),
  quantity: z.number(),
  approvedQty: z.nullable(z.number()),
  shippedQty: z.number(),
  /** Put away whole at the destination. */
  receivedQty: z.number(),
  damagedQty: z.number(),
  /** Back at the source. */
  returnedQty: z.number(),
  lostQty: z.number(),
  /** In transit, and no goods import waits for it. */
  missingQty: z.number(),
  inTransitQty: z.number(),
  state: z.enum(LINE_STATES),
  /** What may be picked at the source now; null once shipped, and for whoever may not look there. */
  available: z.nullable(z.number()),
  note: z.nullable(z.string()),
  /** Where it is held; once shipped, what left from where. */
  picks: z.array(
    z.object({
      ...parcel,
      id: z.string(),
      bin: z.string(),
      expiryDate: z.nullable(field.date()),
      /** The bin is being counted: whoever takes from it is warned (2.13 softLock). */
      isCounted: z.boolean(),
    }),
  ),
  missing: z.array(z.object(parcel)),
});

const transferDetail = z.extend(transferRow, {
  ...documentDetail,
  ...assigned,
  trackingNo: z.nullable(z.string()),
  shippedBy: z.nullable(userRef()),
  shippedDate: z.nullable(field.date()),
  recalledAt: z.nullable(field.instant()),
  /** Whether this person may take from the warehouse that it comes from. */
  isFromMine: z.boolean(),
  /** Nobody has begun to count at the other end. */
  importUntouched: z.boolean(),
  items: z.array(transferItem),
  losses: z.array(
    z.object({
      id: field.id(),
      part: ref(),
      quantity: z.number(),
      /** Serial or lot. */
      trace: z.nullable(z.string()),
      liable: z.enum(LOSS_LIABLE),
      reason: z.string(),
      /** null without `parts-warehouse:view-cost`. */
      value: z.nullable(z.string()),
      at: field.instant(),
      by: z.nullable(userRef()),
    }),
  ),
});
export type TransferDetail = z.infer<typeof transferDetail>;
export type TransferItem = z.infer<typeof transferItem>;

const body = {
  fromWarehouseId: field.id(),
  toWarehouseId: field.id(),
  expectedDate: field.date(),
  carrier: field.nullish(field.text(120)),
  trackingNo: field.nullish(field.text(60)),
  remark: field.nullish(field.longText()),
  items: linesOf(
    z.object({
      partId: field.id(),
      quantity: field.positiveQuantity(),
      note: field.nullish(field.text(300)),
    }),
  ),
};

const files = fileCalls('/material_tranfers', {
  write: 'parts-transfer:update',
  family: 'transfers',
});
const TOUCHES = ['transfers', 'parts'];
const IMPORTS = [...TOUCHES, 'goodsImports'];

export const transfersArea = {
  'transfers.list': list({
    path: '/material_tranfers',
    access: ability('parts-transfer:view'),
    summary: 'Parts transfers',
    list: {
      filters: {
        status: { kind: 'enum', values: statusesOf(transferMachine) },
        fromWarehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
        toWarehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
        late: { kind: 'flag' },
      },
      sorts: ['createdAt', 'documentNo', 'expectedDate'],
      defaultSort: '-createdAt',
      dateField: 'documentDate',
      counts: 'status',
      exportColumns: [
        'documentNo',
        'documentDate',
        'fromWarehouse',
        'toWarehouse',
        'carrier',
        'expectedDate',
        'itemCount',
        'shippedAt',
        'isLate',
        'hasMissing',
        'status',
        'createdBy',
      ],
    },
    row: transferRow,
  }),
  'transfers.master': list({
    path: '/material_tranfers/master',
    access: LOOKUP,
    summary: 'Choice of a transfer',
    list: { filters: {}, sorts: ['documentNo'], defaultSort: '-documentNo', maxLimit: 1000 },
    row: z.object({ id: field.id(), code: z.nullable(z.string()), name: z.string() }),
  }),
  'transfers.get': one({
    path: '/material_tranfers/:id',
    access: ability('parts-transfer:view'),
    summary: 'A parts transfer',
    data: transferDetail,
  }),
  'transfers.create': mutation({
    method: 'POST',
    path: '/material_tranfers',
    access: ability('parts-transfer:create'),
    summary: 'Asks for parts to be brought from one warehouse to another',
    status: 201,
    body: z.object(body),
    data: transferDetail,
    touches: ['transfers'],
  }),
  'transfers.update': mutation({
    method: 'PATCH',
    path: '/material_tranfers/:id',
    access: ability('parts-transfer:update'),
    summary: 'Changes a transfer that waits for its decision',
    body: z.object({ version: field.version(), ...body }),
    data: transferDetail,
    touches: ['transfers'],
  }),
  'transfers.approve': mutation({
    method: 'POST',
    path: '/material_tranfers/:id/approve',
    access: ability('parts-transfer:approve'),
    summary: 'Approves and holds the stock at the source; lines left out are approved as asked for',
    notice: 'approved',
    body: z.object({
      version: field.version(),
      items: field.optional(linesOf(z.object({ id: field.id(), approvedQty: field.quantity() }))),
    }),
    data: transferDetail,
    touches: TOUCHES,
  }),
  'transfers.reject': mutation({
    method: 'POST',
    path: '/material_tranfers/:id/reject',
    access: ability('parts-transfer:approve'),
    summary: 'Refuses the transfer',
    notice: 'rejected',
    body: withReason(),
    data: transferDetail,
    touches: ['transfers'],
  }),
  'transfers.ship': mutation({
    method: 'POST',
    path: '/material_tranfers/:id/ship',
    access: ability('parts-transfer:ship'),
    summary: 'Sends the goods off; a goods import waits for them at the destination',
    body: z.object({
      version: field.version(),
      carrier: field.nullish(field.text(120)),
      trackingNo: field.nullish(field.text(60)),
      expectedDate: field.optional(field.date()),
      /** What leaves; absent: everything as it is held. */
      items: field.optional(linesOf(pickOf())),
    }),
    data: transferDetail,
    touches: IMPORTS,
  }),
  'transfers.cancel': mutation({
    method: 'POST',
    path: '/material_tranfers/:id/cancel',
    access: abilityOrOwner('parts-transfer:cancel'),
    summary: 'Cancels a transfer that has not left and frees what was held',
    body: withReason(),
    data: transferDetail,
    touches: TOUCHES,
  }),
  'transfers.recall': mutation({
    method: 'POST',
    path: '/material_tranfers/:id/recall',
    access: ability('parts-transfer:cancel'),
    summary: 'Calls goods on their way back to the source, where a goods import waits for them',
    body: withReason(),
    data: transferDetail,
    touches: IMPORTS,
  }),
  'transfers.resolveLoss': mutation({
    method: 'POST',
    path: '/material_tranfers/:id/resolve-loss',
    access: ability('parts-transfer:write-off'),
    summary: 'Says what became of missing goods: they turned up, or they are written off',
    body: z.object({
      version: field.version(),
      outcome: z.enum(LOSS_OUTCOMES, { error: 'ONE_OF' }),
      /** Who answers for what is written off. */
      liable: field.nullish(z.enum(LOSS_LIABLE, { error: 'ONE_OF' })),
      reason: field.reason(),
      items: linesOf(
        z.object({
          id: field.id(),
          quantity: field.positiveQuantity(),
          serials: field.optional(serials()),
          lotNo: field.nullish(field.text(60)),
        }),
      ),
    }),
    data: transferDetail,
    touches: IMPORTS,
  }),
  'transfers.history': one({
    path: '/material_tranfers/:id/history',
    access: ability('parts-transfer:view'),
    summary: 'Who did what',
    data: z.array(historyEntry),
  }),
  'transfers.document': file({
    path: '/material_tranfers/:id/document',
    access: ability('parts-transfer:view'),
    summary: 'The transfer as PDF; once shipped, the delivery note',
    mime: 'application/pdf',
  }),
  'transfers.attach': files.attach,
  'transfers.detach': files.detach,
} as const;
