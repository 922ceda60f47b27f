import { listOptions, useEndpointMutation } from '@boxyard/shared/client';
import type { MenuRow } from '@boxyard/shared/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { movedTo, type Place } from './tree.ts';

/** Every menu: the page draws the whole tree (two levels, some dozens). */
export const allMenus = listOptions('menus.list', { query: { limit: 1000 } });

type Change = Partial<Place> & { readonly isVisible?: boolean };

/**
 * Changes of the tree, seen at once and sent one after the other: whoever presses an arrow three
 * times means three steps. A refusal shows the tree as it really is again.
 */
export function useMenuChanges(): (menu: MenuRow, change: Change) => void {
  const client = useQueryClient();
  const update = useEndpointMutation('menus.update');
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** What the server answered last, which the list may not have heard of yet. */
  const versions = useRef(new Map<string, number>());

  const send = async ({ id, ...menu }: MenuRow, change: Change) => {
    const { labelEn, labelTh, icon, isVisible, parent } = menu;
    const version = Math.max(menu.version, versions.current.get(id) ?? 0);
    const { data } = await update.mutateAsync({
      params: { id },
      body: {
        ...{ version, labelEn, labelTh, isVisible },
        // An icon of an older set would not pass as one of today's.
        icon: icon as never,
        parentId: parent?.id ?? null,
        ...change,
      },
    });
    versions.current.set(id, data.version);
  };

  return (menu, change) => {
    const { isVisible = menu.isVisible, parentId, position } = change;
    client.setQueryData(allMenus.queryKey, (known) => {
      if (!known) return known;
      const rows = known.data.map((row) => (row.id === menu.id ? { ...row, isVisible } : row));
      if (parentId === undefined || position === undefined) return { ...known, data: rows };
      return { ...known, data: movedTo(rows, menu.id, { parentId, position }) };
    });
    last.current = last.current
      .then(() => send(menu, change))
      .catch(() => client.invalidateQueries({ queryKey: allMenus.queryKey }));
  };
}
