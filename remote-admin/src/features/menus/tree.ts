import type { MenuRow } from '@boxyard/shared/contract';
import { PAGE_VERBS } from '@boxyard/shared/domain';

/** A menu of the first level with those below it, in their order. */
export interface Branch {
  readonly menu: MenuRow;
  readonly children: readonly MenuRow[];
}

/** Where a menu goes: below whom (null: first level), and at which index there. */
export interface Place {
  readonly parentId: string | null;
  readonly position: number;
}

const inOrder = (a: MenuRow, b: MenuRow): number => a.sort - b.sort || (a.id < b.id ? -1 : 1);

export function treeOf(menus: readonly MenuRow[]): readonly Branch[] {
  const below = (id: string | null) =>
    menus.filter(({ parent }) => (parent?.id ?? null) === id).sort(inOrder);
  return below(null).map((menu) => ({ menu, children: below(menu.id) }));
}

/** An area holds other menus: it stands alone and opens no page itself. */
export const isArea = ({ menu }: Branch): boolean => !Object.hasOwn(PAGE_VERBS, menu.name);

/** Whether a menu may be put below a branch: two levels, never below itself. */
export const mayEnter = (tree: readonly Branch[], menu: MenuRow, into: Branch): boolean =>
  into.menu.id !== menu.id &&
  isArea(into) &&
  !tree.some((branch) => branch.menu.id === menu.id && branch.children.length > 0);

export type Direction = 'up' | 'down' | 'in' | 'out';

/**
 * Where a step in a direction leads, or null when there is no way: up and down among siblings, in to
 * the end of the nearest area above, out to behind the area it leaves.
 */
export function step(tree: readonly Branch[], menu: MenuRow, direction: Direction): Place | null {
  const top = tree.findIndex((branch) => branch.menu.id === menu.id);
  const home = tree.findIndex(({ children }) => children.some(({ id }) => id === menu.id));
  const parentId = tree[home]?.menu.id ?? null;
  const index = home < 0 ? top : (tree[home]?.children.findIndex(({ id }) => id === menu.id) ?? 0);
  const count = home < 0 ? tree.length : (tree[home]?.children.length ?? 0);
  switch (direction) {
    case 'up':
      return index > 0 ? { parentId, position: index - 1 } : null;
    case 'down':
      return index < count - 1 ? { parentId, position: index + 1 } : null;
    case 'out':
      return home < 0 ? null : { parentId: null, position: home + 1 };
    case 'in': {
      if (home >= 0) return null;
      const into = tree.slice(0, top).findLast((branch) => mayEnter(tree, menu, branch));
      return into ? { parentId: into.menu.id, position: into.children.length } : null;
    }
  }
}

export type Zone = 'before' | 'into' | 'after';

/** Where a menu lands that is dropped on another one, or null where it may not. */
export function drop(
  tree: readonly Branch[],
  menu: MenuRow,
  { on, zone }: { readonly on: MenuRow; readonly zone: Zone },
): Place | null {
  if (on.id === menu.id) return null;
  const branch = tree.find(({ menu: { id } }) => id === on.id);
  if (zone === 'into') {
    return branch && mayEnter(tree, menu, branch)
      ? { parentId: on.id, position: branch.children.length }
      : null;
  }
  const parentId = on.parent?.id ?? null;
  const home = tree.find(({ menu: { id } }) => id === parentId);
  if (home && !mayEnter(tree, menu, home)) return null;
  // Counted without the menu itself, which leaves its old place.
  const siblings = (home ? home.children : tree.map((each) => each.menu)).filter(
    ({ id }) => id !== menu.id,
  );
  const at = siblings.findIndex(({ id }) => id === on.id);
  return { parentId, position: zone === 'before' ? at : at + 1 };
}

/** The menus after one of them went to a place; those beside it close up. */
export function movedTo(menus: readonly MenuRow[], id: string, place: Place): MenuRow[] {
  const moving = menus.find((menu) => menu.id === id);
  if (!moving) return [...menus];
  const area = menus.find((menu) => menu.id === place.parentId);
  const parent = area ? { id: area.id, code: area.name, name: area.labelEn } : null;
  const others = menus.filter((menu) => menu.id !== id);
  const siblings = others
    .filter((menu) => (menu.parent?.id ?? null) === place.parentId)
    .sort(inOrder);
  siblings.splice(place.position, 0, { ...moving, parent });
  const placed = new Map(siblings.map((menu, index) => [menu.id, { ...menu, sort: index * 10 }]));
  return menus.map((menu) => placed.get(menu.id) ?? menu);
}
