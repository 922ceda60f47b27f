import * as z from 'zod/mini';
import * as field from '../domain/values/fields.ts';

/** Most lines of a document of the warehouse (domain-warehouse 1.9). */
export const MAX_LINES = 200;

/** At least one line of a document, and no more than one holds. */
export const linesOf = <T extends z.ZodMiniType>(line: T) =>
  z
    .array(line)
    .check(
      z.minLength(1, { error: 'LINES_REQUIRED' }),
      z.maxLength(MAX_LINES, { error: 'TOO_MANY' }),
    );

export const serials = () =>
  z.array(field.requiredText(60)).check(z.maxLength(1000, { error: 'TOO_MANY' }));

/** What is picked of a line, as somebody scanned it. */
export const pickOf = () =>
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
  });
