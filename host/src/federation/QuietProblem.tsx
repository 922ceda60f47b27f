import { useTranslation } from 'react-i18next';
import { CURES } from './failure.ts';
import styles from './federation.module.css';
import { FEDERATION_TEXTS } from './texts.ts';
import { type ProblemProps, useRecovery } from './useRecovery.ts';

/**
 * A piece that is missing on a page which is about something else: one sentence and a button, within
 * the room that was kept for it. What failed exactly is on the operator's page.
 */
export function QuietProblem(problem: ProblemProps) {
  const { t } = useTranslation(FEDERATION_TEXTS);
  const { failure, isBusy, retry } = useRecovery(problem);
  const { byItself, byReload } = CURES[failure.kind];
  return (
    <div className={styles.quiet} role="status" data-kind={failure.kind}>
      <p>{t(byReload ? 'piece.reload' : byItself ? 'piece.missing' : 'piece.stopped')}</p>
      <button type="button" onClick={retry} aria-disabled={isBusy}>
        {t(byReload ? 'reload' : isBusy ? 'retrying' : 'retry')}
      </button>
    </div>
  );
}
