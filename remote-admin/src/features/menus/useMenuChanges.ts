import { listOptions, useEndpointMutation } from '@boxyard/shared/client';
import type { MenuRow } from '@boxyard/shared/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { movedTo, type Place } from './tree.ts';

/** Every menu: the page draws the whole tree (two levels, some dozens). */
export const allMenus = listOptions('menus.list', { query: { limit: 1000 } });

/** Where a menu goes, or whether it shows. */
export type Change = Partial<Place> & { readonly isVisible?: boolean };

interface Waiting {
  readonly menu: MenuRow;
  readonly change: Change;
}

/** Menus as they are once this has happened. */
function after(rows: readonly MenuRow[], { menu, change }: Waiting): readonly MenuRow[] {
  const { isVisible, parentId, position } = change;
  const shown =
    isVisible === undefined
      ? rows
      : rows.map((row) => (row.id === menu.id ? { ...row, isVisible } : row));
  if (parentId === undefined || position === undefined) return shown;
  return movedTo(shown, menu.id, { parentId, position });
}

/**
 * Changes of the tree, seen at once and sent one after the other: whoever presses an arrow three
 * times means three steps. What waits stands over whatever the server says meanwhile, since a list
 * that was asked for before knows nothing of it. A refusal shows the tree as it really is again.
 *
 * @param rows what the server said last
 */
export function useMenuChanges(rows: readonly MenuRow[]) {
  const client = useQueryClient();
  const update = useEndpointMutation('menus.update');
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  /** What the server answered last, which the list may not have heard of yet. */
  const versions = useRef(new Map<string, number>());

  const send = async (one: Waiting) => {
    const { id, labelEn, labelTh, icon, isVisible, parent } = one.menu;
    const version = Math.max(one.menu.version, versions.current.get(id) ?? 0);
    try {
      const { data } = await update.mutateAsync({
        params: { id },
        body: {
          ...{ version, labelEn, labelTh, isVisible },
          // An icon of an older set would not pass as one of today's.
          icon: icon as never,
          parentId: parent?.id ?? null,
          ...one.change,
        },
      });
      versions.current.set(id, data.version);
      // A list that is on its way may be from before this.
      await client.cancelQueries({ queryKey: allMenus.queryKey });
      client.setQueryData(
        allMenus.queryKey,
        (known) => known && { ...known, data: [...after(known.data, one)] },
      );
    } finally {
      setWaiting((all) => all.filter((other) => other !== one));
      void client.invalidateQueries({ queryKey: allMenus.queryKey });
    }
  };

  const change = (menu: MenuRow, wanted: Change) => {
    const one: Waiting = { menu, change: wanted };
    setWaiting((all) => [...all, one]);
    // The client's notice says what was refused.
    last.current = last.current.then(() => send(one)).catch(() => undefined);
  };
  return { shown: waiting.reduce(after, rows), change };
}
