import type { MenuItem, Profile } from '@boxyard/shared/contract/areas/auth.ts';

/** An entry of the sidebar: an area with pages below it, or a page. */
export interface MenuEntry {
  readonly name: string;
  readonly labels: { readonly en: string; readonly th: string };
  readonly path: string;
  readonly icon: string | null;
  readonly entries: readonly MenuEntry[];
}

type PathFor = (item: MenuItem) => string | null;

function entryOf(item: MenuItem, pathFor: PathFor): MenuEntry[] {
  if (!item.isVisible) return [];
  const entries = item.subMenus.flatMap((sub) => entryOf(sub, pathFor));
  const path = pathFor(item);
  // The menu shows only pages that work: an area without one of them has nothing to offer.
  if (entries.length === 0 && path === null) return [];
  const { name, labels, icon } = item;
  return [{ name, labels, path: path ?? item.urlPath, icon, entries }];
}

/** The role's menus as the sidebar draws them; `pathFor` says which page an item leads to. */
export const menuTree = (profile: Profile | null, pathFor: PathFor): MenuEntry[] =>
  (profile?.role?.menus ?? []).flatMap((item) => entryOf(item, pathFor));

/** Names of the entry that is open and of those above it. */
export function activeNames(entries: readonly MenuEntry[], page: string | null): Set<string> {
  const found = new Set<string>();
  const visit = (entry: MenuEntry): boolean => {
    const inside = entry.entries.map(visit).some(Boolean);
    const active = inside || (page !== null && entry.name === page);
    if (active) found.add(entry.name);
    return active;
  };
  entries.forEach(visit);
  return found;
}
