import type { MenuItem } from '@boxyard/shared/contract/areas/auth.ts';
import { allPages, flagStore, isFlagOn, pageOf, useProfile } from '@boxyard/shared/runtime';
import { useMemo } from 'react';
import { activeNames, type MenuEntry, menuTree } from './menuTree.ts';
import { useCurrentPage } from './useCurrentPage.ts';

const isPlain = (path: string) => !path.includes(':') && !path.includes('*');

/** The page an item opens: the one at its address, else the plain one of its name. */
function pathFor({ name, urlPath }: MenuItem): string | null {
  const pages = allPages().filter(({ path, flag }) => isPlain(path) && isFlagOn(flag));
  const found =
    pages.find(({ path }) => path === urlPath) ??
    pages.find((page) => page === pageOf(name)) ??
    pages.find(({ page }) => page === name);
  return found?.path ?? null;
}

/** The sidebar's entries from the profile's menus, and which of them are open now. */
export function useMenu(): { entries: readonly MenuEntry[]; active: ReadonlySet<string> } {
  const profile = useProfile();
  const current = useCurrentPage();
  const flags = flagStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages come and go with their flags
  const entries = useMemo(() => menuTree(profile, pathFor), [profile, flags]);
  const page = current?.page ?? current?.name ?? null;
  const active = useMemo(() => activeNames(entries, page), [entries, page]);
  return { entries, active };
}
