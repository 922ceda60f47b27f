import { ROLE_PEOPLE } from '@boxyard/shared/contract';
import { sql } from 'kysely';
import { type Ctx, notFound } from '../../../kernel/index.ts';
import { refOf } from '../../masterData/index.ts';
import { userSource, visibleAtOnce } from '../users/userRows.ts';
import { reachesAll } from './roleRights.ts';
import { roleActions } from './rules.ts';

export const roleSource = (ctx: Ctx) => ctx.db.selectFrom('roles as r');

/** A role as lists and details show it, before its people are counted. */
export const withGroup = (query: ReturnType<typeof roleSource>) =>
  query
    .leftJoin('roleGroups as g', 'g.id', 'r.roleGroupId')
    .selectAll('r')
    .select(['g.name as groupName', 'g.labelEn as groupEn', 'g.labelTh as groupTh'])
    .select(reachesAll('r').as('reachesAll'));

type Row = Awaited<ReturnType<ReturnType<typeof withGroup>['execute']>>[number];

/** Rows of roles; people beyond the viewer's companies are not counted. */
export async function shownRoles(ctx: Ctx, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id);
  // One join for all, where each of 50,000 people would be asked for their company.
  const counted = await ctx.db
    .selectFrom('users as u')
    .where(sql<boolean>`u.role_id = any(${ids}::uuid[])`)
    .where(visibleAtOnce(ctx.actor))
    .groupBy('u.roleId')
    .select(['u.roleId', sql<number>`count(*)::int`.as('count')])
    .execute();
  const heldElsewhere = await heldElsewhereOf(ctx, ids);
  const counts = new Map(counted.map(({ roleId, count }) => [roleId, count]));
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    name: row.name,
    labelEn: row.labelEn,
    labelTh: row.labelTh,
    roleGroup: refOf(row.roleGroupId, null, { name: row.groupEn, nameTh: row.groupTh }),
    dataScope: row.dataScope,
    approvalLimit: row.approvalLimit,
    discountLimitPercent: row.discountLimitPercent,
    assignableBy: row.assignableBy,
    isSystem: row.isSystem,
    isActive: row.isActive,
    usersCount: counts.get(row.id) ?? 0,
    allowedActions: roleActions(ctx, { ...row, isHeldElsewhere: heldElsewhere.has(row.id) }),
  }));
}

/**
 * Those of the roles that somebody holds who works for a company beyond the viewer's: what such a
 * role grants is not for an administrator of one company to change.
 */
export async function heldElsewhereOf(
  ctx: Ctx,
  roleIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { companyIds } = ctx.actor;
  if (companyIds === null) return new Set();
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'roles.heldElsewhere',
    text: `select t.id from unnest($1::uuid[]) t(id) where exists (
        select 1 from users u join user_companies c on c.user_id = u.id
        where u.role_id = t.id and not c.company_id = any($2::uuid[]))`,
    values: [roleIds, companyIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Menus and permissions of a role, in a stable order. */
export async function grantedTo(ctx: Ctx, roleId: string) {
  const menus = await ctx.db
    .selectFrom('roleMenus')
    .select('menuId')
    .where('roleId', '=', roleId)
    .orderBy('menuId')
    .execute();
  const permissions = await ctx.db
    .selectFrom('rolePermissions')
    .select('name')
    .where('roleId', '=', roleId)
    .orderBy('name')
    .execute();
  return {
    menuIds: menus.map(({ menuId }) => menuId),
    permissionNames: permissions.map(({ name }) => name),
  };
}

/** A role as its page shows it, or 404. */
export async function roleById(ctx: Ctx, id: string) {
  const [role] = await shownRoles(
    ctx,
    await withGroup(roleSource(ctx).where('r.id', '=', id)).execute(),
  );
  if (!role) throw notFound();
  const users = await userSource(ctx)
    .where('u.roleId', '=', id)
    .orderBy(sql`u.full_name`)
    .limit(ROLE_PEOPLE)
    .select(['u.id', sql<string>`u.full_name`.as('name'), 'u.email'])
    .execute();
  return { ...role, ...(await grantedTo(ctx, id)), users };
}
