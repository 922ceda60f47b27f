import type { Contract } from '@boxyard/shared/contract';
import type { DataOf } from '@boxyard/shared/contract/endpoint.ts';
import { bangkokDate } from '@boxyard/shared/domain/values/dates.ts';
import { useLocale } from '@boxyard/shared/runtime';
import { formatDate } from '@boxyard/shared/ui/format/dates.ts';
import { formatDecimal } from '@boxyard/shared/ui/format/numbers.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { preloadPath } from '../router/preload.ts';
import styles from './DashboardPage.module.css';
import { useDashboardText } from './texts.ts';

type Summary = DataOf<Contract['dashboard.summary']>;
type Work = Summary['myWork'][number];

function WorkItem({ item }: { readonly item: Work }) {
  const t = useDashboardText();
  const locale = useLocale();
  const today = bangkokDate(new Date());
  const late = item.dueDate !== null && item.dueDate < today;
  const preload = () => preloadPath(item.path);
  return (
    <li>
      <Link to={item.path} className={styles.work} onMouseEnter={preload} onFocus={preload}>
        <span className={styles.what}>
          <strong className={styles.number}>{item.documentNo ?? item.title}</strong>
          {item.documentNo && item.title !== item.documentNo ? (
            <span className={styles.subject}>{item.title}</span>
          ) : null}
        </span>
        <span className={styles.when} data-late={late}>
          {item.dueDate === null
            ? t('work.since', { when: formatDate(bangkokDate(new Date(item.since)), locale) })
            : t(late ? 'work.overdue' : 'work.due', { when: formatDate(item.dueDate, locale) })}
        </span>
        <span className={styles.amount}>
          {item.amount === null ? null : (
            <>
              <small>฿</small>
              {formatDecimal(item.amount, 2)}
            </>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Rows of a task that are shown at first. */
const FIRST = 5;

interface Task {
  readonly key: string;
  readonly items: readonly Work[];
  readonly total: number;
  /** The list that has the rest. */
  readonly path: string | null;
}

/** What is to be done, once for all documents that wait for it. */
function TaskGroup({ task: { key, items, total, path } }: { readonly task: Task }) {
  const t = useDashboardText();
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, FIRST);
  return (
    <li className={styles.task}>
      <h3 className={styles.deed}>
        {t([`work.keys.${key}`, `work.actions.${key.split('/').at(-1)}`], {
          document: items[0]?.document ?? '',
          defaultValue: '',
        })}
        <span className={styles.count}>{total}</span>
      </h3>
      <ul className={styles.works}>
        {shown.map((item) => (
          <WorkItem key={`${item.type}:${item.id}`} item={item} />
        ))}
      </ul>
      {shown.length < items.length ? (
        <button type="button" className={styles.showMore} onClick={() => setAll(true)}>
          {t('work.showMore', { count: items.length - shown.length })}
        </button>
      ) : null}
      {shown.length === items.length && total > items.length ? (
        <p className={styles.more}>
          {path === null ? (
            t('work.more', { count: total - items.length })
          ) : (
            <Link to={path}>{t('work.moreInList', { count: total - items.length })}</Link>
          )}
        </p>
      ) : null}
    </li>
  );
}

/** What waits for this person by task, the task with what is most overdue first. */
export function MyWork({
  items,
  tasks,
  total,
}: {
  readonly items: readonly Work[];
  readonly tasks: Summary['myTasks'];
  readonly total: number;
}) {
  const t = useDashboardText();
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  const groups = [...Map.groupBy(items, ({ key }) => key)].map(
    ([key, own]): Task => ({
      key,
      items: own,
      total: byKey.get(key)?.total ?? own.length,
      path: byKey.get(key)?.path ?? null,
    }),
  );
  return (
    <section className={styles.panel} aria-labelledby="my-work">
      <h2 id="my-work" className={styles.heading}>
        {t('work.title')}
        {total > 0 ? (
          <span className={styles.count}>{t('work.count', { count: total })}</span>
        ) : null}
      </h2>
      {items.length === 0 ? (
        <p className={styles.nothing}>
          <b>{t('work.empty')}</b>
          {t('work.emptyHint')}
        </p>
      ) : (
        <ul className={styles.tasks}>
          {groups.map((task) => (
            <TaskGroup key={task.key} task={task} />
          ))}
        </ul>
      )}
    </section>
  );
}
