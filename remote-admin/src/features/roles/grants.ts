import type { Contract, DataOf } from '@boxyard/shared/contract';

/** A page with what can be done there, as `permissions.groups` answers it. */
export type PermissionGroup = DataOf<Contract['permissions.groups']>[number];

/** What a role names: menus give `view`, permissions count as they are (specification 6). */
export interface Access {
  readonly menuIds: readonly string[];
  readonly permissionNames: readonly string[];
}

export const EVERYTHING = 'all:manage';
export const NO_ACCESS: Access = { menuIds: [], permissionNames: [] };

const viewOf = (group: PermissionGroup): string => `${group.name}:view`;

/** The abilities of a page that a role names. */
export function namedOf(group: PermissionGroup, access: Access): ReadonlySet<string> {
  const byMenu = group.menuId !== null && access.menuIds.includes(group.menuId);
  const names = new Set(access.permissionNames);
  return new Set(
    group.permissions
      .map(({ name }) => name)
      .filter((name) => names.has(name) || (byMenu && name === viewOf(group))),
  );
}

const without = (names: readonly string[], gone: ReadonlySet<string>): string[] =>
  names.filter((name) => !gone.has(name));

function remove(group: PermissionGroup, access: Access, abilities: readonly string[]): Access {
  const closed = abilities.includes(viewOf(group));
  // Nothing can be done on a page that cannot be opened.
  const gone = new Set(closed ? group.permissions.map(({ name }) => name) : abilities);
  return {
    menuIds: closed ? access.menuIds.filter((id) => id !== group.menuId) : access.menuIds,
    permissionNames: without(access.permissionNames, gone),
  };
}

function add(group: PermissionGroup, access: Access, abilities: readonly string[]): Access {
  const { menuId } = group;
  const opened = menuId !== null && !access.menuIds.includes(menuId);
  // The menu gives `view`; without a menu the permission of that name does.
  const names =
    menuId === null ? [viewOf(group), ...abilities] : without(abilities, new Set([viewOf(group)]));
  return {
    menuIds: opened ? [...access.menuIds, menuId] : access.menuIds,
    permissionNames: [...new Set([...access.permissionNames, ...names])],
  };
}

/**
 * Gives or takes abilities of a page. Whoever may do something there may open it, and who may not
 * open it does nothing there.
 */
export const setAbilities = (
  group: PermissionGroup,
  access: Access,
  { abilities, on }: { readonly abilities: readonly string[]; readonly on: boolean },
): Access => (on ? add(group, access, abilities) : remove(group, access, abilities));

/** Gives or takes what is no page's: everything at once. */
export const setEverything = (access: Access, on: boolean): Access => ({
  ...access,
  permissionNames: on
    ? [...access.permissionNames, EVERYTHING]
    : without(access.permissionNames, new Set([EVERYTHING])),
});

/** Every ability that a role names, `all:manage` included. */
export function abilitiesOf(groups: readonly PermissionGroup[], access: Access): Set<string> {
  return new Set([
    ...(access.permissionNames.includes(EVERYTHING) ? [EVERYTHING] : []),
    ...groups.flatMap((group) => [...namedOf(group, access)]),
  ]);
}

export interface Change {
  readonly ability: string;
  readonly kind: 'added' | 'removed';
}

/** What saving would change, in the order of the menu. */
export function changesBetween(
  groups: readonly PermissionGroup[],
  before: Access,
  after: Access,
): Change[] {
  const had = abilitiesOf(groups, before);
  const has = abilitiesOf(groups, after);
  return [EVERYTHING, ...groups.flatMap(({ permissions }) => permissions.map(({ name }) => name))]
    .filter((ability) => had.has(ability) !== has.has(ability))
    .map((ability) => ({ ability, kind: has.has(ability) ? 'added' : 'removed' }));
}

/** Pages below the menu they stand under, in its order. */
export function byArea(
  groups: readonly PermissionGroup[],
): { readonly area: PermissionGroup['area']; readonly groups: PermissionGroup[] }[] {
  const areas: { area: PermissionGroup['area']; groups: PermissionGroup[] }[] = [];
  for (const group of groups) {
    const known = areas.find(({ area }) => area?.name === group.area?.name);
    if (known) known.groups.push(group);
    else areas.push({ area: group.area, groups: [group] });
  }
  return areas;
}
