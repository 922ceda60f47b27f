import type { MenuRow } from '@boxyard/shared/contract';
import { usePick, useT } from '@boxyard/shared/runtime';
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { MenuTreeRow } from './MenuTreeRow.tsx';
import classes from './menus.module.css';
import { type Branch, type Direction, drop, type Place, step, type Zone } from './tree.ts';
import type { Change } from './useMenuChanges.ts';

interface Props {
  readonly tree: readonly Branch[];
  /** Ids that a search has found, or null without one. */
  readonly found: ReadonlySet<string> | null;
  readonly onOpen: (menu: MenuRow) => void;
  readonly onChange: (menu: MenuRow, change: Change) => void;
}

interface Target {
  readonly id: string;
  readonly zone: Zone;
}

const MOVES: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** The upper and the lower quarter of a row are the gaps beside it. */
function zoneOf({ clientY, currentTarget }: DragEvent<HTMLElement>): Zone {
  const { top, height } = currentTarget.getBoundingClientRect();
  const part = (clientY - top) / height;
  if (part < 0.3) return 'before';
  return part > 0.7 ? 'after' : 'into';
}

/**
 * Two levels of rows. ↑ ↓ walk, Enter opens; with Alt the arrows move the menu itself, as dragging
 * does. Each move is said aloud.
 */
export function MenuTree({ tree, found, onOpen, onChange: change }: Props) {
  const t = useT('remote-admin');
  const pick = usePick();
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const [dragged, setDragged] = useState<MenuRow | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const [said, setSaid] = useState('');

  const nameOf = (menu: MenuRow) => pick({ en: menu.labelEn, th: menu.labelTh });
  const mayMove = (menu: MenuRow) => found === null && menu.allowedActions.includes('update');

  const move = (menu: MenuRow, place: Place | null) => {
    if (!place || !mayMove(menu)) {
      setSaid(t('menus.said.stays', { name: nameOf(menu) }));
      return;
    }
    const area = tree.find((branch) => branch.menu.id === place.parentId)?.menu;
    const number = place.position + 1;
    setSaid(
      area
        ? t('menus.said.below', { name: nameOf(menu), area: nameOf(area), number })
        : t('menus.said.top', { name: nameOf(menu), number }),
    );
    change(menu, place);
  };

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-menu]') ?? [])];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, menu: MenuRow) => {
    const direction = MOVES[event.key];
    if (event.altKey && direction) {
      event.preventDefault();
      move(menu, step(tree, menu, direction));
      return;
    }
    const all = rows();
    const at = all.indexOf(event.currentTarget);
    const next = {
      ArrowUp: all[at - 1],
      ArrowDown: all[at + 1],
      Home: all[0],
      End: all.at(-1),
    }[event.key];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  };

  const dropProps = (menu: MenuRow) => ({
    draggable: mayMove(menu),
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', menu.name);
      setDragged(menu);
    },
    onDragEnd: () => {
      setDragged(null);
      setTarget(null);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!dragged) return;
      const zone = zoneOf(event);
      if (drop(tree, dragged, { on: menu, zone })) {
        event.preventDefault();
        setTarget({ id: menu.id, zone });
      } else {
        setTarget(null);
      }
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      if (dragged) move(dragged, drop(tree, dragged, { on: menu, zone: zoneOf(event) }));
      setDragged(null);
      setTarget(null);
    },
  });

  const shows = ({ menu, children }: Branch) =>
    found === null || found.has(menu.id) || children.some(({ id }) => found.has(id));
  const first = tree[0]?.menu.id;
  const row = (menu: MenuRow, level: 1 | 2) => (
    <MenuTreeRow
      menu={menu}
      level={level}
      name={nameOf(menu)}
      isTabStop={(active ?? first) === menu.id}
      isDragged={dragged?.id === menu.id}
      zone={target?.id === menu.id ? target.zone : null}
      ways={mayMove(menu) ? (way) => step(tree, menu, way) : () => null}
      onFocus={() => setActive(menu.id)}
      onKeyDown={(event) => onKeyDown(event, menu)}
      onOpen={() => onOpen(menu)}
      onMove={(place) => move(menu, place)}
      onShow={(isVisible) => change(menu, { isVisible })}
      drag={dropProps(menu)}
    />
  );
  return (
    <>
      <p className={classes.hint}>{t('menus.hint')}</p>
      <ul ref={list} className={classes.tree} aria-label={t('menus.title')}>
        {tree.filter(shows).map((branch) => (
          <li key={branch.menu.id}>
            {row(branch.menu, 1)}
            {branch.children.length > 0 ? (
              <ul className={classes.children}>
                {branch.children
                  .filter(({ id }) => found === null || found.has(id) || found.has(branch.menu.id))
                  .map((child) => (
                    <li key={child.id}>{row(child, 2)}</li>
                  ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
      <p role="status" className={classes.said}>
        {said}
      </p>
    </>
  );
}
