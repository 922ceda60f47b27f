import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { nothing } from '../common.ts';
import { DRAFT_FORMS } from '../draftForms.ts';
import { mutation, one, SIGNED_IN } from '../endpoint.ts';

/** Drafts that one person may keep. */
export const MAX_FORM_DRAFTS = 100;
/** Characters of one, as JSON: some hundreds of lines. */
export const MAX_TYPED = 200_000;

/** A path of this site: browsers drop control characters, behind which a second slash may stand. */
const isPath = (path: string): boolean => /^\/(?![/\\])/.test(path) && !/\p{Cc}/u.test(path);

/** What is in the fields, whole or not: only its size is judged before it is sent. */
const typed = z
  .record(z.string().check(z.maxLength(80, { error: 'TOO_LONG' })), z.unknown())
  .check(z.refine((values) => JSON.stringify(values).length <= MAX_TYPED, { error: 'TOO_LONG' }));

const row = {
  id: field.id(),
  version: field.version(),
  form: z.enum(DRAFT_FORMS),
  /** The page that the form stands on, with its query. */
  path: z.string(),
  updatedAt: field.instant(),
};

export const formDraftsArea = {
  'formDrafts.list': one({
    path: '/form_drafts',
    access: SIGNED_IN,
    summary: 'One’s own unfinished forms, the latest first',
    data: z.object({ drafts: z.array(z.object(row)) }),
  }),
  'formDrafts.get': one({
    path: '/form_drafts/:id',
    access: SIGNED_IN,
    summary: 'An unfinished form of one’s own, as it was typed',
    data: z.object({ ...row, values: z.record(z.string(), z.unknown()) }),
  }),
  'formDrafts.create': mutation({
    method: 'POST',
    path: '/form_drafts',
    access: SIGNED_IN,
    summary: 'Keeps a form as far as it is filled in',
    notice: 'none',
    status: 201,
    body: z.object({
      form: z.enum(DRAFT_FORMS, { error: 'ONE_OF' }),
      path: field.requiredText(500).check(z.refine(isPath, { error: 'ONE_OF' })),
      values: typed,
    }),
    data: z.object({ id: field.id(), version: field.version() }),
    touches: ['formDrafts'],
  }),
  'formDrafts.update': mutation({
    method: 'PUT',
    path: '/form_drafts/:id',
    access: SIGNED_IN,
    summary: 'Keeps an unfinished form as it is now',
    notice: 'none',
    body: z.object({ version: field.version(), values: typed }),
    data: z.object({ id: field.id(), version: field.version() }),
    touches: ['formDrafts'],
  }),
  'formDrafts.delete': mutation({
    method: 'DELETE',
    path: '/form_drafts/:id',
    access: SIGNED_IN,
    summary: 'Forgets an unfinished form',
    notice: 'none',
    data: nothing(),
    touches: ['formDrafts'],
  }),
};

/** An unfinished form with what was typed. */
export type FormDraft = z.infer<(typeof formDraftsArea)['formDrafts.get']['data']>;
