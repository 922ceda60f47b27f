import { useEndpointMutation } from '@boxyard/shared/client';
import type { MenuRow } from '@boxyard/shared/contract';
import { confirm, useT } from '@boxyard/shared/runtime';
import { Button, Dropdown, MenuIcon, MoreIcon } from '@boxyard/shared/ui';
import type { HTMLAttributes, KeyboardEvent } from 'react';
import classes from './menus.module.css';
import type { Direction, Place, Zone } from './tree.ts';

interface Props {
  readonly menu: MenuRow;
  readonly level: 1 | 2;
  readonly name: string;
  readonly isTabStop: boolean;
  readonly isDragged: boolean;
  /** Where what is dragged would land, seen from this row. */
  readonly zone: Zone | null;
  readonly ways: (direction: Direction) => Place | null;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onOpen: () => void;
  readonly onMove: (place: Place) => void;
  readonly onShow: (isVisible: boolean) => void;
  readonly drag: HTMLAttributes<HTMLDivElement>;
}

const WAYS = ['up', 'down', 'in', 'out'] as const;

export function MenuTreeRow(props: Props) {
  const { menu, level, name, ways, onOpen, onMove, onShow } = props;
  const t = useT('remote-admin');
  const remove = useEndpointMutation('menus.delete');
  // One stop for the Tab key in the whole tree: the arrows walk it.
  const tabIndex = props.isTabStop ? 0 : -1;
  const may = (action: string) => menu.allowedActions.includes(action);
  const askDelete = async () => {
    const answer = await confirm({
      title: t('menus.delete.title', { name }),
      body: t('menus.delete.text', { count: menu.rolesCount }),
      okText: t('menus.delete.ok'),
      danger: true,
    });
    if (answer.ok) remove.mutate({ params: { id: menu.id } });
  };
  const moves = WAYS.flatMap((way) => {
    const place = ways(way);
    return place ? [{ key: way, label: t(`menus.move.${way}`), onClick: () => onMove(place) }] : [];
  });
  const items = [
    { key: 'open', label: t(may('update') ? 'menus.edit' : 'menus.look'), onClick: onOpen },
    ...moves,
    ...(may('update')
      ? [
          {
            key: 'show',
            label: t(menu.isVisible ? 'menus.hide' : 'menus.show'),
            onClick: () => onShow(!menu.isVisible),
          },
        ]
      : []),
    ...(may('delete')
      ? [
          {
            key: 'delete',
            label: t('menus.delete.ok'),
            danger: true,
            onClick: () => void askDelete(),
          },
        ]
      : []),
  ];
  return (
    <div
      {...props.drag}
      data-level={level}
      data-zone={props.zone ?? undefined}
      data-dragged={props.isDragged || undefined}
      className={classes.row}
    >
      <span aria-hidden="true" className={classes.grip} />
      {level === 1 ? (
        <span className={classes.picture}>
          <MenuIcon name={menu.icon}>
            <span aria-hidden="true">–</span>
          </MenuIcon>
        </span>
      ) : null}
      <button
        type="button"
        data-menu={menu.name}
        tabIndex={tabIndex}
        className={classes.name}
        onFocus={props.onFocus}
        onKeyDown={props.onKeyDown}
        onClick={onOpen}
      >
        {name}
        <span className={classes.path} title={menu.urlPath ?? undefined}>
          {menu.urlPath}
        </span>
      </button>
      <span className={classes.marks}>
        {menu.isVisible ? null : <span className={classes.mark}>{t('menus.hidden')}</span>}
        {menu.isBuilt || menu.childCount > 0 || level === 1 ? null : (
          <span className={classes.mark}>{t('menus.notBuilt')}</span>
        )}
        {menu.isSystem ? null : <span className={classes.mark}>{t('menus.own')}</span>}
        <span className={classes.roles}>{t('menus.roles', { count: menu.rolesCount })}</span>
      </span>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button
          type="text"
          icon={<MoreIcon />}
          tabIndex={tabIndex}
          aria-label={t('menus.actions', { name })}
        />
      </Dropdown>
    </div>
  );
}
