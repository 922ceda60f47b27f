import { useCan, useLocale, useProfile, useUser } from '@boxyard/shared/runtime';
import { Link } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import { HOST_PAGES, OPERATES } from '../router/hostPages.ts';
import styles from './Header.module.css';
import { Icon } from './icons.tsx';
import { Popover } from './Popover.tsx';
import { openPanel } from './shellUi.ts';

/** Initials, or 'U' without a name (specification 3), and the menu of one's own things. */
export function Avatar() {
  const t = useShellText();
  const locale = useLocale();
  const user = useUser();
  const profile = useProfile();
  const mayOperate = useCan(OPERATES);
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  const initials = user?.initials || 'U';
  // The name of a button contains what is written on it (WCAG 2.5.3).
  const label = t(name === '' ? 'header.accountNameless' : 'header.account', { name, initials });
  const role = locale === 'th' ? profile?.role?.labelTh : profile?.role?.labelEn;
  return (
    <Popover
      label={label}
      width={240}
      buttonClass={styles.avatar}
      testId="account-menu"
      button={<span>{initials}</span>}
    >
      {(close) => (
        <>
          <div className={styles.person}>
            <strong>{name || profile?.email}</strong>
            {role ? <span>{role}</span> : null}
            {name ? <span>{profile?.email}</span> : null}
          </div>
          <ul className={styles.choices}>
            <li>
              <Link to="/profile" onClick={close}>
                <Icon name="user" size={18} />
                {t('header.profile')}
              </Link>
            </li>
            <li>
              <button
                type="button"
                onClick={() => {
                  close();
                  openPanel('settings');
                }}
              >
                <Icon name="settings" size={18} />
                {t('header.settings')}
              </button>
            </li>
            {mayOperate ? (
              <li>
                <Link to={HOST_PAGES.SystemRemotes.path} onClick={close}>
                  <Icon name="page" size={18} />
                  {t('header.remotes')}
                </Link>
              </li>
            ) : null}
            <li>
              <Link to="/logout" onClick={close}>
                <Icon name="logout" size={18} />
                {t('header.logout')}
              </Link>
            </li>
          </ul>
        </>
      )}
    </Popover>
  );
}
