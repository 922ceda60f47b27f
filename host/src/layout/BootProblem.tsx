import { useShellText } from '../i18n/texts.ts';
import styles from './Problem.module.css';

/** The shell cannot start: no server, and nothing kept from an earlier visit. */
export function BootProblem() {
  const t = useShellText();
  return (
    <section className={styles.problem} role="alert">
      <h1>{t('problem.bootTitle')}</h1>
      <p>{t('problem.bootDetail')}</p>
      <button type="button" onClick={() => location.reload()}>
        {t('problem.retry')}
      </button>
    </section>
  );
}
