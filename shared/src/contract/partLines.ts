import * as z from 'zod/mini';
import { REMOVAL_DISPOSITIONS } from '../domain/containers/statuses.ts';
import { CONDITIONS, PART_CONDITIONS, TRACKING_TYPES } from '../domain/stock/locations.ts';
import * as field from '../domain/values/fields.ts';
import { ref } from './common.ts';

/** A part as the lines of a form choose it. */
export const partChoice = z.object({
  id: field.id(),
  code: z.nullable(z.string()),
  name: z.string(),
  nameTh: z.nullable(z.string()),
  unit: ref(),
  unitAllowsFraction: z.boolean(),
  purchaseUnit: z.nullable(ref()),
  purchaseFactor: z.number(),
  trackingType: z.enum(TRACKING_TYPES),
  warrantyMonths: z.int(),
  barcode: z.nullable(z.string()),
  defaultCondition: z.enum(PART_CONDITIONS),
  /** The cover, small, as a data URL. */
  cover: z.nullable(z.string()),
  /** What may be picked in the caller's scope; null: being counted by this person. */
  available: z.nullable(z.number()),
  /** The bin with the most of it. */
  place: z.nullable(z.string()),
});

/** Narrows nothing: available and bin are those of this warehouse. */
export const STOCK_IN = { stockIn: { kind: 'id' } } as const;

/** A built-in part that is taken out, and what becomes of it (domain-containers 2.1). */
export const partOut = z.object({
  /** The built-in part. */
  id: field.id(),
  /** To stock unless said. */
  disposition: field.optional(z.enum(REMOVAL_DISPOSITIONS, { error: 'ONE_OF' })),
  /** Where stock is put: the bin, or the one that its goods import proposes. */
  binId: field.nullish(field.id()),
  /** As it is found; what is no stock any more counts as defective. */
  condition: field.nullish(z.enum(CONDITIONS, { error: 'ONE_OF' })),
  /** Of whom it is claimed; whoever delivered it unless said. */
  supplierId: field.nullish(field.id()),
});
