import {
  crumbStore,
  loadingStore,
  pageOf,
  softReload,
  useLocale,
  usePick,
} from '@boxyard/shared/runtime';
import { Fragment } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import { type Crumb, crumbsOf } from './crumbs.ts';
import header from './Header.module.css';
import { Icon } from './icons.tsx';
import styles from './Toolbar.module.css';
import { useCurrentPage } from './useCurrentPage.ts';

function useCrumbs(): Crumb[] {
  const t = useShellText();
  const pick = usePick();
  const page = useCurrentPage();
  const params = useParams();
  const { search } = useLocation();
  const named = crumbStore();
  if (!page) return [];
  return crumbsOf({
    page,
    pageOf,
    params,
    search,
    titleOf: (one) => named[one.name]?.title ?? pick(one.title),
    areaOf: (segment) => {
      const text = t(`areas.${segment}`, { defaultValue: '' });
      return text === '' ? null : text;
    },
  });
}

/** Breadcrumbs, the sign that calls are under way, and the soft reload. */
export function Toolbar() {
  const t = useShellText();
  const crumbs = useCrumbs();
  const loading = loadingStore((state) => state.calls > 0);
  // Redrawn with the language: the crumbs' texts come from it.
  useLocale();
  return (
    <div className={styles.toolbar}>
      <nav aria-label={t('toolbar.breadcrumbs')}>
        <ol className={styles.crumbs}>
          {crumbs.map(({ text, to }, index) => {
            const last = index === crumbs.length - 1;
            return (
              <Fragment key={last ? 'here' : `${to ?? ''}${text}`}>
                <li>
                  {to === undefined ? (
                    <span aria-current={last ? 'page' : undefined}>{text}</span>
                  ) : (
                    <Link to={to}>{text}</Link>
                  )}
                  {last ? null : <Icon name="next" size={14} />}
                </li>
              </Fragment>
            );
          })}
        </ol>
      </nav>
      <span
        className={styles.loading}
        role="status"
        data-testid="global-loading"
        data-loading={loading}
      >
        {loading ? (
          <span className={styles.spinner} aria-label={t('toolbar.loading')} role="img" />
        ) : null}
      </span>
      <button
        type="button"
        className={header.iconButton}
        aria-label={t('toolbar.softReload')}
        title={t('toolbar.softReload')}
        onClick={softReload}
      >
        <Icon name="reload" size={18} />
      </button>
    </div>
  );
}
