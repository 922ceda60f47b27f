import * as z from 'zod/mini';
import { isCommonPassword } from '../../domain/people/passwords.ts';
import * as field from '../../domain/values/fields.ts';
import { nothing } from '../common.ts';
import {
  ability,
  bare,
  file,
  list,
  lookup,
  mutation,
  one,
  PUBLIC,
  SIGNED_IN,
  stream,
} from '../endpoint.ts';

/** Sign-in, one's own profile and sessions (specification 2, 4, 7; domain-conventions "Authentication"). */
const newPassword = () =>
  z.string().check(
    z.minLength(10, { error: 'PASSWORD_SHORT' }),
    z.maxLength(200, { error: 'TOO_LONG' }),
    z.refine((value) => !isCommonPassword(value), { error: 'PASSWORD_COMMON' }),
  );

const labels = z.object({ en: z.string(), th: z.string() });

export interface MenuItem {
  name: string;
  label: string;
  labels: { en: string; th: string };
  urlPath: string;
  icon: string | null;
  isVisible: boolean;
  subMenus: MenuItem[];
}
const menuItem: z.ZodMiniType<MenuItem> = z.object({
  name: z.string(),
  label: z.string(),
  labels,
  urlPath: z.string(),
  icon: z.nullable(z.string()),
  isVisible: z.boolean(),
  get subMenus() {
    return z.array(menuItem);
  },
});

export const LOCALES = ['en', 'th'] as const;
export const THEMES = ['light', 'dark'] as const;

export const profileSchema = z.object({
  id: field.id(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  locale: z.enum(LOCALES),
  theme: z.enum(THEMES),
  mustChangePassword: z.boolean(),
  role: z.nullable(
    z.object({
      name: z.string(),
      labelEn: z.string(),
      labelTh: z.string(),
      roleGroup: z.nullable(z.object({ name: z.string() })),
      dataScope: z.enum(['own', 'team', 'zone', 'company', 'all']),
      approvalLimit: z.nullable(z.string()),
      discountLimitPercent: z.nullable(z.string()),
      menus: z.array(menuItem),
      permissions: z.array(z.object({ name: z.string() })),
    }),
  ),
  team: z.nullable(
    z.object({
      name: z.string(),
      position: z.nullable(z.string()),
      teamType: z.nullable(z.string()),
    }),
  ),
  companies: z.array(
    z.object({
      id: field.id(),
      code: z.string(),
      nameEn: z.nullable(z.string()),
      nameTh: z.string(),
    }),
  ),
});
export type Profile = z.infer<typeof profileSchema>;

const notification = z.object({
  id: field.id(),
  category: z.enum(['message', 'reminder', 'news', 'alert']),
  type: z.enum(['info', 'warning', 'error', 'success']),
  title: z.string(),
  description: z.string(),
  read: z.boolean(),
  date: field.instant(),
  /** Path that opens what it is about. */
  action: z.nullable(z.string()),
  actionTitle: z.nullable(z.string()),
});

export const SAVED_VIEW_SCOPES = ['personal'] as const;

export const authArea = {
  'auth.csrf': one({
    path: '/auth/csrf',
    access: PUBLIC,
    summary: 'Sets the cookie of the CSRF pair',
    data: nothing(),
  }),
  'auth.signIn': bare({
    method: 'POST',
    path: '/auth/signin',
    access: PUBLIC,
    withoutToken: true,
    summary: 'Signs in',
    notice: 'signedIn',
    body: z.object({
      email: field.email(),
      password: z
        .string()
        .check(z.minLength(1, { error: 'REQUIRED' }), z.maxLength(200, { error: 'TOO_LONG' })),
    }),
    data: z.object({ accessToken: z.string(), expiresIn: z.int() }),
  }),
  'auth.signUp': mutation({
    method: 'POST',
    path: '/auth/signup',
    access: PUBLIC,
    summary: 'Asks for an account; an administrator approves it',
    notice: 'signedUp',
    body: z.object({
      email: field.email(),
      firstName: field.requiredText(100),
      lastName: field.requiredText(100),
      phone: field.nullish(field.phone()),
      password: newPassword(),
      locale: field.optional(z.enum(LOCALES)),
    }),
    data: nothing(),
  }),
  'auth.forgotPassword': mutation({
    method: 'POST',
    path: '/auth/forgot-password',
    access: PUBLIC,
    withoutToken: true,
    summary: 'Sends a link that resets the password',
    notice: 'checkEmail',
    body: z.object({ email: field.email() }),
    data: nothing(),
  }),
  'auth.resetPassword': mutation({
    method: 'POST',
    path: '/auth/reset-password',
    access: PUBLIC,
    withoutToken: true,
    summary: 'Sets a new password with a single-use token',
    notice: 'passwordChanged',
    body: z.object({
      token: z
        .string()
        .check(z.minLength(1, { error: 'REQUIRED' }), z.maxLength(200, { error: 'TOO_LONG' })),
      password: newPassword(),
    }),
    data: nothing(),
  }),
  'auth.signOut': mutation({
    method: 'POST',
    path: '/auth/signout',
    access: SIGNED_IN,
    summary: 'Ends this session',
    notice: 'none',
    data: nothing(),
  }),
  'auth.profile': one({
    path: '/auth/profile',
    access: SIGNED_IN,
    summary: 'Who is signed in, with menus and abilities',
    data: profileSchema,
  }),
  'auth.updateProfile': mutation({
    method: 'PATCH',
    path: '/auth/profile',
    access: SIGNED_IN,
    summary: 'Changes one’s own name, phone, language and theme',
    body: z.object({
      firstName: field.optional(field.requiredText(100)),
      lastName: field.optional(field.requiredText(100)),
      phone: field.nullish(field.phone()),
      locale: field.optional(z.enum(LOCALES)),
      theme: field.optional(z.enum(THEMES)),
    }),
    data: profileSchema,
    touches: ['auth'],
  }),
  'auth.changePassword': mutation({
    method: 'POST',
    path: '/auth/password',
    access: SIGNED_IN,
    summary: 'Changes one’s own password; other sessions end',
    notice: 'passwordChanged',
    body: z.object({
      current: z
        .string()
        .check(z.minLength(1, { error: 'REQUIRED' }), z.maxLength(200, { error: 'TOO_LONG' })),
      password: newPassword(),
    }),
    data: nothing(),
    touches: ['auth'],
  }),
  'auth.sessions': one({
    path: '/auth/sessions',
    access: SIGNED_IN,
    summary: 'One’s open sessions',
    data: z.object({
      sessions: z.array(
        z.object({
          id: field.id(),
          current: z.boolean(),
          userAgent: z.nullable(z.string()),
          ip: z.nullable(z.string()),
          createdAt: field.instant(),
          lastSeenAt: field.instant(),
        }),
      ),
    }),
  }),
  'auth.endSession': mutation({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: SIGNED_IN,
    summary: 'Ends one of one’s sessions',
    data: nothing(),
    touches: ['auth'],
  }),

  'notifications.list': list({
    path: '/notifications',
    access: SIGNED_IN,
    summary: 'One’s notifications, newest first',
    list: {
      filters: { read: { kind: 'flag' } },
      sorts: ['date'],
      defaultSort: '-date',
      searchable: false,
    },
    row: notification,
    summaryOf: z.object({ unread: z.int() }),
  }),
  'notifications.stream': stream({
    path: '/notifications/stream',
    access: SIGNED_IN,
    summary: 'Server-sent events: notifications and changed records',
  }),
  'notifications.read': mutation({
    method: 'POST',
    path: '/notifications/:id/read',
    access: SIGNED_IN,
    summary: 'Marks one as read',
    notice: 'none',
    data: nothing(),
    touches: ['notifications'],
  }),
  'notifications.readAll': mutation({
    method: 'POST',
    path: '/notifications/read-all',
    access: SIGNED_IN,
    summary: 'Marks all as read',
    notice: 'none',
    data: nothing(),
    touches: ['notifications'],
  }),
  'notifications.delete': mutation({
    method: 'DELETE',
    path: '/notifications/:id',
    access: SIGNED_IN,
    summary: 'Deletes one',
    notice: 'none',
    data: nothing(),
    touches: ['notifications'],
  }),
  'notifications.clear': mutation({
    method: 'DELETE',
    path: '/notifications',
    access: SIGNED_IN,
    summary: 'Deletes all',
    notice: 'none',
    data: nothing(),
    touches: ['notifications'],
  }),

  'savedViews.list': one({
    path: '/saved-views',
    access: SIGNED_IN,
    summary: 'One’s saved queries of a list',
    query: z.object({ resource: field.requiredText(80) }),
    data: z.object({
      views: z.array(
        z.object({
          id: field.id(),
          version: field.version(),
          name: z.string(),
          resource: z.string(),
          query: z.string(),
          isDefault: z.boolean(),
        }),
      ),
    }),
  }),
  'savedViews.create': mutation({
    method: 'POST',
    path: '/saved-views',
    access: SIGNED_IN,
    summary: 'Saves a query of a list under a name',
    status: 201,
    body: z.object({
      resource: field.requiredText(80),
      name: field.requiredText(80),
      query: z.string().check(z.maxLength(2000, { error: 'TOO_LONG' })),
      isDefault: field.optional(field.flag()),
    }),
    data: z.object({ id: field.id() }),
    touches: ['savedViews'],
  }),
  'savedViews.update': mutation({
    method: 'PATCH',
    path: '/saved-views/:id',
    access: SIGNED_IN,
    summary: 'Renames or replaces a saved query',
    body: z.object({
      version: field.version(),
      name: field.optional(field.requiredText(80)),
      query: field.optional(z.string().check(z.maxLength(2000, { error: 'TOO_LONG' }))),
      isDefault: field.optional(field.flag()),
    }),
    data: z.object({ id: field.id() }),
    touches: ['savedViews'],
  }),
  'savedViews.delete': mutation({
    method: 'DELETE',
    path: '/saved-views/:id',
    access: SIGNED_IN,
    summary: 'Forgets a saved query',
    data: nothing(),
    touches: ['savedViews'],
  }),

  'permissions.groups': one({
    path: '/permissions/groups',
    access: ability('roles:view'),
    summary: 'Permissions by page, in the order of the menu',
    data: z.array(
      z.object({
        /** The page. */
        name: z.string(),
        labelEn: z.string(),
        labelTh: z.string(),
        /** Its menu, which gives `view`. */
        menuId: z.nullable(field.id()),
        /** The menu it stands below; null for what stands alone. */
        area: z.nullable(z.object({ name: z.string(), labelEn: z.string(), labelTh: z.string() })),
        permissions: z.array(
          z.object({ name: z.string(), labelEn: z.string(), labelTh: z.string() }),
        ),
      }),
    ),
  }),
  'permissions.all': one({
    path: '/permissions/all',
    access: lookup('roles:view', 'roles:create', 'roles:update'),
    summary: 'Names of all permissions',
    data: z.array(z.object({ name: z.string() })),
  }),

  'mailOutbox.list': list({
    path: '/mail-outbox',
    access: ability('all:manage'),
    summary: 'E-mails that were sent or wait, newest first',
    list: {
      filters: { status: { kind: 'enum', values: ['queued', 'sent', 'failed'] } },
      sorts: ['createdAt'],
      defaultSort: '-createdAt',
    },
    row: z.object({
      id: field.id(),
      to: z.string(),
      subject: z.string(),
      /** null: it holds a link that signs somebody in, which is for its reader alone. */
      text: z.nullable(z.string()),
      status: z.string(),
      error: z.nullable(z.string()),
      createdAt: field.instant(),
      sentAt: z.nullable(field.instant()),
    }),
  }),
  'attachments.file': file({
    path: '/attachments/:id',
    access: SIGNED_IN,
    summary: 'An attached file, for whoever may view its document',
    mime: 'application/octet-stream',
  }),
} as const;
