import type { BodyOut } from '@boxyard/shared/contract';
import {
  can,
  isReservedName,
  PAGE_VERBS,
  TEAM_POSITIONS,
  TEAM_TYPES,
} from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import {
  type Actor,
  type Contract,
  type Ctx,
  conflict,
  created,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  newId,
  notFound,
  refuseFaults,
} from '../../../kernel/index.ts';
import { defineMaster, recordChange } from '../../masterData/index.ts';
import { reachesAll } from '../roles/roleRights.ts';
import { TEXTS } from './labels.ts';

/** The tree of the sidebar in two levels (domain-containers 1.5, 4.3). */
const menus = defineMaster({ table: 'menus', subject: 'menus' });
/** Families that show something of a menu. */
const SHOWN_IN = ['roles', 'permissions'];

type Changed = BodyOut<Contract['menus.update']>;
type MenuFields = Pick<Changed, 'labelEn' | 'labelTh' | 'isVisible' | 'parentId'> & {
  readonly icon?: string | null | undefined;
};

const source = (ctx: Ctx) => ctx.db.selectFrom('menus as m');

const childCount = sql<number>`(select count(*)::int from menus k where k.parent_id = m.id)`;
const rolesCount: RawBuilder<number> = sql<number>`(select count(*)::int from role_menus rm
  where rm.menu_id = m.id)`;

const withParent = (query: ReturnType<typeof source>) =>
  query
    .leftJoin('menus as p', 'p.id', 'm.parentId')
    .selectAll('m')
    .select(['p.name as parentName', 'p.labelEn as parentEn', 'p.labelTh as parentTh'])
    .select([childCount.as('childCount'), rolesCount.as('rolesCount')]);

type MenuRow = Awaited<ReturnType<ReturnType<typeof withParent>['execute']>>[number];

/** What this person may do with a menu now, by the same questions that the calls ask. */
function actionsOf(
  actor: Actor,
  menu: { readonly isSystem: boolean; readonly parentId: string | null },
): string[] {
  const may = (verb: string) => can(actor.grants, `system-menu:${verb}`);
  return [
    ...(may('update') ? ['update'] : []),
    ...(may('update') && menu.parentId !== null ? ['unassign-parent'] : []),
    ...(may('delete') && !menu.isSystem ? ['delete'] : []),
  ];
}

const shown = (ctx: Ctx, rows: readonly MenuRow[]) => {
  const built = ctx.app.builtPages();
  return rows.map(({ parentName, parentEn, parentTh, ...row }) => ({
    ...row,
    parent:
      row.parentId === null
        ? null
        : { id: row.parentId, code: parentName, name: parentEn ?? '', nameTh: parentTh },
    isBuilt: built.has(row.name),
    allowedActions: actionsOf(ctx.actor, row),
  }));
};

async function menuById(ctx: Ctx, id: string) {
  const [first] = shown(ctx, await withParent(source(ctx).where('m.id', '=', id)).execute());
  if (!first) throw notFound();
  return first;
}

const SEARCHED = ['m.name', 'm.label_en', 'm.label_th'] as const;

const menuList = defineList('menus.list', {
  id: 'm.id',
  from: source,
  select: withParent,
  map: (rows, ctx) => shown(ctx, rows),
  sorts: { sort: 'm.sort', name: 'm.name', createdAt: 'm.created_at' },
  filters: { parentId: 'm.parent_id', isVisible: 'm.is_visible', isSystem: 'm.is_system' },
  search: SEARCHED,
  export: {
    fileName: 'menus',
    columns: {
      name: { title: TEXTS.field.name, type: 'text' },
      labelEn: { title: TEXTS.field.labelEn, type: 'text' },
      labelTh: { title: TEXTS.field.labelTh, type: 'text' },
      urlPath: { title: { en: 'Address', th: 'ที่อยู่หน้า' }, type: 'text' },
      parent: { title: { en: 'Below', th: 'อยู่ภายใต้' }, type: 'text' },
      isVisible: { title: { en: 'Shown', th: 'แสดง' }, type: 'text' },
      rolesCount: { title: { en: 'Roles', th: 'จำนวนบทบาท' }, type: 'number' },
    },
  },
});

const menuChoices = defineList('menus.all', {
  id: 'm.id',
  from: source,
  select: (query) =>
    query.select(['m.id', 'm.name as code', 'm.labelEn as name', 'm.labelTh as nameTh']),
  map: (rows) => rows,
  sorts: { name: 'm.name' },
  filters: {
    isTop: (query, isTop) => query.where(sql<boolean>`(m.parent_id is null) = ${isTop}`),
  },
  search: SEARCHED,
});

/**
 * One change of the tree at a time: places among siblings are counted from each other, and two
 * moves that are fine alone could make a third level together.
 */
export const lockTree = (ctx: Ctx) =>
  ctx.pg.query(`select pg_advisory_xact_lock(hashtextextended('menu-tree', 0))`);

async function lockedMenu(ctx: Ctx, id: string) {
  await lockTree(ctx);
  const menu = await ctx.db
    .selectFrom('menus as m')
    .selectAll('m')
    .select(childCount.as('childCount'))
    .where('m.id', '=', id)
    .forNoKeyUpdate('m')
    .executeTakeFirst();
  if (!menu) throw notFound();
  return menu;
}

type Locked = Awaited<ReturnType<typeof lockedMenu>>;

/** Two levels: a parent stands alone and opens no page itself, since an area only unfolds. */
async function parentFaults(
  ctx: Ctx,
  parentId: string | null,
  menu?: Locked,
): Promise<FieldFault[]> {
  if (parentId === null || parentId === menu?.parentId) return [];
  const parent = await ctx.db
    .selectFrom('menus')
    .select(['id', 'name', 'parentId'])
    .where('id', '=', parentId)
    .executeTakeFirst();
  const fault = (code: string): FieldFault[] => [{ field: 'parentId', code }];
  if (!parent) return fault('UNKNOWN_ID');
  const deepens = menu !== undefined && (menu.childCount > 0 || menu.id === parent.id);
  if (parent.parentId !== null || deepens) return fault('DEPTH');
  return Object.hasOwn(PAGE_VERBS, parent.name) ? fault('PARENT_IS_PAGE') : [];
}

/**
 * Roles, groups, positions and team types give `{their name}:manage`: a menu of such a name would
 * hand its page to all of them (domain-containers 1.5, security trap).
 */
export async function nameFaults(ctx: Ctx, name: string): Promise<FieldFault[]> {
  const { rows } = await ctx.pg.query<{ name: string }>(
    'select name from roles union all select name from role_groups',
  );
  const taken = [...rows.map((row) => row.name), ...TEAM_POSITIONS, ...TEAM_TYPES];
  return isReservedName(name, taken) ? [{ field: 'name', code: 'RESERVED_NAME' }] : [];
}

/** A seeded menu keeps its name and address: roles and routes mean it by them (4.3, pitfalls). */
function identityFaults(menu: Locked, body: Changed): FieldFault[] {
  if (!menu.isSystem) return [];
  return (['name', 'urlPath'] as const)
    .filter((field) => body[field] !== undefined && body[field] !== menu[field])
    .map((field) => ({ field, code: 'SYSTEM_MENU' }));
}

/** Puts a menu at an index among its siblings and numbers them anew; answers its `sort`. */
async function place(
  ctx: Ctx,
  menu: { id: string; parentId: string | null },
  index: number,
): Promise<number> {
  const siblings = await ctx.db
    .selectFrom('menus')
    .select('id')
    .where(sql<boolean>`parent_id is not distinct from ${menu.parentId}::uuid`)
    .where('id', '<>', menu.id)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const ids = siblings.map(({ id }) => id);
  ids.splice(index, 0, menu.id);
  await ctx.pg.query(
    `update menus m set sort = o.place * 10
      from unnest($1::uuid[]) with ordinality as o(id, place)
      where m.id = o.id and m.sort <> o.place * 10`,
    [ids],
  );
  return (ids.indexOf(menu.id) + 1) * 10;
}

/** Where it stands now, for a change that does not say. */
async function indexOf(ctx: Ctx, menu: Locked): Promise<number> {
  const { rows } = await ctx.pg.query<{ before: number }>(
    `select count(*)::int as before from menus
      where parent_id is not distinct from $1::uuid and (sort, id) < ($2, $3::uuid)`,
    [menu.parentId, menu.sort, menu.id],
  );
  return rows[0]?.before ?? 0;
}

const LAST = Number.MAX_SAFE_INTEGER;

/** Whoever has a menu has the area that it stands in, else no tree could show it. */
const grantParent = (ctx: Ctx, menuId: string, parentId: string | null) =>
  parentId === null
    ? undefined
    : ctx.pg.query(
        `insert into role_menus (role_id, menu_id)
          select role_id, $2 from role_menus where menu_id = $1 on conflict do nothing`,
        [menuId, parentId],
      );

const valuesOf = (body: MenuFields) => ({
  labelEn: body.labelEn,
  labelTh: body.labelTh,
  icon: body.icon ?? null,
  isVisible: body.isVisible,
  parentId: body.parentId ?? null,
});

interface Wanted extends ReturnType<typeof valuesOf> {
  readonly name?: string;
  readonly urlPath?: string;
  readonly position: number;
}

/** Writes changed values and the place, with the log of it. */
async function change(ctx: Ctx, before: Locked, { position, ...values }: Wanted): Promise<void> {
  const sort = await place(ctx, { id: before.id, parentId: values.parentId }, position);
  await menus.update(ctx, before, { values, also: { sort }, touches: SHOWN_IN });
  await grantParent(ctx, before.id, values.parentId);
}

interface Entered {
  readonly id: string;
  readonly values: { readonly parentId: string | null } & Readonly<Record<string, unknown>>;
  /** Whether the roles of an alias have the menu from the beginning. */
  readonly holders: (alias: string) => RawBuilder<boolean>;
}

/** Stands a menu that was just added at the end of its area, gives it to its first holders, logs it. */
export async function enterMenu(ctx: Ctx, { id, values, holders }: Entered): Promise<void> {
  await place(ctx, { id, parentId: values.parentId }, LAST);
  await ctx.db
    .insertInto('roleMenus')
    .columns(['roleId', 'menuId'])
    .expression((on) =>
      on
        .selectFrom('roles as r')
        .where(holders('r'))
        .select(['r.id', sql<string>`${id}::uuid`.as('menuId')]),
    )
    .execute();
  await grantParent(ctx, id, values.parentId);
  await recordChange(ctx, {
    subject: 'menus',
    id,
    action: 'create',
    after: values,
    version: 1,
    touches: SHOWN_IN,
  });
}

export const menuHandlers: HandlersOf<Family<'menus'>> = {
  'menus.list': menuList.run,
  'menus.all': menuChoices.run,
  'menus.get': async (ctx, { params }) => ({ data: await menuById(ctx, params.id) }),

  'menus.create': async (ctx, { body }) => {
    await lockTree(ctx);
    refuseFaults([
      ...(await nameFaults(ctx, body.name)),
      ...(await parentFaults(ctx, body.parentId ?? null)),
    ]);
    const id = newId();
    const values = { name: body.name, urlPath: body.urlPath, ...valuesOf(body) };
    await ctx.db
      .insertInto('menus')
      .values({ ...values, ...created(ctx), id, sort: 0 })
      .execute();
    // Whoever reaches everything has every menu; the others get it with their role.
    await enterMenu(ctx, { id, values, holders: reachesAll });
    return { data: await menuById(ctx, id) };
  },

  'menus.update': async (ctx, { params, body }) => {
    const before = await lockedMenu(ctx, params.id);
    const renamed = body.name !== undefined && body.name !== before.name;
    refuseFaults([
      ...identityFaults(before, body),
      ...(renamed && !before.isSystem ? await nameFaults(ctx, body.name ?? '') : []),
      ...(await parentFaults(ctx, body.parentId ?? null, before)),
    ]);
    expectVersion(before, body.version);
    const values = {
      ...valuesOf(body),
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.urlPath === undefined ? {} : { urlPath: body.urlPath }),
    };
    const stays = values.parentId === before.parentId;
    const position = body.position ?? (stays ? await indexOf(ctx, before) : LAST);
    await change(ctx, before, { ...values, position });
    return { data: await menuById(ctx, before.id) };
  },

  'menus.unassignParent': async (ctx, { params, body }) => {
    const before = await lockedMenu(ctx, params.id);
    expectVersion(before, body.version);
    if (before.parentId === null) throw conflict('NO_PARENT');
    await change(ctx, before, { ...valuesOf(before), parentId: null, position: LAST });
    return { data: await menuById(ctx, before.id) };
  },

  'menus.delete': async (ctx, { params }) => {
    const before = await lockedMenu(ctx, params.id);
    if (before.isSystem) throw conflict('SYSTEM_MENU');
    if (before.childCount > 0) {
      throw conflict('IN_USE', { references: [{ family: 'menus', count: before.childCount }] });
    }
    return menus.remove(ctx, before, { touches: SHOWN_IN });
  },
};

/** Unique constraints a person can meet. */
export const menuConstraints = { menus_name_uq: 'name', menus_url_path_uq: 'urlPath' };
