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
  linesOf,
  ref,
  userRef,
  withReason,
} from '../common.ts';
import { documentCalls, PART_OF_LINES } from '../documentCalls.ts';
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
  /** The people who counted something as missing: they do not say what became of it. */
  foundMissingByIds: z.array(field.id()),
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

const TOUCHES = ['transfers', 'parts'];
const IMPORTS = [...TOUCHES, 'goodsImports'];

const transfers = documentCalls('/material_tranfers', {
  family: 'transfers',
  page: 'parts-transfer',
  detail: transferDetail,
  touches: TOUCHES,
});

export const transfersArea = {
  'transfers.list': transfers.list({
    summary: 'Parts transfers',
    statuses: statusesOf(transferMachine),
    filters: {
      fromWarehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      toWarehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      late: { kind: 'flag' },
      ...PART_OF_LINES,
    },
    sorts: ['expectedDate'],
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
    row: transferRow,
  }),
  'transfers.master': transfers.master('Choice of a transfer'),
  'transfers.get': transfers.get('A parts transfer'),
  'transfers.create': transfers.create({
    summary: 'Asks for parts to be brought from one warehouse to another',
    body,
  }),
  'transfers.update': transfers.update({
    summary: 'Changes a transfer that waits for its decision',
    body,
  }),
  'transfers.approve': transfers.action('approve', {
    may: 'approve',
    summary: 'Approves and holds the stock at the source; lines left out are approved as asked for',
    notice: 'approved',
    body: z.object({
      version: field.version(),
      items: field.optional(linesOf(z.object({ id: field.id(), approvedQty: field.quantity() }))),
    }),
  }),
  'transfers.reject': transfers.reject('Refuses the transfer'),
  'transfers.ship': transfers.action('ship', {
    may: 'ship',
    summary: 'Sends the goods off; a goods import waits for them at the destination',
    body: z.object({
      version: field.version(),
      carrier: field.nullish(field.text(120)),
      trackingNo: field.nullish(field.text(60)),
      expectedDate: field.optional(field.date()),
      /** What leaves; absent: everything as it is held. */
      items: field.optional(linesOf(pickOf())),
    }),
    touches: IMPORTS,
  }),
  'transfers.cancel': transfers.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Cancels a transfer that has not left and frees what was held',
    body: withReason(),
  }),
  'transfers.recall': transfers.action('recall', {
    may: 'cancel',
    summary: 'Calls goods on their way back to the source, where a goods import waits for them',
    body: withReason(),
    touches: IMPORTS,
  }),
  'transfers.resolveLoss': transfers.action('resolve-loss', {
    may: 'write-off',
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
    touches: IMPORTS,
  }),
  'transfers.moves': transfers.moves,
  'transfers.document': transfers.pdf('document', {
    summary: 'The transfer as PDF; once shipped, the delivery note',
  }),
  ...transfers.trail,
} as const;
