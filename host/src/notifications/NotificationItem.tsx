import { useLocale } from '@boxyard/shared/runtime';
import { Link } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import { Icon } from '../layout/icons.tsx';
import styles from './notifications.module.css';
import { type Notification, useNotificationChange } from './useNotifications.ts';

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3 hours ago"; older than a week it is the day. */
function when(iso: string, locale: string): string {
  const date = new Date(iso);
  const seconds = (date.getTime() - Date.now()) / 1000;
  if (seconds < -7 * 86_400) {
    return new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeZone: 'Asia/Bangkok',
    }).format(date);
  }
  const [unit, size] = UNITS.find(([, length]) => -seconds >= length) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
    Math.round(seconds / size),
    unit,
  );
}

interface Props {
  readonly item: Notification;
  /** The drawer has room for the single deeds; the dropdown only opens. */
  readonly withDeeds?: boolean;
  readonly onFollow: () => void;
}

export function NotificationItem({ item, withDeeds = false, onFollow }: Props) {
  const t = useShellText();
  const language = useLocale();
  const locale = language === 'th' ? 'th-TH-u-ca-buddhist' : 'en-GB';
  const change = useNotificationChange();
  const exact = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Bangkok',
  }).format(new Date(item.date));
  const follow = () => {
    if (!item.read) void change({ do: 'read', id: item.id }).catch(() => undefined);
    onFollow();
  };

  return (
    <li className={styles.item} data-read={item.read} data-type={item.type}>
      <Icon name={item.type} size={18} className={styles.icon} />
      <div className={styles.words}>
        <strong>
          {item.action ? (
            <Link to={item.action} onClick={follow}>
              {item.title}
            </Link>
          ) : (
            item.title
          )}
        </strong>
        <p>{item.description}</p>
        <span className={styles.meta}>
          {t(`notifications.category.${item.category}`)}
          {' · '}
          <time dateTime={item.date} title={exact}>
            {when(item.date, locale)}
          </time>
        </span>
      </div>
      {item.read ? null : (
        <span className={styles.dot} role="img" aria-label={t('notifications.unread')} />
      )}
      {withDeeds ? (
        <div className={styles.deeds}>
          {item.read ? null : (
            <button
              type="button"
              aria-label={t('notifications.markRead')}
              title={t('notifications.markRead')}
              onClick={() => void change({ do: 'read', id: item.id }).catch(() => undefined)}
            >
              <Icon name="check" size={16} />
            </button>
          )}
          <button
            type="button"
            aria-label={t('notifications.delete')}
            title={t('notifications.delete')}
            onClick={() => void change({ do: 'delete', id: item.id }).catch(() => undefined)}
          >
            <Icon name="trash" size={16} />
          </button>
        </div>
      ) : null}
    </li>
  );
}
