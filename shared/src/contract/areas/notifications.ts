import * as z from 'zod/mini';
import { NOTIFICATION_KINDS } from '../../domain/people/notificationKinds.ts';
import * as field from '../../domain/values/fields.ts';
import { nothing } from '../common.ts';
import { mutation, one, SIGNED_IN } from '../endpoint.ts';

const choice = z.object({
  kind: z.enum(NOTIFICATION_KINDS, { error: 'ONE_OF' }),
  inApp: field.flag(),
  byMail: field.flag(),
});

const choices = z.object({
  /** Every kind, as the person has chosen or as it is by default. */
  kinds: z.array(choice),
  /** The e-mail of each morning with what waits. */
  hasDigest: z.boolean(),
  /** Documents that the person does not follow any more, the latest first. */
  muted: z.array(
    z.object({ type: z.string(), id: field.id(), name: z.string(), path: z.nullable(z.string()) }),
  ),
});

/** How notifications reach somebody (domain-containers 5: a person can mute each of them). */
export const notificationChoicesArea = {
  'notificationChoices.get': one({
    path: '/notifications/choices',
    access: SIGNED_IN,
    summary: 'How each kind of notification reaches this person',
    data: choices,
  }),
  'notificationChoices.update': mutation({
    method: 'PUT',
    path: '/notifications/choices',
    access: SIGNED_IN,
    summary: 'Chooses it; kinds that are not named stay as they are',
    body: z.object({
      kinds: z.array(choice).check(z.maxLength(NOTIFICATION_KINDS.length, { error: 'TOO_MANY' })),
      hasDigest: field.optional(field.flag()),
    }),
    data: choices,
    touches: ['notificationChoices'],
  }),
  'notificationMutes.create': mutation({
    method: 'POST',
    path: '/notifications/mutes',
    access: SIGNED_IN,
    summary: 'Stops following a document: no more notifications of what becomes of it',
    notice: 'none',
    body: z.object({ type: field.requiredText(60), id: field.id() }),
    data: nothing(),
    touches: ['notificationChoices', 'comments'],
  }),
  'notificationMutes.delete': mutation({
    method: 'DELETE',
    path: '/notifications/mutes/:id',
    access: SIGNED_IN,
    summary: 'Follows a document again, by its id',
    notice: 'none',
    data: nothing(),
    touches: ['notificationChoices', 'comments'],
  }),
} as const;
