import * as z from 'zod/mini';
import * as field from '../domain/values/fields.ts';

/** Serial numbers, as somebody scanned or typed them. */
export const serials = () =>
  z.array(field.requiredText(60)).check(z.maxLength(1000, { error: 'TOO_MANY' }));

/** The longest serial number of a part. */
export const MAX_SERIAL_LENGTH = 60;

/** Serial numbers that are new to the books: all ways in ask for the same signs. */
export const newSerials = () =>
  z.array(field.code(MAX_SERIAL_LENGTH)).check(z.maxLength(1000, { error: 'TOO_MANY' }));

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

/** Taken off a line or a document, by per cent or by amount. */
export const discount = z.object({
  type: z.enum(['percent', 'amount'], { error: 'ONE_OF' }),
  value: field.money(),
});
