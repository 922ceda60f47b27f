import { useShellText } from '../i18n/texts.ts';
import styles from './BlankPage.module.css';

/** The page for whoever may see no other (specification 2). */
export function BlankPage() {
  const t = useShellText();
  return <h1 className={styles.text}>{t('blank')}</h1>;
}
