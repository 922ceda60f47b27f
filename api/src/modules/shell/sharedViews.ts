import { can, grantSet, grantsOf, onlyReads } from '@boxyard/shared/domain';
import { ACCOUNT } from '@boxyard/shared/domain/people/userMachine.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  expectVersion,
  exportableList,
  exportRefusal,
  type Family,
  forbidden,
  type HandlersOf,
  listOf,
  notFound,
  refuseFaults,
  updated,
  viewQueryFor,
  worksWith,
} from '../../kernel/index.ts';
import { ownView } from './savedViews.ts';

/** Characters of a view's name (contract). */
const MAX_NAME = 80;

/** People who may export a list may share views of it; people who only look at the business may not. */
const mayShare = ({ actor }: Ctx, resource: string): boolean =>
  !onlyReads(actor.grants) && exportRefusal(actor, resource) === null;

interface RoleRow {
  readonly id: string;
  readonly name: string;
  readonly labelEn: string;
  readonly labelTh: string;
  readonly menus: readonly string[];
  readonly permissions: readonly string[];
}

/** Active roles whose holders open a list. */
async function rolesFor(ctx: Ctx, resource: string) {
  const access = listOf(resource)?.access;
  const { rows } = await sql<RoleRow>`select r.id, r.name, r.label_en, r.label_th,
      array(select m.name from role_menus rm join menus m on m.id = rm.menu_id
        where rm.role_id = r.id order by m.name) as menus,
      array(select p.name from role_permissions p where p.role_id = r.id order by p.name) as permissions
    from roles r where r.is_active order by r.label_en, r.id`.execute(ctx.db);
  return rows.filter(({ name, menus, permissions }) => {
    if (access?.kind !== 'ability') return access !== undefined;
    const named = (names: readonly string[]) => names.map((one) => ({ name: one }));
    const role = { name, roleGroup: null, menus: named(menus), permissions: named(permissions) };
    const grants = grantSet(grantsOf({ role, team: null }));
    return access.anyOf.some((ability) => can(grants, ability));
  });
}

/** Views that others share with the caller's role, people of other companies aside. */
const sharedWith = (ctx: Ctx) =>
  ctx.db
    .selectFrom('savedViews as v')
    .innerJoin('users as u', 'u.id', 'v.userId')
    .where('v.userId', '!=', ctx.actor.userId)
    .where(worksWith(ctx.actor, 'u'))
    .where(
      sql<boolean>`exists (select 1 from saved_view_roles s
        join roles r on r.id = s.role_id and r.is_active
        join users me on me.role_id = r.id and me.id = ${ctx.actor.userId}::uuid
        where s.view_id = v.id)`,
    );

/** Views that people share with roles; their owners alone change them. */
export const sharedViewHandlers: HandlersOf<Family<'sharedViews'>> = {
  'sharedViews.list': async (ctx, { query }) => {
    const resource = query?.resource ?? '';
    const endpoint = listOf(resource);
    const isReader = endpoint !== undefined && exportRefusal(ctx.actor, resource) !== 'view';
    if (!isReader) return { data: { views: [], sharing: [], mayShare: false, roles: [] } };
    const isSharer = mayShare(ctx, resource);
    const [views, sharing, roles] = await Promise.all([
      sharedWith(ctx)
        .where('v.resource', '=', resource)
        .orderBy('v.name')
        .orderBy('v.id')
        .limit(200)
        .select(['v.id', 'v.name', 'v.query', 'u.id as ownerId', 'u.fullName', 'u.status'])
        .execute(),
      ctx.db
        .selectFrom('savedViewRoles as s')
        .innerJoin('savedViews as v', 'v.id', 's.viewId')
        .where('v.userId', '=', ctx.actor.userId)
        .where('v.resource', '=', resource)
        .groupBy('s.viewId')
        .select(['s.viewId as id', sql<string[]>`array_agg(s.role_id::text)`.as('roleIds')])
        .execute(),
      isSharer ? rolesFor(ctx, resource) : [],
    ]);
    return {
      data: {
        views: views.map(({ id, name, query: saved, ownerId, fullName, status }) => ({
          id,
          name,
          query: viewQueryFor(endpoint, ctx.actor.grants, saved),
          owner: { id: ownerId, name: fullName },
          isAbandoned: status !== ACCOUNT.active,
        })),
        sharing,
        mayShare: isSharer,
        roles,
      },
    };
  },

  'sharedViews.share': async (ctx, { params, body }) => {
    if (onlyReads(ctx.actor.grants)) throw forbidden();
    const view = await ownView(ctx, params.id);
    expectVersion(view, body.version);
    const roleIds = [...new Set(body.roleIds)];
    // A person who has lost the right can still stop sharing.
    if (roleIds.length > 0) {
      exportableList(ctx.actor, view.resource, 'resource');
      const known = new Set((await rolesFor(ctx, view.resource)).map(({ id }) => id));
      refuseFaults(
        roleIds.flatMap((id, index) =>
          known.has(id) ? [] : [{ field: `roleIds[${index}]`, code: 'UNKNOWN_ID' }],
        ),
      );
    }
    await ctx.db.deleteFrom('savedViewRoles').where('viewId', '=', view.id).execute();
    if (roleIds.length > 0) {
      await ctx.db
        .insertInto('savedViewRoles')
        .values(roleIds.map((roleId) => ({ viewId: view.id, roleId, sharedBy: ctx.actor.userId })))
        .execute();
    }
    const version = view.version + 1;
    await ctx.db
      .updateTable('savedViews')
      .set({ version, ...updated(ctx) })
      .where('id', '=', view.id)
      .execute();
    return { data: { id: view.id, version } };
  },

  'sharedViews.takeOver': async (ctx, { params }) => {
    const view = await sharedWith(ctx)
      .where('v.id', '=', params.id)
      .where('u.status', '!=', ACCOUNT.active)
      .select(['v.id', 'v.name', 'v.resource', 'v.version'])
      .forUpdate('v')
      .executeTakeFirst();
    if (!view || exportRefusal(ctx.actor, view.resource) === 'view') throw notFound();
    if (!mayShare(ctx, view.resource)) throw forbidden();
    await ctx.db
      .updateTable('savedViews')
      .set({
        userId: ctx.actor.userId,
        isDefault: false,
        name: await freeName(ctx, view),
        version: view.version + 1,
        createdBy: ctx.actor.userId,
        ...updated(ctx),
      })
      .where('id', '=', view.id)
      .execute();
    await ctx.db
      .updateTable('savedViewRoles')
      .set({ sharedBy: ctx.actor.userId })
      .where('viewId', '=', view.id)
      .execute();
    return { data: { id: view.id } };
  },
};

/** The view's name, with a number behind it where the new owner has one of that name. */
async function freeName(
  ctx: Ctx,
  { name, resource }: { readonly name: string; readonly resource: string },
): Promise<string> {
  const own = await ctx.db
    .selectFrom('savedViews')
    .where('userId', '=', ctx.actor.userId)
    .where('resource', '=', resource)
    .select('name')
    .execute();
  const taken = new Set(own.map((one) => one.name));
  const named = (count: number) => {
    const end = count === 1 ? '' : ` (${count})`;
    return name.slice(0, MAX_NAME - end.length) + end;
  };
  let count = 1;
  while (taken.has(named(count))) count += 1;
  return named(count);
}
