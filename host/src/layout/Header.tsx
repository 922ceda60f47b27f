import { useMedia } from '@boxyard/shared/runtime';
import { useShellText } from '../i18n/texts.ts';
import { NotificationBell } from '../notifications/NotificationBell.tsx';
import { OverridesBadge } from '../overrides/OverridesBadge.tsx';
import { Avatar } from './Avatar.tsx';
import styles from './Header.module.css';
import { Icon } from './icons.tsx';
import { Logo } from './Logo.tsx';
import { openPanel } from './shellUi.ts';
import type { SidebarUi } from './sidebarUi.ts';
import { MOBILE } from './widths.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface Props {
  readonly ui: SidebarUi;
  /** false: the layout has no sidebar to open, but on a phone. */
  readonly withToggle?: boolean;
  readonly withLogo?: boolean;
}

/** Menu toggle, logo, search, scan, notifications and avatar (specification 2, Shell). */
export function Header({ ui, withToggle = true, withLogo = true }: Props) {
  const t = useShellText();
  const mobile = useMedia(MOBILE);
  const hasToggle = withToggle || mobile;
  const open = ui.state === 'open';
  return (
    <header className={styles.header}>
      {hasToggle ? (
        <button
          type="button"
          className={styles.iconButton}
          data-menu-toggle
          aria-label={open ? t('header.closeMenu') : t('header.openMenu')}
          aria-expanded={open}
          aria-controls="sidebar"
          onClick={ui.toggle}
        >
          <Icon name={open ? 'collapse' : 'menu'} />
        </button>
      ) : null}
      {withLogo || mobile ? <Logo compact={mobile} /> : null}
      <span className={styles.gap} />
      <button type="button" className={styles.search} onClick={() => openPanel('palette')}>
        <Icon name="search" size={18} />
        <span>{t('header.search')}</span>
        <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <button
        type="button"
        className={styles.iconButton}
        aria-label={t('header.scan')}
        title={t('header.scan')}
        onClick={() => openPanel('scan')}
      >
        <Icon name="scan" />
      </button>
      <OverridesBadge />
      <NotificationBell />
      <Avatar />
    </header>
  );
}
