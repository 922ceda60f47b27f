import { version } from 'react';
import { useTranslation } from 'react-i18next';
import { CURES } from './failure.ts';
import styles from './federation.module.css';
import { FEDERATION_TEXTS } from './texts.ts';
import { type ProblemProps, useRecovery } from './useRecovery.ts';

/**
 * What failed, since when, whom to tell, and a button to try again, which is also tried by itself.
 */
export function RemoteProblem(problem: ProblemProps) {
  const { since, contact } = problem;
  const { t, i18n } = useTranslation(FEDERATION_TEXTS);
  const { failure, isBusy, retry } = useRecovery(problem);

  const time = new Intl.DateTimeFormat(i18n.language === 'th' ? 'th-TH' : 'en-GB', {
    timeStyle: 'medium',
    timeZone: 'Asia/Bangkok',
  }).format(since);

  return (
    <section className={styles.problem} role="alert" data-kind={failure.kind}>
      <h1>{t(`${failure.kind}.title`)}</h1>
      <p>{t(`${failure.kind}.detail`, { remote: failure.remote, react: version })}</p>
      <p className={styles.since}>{t('since', { time })}</p>
      {failure.kind === 'updated' ? null : (
        <p>{contact === undefined ? t('tell.administrator') : t('tell.contact', { contact })}</p>
      )}
      <button type="button" onClick={retry} aria-disabled={isBusy}>
        {t(CURES[failure.kind].byReload ? 'reload' : isBusy ? 'retrying' : 'retry')}
      </button>
    </section>
  );
}
