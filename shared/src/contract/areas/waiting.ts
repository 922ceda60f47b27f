import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { one, SIGNED_IN } from '../endpoint.ts';

/** For whom a document waits, for whoever sees the document. */
export const waitingArea = {
  'waiting.get': one({
    path: '/waits_for',
    access: SIGNED_IN,
    summary:
      'Who may take the next step of a document, and who may not although they have the right',
    query: z.object({ type: field.requiredText(60), id: field.id() }),
    data: z.object({
      /** A sentence in the reader's language; null: the document waits for nobody. */
      text: z.nullable(z.string()),
      /** True where no one may take the next step or the one after it: somebody needs the right first. */
      isStuck: z.boolean(),
    }),
  }),
};
