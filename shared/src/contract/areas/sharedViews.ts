import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { userRef } from '../common.ts';
import { mutation, one, SIGNED_IN } from '../endpoint.ts';

/** Roles that one view is shared with. */
export const MAX_SHARED_ROLES = 50;

/** Saved views that others share; one's own are in `savedViews` (ADR 0100). */
export const sharedViewsArea = {
  'sharedViews.list': one({
    path: '/saved-views/shared',
    access: SIGNED_IN,
    summary:
      'Views of a list that others share with one’s role, and with whom one shares one’s own',
    query: z.object({ resource: field.requiredText(80) }),
    data: z.object({
      /** Without what this reader may not see. */
      views: z.array(
        z.object({
          id: field.id(),
          name: z.string(),
          query: z.string(),
          owner: userRef(),
          /** Its owner's account is suspended: whoever may share takes it over. */
          isAbandoned: z.boolean(),
        }),
      ),
      /** One's own views by the roles that they are shared with. */
      sharing: z.array(z.object({ id: field.id(), roleIds: z.array(field.id()) })),
      mayShare: z.boolean(),
      /** Roles that open the list; empty for whoever may not share. */
      roles: z.array(z.object({ id: field.id(), labelEn: z.string(), labelTh: z.string() })),
    }),
  }),
  'sharedViews.share': mutation({
    method: 'PUT',
    path: '/saved-views/:id/roles',
    access: SIGNED_IN,
    summary:
      'Shares one’s own view with these roles and no others; needs what an export of the list needs',
    body: z.object({
      version: field.version(),
      roleIds: z.array(field.id()).check(z.maxLength(MAX_SHARED_ROLES, { error: 'TOO_MANY' })),
    }),
    data: z.object({ id: field.id(), version: field.version() }),
    touches: ['savedViews', 'sharedViews'],
  }),
  'sharedViews.takeOver': mutation({
    method: 'POST',
    path: '/saved-views/:id/take-over',
    access: SIGNED_IN,
    summary: 'Makes a shared view one’s own whose owner’s account is suspended',
    data: z.object({ id: field.id() }),
    touches: ['savedViews', 'sharedViews'],
  }),
} as const;
