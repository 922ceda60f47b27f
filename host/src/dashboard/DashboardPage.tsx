import { oneOptions } from '@boxyard/shared/client';
import { useAllowed, useLocale, useUser } from '@boxyard/shared/runtime';
import { formatDateTime } from '@boxyard/shared/ui/format/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { allWidgets } from '../federation/index.ts';
import { PageHeading } from '../layout/PageHeading.tsx';
import form from '../pages/parts/form.module.css';
import styles from './DashboardPage.module.css';
import { MyWork } from './MyWork.tsx';
import { addDashboardTexts, useDashboardText } from './texts.ts';

addDashboardTexts();

/** My work first, then what each area has to say to whoever may see it (design, Pages). */
export function Page() {
  const t = useDashboardText();
  const locale = useLocale();
  const name = useUser()?.firstName;
  const widgets = useAllowed(allWidgets());
  const { data, isPending, isError, refetch } = useQuery(oneOptions('dashboard.summary'));
  return (
    <div className={styles.page}>
      <PageHeading>{t('title')}</PageHeading>
      <p className={styles.hello}>
        {name ? t('hello', { name }) : null}{' '}
        {data ? <span>{t('asOf', { when: formatDateTime(data.asOf, locale) })}</span> : null}
      </p>
      {isPending ? <div className={styles.bone} aria-hidden="true" /> : null}
      {isError ? (
        <div className={styles.failed} role="alert">
          <strong>{t('failed')}</strong>
          <p>{t('failedHint')}</p>
          <button type="button" className={form.secondary} onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </div>
      ) : null}
      {data ? <MyWork items={data.myWork} tasks={data.myTasks} total={data.myWorkTotal} /> : null}
      <div className={styles.widgets}>
        {widgets.map(({ name, span, Component }) => (
          <div key={name} data-span={span}>
            <Component />
          </div>
        ))}
      </div>
    </div>
  );
}
