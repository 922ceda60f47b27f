import { AREAS, PAGE_VERBS, ROLE_SEEDS, ROUTES, type RoleSeed } from '@boxyard/shared/domain';
import { type App, type Ctx, created, newId, SYSTEM } from '../kernel/index.ts';

const GROUP_LABELS: Readonly<Record<string, { en: string; th: string }>> = {
  administrators: { en: 'Administrators', th: 'ผู้ดูแลระบบ' },
  warehousing: { en: 'Warehousing', th: 'คลังสินค้า' },
  purchasing: { en: 'Purchasing', th: 'จัดซื้อ' },
  'sales-office': { en: 'Sales office', th: 'ฝ่ายขาย' },
  finance: { en: 'Finance', th: 'การเงินและบัญชี' },
  'field-service': { en: 'Field service', th: 'ฝ่ายบริการ' },
  control: { en: 'Control', th: 'ตรวจสอบ' },
};

interface MenuSeed {
  readonly name: string;
  readonly labelEn: string;
  readonly labelTh: string;
  readonly urlPath: string;
  readonly icon: string | null;
  readonly parent: string | null;
}

const areaName = (path: string): string => path.slice(1);

/** One menu a page, under its area; the menu's name is the page's (domain-containers 4.3). */
function menuSeeds(): MenuSeed[] {
  const areas = AREAS.map(
    (area): MenuSeed => ({
      name: areaName(area.path),
      labelEn: area.label,
      labelTh: area.labelTh,
      urlPath: area.path,
      icon: area.icon,
      parent: null,
    }),
  );
  const pages = Object.keys(PAGE_VERBS).map((page): MenuSeed => {
    const route = ROUTES.find(({ name }) => name === page);
    if (!route) throw new Error(`no route is named after the page "${page}"`);
    const area = AREAS.find(({ path }) => route.path.startsWith(`${path}/`));
    return {
      name: page,
      labelEn: route.title,
      labelTh: route.titleTh,
      urlPath: route.path,
      icon: page === 'dashboard' ? 'dashboard' : null,
      parent: area ? areaName(area.path) : null,
    };
  });
  // In the order of the routes, which is the order of the specification.
  const order = new Map(ROUTES.map(({ name }, index) => [name, index]));
  pages.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
  // What belongs to no area (the dashboard) comes first, as people begin their day there.
  const alone = pages.filter(({ parent }) => parent === null);
  return [...alone, ...areas, ...pages.filter(({ parent }) => parent !== null)];
}

/**
 * Roles, groups and menus of spec/permissions.json, where they are missing. What an administrator
 * has changed stays changed: only new roles and new menus receive their grants.
 */
export async function seedBase(app: App): Promise<void> {
  await app.transaction({ actor: SYSTEM }, async (ctx) => {
    await ctx.pg.query('select pg_advisory_xact_lock(4207003)');
    const newMenus = await seedMenus(ctx);
    const newRoles = await seedRoles(ctx);
    await grant(ctx, newMenus, newRoles);
  });
}

async function seedMenus(ctx: Ctx): Promise<Set<string>> {
  const existing = await ctx.db.selectFrom('menus').select(['id', 'name']).execute();
  const ids = new Map(existing.map(({ id, name }) => [name, id]));
  const fresh = new Set<string>();
  const rows = menuSeeds().flatMap((menu, index) => {
    if (ids.has(menu.name)) return [];
    const id = newId();
    ids.set(menu.name, id);
    fresh.add(menu.name);
    const { parent, ...rest } = menu;
    const parentId = parent === null ? null : (ids.get(parent) ?? null);
    return [{ ...created(ctx), ...rest, id, parentId, sort: index * 10, isSystem: true }];
  });
  if (rows.length > 0) await ctx.db.insertInto('menus').values(rows).execute();
  return fresh;
}

/** Roles that an administrator of a company does not give (domain-conventions "Granting"). */
const NOT_BY_COMPANIES: ReadonlySet<string> = new Set([
  'system-admin',
  'company-admin',
  'accounting-manager',
  'auditor',
]);

async function seedRoles(ctx: Ctx): Promise<Set<string>> {
  const groups = new Map(
    (await ctx.db.selectFrom('roleGroups').select(['id', 'name']).execute()).map((g) => [
      g.name,
      g.id,
    ]),
  );
  const known = new Set(
    (await ctx.db.selectFrom('roles').select('name').execute()).map(({ name }) => name),
  );
  const fresh = new Set<string>();
  for (const role of ROLE_SEEDS) {
    if (known.has(role.name)) continue;
    fresh.add(role.name);
    await ctx.db
      .insertInto('roles')
      .values({
        ...created(ctx),
        name: role.name,
        labelEn: role.labelEn,
        labelTh: role.labelTh,
        roleGroupId: await groupId(ctx, groups, role.roleGroup),
        dataScope: role.dataScope,
        approvalLimit: role.approvalLimit,
        discountLimitPercent: role.discountLimitPercent,
        assignableBy: NOT_BY_COMPANIES.has(role.name) ? [] : ['company-admin'],
        isSystem: true,
      })
      .execute();
  }
  return fresh;
}

async function groupId(ctx: Ctx, groups: Map<string, string>, name: string): Promise<string> {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const id = newId();
  const label = GROUP_LABELS[name] ?? { en: name, th: name };
  await ctx.db
    .insertInto('roleGroups')
    .values({ ...created(ctx), id, name, labelEn: label.en, labelTh: label.th })
    .execute();
  groups.set(name, id);
  return id;
}

const pagesOf = (role: RoleSeed): Readonly<Record<string, readonly string[]>> =>
  role.pages === 'all'
    ? Object.fromEntries(Object.keys(PAGE_VERBS).map((page) => [page, []]))
    : role.pages;

async function grant(
  ctx: Ctx,
  newMenus: ReadonlySet<string>,
  newRoles: ReadonlySet<string>,
): Promise<void> {
  const menus = await ctx.db.selectFrom('menus').select(['id', 'name', 'parentId']).execute();
  const roles = await ctx.db.selectFrom('roles').select(['id', 'name']).execute();
  for (const seed of ROLE_SEEDS) {
    const role = roles.find(({ name }) => name === seed.name);
    if (!role) continue;
    const isNew = newRoles.has(seed.name);
    const pages = pagesOf(seed);
    const own = menus.filter(({ name }) => Object.hasOwn(pages, name));
    const parents = new Set(own.map(({ parentId }) => parentId));
    const granted = [...own, ...menus.filter(({ id }) => parents.has(id))].filter(
      ({ name }) => isNew || newMenus.has(name),
    );
    if (granted.length > 0) {
      await ctx.db
        .insertInto('roleMenus')
        .values(granted.map(({ id }) => ({ roleId: role.id, menuId: id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const names = [
      ...Object.entries(pages)
        .filter(([page]) => isNew || newMenus.has(page))
        .flatMap(([page, verbs]) => verbs.map((verb) => `${page}:${verb}`)),
      ...(isNew ? (seed.permissions ?? []) : []),
    ];
    if (names.length > 0) {
      await ctx.db
        .insertInto('rolePermissions')
        .values(names.map((name) => ({ roleId: role.id, name })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}
