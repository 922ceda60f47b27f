import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { nothing, userRef } from '../common.ts';
import { mutation, one, SIGNED_IN } from '../endpoint.ts';

/** How long the author of a comment may change it. */
export const COMMENT_EDIT_MINUTES = 15;
export const MAX_COMMENT = 2000;
/** People whom one comment names. */
export const MAX_MENTIONS = 10;
/** Comments that are answered; the latest of a document that has more. */
export const COMMENTS_SHOWN = 200;

/** The document that comments belong to: its family in the contract, and its id. */
const about = { type: field.requiredText(60), id: field.id() };

const written = {
  /** Plain text, as it was typed. */
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'REQUIRED' }),
      z.maxLength(MAX_COMMENT, { error: 'TOO_LONG' }),
    ),
  /** People who are named in it as `@First Last`. They have to see the document. */
  mentions: z.array(field.id()).check(z.maxLength(MAX_MENTIONS, { error: 'TOO_MANY' })),
};

const comment = z.object({
  id: field.id(),
  version: field.version(),
  /** null: it was deleted. */
  text: z.nullable(z.string()),
  by: userRef(),
  createdAt: field.instant(),
  editedAt: z.nullable(field.instant()),
  mentions: z.array(userRef()),
  allowedActions: z.array(z.string()),
});
export type Comment = z.infer<typeof comment>;

/** What people write beside the history of a document, for whoever sees the document. */
export const commentsArea = {
  'comments.list': one({
    path: '/comments',
    access: SIGNED_IN,
    summary: 'Comments on a document, oldest first',
    query: z.object(about),
    data: z.object({
      comments: z.array(comment),
      /** How many there are; `comments` holds the latest of them. */
      total: z.int(),
      /** This person has stopped following the document. */
      isMuted: z.boolean(),
      mayComment: z.boolean(),
    }),
  }),
  'comments.people': one({
    path: '/comments/people',
    access: SIGNED_IN,
    summary: 'People who see a document and can be named in a comment on it',
    query: z.object({ ...about, search: field.optional(field.text(80)) }),
    data: z.array(userRef()),
  }),
  'comments.create': mutation({
    method: 'POST',
    path: '/comments',
    access: SIGNED_IN,
    summary: 'Comments on a document',
    notice: 'none',
    status: 201,
    body: z.object({ ...about, ...written }),
    data: z.object({ id: field.id() }),
    touches: ['comments'],
  }),
  'comments.update': mutation({
    method: 'PATCH',
    path: '/comments/:id',
    access: SIGNED_IN,
    summary: 'Changes one’s own comment, within 15 minutes',
    notice: 'none',
    body: z.object({ version: field.version(), ...written }),
    data: z.object({ id: field.id() }),
    touches: ['comments'],
  }),
  'comments.delete': mutation({
    method: 'DELETE',
    path: '/comments/:id',
    access: SIGNED_IN,
    summary: 'Deletes one’s own comment; that there was one stays',
    notice: 'none',
    data: nothing(),
    touches: ['comments'],
  }),
} as const;
