import { oneOptions } from '@boxyard/shared/client';
import type { DashboardWorkPage } from '@boxyard/shared/contract/areas/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { HOST_PAGES } from '../router/hostPages.ts';
import styles from './DashboardPage.module.css';
import { Failed } from './Failed.tsx';
import { useDashboardText } from './texts.ts';
import work from './Work.module.css';
import { WorkRow } from './WorkRow.tsx';

export const SHOWN = '5';

interface Props {
  /** Work that came along with the figures; without it, a call of its own asks for it. */
  readonly first?: DashboardWorkPage | null | undefined;
  /** Whether that is still under way. */
  readonly isComing?: boolean;
}

/** The first five things that wait for this person; the rest has a page of its own. */
export function MyWork({ first, isComing = false }: Props) {
  const t = useDashboardText();
  const query = useQuery({
    ...oneOptions('dashboard.work', { query: { limit: SHOWN } }),
    enabled: !isComing && !first,
  });
  const data = first ?? query.data;
  const total = data?.myWorkTotal ?? 0;
  return (
    <section className={styles.piece} aria-labelledby="my-work" data-span="third">
      <h2 id="my-work">
        {t('work.title')}
        {total > 0 ? <span className={work.count}>{t('work.count', { count: total })}</span> : null}
      </h2>
      {!data && query.isPending ? <div className={styles.bone} aria-hidden="true" /> : null}
      {query.isError && !data ? <Failed onRetry={() => void query.refetch()} /> : null}
      {data && data.myWork.length === 0 ? (
        <p className={work.nothing}>
          <b>{t('work.empty')}</b>
          {t('work.emptyHint')}
        </p>
      ) : null}
      {data && data.myWork.length > 0 ? (
        <>
          <ul className={work.works}>
            {data.myWork.map((item) => (
              <WorkRow key={`${item.key}:${item.id}`} item={item} />
            ))}
          </ul>
          {total > data.myWork.length ? (
            <Link className={work.all} to={HOST_PAGES.DashboardWork.path}>
              {t('work.all', { count: total })}
            </Link>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
