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
  historyEntry,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { ability, abilityOrOwner, file, LOOKUP, list, mutation, one } from '../endpoint.ts';
import { fileCalls } from '../fileCalls.ts';

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
  nextStep: z.nullable(z.enum(CLAIM_NEXT_STEPS)),
  /** What it put aside is still there. */
  holdsGoods: z.boolean(),
  items: z.array(claimItem),
});
export type ClaimDetail = z.infer<typeof claimDetail>;

/** A supplier promises at most a year. */
const promisedDays = () => field.integer(1, 365);

const items = z
  .array(
    z.object({
      partId: field.id(),
      quantity: field.positiveQuantity(),
      binId: field.id(),
      condition: z.enum(CONDITIONS, { error: 'ONE_OF' }),
      lotNo: field.nullish(field.text(60)),
      serialNo: field.nullish(field.text(60)),
      defect: field.requiredText(500),
    }),
  )
  .check(z.minLength(1, { error: 'LINES_REQUIRED' }), z.maxLength(100, { error: 'TOO_MANY' }));

const files = fileCalls('/material_repair_claims', { write: 'claim:update', family: 'claims' });
const STOCK = ['claims', 'parts'];

export const claimsArea = {
  'claims.list': list({
    path: '/material_repair_claims',
    access: ability('claim:view'),
    summary: 'Claims to suppliers',
    list: {
      filters: {
        status: { kind: 'enum', values: statusesOf(claimMachine) },
        supplierId: { kind: 'id', lookup: 'suppliers.master' },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
        late: { kind: 'flag' },
      },
      sorts: ['createdAt', 'documentNo', 'dueDate'],
      defaultSort: '-createdAt',
      dateField: 'documentDate',
      counts: 'status',
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
    },
    row: claimRow,
  }),
  'claims.master': list({
    path: '/material_repair_claims/master',
    access: LOOKUP,
    summary: 'Choice of a claim',
    list: { filters: {}, sorts: ['documentNo'], defaultSort: '-documentNo', maxLimit: 1000 },
    row: z.object({ id: field.id(), code: z.nullable(z.string()), name: z.string() }),
  }),
  'claims.eligible': one({
    path: '/material_repair_claims/eligible',
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
  'claims.get': one({
    path: '/material_repair_claims/:id',
    access: ability('claim:view'),
    summary: 'A claim',
    data: claimDetail,
  }),
  'claims.create': mutation({
    method: 'POST',
    path: '/material_repair_claims',
    access: ability('claim:create'),
    summary: 'Opens a claim; the goods are put aside in quarantine',
    status: 201,
    body: z.object({
      supplierId: field.id(),
      warehouseId: field.id(),
      rmaNo: field.nullish(field.text(60)),
      /** Why goods without a warranty are claimed: needs `claim:override-warranty`. */
      overrideReason: field.nullish(field.text(500)),
      remark: field.nullish(field.longText()),
      items,
    }),
    data: claimDetail,
    touches: STOCK,
  }),
  'claims.update': mutation({
    method: 'PATCH',
    path: '/material_repair_claims/:id',
    access: ability('claim:update'),
    summary: 'Changes what is written of a claim, and records the money that the supplier gave',
    body: z.object({
      version: field.version(),
      rmaNo: field.nullish(field.text(60)),
      promisedDays: field.nullish(promisedDays()),
      creditNoteNo: field.nullish(field.text(60)),
      creditNoteDate: field.nullish(field.date()),
      remark: field.nullish(field.longText()),
      /** What is wrong with the goods of lines, as long as they are here. */
      defects: field.optional(
        z.array(z.object({ id: field.id(), defect: field.requiredText(500) })),
      ),
    }),
    data: claimDetail,
    touches: ['claims'],
  }),
  'claims.send': mutation({
    method: 'POST',
    path: '/material_repair_claims/:id/send',
    access: ability('claim:update'),
    summary: 'Says that the goods have left for the supplier',
    body: z.extend(versionOnly(), {
      sentDate: field.date(),
      rmaNo: field.nullish(field.text(60)),
      promisedDays: promisedDays(),
    }),
    data: claimDetail,
    touches: STOCK,
  }),
  'claims.confirm': mutation({
    method: 'POST',
    path: '/material_repair_claims/:id/confirm',
    access: ability('claim:confirm'),
    summary: 'Records what the supplier gives, line by line',
    body: z.extend(versionOnly(), {
      /** Of goods that have not been marked as sent. */
      sentDate: field.nullish(field.date()),
      creditNoteNo: field.nullish(field.text(60)),
      creditNoteDate: field.nullish(field.date()),
      items: z
        .array(
          z.object({
            id: field.id(),
            resolution: z.enum(CLAIM_RESOLUTIONS, { error: 'ONE_OF' }),
            replacementSerialNo: field.nullish(field.text(60)),
            refundAmount: field.nullish(field.money()),
            /** The supplier's own term of what it gives; the rest of the old one where that is longer. */
            newWarrantyMonths: field.nullish(field.integer(0, 120)),
          }),
        )
        .check(
          z.minLength(1, { error: 'LINES_REQUIRED' }),
          z.maxLength(100, { error: 'TOO_MANY' }),
        ),
    }),
    data: claimDetail,
    touches: [...STOCK, 'goodsImports'],
  }),
  'claims.reject': mutation({
    method: 'POST',
    path: '/material_repair_claims/:id/reject',
    access: ability('claim:confirm'),
    summary: 'Records that the supplier answers for nothing, and what becomes of the goods',
    notice: 'rejected',
    body: z.extend(withReason(), {
      nextStep: field.optional(z.enum(CLAIM_NEXT_STEPS, { error: 'ONE_OF' })),
    }),
    data: claimDetail,
    touches: [...STOCK, 'goodsImports', 'repairs', 'destructions'],
  }),
  'claims.cancel': mutation({
    method: 'POST',
    path: '/material_repair_claims/:id/cancel',
    access: abilityOrOwner('claim:cancel'),
    summary: 'Cancels the claim; the goods go back to the bins they came from',
    body: withReason(),
    data: claimDetail,
    touches: STOCK,
  }),
  'claims.history': one({
    path: '/material_repair_claims/:id/history',
    access: ability('claim:view'),
    summary: 'Who did what',
    data: z.array(historyEntry),
  }),
  'claims.document': file({
    path: '/material_repair_claims/:id/document',
    access: ability('claim:view'),
    summary: 'The claim as PDF',
    mime: 'application/pdf',
  }),
  'claims.attach': files.attach,
  'claims.detach': files.detach,
} as const;
