import { allAbilities, PAGE_VERBS, routeOf } from '@boxyard/shared/domain';
import type { Ctx } from '../../../kernel/index.ts';
import { verbLabels } from './verbs.ts';

interface Labelled {
  readonly name: string;
  readonly labelEn: string;
  readonly labelTh: string;
}

/** A page that a role can open, with what can be done there. */
export interface CataloguePage extends Labelled {
  /** The menu that gives `view`. */
  readonly menuId: string | null;
  readonly area: Labelled | null;
  /** Abilities, `view` first. */
  readonly permissions: readonly Labelled[];
}

const abilitiesOf = (page: string): string[] =>
  Object.hasOwn(PAGE_VERBS, page)
    ? allAbilities().filter((ability) => ability.startsWith(`${page}:`))
    : [`${page}:view`];

const permissionOf = (name: string): Labelled => ({
  name,
  ...verbLabels(name.slice(name.indexOf(':') + 1)),
});

/**
 * Everything a role may be given, in the order of the menu: the pages of the specification, and
 * menus that an administrator or a remote has added. What only holds other menus is no page.
 */
export async function catalogueOf(ctx: Ctx): Promise<CataloguePage[]> {
  const menus = await ctx.db
    .selectFrom('menus as m')
    .leftJoin('menus as a', 'a.id', 'm.parentId')
    .select(['m.id', 'm.name', 'm.labelEn', 'm.labelTh', 'm.parentId'])
    .select(['a.name as areaName', 'a.labelEn as areaEn', 'a.labelTh as areaTh'])
    .orderBy((eb) => eb.fn.coalesce('a.sort', 'm.sort'))
    .orderBy('m.sort')
    .execute();
  const parents = new Set(menus.map(({ parentId }) => parentId));
  const pages = menus.flatMap((menu): CataloguePage[] => {
    const { id, name, labelEn, labelTh, areaName, areaEn, areaTh } = menu;
    if (parents.has(id) && !Object.hasOwn(PAGE_VERBS, name)) return [];
    const area =
      areaName === null
        ? null
        : { name: areaName, labelEn: areaEn ?? areaName, labelTh: areaTh ?? areaName };
    const permissions = abilitiesOf(name).map(permissionOf);
    return [{ name, labelEn, labelTh, menuId: id, area, permissions }];
  });
  const known = new Set(pages.map(({ name }) => name));
  const withoutMenu = Object.keys(PAGE_VERBS).filter((name) => !known.has(name));
  return [...pages, ...withoutMenu.map(pageWithoutMenu)];
}

function pageWithoutMenu(name: string): CataloguePage {
  const { title, titleTh } = routeOf(name);
  const permissions = abilitiesOf(name).map(permissionOf);
  return { name, labelEn: title, labelTh: titleTh, menuId: null, area: null, permissions };
}
