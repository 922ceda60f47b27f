import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import { Dialog } from '../layout/Dialog.tsx';
import header from '../layout/Header.module.css';
import { Icon } from '../layout/icons.tsx';
import { ListDeeds, NotificationList } from './NotificationList.tsx';
import styles from './notifications.module.css';
import { useNotificationChange, useNotifications } from './useNotifications.ts';

/** All notifications, in a drawer of 400 px (specification 2, 9). */
export function NotificationsDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useShellText();
  const [pages, setPages] = useState(1);
  const source = useNotifications(pages);
  const change = useNotificationChange();
  return (
    <Dialog label={t('notifications.title')} side="right" width={400} onClose={onClose}>
      <div className={styles.head}>
        <h2>{t('notifications.title')}</h2>
        <button
          type="button"
          className={header.iconButton}
          aria-label={t('notifications.close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <ListDeeds source={source} change={change} />
      <div className={styles.all}>
        <NotificationList source={source} items={source.items} withDeeds onFollow={onClose} />
        {/* The server gives at most a hundred at once. */}
        {source.items.length < source.total && pages < 10 ? (
          <button type="button" className={styles.viewAll} onClick={() => setPages(pages + 1)}>
            {t('notifications.more')}
          </button>
        ) : null}
        <Link className={styles.choose} to="/profile#notifications" onClick={onClose}>
          {t('notifications.choose')}
        </Link>
      </div>
    </Dialog>
  );
}
