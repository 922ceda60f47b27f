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
  cost,
  decisionNotice,
  documentDetail,
  documentFields,
  endorsement,
  linesOf,
  ref,
  userRef,
  withReason,
} from '../common.ts';
import { documentCalls, PART_OF_LINES } from '../documentCalls.ts';
import { serials } from '../lines.ts';

/** Destruction of parts, `material_destroy` (domain-warehouse 1.12, 2.12). */

const destructionRow = z.object({
  ...documentFields,
  reason: z.enum(DESTRUCTION_REASONS),
  method: z.enum(DESTRUCTION_METHODS),
  warehouse: ref(),
  scheduledAt: field.date(),
  itemCount: z.int(),
  /** At average cost until it is destroyed, then the loss; null without `parts-warehouse:view-cost`. */
  bookValue: cost(),
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
  bookValue: cost(),
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

const MAX_WITNESSES = 5;
const witnesses = (min: 0 | 1) =>
  z
    .array(field.id())
    .check(
      z.minLength(min, { error: 'WITNESS_REQUIRED' }),
      z.maxLength(MAX_WITNESSES, { error: 'TOO_MANY' }),
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
      serials: field.optional(serials()),
    }),
  ),
};

const TOUCHES = ['destructions', 'parts'];

const destructions = documentCalls('/material_destroy', {
  family: 'destructions',
  page: 'destruction',
  detail: destructionDetail,
  touches: TOUCHES,
});

export const destructionsArea = {
  'destructions.list': destructions.list({
    summary: 'Destructions of parts',
    statuses: statusesOf(destructionMachine),
    filters: {
      reason: { kind: 'enum', values: DESTRUCTION_REASONS },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      ...PART_OF_LINES,
    },
    sorts: ['scheduledAt'],
    row: destructionRow,
  }),
  'destructions.master': destructions.master('Choice of a destruction'),
  'destructions.get': destructions.get('A destruction'),
  'destructions.create': destructions.create({
    summary: 'Asks for goods to be destroyed',
    body,
  }),
  'destructions.update': destructions.update({
    summary: 'Changes a destruction that waits for its decision',
    body,
  }),
  'destructions.approve': destructions.action('approve', {
    may: 'approve',
    summary: 'Approves and holds the goods; above the limit it is an endorsement',
    notice: decisionNotice(destructionMachine, 'approve'),
    body: z.object({ version: field.version(), comment: field.nullish(field.text(500)) }),
  }),
  'destructions.reject': destructions.reject('Refuses the destruction'),
  'destructions.complete': destructions.action('complete', {
    may: 'complete',
    summary: 'Says that the goods are destroyed: the loss is booked for good',
    body: z.object({
      version: field.version(),
      witnessIds: witnesses(1),
      /** What the remains were sold for. */
      salvageAmount: field.optional(field.money()),
      /** Today unless it was done before. */
      destroyedAt: field.optional(field.date()),
    }),
  }),
  'destructions.cancel': destructions.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Cancels the destruction and frees what was held',
    body: withReason(),
  }),
  'destructions.correct': destructions.action('correct', {
    may: 'correct',
    summary: 'Puts goods of a wrong entry back as found stock, at the value that was lost',
    body: z.extend(withReason(), {
      items: linesOf(
        z.object({
          id: field.id(),
          quantity: field.positiveQuantity(),
          serials: field.optional(serials()),
          /** Where they were found; where they were taken from by default. */
          binId: field.nullish(field.id()),
        }),
      ),
    }),
  }),
  'destructions.moves': destructions.moves,
  'destructions.document': destructions.pdf('document', {
    summary: 'The order as PDF; once it is carried out, the certificate of destruction',
  }),
  ...destructions.trail,
} as const;
