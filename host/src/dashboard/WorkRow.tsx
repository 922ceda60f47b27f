import type { DashboardWork } from '@boxyard/shared/contract/areas/dashboard.ts';
import { bangkokDate } from '@boxyard/shared/domain/values/dates.ts';
import { useLocale } from '@boxyard/shared/runtime';
import { formatDate } from '@boxyard/shared/ui/format/dates.ts';
import { formatDecimal } from '@boxyard/shared/ui/format/numbers.ts';
import { Link } from 'react-router-dom';
import { preloadPath } from '../router/preload.ts';
import { useDashboardText } from './texts.ts';
import styles from './Work.module.css';

/** A document that waits for somebody: what it is, what is to be done, and since or until when. */
export function WorkRow({ item }: { readonly item: DashboardWork }) {
  const t = useDashboardText();
  const locale = useLocale();
  const late = item.dueDate !== null && item.dueDate < bangkokDate(new Date());
  const preload = () => preloadPath(item.path);
  const subject = item.documentNo && item.title !== item.documentNo ? item.title : null;
  return (
    <li>
      <Link to={item.path} className={styles.work} onMouseEnter={preload} onFocus={preload}>
        <span className={styles.what}>
          <strong>{item.documentNo ?? item.title}</strong>
          {subject === null ? null : <span>{subject}</span>}
        </span>
        <span className={styles.amount}>
          {item.amount === null ? null : (
            <>
              <small>฿</small>
              {formatDecimal(item.amount, 2)}
            </>
          )}
        </span>
        <span className={styles.deed}>{item.task}</span>
        <span className={styles.when} data-late={late}>
          {item.dueDate === null
            ? t('work.since', { when: formatDate(bangkokDate(new Date(item.since)), locale) })
            : t(late ? 'work.overdue' : 'work.due', { when: formatDate(item.dueDate, locale) })}
        </span>
      </Link>
    </li>
  );
}
