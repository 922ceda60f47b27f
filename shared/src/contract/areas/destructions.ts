import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { CONDITIONS, TRACKING_TYPES } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import {
  DESTRUCTION_METHODS,
  DESTRUCTION_REASONS,
  destructionMachine,
} from '../../domain/warehouse/destructionMachine.ts';
import {
  documentDetail,
  documentFields,
  endorsement,
  historyEntry,
  ref,
  userRef,
  withReason,
} from '../common.ts';
import { ability, abilityOrOwner, file, LOOKUP, list, mutation, one } from '../endpoint.ts';
import { fileCalls } from '../fileCalls.ts';

/** Destruction of parts, `material_destroy` (domain-warehouse 1.12, 2.12). */

const destructionRow = z.object({
  ...documentFields,
  reason: z.enum(DESTRUCTION_REASONS),
  method: z.enum(DESTRUCTION_METHODS),
  warehouse: ref(),
  scheduledAt: field.date(),
  itemCount: z.int(),
  /** At average cost until it is destroyed, then the loss; null without `parts-warehouse:view-cost`. */
  bookValue: z.nullable(z.string()),
  salvageAmount: field.money(),
  destroyedAt: z.nullable(field.date()),
});

const destructionItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  part: ref(),
  unit: ref(),
  unitAllowsFraction: z.boolean(),
  trackingType: z.enum(TRACKING_TYPES),
  warehouse: ref(),
  bin: ref(),
  condition: z.enum(CONDITIONS),
  lotNo: z.nullable(z.string()),
  serials: z.array(z.string()),
  quantity: z.number(),
  /** Found again after a wrong entry. */
  correctedQty: z.number(),
  correctedSerials: z.array(z.string()),
  /** As the document's. */
  bookValue: z.nullable(z.string()),
});

const destructionDetail = z.extend(destructionRow, {
  ...documentDetail,
  endorsements: z.array(endorsement),
  witnesses: z.array(userRef()),
  /** A photograph was attached since the approval: what is left of the goods. */
  hasAfterPhoto: z.boolean(),
  isCorrectable: z.boolean(),
  items: z.array(destructionItem),
  /** Goods of a wrong entry that were found again. */
  corrections: z.array(
    z.object({
      id: field.id(),
      documentNo: z.string(),
      at: field.instant(),
      by: z.nullable(userRef()),
      reason: z.string(),
      quantity: z.number(),
    }),
  ),
});
export type DestructionDetail = z.infer<typeof destructionDetail>;
export type DestructionItem = z.infer<typeof destructionItem>;

const MAX_LINES = 200;
const MAX_WITNESSES = 5;
const serials = () =>
  field.optional(z.array(field.requiredText(60)).check(z.maxLength(1000, { error: 'TOO_MANY' })));
const witnesses = (min: 0 | 1) =>
  z
    .array(field.id())
    .check(
      z.minLength(min, { error: 'WITNESS_REQUIRED' }),
      z.maxLength(MAX_WITNESSES, { error: 'TOO_MANY' }),
    );
const linesOf = <T extends z.ZodMiniType>(line: T) =>
  z
    .array(line)
    .check(
      z.minLength(1, { error: 'LINES_REQUIRED' }),
      z.maxLength(MAX_LINES, { error: 'TOO_MANY' }),
    );

const body = {
  warehouseId: field.id(),
  reason: z.enum(DESTRUCTION_REASONS, { error: 'ONE_OF' }),
  method: z.enum(DESTRUCTION_METHODS, { error: 'ONE_OF' }),
  scheduledAt: field.date(),
  witnessIds: field.optional(witnesses(0)),
  remark: field.nullish(field.longText()),
  items: linesOf(
    z.object({
      partId: field.id(),
      quantity: field.positiveQuantity(),
      binId: field.id(),
      condition: z.enum(CONDITIONS, { error: 'ONE_OF' }),
      lotNo: field.nullish(field.text(60)),
      serials: serials(),
    }),
  ),
};

const files = fileCalls('/material_destroy', {
  write: 'destruction:update',
  family: 'destructions',
});
const TOUCHES = ['destructions', 'parts'];

export const destructionsArea = {
  'destructions.list': list({
    path: '/material_destroy',
    access: ability('destruction:view'),
    summary: 'Destructions of parts',
    list: {
      filters: {
        status: { kind: 'enum', values: statusesOf(destructionMachine) },
        reason: { kind: 'enum', values: DESTRUCTION_REASONS },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      },
      sorts: ['createdAt', 'documentNo', 'scheduledAt'],
      defaultSort: '-createdAt',
      dateField: 'documentDate',
      counts: 'status',
      exportColumns: [
        'documentNo',
        'documentDate',
        'reason',
        'method',
        'warehouse',
        'scheduledAt',
        'itemCount',
        'bookValue',
        'salvageAmount',
        'destroyedAt',
        'status',
        'createdBy',
      ],
    },
    row: destructionRow,
  }),
  'destructions.master': list({
    path: '/material_destroy/master',
    access: LOOKUP,
    summary: 'Choice of a destruction',
    list: { filters: {}, sorts: ['documentNo'], defaultSort: '-documentNo', maxLimit: 1000 },
    row: z.object({ id: field.id(), code: z.nullable(z.string()), name: z.string() }),
  }),
  'destructions.get': one({
    path: '/material_destroy/:id',
    access: ability('destruction:view'),
    summary: 'A destruction',
    data: destructionDetail,
  }),
  'destructions.create': mutation({
    method: 'POST',
    path: '/material_destroy',
    access: ability('destruction:create'),
    summary: 'Asks for goods to be destroyed',
    status: 201,
    body: z.object(body),
    data: destructionDetail,
    touches: ['destructions'],
  }),
  'destructions.update': mutation({
    method: 'PATCH',
    path: '/material_destroy/:id',
    access: ability('destruction:update'),
    summary: 'Changes a destruction that waits for its decision',
    body: z.object({ version: field.version(), ...body }),
    data: destructionDetail,
    touches: ['destructions'],
  }),
  'destructions.approve': mutation({
    method: 'POST',
    path: '/material_destroy/:id/approve',
    access: ability('destruction:approve'),
    summary: 'Approves and holds the goods; above the limit it is an endorsement',
    notice: 'approved',
    body: z.object({ version: field.version(), comment: field.nullish(field.text(500)) }),
    data: destructionDetail,
    touches: TOUCHES,
  }),
  'destructions.reject': mutation({
    method: 'POST',
    path: '/material_destroy/:id/reject',
    access: ability('destruction:approve'),
    summary: 'Refuses the destruction',
    notice: 'rejected',
    body: withReason(),
    data: destructionDetail,
    touches: ['destructions'],
  }),
  'destructions.complete': mutation({
    method: 'POST',
    path: '/material_destroy/:id/complete',
    access: ability('destruction:complete'),
    summary: 'Says that the goods are destroyed: the loss is booked for good',
    body: z.object({
      version: field.version(),
      witnessIds: witnesses(1),
      /** What the remains were sold for. */
      salvageAmount: field.optional(field.money()),
      /** Today unless it was done before. */
      destroyedAt: field.optional(field.date()),
    }),
    data: destructionDetail,
    touches: TOUCHES,
  }),
  'destructions.cancel': mutation({
    method: 'POST',
    path: '/material_destroy/:id/cancel',
    access: abilityOrOwner('destruction:cancel'),
    summary: 'Cancels the destruction and frees what was held',
    body: withReason(),
    data: destructionDetail,
    touches: TOUCHES,
  }),
  'destructions.correct': mutation({
    method: 'POST',
    path: '/material_destroy/:id/correct',
    access: ability('destruction:correct'),
    summary: 'Puts goods of a wrong entry back as found stock, at the value that was lost',
    body: z.extend(withReason(), {
      items: linesOf(
        z.object({
          id: field.id(),
          quantity: field.positiveQuantity(),
          serials: serials(),
          /** Where they were found; where they were taken from by default. */
          binId: field.nullish(field.id()),
        }),
      ),
    }),
    data: destructionDetail,
    touches: TOUCHES,
  }),
  'destructions.history': one({
    path: '/material_destroy/:id/history',
    access: ability('destruction:view'),
    summary: 'Who did what',
    data: z.array(historyEntry),
  }),
  'destructions.document': file({
    path: '/material_destroy/:id/document',
    access: ability('destruction:view'),
    summary: 'The order as PDF; once it is carried out, the certificate of destruction',
    mime: 'application/pdf',
  }),
  'destructions.attach': files.attach,
  'destructions.detach': files.detach,
} as const;
