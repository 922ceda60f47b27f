import { useShellText } from '../i18n/texts.ts';
import header from '../layout/Header.module.css';
import { Icon } from '../layout/icons.tsx';
import { Popover } from '../layout/Popover.tsx';
import { openPanel } from '../layout/shellUi.ts';
import { ListDeeds, NotificationList } from './NotificationList.tsx';
import styles from './notifications.module.css';
import { DROPDOWN_ITEMS, useNotificationChange, useNotifications } from './useNotifications.ts';

/** The dropdown: at most 7 items in 280 px, 'View all' opens the drawer (specification 2, 9). */
export function NotificationBell() {
  const t = useShellText();
  const source = useNotifications();
  const change = useNotificationChange();
  const { unread } = source;
  const label =
    unread === 0
      ? t('header.notifications')
      : `${t('header.notifications')}: ${t('header.unread', { count: unread })}`;
  return (
    <Popover
      label={label}
      width={280}
      testId="notification-popover"
      buttonClass={header.iconButton}
      button={
        <>
          <Icon name="bell" />
          {unread > 0 ? <span className={header.badge}>{unread > 99 ? '99+' : unread}</span> : null}
        </>
      }
    >
      {(close) => (
        <>
          <div className={styles.head}>
            <h2>{t('notifications.title')}</h2>
          </div>
          <ListDeeds source={source} change={change} />
          <div className={styles.scroll}>
            <NotificationList
              source={source}
              items={source.items.slice(0, DROPDOWN_ITEMS)}
              onFollow={close}
            />
          </div>
          <button
            type="button"
            className={styles.viewAll}
            onClick={() => {
              close();
              openPanel('notifications');
            }}
          >
            {t('notifications.viewAll')}
          </button>
        </>
      )}
    </Popover>
  );
}
