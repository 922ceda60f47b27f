import { hasSession, mayDo } from '@boxyard/shared/runtime';
import { Link, useLocation } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import styles from '../layout/Problem.module.css';
import { homeOf } from '../router/guards.ts';

/** Any other path (specification 2). */
export function Page() {
  const t = useShellText();
  const { pathname } = useLocation();
  return (
    <section className={styles.problem}>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.detail', { path: pathname })}</p>
      <Link to={hasSession() ? homeOf(mayDo) : '/login'}>{t('notFound.home')}</Link>
    </section>
  );
}
