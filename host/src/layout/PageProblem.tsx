import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import styles from './Problem.module.css';

/** A host page that has failed; the rest of the shell goes on. */
export function PageProblem() {
  const t = useShellText();
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <section className={styles.problem} role="alert">
      <h1>{t('problem.title')}</h1>
      <p>{t('problem.detail')}</p>
      <button type="button" onClick={() => void revalidate()}>
        {t('problem.retry')}
      </button>
    </section>
  );
}
