import * as z from 'zod/mini';
import * as field from '../domain/values/fields.ts';
import { ref, userRef } from './common.ts';

/** A move of the ledger, as every page shows it (domain-warehouse 3.1). */
export const moveRow = z.object({
  id: field.id(),
  postedAt: field.instant(),
  effectiveDate: field.date(),
  document: z.object({
    type: z.string(),
    /** null: a document that its reader is not told of. */
    id: z.nullable(field.id()),
    documentNo: z.nullable(z.string()),
  }),
  action: z.string(),
  from: z.object({ warehouse: ref(), bin: z.string() }),
  to: z.object({ warehouse: ref(), bin: z.string() }),
  condition: z.string(),
  lotNo: z.nullable(z.string()),
  serialNo: z.nullable(z.string()),
  /** Into, out of, or within what the company owns; null: an end is being counted by this person. */
  qtyIn: z.nullable(z.number()),
  qtyOut: z.nullable(z.number()),
  unitCost: z.nullable(z.string()),
  value: z.nullable(z.string()),
  by: z.nullable(userRef()),
});

/** Moves that are answered of one document; those of a larger one are read in the ledger. */
export const MOVES_SHOWN = 500;

const documentMove = z.extend(moveRow, {
  /** The part, or the container with its serial number as code. */
  item: ref(),
  /** null: a container. */
  unit: z.nullable(ref()),
  /** What was moved, whoever owns it; null: an end is being counted by this person. */
  quantity: z.nullable(z.number()),
});
export type DocumentMove = z.infer<typeof documentMove>;

/** The moves that one document posted, those that took others back among them. */
export const documentMoves = z.object({
  /** In the order in which they were posted. */
  moves: z.array(documentMove),
  /** How many there are; `moves` holds the first of them. */
  total: z.int(),
});
