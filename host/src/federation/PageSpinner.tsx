import { useTranslation } from 'react-i18next';
import styles from './federation.module.css';
import { FEDERATION_TEXTS } from './texts.ts';

/** Holds the place of a page whose code is on its way. */
export function PageSpinner() {
  const { t } = useTranslation(FEDERATION_TEXTS);
  return (
    <div className={styles.spinner} role="status" aria-label={t('loading')}>
      <span className="by-splash-spinner" />
    </div>
  );
}
