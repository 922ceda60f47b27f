import * as z from 'zod/mini';
import { ESTIMATE_ANSWERS, ESTIMATE_STATUSES } from '../../domain/service/estimates.ts';
import * as field from '../../domain/values/fields.ts';
import { linkTo, mutation, one } from '../endpoint.ts';
import { jobEstimates } from '../jobEstimates.ts';
import { mayOnJobs } from './jobs.ts';

/**
 * Calls of whoever holds the link of an estimate (docs/adr/0150), and one that no page sends. The server draws
 * the page of the link: browsers of people at work do not carry these rows (shared/build/withoutProse.cjs).
 */
const PATH = '/estimate_links/:token';

/** An estimate as its customer sees it. */
const told = z.object({
  model: z.object({ name: z.string(), nameTh: z.nullable(z.string()) }),
  documentNo: z.string(),
  status: z.enum(ESTIMATE_STATUSES),
  /** It waits for an answer, and its time has not passed. */
  isOpen: z.boolean(),
  validUntil: field.date(),
  /** Null of one that does not count any more. */
  offer: z.nullable(
    z.object({
      items: z.array(
        z.object({
          description: z.string(),
          quantity: z.number(),
          unit: z.nullable(z.string()),
          unitPrice: z.string(),
          lineTotal: z.string(),
        }),
      ),
      subTotal: z.string(),
      vatRate: z.string(),
      vatAmount: z.string(),
      grandTotal: z.string(),
      remark: z.nullable(z.string()),
    }),
  ),
  answeredAt: z.nullable(field.instant()),
});

export const estimateLinksArea = {
  // Pages have them with the job.
  'jobs.estimates': one({
    path: '/material_repair_maintenances/:id/estimates',
    access: mayOnJobs('invoice'),
    summary: 'Estimates of a job, and what one would say',
    data: jobEstimates,
  }),
  'estimates.linked': one({
    path: PATH,
    access: linkTo('estimate'),
    summary: 'An estimate, for whoever has its link',
    data: told,
  }),
  'estimates.answer': mutation({
    method: 'POST',
    path: PATH,
    access: linkTo('estimate'),
    summary: 'Says yes or no to the estimate whose link it is, once',
    notice: 'none',
    body: z.object({
      estimateAnswer: z.enum(ESTIMATE_ANSWERS, { error: 'ONE_OF' }),
      answeredBy: field.requiredText(200),
      /** Cause of a no. */
      answerReason: z.pipe(
        z.transform((value: unknown) => (value === '' ? null : value)),
        field.nullish(field.reason()),
      ),
    }),
    data: told,
  }),
} as const;
