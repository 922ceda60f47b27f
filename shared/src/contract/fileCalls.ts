import * as z from 'zod/mini';
import * as field from '../domain/values/fields.ts';
import { ATTACHMENT_KINDS, attachment, nothing } from './common.ts';
import { ability, mutation } from './endpoint.ts';

/** The calls that every document with attachments has. */
export const fileCalls = <const P extends string>(
  base: P,
  { write, family }: { readonly write: readonly string[]; readonly family: string },
) => ({
  attach: mutation({
    method: 'POST',
    path: `${base}/:id/attachments` as const,
    access: ability(...write),
    summary: 'Attaches files',
    status: 201,
    body: z.object({ kind: field.optional(z.enum(ATTACHMENT_KINDS)) }),
    files: { field: 'files', max: 10 },
    data: z.array(attachment),
    touches: [family],
  }),
  detach: mutation({
    method: 'DELETE',
    path: `${base}/:id/attachments/:attachmentId` as const,
    access: ability(...write),
    summary: 'Removes an attached file',
    data: nothing(),
    touches: [family],
  }),
});
