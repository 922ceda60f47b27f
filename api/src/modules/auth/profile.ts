import type { Profile } from '@boxyard/shared/contract';
import { type Ctx, notFound } from '../../kernel/index.ts';

type MenuItem = NonNullable<Profile['role']>['menus'][number];

/** The profile of specification 3: who is signed in, with the menus and abilities of the role. */
export async function profileOf(ctx: Ctx): Promise<Profile> {
  const user = await ctx.db
    .selectFrom('users as u')
    .leftJoin('roles as r', (join) =>
      join.onRef('r.id', '=', 'u.roleId').on('r.isActive', '=', true),
    )
    .leftJoin('roleGroups as g', 'g.id', 'r.roleGroupId')
    .leftJoin('teams as t', (join) =>
      join.onRef('t.id', '=', 'u.teamId').on('t.isActive', '=', true),
    )
    .where('u.id', '=', ctx.actor.userId)
    .select([
      'u.id',
      'u.email',
      'u.firstName',
      'u.lastName',
      'u.phone',
      'u.locale',
      'u.theme',
      'u.mustChangePassword',
      'u.teamPosition',
      'r.id as roleId',
      'r.name as roleName',
      'r.labelEn',
      'r.labelTh',
      'r.dataScope',
      'r.approvalLimit',
      'r.discountLimitPercent',
      'g.name as groupName',
      't.name as teamName',
      't.type as teamType',
    ])
    .executeTakeFirst();
  if (!user) throw notFound();
  const { roleId, roleName, labelEn, labelTh, dataScope } = user;
  const hasRole =
    roleId !== null &&
    roleName !== null &&
    labelEn !== null &&
    labelTh !== null &&
    dataScope !== null;
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.phone,
    locale: user.locale,
    theme: user.theme,
    mustChangePassword: user.mustChangePassword,
    role: hasRole
      ? {
          name: roleName,
          labelEn,
          labelTh,
          roleGroup: user.groupName === null ? null : { name: user.groupName },
          dataScope,
          approvalLimit: user.approvalLimit,
          discountLimitPercent: user.discountLimitPercent,
          menus: await menusOf(ctx, roleId),
          permissions: await permissionsOf(ctx, roleId),
        }
      : null,
    team:
      user.teamName === null
        ? null
        : { name: user.teamName, position: user.teamPosition, teamType: user.teamType },
    companies: await companiesOf(ctx),
  };
}

async function permissionsOf(ctx: Ctx, roleId: string) {
  return ctx.db
    .selectFrom('rolePermissions')
    .where('roleId', '=', roleId)
    .orderBy('name')
    .select('name')
    .execute();
}

async function companiesOf(ctx: Ctx) {
  const { companyIds } = ctx.actor;
  if (companyIds?.length === 0) return [];
  const all = ctx.db
    .selectFrom('companies')
    .where('isActive', '=', true)
    .orderBy('code')
    .select(['id', 'code', 'nameEn', 'nameTh']);
  return (companyIds === null ? all : all.where('id', 'in', companyIds)).execute();
}

/** Menus of the role as a tree, without pages that do not work and areas left empty by that. */
async function menusOf(ctx: Ctx, roleId: string): Promise<MenuItem[]> {
  const rows = await ctx.db
    .selectFrom('menus as m')
    .innerJoin('roleMenus as rm', 'rm.menuId', 'm.id')
    .where('rm.roleId', '=', roleId)
    .orderBy('m.sort')
    .select([
      'm.id',
      'm.name',
      'm.labelEn',
      'm.labelTh',
      'm.urlPath',
      'm.icon',
      'm.isVisible',
      'm.parentId',
    ])
    .execute();
  const built = ctx.app.builtPages();
  const itemOf = (row: (typeof rows)[number]): MenuItem => ({
    name: row.name,
    label: ctx.locale === 'th' ? row.labelTh : row.labelEn,
    labels: { en: row.labelEn, th: row.labelTh },
    urlPath: row.urlPath,
    icon: row.icon,
    isVisible: row.isVisible,
    subMenus: rows
      .filter((child) => child.parentId === row.id && built.has(child.name))
      .map(itemOf),
  });
  return rows
    .filter((row) => row.parentId === null)
    .map(itemOf)
    .filter((item) => item.subMenus.length > 0 || built.has(item.name));
}
