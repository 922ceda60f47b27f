import { useShellText } from '../i18n/texts.ts';
import { NotificationItem } from './NotificationItem.tsx';
import styles from './notifications.module.css';
import type { Notification, useNotifications } from './useNotifications.ts';

interface Props {
  readonly source: ReturnType<typeof useNotifications>;
  readonly items: readonly Notification[];
  readonly withDeeds?: boolean;
  readonly onFollow: () => void;
}

/** The four states of a list of notifications: loading, failed, empty, content. */
export function NotificationList({ source, items, withDeeds = false, onFollow }: Props) {
  const t = useShellText();
  if (source.isPending) {
    return (
      <p className={styles.state} role="status" aria-label={t('toolbar.loading')}>
        <span className="by-splash-spinner" />
      </p>
    );
  }
  if (source.isError) {
    return (
      <div className={styles.state}>
        <p>{t('notifications.failed')}</p>
        <button type="button" className={styles.textButton} onClick={() => void source.refetch()}>
          {t('notifications.retry')}
        </button>
      </div>
    );
  }
  if (items.length === 0) return <p className={styles.state}>{t('notifications.empty')}</p>;
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <NotificationItem key={item.id} item={item} withDeeds={withDeeds} onFollow={onFollow} />
      ))}
    </ul>
  );
}

/** 'Mark all as read' and 'Clear' (specification 2, Shell). */
export function ListDeeds({
  source,
  change,
}: {
  readonly source: ReturnType<typeof useNotifications>;
  readonly change: (change: { do: 'readAll' | 'clear' }) => Promise<void>;
}) {
  const t = useShellText();
  const run = (deed: 'readAll' | 'clear') => void change({ do: deed }).catch(() => undefined);
  return (
    <div className={styles.deedsRow}>
      <button
        type="button"
        className={styles.textButton}
        disabled={source.unread === 0}
        onClick={() => run('readAll')}
      >
        {t('notifications.markAll')}
      </button>
      <button
        type="button"
        className={styles.textButton}
        disabled={source.total === 0}
        onClick={() => run('clear')}
      >
        {t('notifications.clear')}
      </button>
    </div>
  );
}
