import { useOnline } from '@boxyard/shared/runtime';
import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import styles from './Problem.module.css';
import { useRecovery } from './useRecovery.ts';

/** A page that has failed, or whose code did not come; the rest of the shell goes on. */
export function PageProblem() {
  const t = useShellText();
  const error = useRouteError();
  const { state, ...here } = useLocation();
  const navigate = useNavigate();
  const kind = useOnline() ? 'page' : 'offline';
  // The router forgets the error of a route only with a navigation, were it to the same address.
  const retry = useRecovery(() => void navigate(here, { replace: true, state }));
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <section className={styles.problem} role="alert">
      <h1>{t(`problem.${kind}.title`)}</h1>
      <p>{t(`problem.${kind}.detail`)}</p>
      <button type="button" onClick={retry}>
        {t('problem.retry')}
      </button>
    </section>
  );
}
