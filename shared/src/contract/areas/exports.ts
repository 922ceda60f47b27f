import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { file, mutation, one, SIGNED_IN } from '../endpoint.ts';

/** Rows of an export that is answered at once; a larger one is prepared by a job. */
export const MAX_EXPORT_ROWS = 200_000;
/** The same of a PDF. */
export const MAX_PDF_ROWS = 2000;
/** How long a prepared file is there for whoever asked for it. */
export const EXPORT_DAYS = 7;

export const EXPORT_STATUSES = ['queued', 'ready', 'failed'] as const;

const exported = z.object({
  id: field.id(),
  fileName: z.nullable(z.string()),
  status: z.enum(EXPORT_STATUSES),
  size: z.nullable(z.int()),
  createdAt: field.instant(),
  expiresAt: field.instant(),
});

/** Files of lists that are too long to wait for. */
export const exportsArea = {
  'exports.list': one({
    path: '/exports',
    access: SIGNED_IN,
    summary: 'One’s own prepared files, newest first',
    data: z.object({ exports: z.array(exported) }),
  }),
  'exports.create': mutation({
    method: 'POST',
    path: '/exports',
    access: SIGNED_IN,
    summary: 'Has the file of a list prepared; needs what the list and its export need',
    notice: 'exportQueued',
    status: 201,
    body: z.object({
      /** Name of the list in the contract. */
      list: field.requiredText(80),
      params: field.optional(z.record(z.string(), z.string().check(z.maxLength(100)))),
      /** Its query string, with `format`. */
      query: z.record(z.string(), z.string().check(z.maxLength(2000, { error: 'TOO_LONG' }))),
    }),
    data: exported,
    touches: ['exports'],
  }),
  'exports.file': file({
    path: '/exports/:id/file',
    access: SIGNED_IN,
    summary: 'A prepared file, for whoever asked for it',
    mime: 'application/octet-stream',
  }),
} as const;
