import * as z from 'zod/mini';
import { CONDITIONS } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import { SCAN_KINDS } from '../../domain/warehouse/scan.ts';
import { SERIAL_STATES } from '../../domain/warehouse/serialState.ts';
import { ref, userRef } from '../common.ts';
import { ability, lookup, one, rendered } from '../endpoint.ts';

/** From a label to the thing and back: scans, the life of a serial, labels (domain-warehouse 1.4, 3.5, 4.1). */

/** What a scanned code stands for. */
const scanned = z.object({
  kind: z.enum(SCAN_KINDS),
  id: field.id(),
  /** Part, serial or lot number, code of the bin, serial number of the container. */
  code: z.string(),
  /** null: a bin or a container. */
  part: z.nullable(ref()),
  /** Of a bin, and of a serial that lies where this person may see it. */
  warehouse: z.nullable(ref()),
  bin: z.nullable(ref()),
});
export type Scanned = z.infer<typeof scanned>;

const documentOf = z.object({
  type: z.string(),
  /** null: a document that its reader is not told of. */
  id: z.nullable(field.id()),
  documentNo: z.nullable(z.string()),
});
const place = z.object({ warehouse: ref(), bin: z.string() });
const term = z.object({ start: z.nullable(field.date()), end: z.nullable(field.date()) });

const serialLife = z.object({
  id: field.id(),
  serialNo: z.string(),
  part: ref(),
  state: z.enum(SERIAL_STATES),
  condition: z.nullable(z.enum(CONDITIONS)),
  /** null: it never came, or is where this person sees nothing. */
  place: z.nullable(place),
  lotNo: z.nullable(z.string()),
  supplier: z.nullable(ref()),
  /** null without `parts-warehouse:view-cost`. */
  unitCost: z.nullable(z.string()),
  supplierWarranty: term,
  customerWarranty: term,
  /** The document that has it in hand now; no other may take it (3.5). */
  openDocument: z.nullable(documentOf),
  /** Other parts with a serial of the same number. */
  others: z.array(ref()),
  /** What became of it, the latest first. */
  events: z.array(
    z.object({
      id: field.id(),
      postedAt: field.instant(),
      effectiveDate: field.date(),
      document: documentOf,
      action: z.string(),
      from: place,
      to: place,
      condition: z.string(),
      /** Who had to do with it outside: the supplier, the recipient. */
      party: z.nullable(z.string()),
      /** What the document says of it: the symptom of a repair, the reason of a destruction. */
      note: z.nullable(z.string()),
      by: z.nullable(userRef()),
    }),
  ),
});
export type SerialLife = z.infer<typeof serialLife>;

/** A label alone on its page, as a label printer takes it, and sheets of A4. */
export const LABEL_SIZES = ['50x30', '70x40', 'a4-65', 'a4-24'] as const;
export type LabelSize = (typeof LABEL_SIZES)[number];
export const LABEL_SYMBOLS = ['qr', 'code128'] as const;
/** Kinds of things on one call, and labels of all of them together. */
export const MAX_LABEL_ITEMS = 500;
export const MAX_LABELS = 2000;

const labelItem = z.object({
  kind: z.enum(SCAN_KINDS, { error: 'ONE_OF' }),
  /** Of the part, of a bin, or of a container. */
  id: field.id(),
  /** Of a serial or a lot of the part. */
  number: field.optional(field.requiredText(60)),
  quantity: field.integer(1, 500),
});
export type LabelItem = z.infer<typeof labelItem>;

export const tracingArea = {
  'parts.scan': one({
    path: '/material_parts/scan',
    access: lookup(
      'parts-warehouse:view',
      'import-warehouse:view',
      'company-groups:view',
      'container-warehouse:view',
      'audit:count',
    ),
    summary:
      'What a scanned code is: part, serial number, lot, bin or container; several where it is not sure',
    query: z.object({ code: field.requiredText(120) }),
    data: z.array(scanned),
  }),
  'parts.serial': one({
    path: '/material_parts/serials/:serialNo',
    access: ability('parts-warehouse:view'),
    summary: 'The life of a serial from its receipt to where it is now',
    query: z.object({ partId: field.optional(field.id()) }),
    data: serialLife,
  }),
  'labels.print': rendered({
    path: '/labels',
    access: ability(
      'parts-warehouse:view',
      'import-warehouse:view',
      'company-groups:view',
      'container-warehouse:view',
    ),
    summary: 'Labels of parts, serials, lots, bins and containers as PDF',
    mime: 'application/pdf',
    body: z.object({
      size: z.enum(LABEL_SIZES, { error: 'ONE_OF' }),
      symbol: z.enum(LABEL_SYMBOLS, { error: 'ONE_OF' }),
      /** Labels of the first sheet that are used up. */
      skip: field.optional(field.integer(0, 64)),
      items: z
        .array(labelItem)
        .check(
          z.minLength(1, { error: 'REQUIRED' }),
          z.maxLength(MAX_LABEL_ITEMS, { error: 'TOO_MANY' }),
        ),
    }),
  }),
};
