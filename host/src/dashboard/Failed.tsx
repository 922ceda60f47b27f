import form from '../pages/parts/form.module.css';
import styles from './DashboardPage.module.css';
import { useDashboardText } from './texts.ts';

/** A part of the page that could not be read; the others stand. */
export function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useDashboardText();
  return (
    <div className={styles.failed} role="status">
      <p>{t('failed')}</p>
      <button type="button" className={form.secondary} onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  );
}
