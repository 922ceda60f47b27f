import * as z from 'zod/mini';
import { SETTING_KEYS, type SettingValue } from '../../../domain/settings/settings.ts';
import * as field from '../../../domain/values/fields.ts';
import { ref, userRef } from '../../common.ts';
import { ability, mutation, one } from '../../endpoint.ts';

/**
 * Settings of a company with the day from which each value counts (domain-containers 1.5). Values are
 * added and never changed: the history is what was in force, and an undo is one more value.
 */
/** Its shape depends on the key (`settingSchema`). */
const value = () => z.custom<SettingValue>();

/** What a value is for, where a setting has one for each person or model. */
const subject = { user: z.nullable(userRef()), productModel: z.nullable(ref()) };

const entry = z.object({
  id: field.id(),
  value: value(),
  effectiveFrom: field.date(),
  reason: z.nullable(z.string()),
  createdAt: field.instant(),
  createdBy: z.nullable(userRef()),
});

const inForce = z.object({
  key: z.enum(SETTING_KEYS),
  ...subject,
  /** As nobody has set it: what the setting begins with. */
  value: value(),
  /** Null: it was never set. */
  effectiveFrom: z.nullable(field.date()),
  /** What follows on a later day. */
  next: z.nullable(z.object({ value: value(), effectiveFrom: field.date() })),
});
export type SettingInForce = z.infer<typeof inForce>;

const detail = z.object({
  ...inForce.shape,
  company: ref(),
  /** Every value ever entered, the latest day first. */
  history: z.array(entry),
});
export type SettingDetail = z.infer<typeof detail>;

const VIEW = ability('contract-header:view');
/** Whom a value is for; the company is the `id` of the path. */
const about = {
  userId: field.optional(field.id()),
  productModelId: field.optional(field.id()),
};

export const settingsFamily = {
  'settings.all': one({
    path: '/settings/:id',
    access: VIEW,
    summary: 'Settings of a company as they are today',
    data: z.object({ company: ref(), values: z.array(inForce) }),
  }),
  'settings.get': one({
    path: '/settings/:id/:key',
    access: VIEW,
    summary: 'A setting with its history',
    query: z.object(about),
    data: detail,
  }),
  'settings.set': mutation({
    method: 'POST',
    path: '/settings/:id/:key',
    access: ability('contract-header:update'),
    summary: 'Gives a setting another value from a day on',
    status: 201,
    body: z.object({
      userId: field.nullish(field.id()),
      productModelId: field.nullish(field.id()),
      value: value(),
      effectiveFrom: field.date(),
      reason: field.nullish(field.longText(500)),
    }),
    lookups: ['users.all', 'productModels.all'],
    data: detail,
    touches: ['settings'],
  }),
} as const;
