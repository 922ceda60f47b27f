import * as z from 'zod/mini';
import { MENU_ICON_NAMES } from '../../../domain/access/menuIcons.ts';
import * as field from '../../../domain/values/fields.ts';
import { nothing, recordFields, ref, versionOnly } from '../../common.ts';
import { ability, formsOf, list, lookup, mutation, one } from '../../endpoint.ts';

/**
 * The tree of the sidebar: areas and the pages below them (domain-containers 1.5, 4.3). A menu's
 * name is a subject of abilities: whoever has the menu may view the page of that name.
 */
const menuRow = z.object({
  ...recordFields,
  name: z.string(),
  labelEn: z.string(),
  labelTh: z.string(),
  urlPath: z.string(),
  icon: z.nullable(z.string()),
  parent: z.nullable(ref()),
  /** Among the menus of the same parent, ascending. */
  sort: z.int(),
  /** false: left out of the sidebar; the ability stays. */
  isVisible: z.boolean(),
  /** Seeded: keeps name and path, is never deleted. */
  isSystem: z.boolean(),
  /** A remote that is deployed has a page of this name. */
  isBuilt: z.boolean(),
  childCount: z.int(),
  rolesCount: z.int(),
  allowedActions: z.array(z.string()),
});
export type MenuRow = z.infer<typeof menuRow>;

const menuBody = {
  labelEn: field.requiredText(60),
  labelTh: field.requiredText(60),
  icon: field.nullish(field.oneOf(MENU_ICON_NAMES)),
  isVisible: field.flag(),
  parentId: field.nullish(field.id()),
};
const name = () => z.string().check(z.trim(), z.regex(/^[a-z][a-z0-9-]{0,59}$/, { error: 'SLUG' }));
const urlPath = () =>
  z.string().check(z.trim(), z.regex(/^(\/[a-z0-9][a-z0-9-]*){1,4}$/, { error: 'URL_PATH' }));

const touches = ['menus', 'roles', 'permissions'];

export const menusFamily = {
  'menus.list': list({
    path: '/menus',
    access: ability('system-menu:view'),
    summary: 'The menus of the sidebar',
    list: {
      filters: {
        parentId: { kind: 'id', lookup: 'menus.all' },
        isVisible: { kind: 'flag' },
        isSystem: { kind: 'flag' },
      },
      sorts: ['sort', 'name', 'createdAt'],
      defaultSort: 'sort',
      // The page draws the whole tree.
      maxLimit: 1000,
      exportColumns: ['name', 'labelEn', 'labelTh', 'urlPath', 'parent', 'isVisible', 'rolesCount'],
    },
    row: menuRow,
  }),
  'menus.all': list({
    path: '/menus/all',
    access: lookup(...formsOf('system-menu')),
    summary: 'Choice of a menu',
    list: {
      filters: { isTop: { kind: 'flag' } },
      sorts: ['name'],
      defaultSort: 'name',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      nameTh: z.nullable(z.string()),
    }),
  }),
  'menus.get': one({
    path: '/menus/:id',
    access: ability('system-menu:view'),
    summary: 'A menu',
    data: menuRow,
  }),
  'menus.create': mutation({
    method: 'POST',
    path: '/menus',
    access: ability('system-menu:create'),
    summary: 'Adds a menu',
    status: 201,
    body: z.object({ name: name(), urlPath: urlPath(), ...menuBody }),
    data: menuRow,
    touches,
  }),
  'menus.update': mutation({
    method: 'PATCH',
    path: '/menus/:id',
    access: ability('system-menu:update'),
    summary: 'Changes a menu or its place in the tree',
    body: z.object({
      version: field.version(),
      name: field.optional(name()),
      urlPath: field.optional(urlPath()),
      ...menuBody,
      /** Index among the menus of its parent, from 0; where it stands already when left out. */
      position: field.optional(field.integer(0, 1000)),
    }),
    data: menuRow,
    touches,
  }),
  'menus.delete': mutation({
    method: 'DELETE',
    path: '/menus/:id',
    access: ability('system-menu:delete'),
    summary: 'Deletes a menu that was added',
    data: nothing(),
    touches,
  }),
  'menus.unassignParent': mutation({
    method: 'POST',
    path: '/menus/:id/unassign-parent',
    access: ability('system-menu:update'),
    summary: 'Takes a menu out of its area: it stands alone, at the end',
    body: versionOnly(),
    data: menuRow,
    touches,
  }),
} as const;
