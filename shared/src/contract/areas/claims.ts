import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { CONDITIONS, TRACKING_TYPES } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import {
  CLAIM_NEXT_STEPS,
  CLAIM_RESOLUTIONS,
  claimMachine,
} from '../../domain/warehouse/claimMachine.ts';
import {
  documentDetail,
  documentFields,
  documentRef,
  linesOf,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls, PART_OF_LINES } from '../documentCalls.ts';
import { ability, one } from '../endpoint.ts';
import { MAX_SERIAL_LENGTH } from '../lines.ts';

/** Claims of parts to their suppliers, `material_repair_claims` (domain-warehouse 1.12, 2.10). */

const claimRow = z.object({
  ...documentFields,
  supplier: ref(),
  warehouse: ref(),
  itemCount: z.int(),
  /** The supplier's own number of the return. */
  rmaNo: z.nullable(z.string()),
  sentDate: z.nullable(field.date()),
  /** By when the supplier has promised to answer. */
  dueDate: z.nullable(field.date()),
  /** The supplier has not answered in time. */
  isLate: z.boolean(),
  /** Days that the claim has been, or was, with the supplier. */
  daysOpen: z.nullable(z.int()),
  /** Money that the supplier gives instead of goods. */
  refundTotal: field.money(),
  answeredAt: z.nullable(field.instant()),
});

/** What proves that a supplier answers for a part (4.1 eligible). */
const proof = {
  warrantyEnd: z.nullable(field.date()),
  inWarranty: z.boolean(),
  /** The receipt that the warranty runs from. */
  receipt: z.nullable(z.object({ id: field.id(), documentNo: z.nullable(z.string()) })),
};

const claimItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  part: ref(),
  unit: ref(),
  trackingType: z.enum(TRACKING_TYPES),
  quantity: z.number(),
  lotNo: z.nullable(z.string()),
  serialNo: z.nullable(z.string()),
  /** Where it was taken from, and goes back to when the claim is cancelled. */
  bin: ref(),
  binWarehouse: ref(),
  condition: z.enum(CONDITIONS),
  defect: z.string(),
  ...proof,
  resolution: z.nullable(z.enum(CLAIM_RESOLUTIONS)),
  replacementSerialNo: z.nullable(z.string()),
  /** The warranty that runs on: of the replacement, or of the same piece mended. */
  newWarrantyEnd: z.nullable(field.date()),
  refundAmount: z.nullable(z.string()),
  /** What it was worth when it left for good; null before, and without `parts-warehouse:view-cost`. */
  claimedValue: z.nullable(z.string()),
  /** Of goods that the supplier gives: put away, damaged or refused. */
  arrivedQty: z.number(),
});
export type ClaimItem = z.infer<typeof claimItem>;

const claimDetail = z.extend(claimRow, {
  ...documentDetail,
  assignee: z.nullable(userRef()),
  promisedDays: z.nullable(z.int()),
  overrideReason: z.nullable(z.string()),
  creditNoteNo: z.nullable(z.string()),
  creditNoteDate: z.nullable(field.date()),
  /** Other claims on this supplier, as far as they are seen, for which the same credit note is entered. */
  sharedCreditNote: z.array(documentRef()),
  nextStep: z.nullable(z.enum(CLAIM_NEXT_STEPS)),
  /** What it put aside is still there. */
  holdsGoods: z.boolean(),
  items: z.array(claimItem),
});
export type ClaimDetail = z.infer<typeof claimDetail>;

/** A supplier promises at most a year. */
const promisedDays = () => field.integer(1, 365);

const MAX_LINES = 100;
const items = linesOf(
  z.object({
    partId: field.id(),
    quantity: field.positiveQuantity(),
    binId: field.id(),
    condition: z.enum(CONDITIONS, { error: 'ONE_OF' }),
    lotNo: field.nullish(field.text(60)),
    serialNo: field.nullish(field.text(60)),
    defect: field.requiredText(500),
  }),
  MAX_LINES,
);

const STOCK = ['claims', 'parts'];
const BASE = '/material_repair_claims';
const claims = documentCalls(BASE, {
  family: 'claims',
  page: 'claim',
  detail: claimDetail,
  touches: STOCK,
});

export const claimsArea = {
  'claims.list': claims.list({
    summary: 'Claims to suppliers',
    statuses: statusesOf(claimMachine),
    filters: {
      supplierId: { kind: 'id', lookup: 'suppliers.master' },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      late: { kind: 'flag' },
      ...PART_OF_LINES,
    },
    sorts: ['dueDate'],
    exportColumns: [
      'documentNo',
      'documentDate',
      'supplier',
      'warehouse',
      'itemCount',
      'rmaNo',
      'sentDate',
      'dueDate',
      'daysOpen',
      'isLate',
      'refundTotal',
      'answeredAt',
      'status',
      'createdBy',
    ],
    row: claimRow,
  }),
  'claims.master': claims.master('Choice of a claim'),
  'claims.eligible': one({
    path: `${BASE}/eligible` as const,
    access: ability('claim:create'),
    summary: 'Whether a supplier answers for a part, and what proves it',
    query: z.object({
      warehouseId: field.id(),
      partId: field.id(),
      /** Of whoever delivered it by default. */
      supplierId: field.optional(field.id()),
      lotNo: field.optional(field.text(60)),
      serialNo: field.optional(field.text(60)),
    }),
    data: z.object({ supplier: z.nullable(ref()), ...proof }),
  }),
  'claims.get': claims.get('A claim'),
  'claims.create': claims.create({
    summary: 'Opens a claim; the goods are put aside in quarantine',
    body: {
      supplierId: field.id(),
      warehouseId: field.id(),
      rmaNo: field.nullish(field.text(60)),
      /** Why goods without a warranty are claimed: needs `claim:override-warranty`. */
      overrideReason: field.nullish(field.text(500)),
      remark: field.nullish(field.longText()),
      items,
    },
    touches: STOCK,
  }),
  'claims.update': claims.update({
    summary: 'Changes what is written of a claim, and records the money that the supplier gave',
    body: {
      rmaNo: field.nullish(field.text(60)),
      promisedDays: field.nullish(promisedDays()),
      creditNoteNo: field.nullish(field.text(60)),
      creditNoteDate: field.nullish(field.date()),
      remark: field.nullish(field.longText()),
      /** What is wrong with the goods of lines, as long as they are here. */
      defects: field.optional(
        z.array(z.object({ id: field.id(), defect: field.requiredText(500) })),
      ),
    },
    touches: STOCK,
  }),
  'claims.send': claims.action('send', {
    may: 'update',
    summary: 'Says that the goods have left for the supplier',
    body: z.extend(versionOnly(), {
      sentDate: field.date(),
      rmaNo: field.nullish(field.text(60)),
      promisedDays: promisedDays(),
    }),
  }),
  'claims.confirm': claims.action('confirm', {
    may: 'confirm',
    summary: 'Records what the supplier gives, line by line',
    body: z.extend(versionOnly(), {
      /** Of goods that have not been marked as sent. */
      sentDate: field.nullish(field.date()),
      creditNoteNo: field.nullish(field.text(60)),
      creditNoteDate: field.nullish(field.date()),
      items: linesOf(
        z.object({
          id: field.id(),
          resolution: z.enum(CLAIM_RESOLUTIONS, { error: 'ONE_OF' }),
          replacementSerialNo: field.nullish(field.code(MAX_SERIAL_LENGTH)),
          refundAmount: field.nullish(field.money()),
          /** The supplier's own term of what it gives; the rest of the old one where that is longer. */
          newWarrantyMonths: field.nullish(field.integer(0, 120)),
        }),
        MAX_LINES,
      ),
    }),
    touches: [...STOCK, 'goodsImports'],
  }),
  'claims.reject': claims.action('reject', {
    may: 'confirm',
    summary: 'Records that the supplier answers for nothing, and what becomes of the goods',
    notice: 'rejected',
    body: z.extend(withReason(), {
      nextStep: field.optional(z.enum(CLAIM_NEXT_STEPS, { error: 'ONE_OF' })),
    }),
    touches: [...STOCK, 'goodsImports', 'repairs', 'destructions'],
  }),
  'claims.cancel': claims.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Cancels the claim; the goods go back to the bins they came from',
    body: withReason(),
  }),
  'claims.moves': claims.moves,
  'claims.document': claims.pdf('document', { summary: 'The claim as PDF' }),
  ...claims.trail,
} as const;
