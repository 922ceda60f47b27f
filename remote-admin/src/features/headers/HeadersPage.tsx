import type { HeaderPage } from '@boxyard/shared/domain';
import { ListPage, useQueryKey } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { HeaderEditor } from './HeaderEditor.tsx';
import classes from './headers.module.css';
import { headerResources } from './headers.resource.tsx';

/** The headers of some kinds of documents; an open one has an address of its own (`?header=`). */
export function HeadersPage({
  page,
  embedded = false,
}: {
  readonly page: HeaderPage;
  /** A tab of another page, which has the heading. */
  readonly embedded?: boolean;
}) {
  const t = useT('remote-admin');
  const [opened, open] = useQueryKey('header');
  if (opened !== null) {
    return <HeaderEditor key={opened} page={page} id={opened} onClose={() => open(null)} />;
  }
  return (
    <ListPage
      resource={headerResources[page]}
      title={t(`headers.pages.${page}`)}
      embedded={embedded}
      lead={<p className={classes.lead}>{t('headers.lead')}</p>}
      query={{ filters: { pageName: [page] } }}
      onOpen={({ id }) => open(id)}
      onCreate={() => open('new')}
    />
  );
}
