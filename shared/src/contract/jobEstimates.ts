import * as z from 'zod/mini';
import { ESTIMATE_ANSWERS, ESTIMATE_STATUSES } from '../domain/service/estimates.ts';
import * as field from '../domain/values/fields.ts';
import { linesOf, userRef } from './common.ts';

/** Estimates of a service job (docs/adr/0150). */

/** Lines of one estimate. */
const MAX_LINES = 100;

/** A line of an estimate; prices are in THB before VAT. */
const estimateLine = {
  /** A part of the catalogue; null of labour and what else is charged. */
  partId: z.nullable(field.id()),
  isLabour: z.boolean(),
  description: z.string(),
  quantity: z.number(),
  unit: z.nullable(z.string()),
  unitPrice: z.string(),
};

/** An estimate in its job; its letter has the lines. */
export const jobEstimate = z.object({
  id: field.id(),
  /** Number of its job, and which one of it: `JB2611-0001/2`. */
  documentNo: z.string(),
  status: z.enum(ESTIMATE_STATUSES),
  validUntil: field.date(),
  discountTotal: z.string(),
  /** Total before VAT: an invoice above it needs a reason once it is accepted. */
  subTotal: z.string(),
  grandTotal: z.string(),
  sentAt: z.nullable(field.instant()),
  /** Address at which the customer answers, while it is sent. */
  link: z.nullable(z.string()),
  /** Name that the customer typed, or told on the telephone. */
  answeredBy: z.nullable(z.string()),
  answerReason: z.nullable(z.string()),
  /** The person who wrote down an answer by telephone; null where it came by the link. */
  recordedBy: z.nullable(userRef()),
  answerNote: z.nullable(z.string()),
});
export type JobEstimate = z.infer<typeof jobEstimate>;

export const jobEstimates = z.object({
  estimates: z.array(jobEstimate),
  /** The draft, else what is known of the job at list prices; null where none may be written. */
  proposal: z.nullable(
    z.object({
      items: z.array(z.object(estimateLine)),
      validUntil: field.date(),
      remark: z.nullable(z.string()),
      discountReason: z.nullable(z.string()),
      /** The customer has an e-mail; else the link alone is handed on. */
      hasEmail: z.boolean(),
    }),
  ),
});

/** Body that writes the draft of a job's estimate. */
export const estimateBody = () =>
  z.object({
    version: field.version(),
    validUntil: field.date(),
    items: linesOf(
      z.object({
        partId: field.nullish(field.id()),
        /** Hours of labour, at the setting "Labour rate per hour". */
        isLabour: field.optional(field.flag()),
        /** The part's name or "labour" unless said. */
        description: field.nullish(field.text(300)),
        quantity: field.positiveQuantity(),
        unit: field.nullish(field.text(30)),
        /** The list price unless said. */
        unitPrice: field.nullish(field.price()),
      }),
      MAX_LINES,
    ),
    /** Reason for prices below list prices. */
    discountReason: field.nullish(field.reason()),
    remark: field.nullish(field.longText()),
  });

/** Body that writes down what the customer said on the telephone. */
export const estimateAnswerBody = () =>
  z.object({
    version: field.version(),
    estimateAnswer: z.enum(ESTIMATE_ANSWERS, { error: 'ONE_OF' }),
    answeredBy: field.requiredText(200),
    /** Cause of a no. */
    answerReason: field.nullish(field.reason()),
    answerNote: field.nullish(field.text(500)),
  });
