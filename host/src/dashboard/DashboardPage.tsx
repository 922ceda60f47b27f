import { oneOptions } from '@boxyard/shared/client';
import { useLocale, useUser } from '@boxyard/shared/runtime';
import { formatDateTime } from '@boxyard/shared/ui/format/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { PageHeading } from '../layout/PageHeading.tsx';
import form from '../pages/parts/form.module.css';
import styles from './DashboardPage.module.css';
import { MyWork } from './MyWork.tsx';
import { Tiles } from './Tiles.tsx';
import { addDashboardTexts, useDashboardText } from './texts.ts';

addDashboardTexts();

// The drawing library comes only where there is something to draw.
const Charts = lazy(async () => ({ default: (await import('./Charts.tsx')).Charts }));

function Loading() {
  return (
    <div className={styles.loading} aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => `part-${index}`).map((key) => (
        <span key={key} className={styles.bone} />
      ))}
    </div>
  );
}

/** My work first, then the figures of the areas one may see (design, Pages). */
export function Page() {
  const t = useDashboardText();
  const locale = useLocale();
  const name = useUser()?.firstName;
  const { data, isPending, isError, refetch } = useQuery(oneOptions('dashboard.summary'));
  return (
    <div className={styles.page}>
      <PageHeading>{t('title')}</PageHeading>
      <p className={styles.hello}>
        {name ? t('hello', { name }) : null}{' '}
        {data ? <span>{t('asOf', { when: formatDateTime(data.asOf, locale) })}</span> : null}
      </p>
      {isPending ? <Loading /> : null}
      {isError ? (
        <div className={styles.failed} role="alert">
          <strong>{t('failed')}</strong>
          <p>{t('failedHint')}</p>
          <button type="button" className={form.secondary} onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </div>
      ) : null}
      {data ? (
        <>
          <MyWork items={data.myWork} total={data.myWorkTotal} />
          {data.tiles.length > 0 ? <Tiles tiles={data.tiles} /> : null}
          {data.charts.length > 0 ? (
            <Suspense fallback={null}>
              <Charts charts={data.charts} />
            </Suspense>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
