import { oneOptions, registerContract } from '@boxyard/shared/client';
import { dashboardArea, WORK_AGES } from '@boxyard/shared/contract/areas/dashboard.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PageHeading } from '../layout/PageHeading.tsx';
import form from '../pages/parts/form.module.css';
import { Failed } from './Failed.tsx';
import { addDashboardTexts, useDashboardText } from './texts.ts';
import styles from './Work.module.css';
import { WorkRow } from './WorkRow.tsx';

registerContract(dashboardArea);
addDashboardTexts();

const PER_PAGE = 50;
/** The server answers no page beyond. */
const MOST_PAGES = 20;
type Age = (typeof WORK_AGES)[number];

/** Everything that waits for this person, by task and by how long it has waited. */
export function Page() {
  const t = useDashboardText();
  const id = useId();
  const [params, setParams] = useSearchParams();
  const task = params.get('task');
  const age = WORK_AGES.find((one): one is Age => one === params.get('age'));
  const asked = Number(params.get('page') ?? '1');
  const page = Number.isInteger(asked) && asked >= 1 && asked <= MOST_PAGES ? asked : 1;
  const query = useQuery({
    ...oneOptions('dashboard.work', {
      query: {
        limit: '50',
        ...(page === 1 ? {} : { page: String(page) }),
        ...(task === null ? {} : { task }),
        ...(age === undefined ? {} : { age }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    if (name !== 'page') next.delete('page');
    setParams(next, { replace: name !== 'page' });
  };
  const isNarrowed = task !== null || age !== undefined;
  const total = data?.myWorkTotal ?? 0;
  const pages = Math.min(MOST_PAGES, Math.ceil(total / PER_PAGE));
  const list = data?.myTasks.find(({ key }) => key === task)?.path ?? null;
  const pageLink = (to: number, key: string) => (
    <button type="button" className={form.secondary} onClick={() => change('page', String(to))}>
      {t(key)}
    </button>
  );
  return (
    <div className={styles.page}>
      <PageHeading>{t('work.title')}</PageHeading>
      <div className={styles.filters}>
        <div className={form.field}>
          <label htmlFor={`${id}-task`}>{t('work.byTask')}</label>
          <select
            id={`${id}-task`}
            value={task ?? ''}
            onChange={({ target }) => change('task', target.value)}
          >
            <option value="">{t('work.allTasks')}</option>
            {(data?.myTasks ?? []).map((one) => (
              <option key={one.key} value={one.key}>
                {`${one.name} (${one.total})`}
              </option>
            ))}
          </select>
        </div>
        <div className={form.field}>
          <label htmlFor={`${id}-age`}>{t('work.byAge')}</label>
          <select
            id={`${id}-age`}
            value={age ?? ''}
            onChange={({ target }) => change('age', target.value)}
          >
            <option value="">{t('work.anyAge')}</option>
            {WORK_AGES.map((one) => (
              <option key={one} value={one}>
                {t(`work.ages.${one}`)}
              </option>
            ))}
          </select>
        </div>
        <p className={styles.total} role="status">
          {data ? t('work.count', { count: total }) : null}
        </p>
      </div>
      <section className={styles.panel} aria-label={t('work.title')}>
        {query.isPending ? <div className={styles.bone} aria-hidden="true" /> : null}
        {query.isError && !data ? <Failed onRetry={() => void query.refetch()} /> : null}
        {data && total === 0 ? (
          <p className={styles.nothing}>
            <b>{t(isNarrowed ? 'work.noneFound' : 'work.empty')}</b>
            {isNarrowed ? (
              <button type="button" className={form.secondary} onClick={() => setParams({})}>
                {t('work.clear')}
              </button>
            ) : (
              t('work.emptyHint')
            )}
          </p>
        ) : null}
        {data && data.myWork.length > 0 ? (
          <ul className={styles.works} data-wide="true">
            {data.myWork.map((item) => (
              <WorkRow key={`${item.key}:${item.id}`} item={item} />
            ))}
          </ul>
        ) : null}
      </section>
      {pages > 1 ? (
        <nav className={styles.pages} aria-label={t('work.pages')}>
          {page > 1 ? pageLink(page - 1, 'work.before') : null}
          <span>{t('work.page', { page, pages })}</span>
          {page < pages ? pageLink(page + 1, 'work.after') : null}
        </nav>
      ) : null}
      {list === null ? null : (
        <p className={styles.more}>
          <Link to={list}>{t('work.list')}</Link>
        </p>
      )}
    </div>
  );
}
