import {
  type LayoutKind,
  layoutStore,
  useLocale,
  useMedia,
  useOnline,
  usePick,
  useProfile,
} from '@boxyard/shared/runtime';
import { type ReactNode, useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import { Outbox } from '../outbox/Outbox.tsx';
import { Header } from './Header.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { NoticeStack } from './NoticeStack.tsx';
import { Panels } from './Panels.tsx';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { useSidebar } from './sidebarUi.ts';
import { Toolbar } from './Toolbar.tsx';
import { TopNav } from './TopNav.tsx';
import { useCurrentPage } from './useCurrentPage.ts';
import { View } from './View.tsx';
import { MOBILE } from './widths.ts';

function Footer() {
  const t = useShellText();
  const shown = layoutStore((state) => state.footer);
  return shown ? <footer className={styles.footer}>{t('footer')}</footer> : null;
}

function PasswordBanner() {
  const t = useShellText();
  const mustChange = useProfile()?.mustChangePassword ?? false;
  return mustChange ? (
    <p className={styles.banner} role="status">
      {t('mustChangePassword')} <Link to="/profile#password">{t('mustChangePasswordLink')}</Link>
    </p>
  ) : null;
}

function OfflineBanner() {
  const t = useShellText();
  return useOnline() ? null : (
    <p className={styles.banner} role="status">
      {t('offline')}
    </p>
  );
}

/** Toolbar, page and footer: the same in every layout that has a menu. */
function Content() {
  return (
    <>
      <OfflineBanner />
      <Outbox />
      <PasswordBanner />
      <Toolbar />
      <View />
      <Footer />
    </>
  );
}

/** Header across the whole width, sidebar below it: the application's own layout. */
function HorizontalVerticalNav() {
  const ui = useSidebar(true);
  return (
    <div className={styles.rows}>
      <Header ui={ui} />
      <div className={styles.columns}>
        <Sidebar ui={ui} />
        <div className={styles.content}>
          <Content />
        </div>
      </div>
    </div>
  );
}

/** Sidebar over the whole height, the header beside it. */
function VerticalNav() {
  const ui = useSidebar(true);
  return (
    <div className={styles.columns} data-layout-column>
      <Sidebar ui={ui} withLogo />
      <div className={styles.content}>
        <Header ui={ui} withLogo={false} />
        <Content />
      </div>
    </div>
  );
}

/** The menu below the header; on a phone it is the same overlay as elsewhere. */
function HorizontalNav() {
  const ui = useSidebar(false);
  const mobile = useMedia(MOBILE);
  return (
    <div className={styles.rows}>
      <div className={styles.top}>
        <Header ui={ui} withToggle={false} />
        {mobile ? null : <TopNav />}
      </div>
      <div className={styles.columns}>
        <Sidebar ui={ui} />
        <div className={styles.content}>
          <Content />
        </div>
      </div>
    </div>
  );
}

function Blank() {
  return (
    <div className={styles.rows}>
      <View />
    </div>
  );
}

const LAYOUTS: Readonly<Record<LayoutKind, () => ReactNode>> = {
  HorizontalVerticalNav,
  VerticalNav,
  HorizontalNav,
  Blank,
};

/** Frame of every page: the layout that the route forces or the person has chosen. */
export function Shell() {
  const t = useShellText();
  const pick = usePick();
  const locale = useLocale();
  const page = useCurrentPage();
  const chosen = layoutStore((state) => state.kind);
  const navigate = useNavigate();
  const kind = page?.layout ?? chosen;
  const Layout = LAYOUTS[kind];
  const title = page ? pick(page.title) : '';

  // The page title is set from each route's title (specification 2, Guard rules).
  useEffect(() => {
    document.title = title === '' ? t('product') : `${title} · ${t('product')}`;
  }, [title, t]);

  return (
    <div className={styles.shell} data-layout={kind} lang={locale}>
      <a href="#content" className={styles.skip}>
        {t('skip')}
      </a>
      <LoadingBar />
      <Layout />
      <NoticeStack closeLabel={t('notice.close')} onFollow={(path) => void navigate(path)} />
      <Panels />
    </div>
  );
}
