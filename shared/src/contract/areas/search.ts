import * as z from 'zod/mini';
import { one, SIGNED_IN } from '../endpoint.ts';

/** Records of each kind that a search answers at most; who wants more opens the list. */
export const MAX_HITS = 10;

const hit = z.object({
  /** The row as its list answers it to this person. */
  row: z.record(z.string(), z.unknown()),
  /** The words of the row's status, where it has one. */
  status: z.nullable(z.string()),
});

export const searchArea = {
  'search.records': one({
    path: '/search',
    access: SIGNED_IN,
    summary: 'Records of every area by number or name, each list under its own ability and scope',
    query: z.object({
      search: z
        .string()
        .check(
          z.trim(),
          z.minLength(2, { error: 'TOO_SHORT' }),
          z.maxLength(100, { error: 'TOO_LONG' }),
        ),
      /** Of each kind. */
      limit: z.optional(
        z
          .number({ error: 'INTEGER' })
          .check(
            z.int({ error: 'INTEGER' }),
            z.gte(1, { error: 'MIN' }),
            z.lte(MAX_HITS, { error: 'MAX' }),
          ),
      ),
    }),
    data: z.object({
      groups: z.array(
        z.object({
          /** Name of the list in the contract. */
          list: z.string(),
          hits: z.array(hit),
          /** This list could not be searched; the others were. */
          hasFailed: z.boolean(),
        }),
      ),
    }),
  }),
} as const;
