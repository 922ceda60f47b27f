import type { MenuRow } from '@boxyard/shared/contract';
import { PageTitle, RecordDrawer, useQueryKey } from '@boxyard/shared/kit';
import { useAbility, useT } from '@boxyard/shared/runtime';
import { Button, EmptyState, ErrorState, Input, PlusIcon, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MenuTree } from './MenuTree.tsx';
import classes from './menus.module.css';
import { menus } from './menus.resource.tsx';
import { treeOf } from './tree.ts';
import { allMenus, useMenuChanges } from './useMenuChanges.ts';

const contains = (menu: MenuRow, term: string): boolean =>
  [menu.labelEn, menu.labelTh, menu.name, menu.urlPath].some((text) =>
    text.toLowerCase().includes(term),
  );

/**
 * The sidebar as a tree that administrators order, name, show and hide. The
 * menu that is open is in the address (`?menu=`).
 */
export function Page() {
  const t = useT('remote-admin');
  const mayCreate = useAbility().can('create', 'system-menu');
  const [opened, open] = useQueryKey('menu');
  const [term, setTerm] = useState('');
  const { data, error, refetch } = useQuery(allMenus);
  const { shown, change } = useMenuChanges(data?.data ?? []);
  const tree = treeOf(shown);
  const wanted = term.trim().toLowerCase();
  const found =
    wanted === ''
      ? null
      : new Set(shown.filter((menu) => contains(menu, wanted)).map(({ id }) => id));
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageTitle>{t('menus.title')}</PageTitle>
        {mayCreate ? (
          <Button type="primary" icon={<PlusIcon />} onClick={() => open('new')}>
            {t('menus.new')}
          </Button>
        ) : null}
      </div>
      <p className={classes.lead}>{t('menus.lead')}</p>
      <Input
        type="search"
        className={classes.search}
        value={term}
        placeholder={t('menus.search')}
        aria-label={t('menus.search')}
        onChange={({ target }) => setTerm(target.value)}
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : found?.size === 0 ? (
        <EmptyState
          title={t('menus.notFound', { term: term.trim() })}
          action={<Button onClick={() => setTerm('')}>{t('menus.showAll')}</Button>}
        />
      ) : (
        <MenuTree tree={tree} found={found} onChange={change} onOpen={({ id }) => open(id)} />
      )}
      <RecordDrawer
        resource={menus}
        target={opened === null || opened === 'new' ? opened : { id: opened }}
        onClose={() => open(null)}
        initialValues={{ isVisible: true }}
        toForm={({ name, urlPath, labelEn, labelTh, icon, isVisible, isSystem, parent }) => ({
          ...{ name, urlPath, labelEn, labelTh, icon, isVisible, isSystem },
          parentId: parent?.id ?? null,
        })}
        toBody={({ isSystem: _isSystem, ...values }) => values}
      />
    </div>
  );
}
