import { LOCALES, useLocale } from '@boxyard/shared/runtime';
import { useId } from 'react';
import { useShellText } from '../../i18n/texts.ts';
import {
  chooseLocale,
  chooseTheme,
  THEME_CHOICES,
  type ThemeChoice,
  useThemeChoice,
} from '../../settings/choices.ts';
import form from '../parts/form.module.css';
import styles from './ProfilePage.module.css';
import { useProfileText } from './texts.ts';

/** Language and theme; a choice counts at once. */
export function LooksForm() {
  const t = useProfileText();
  const shell = useShellText();
  const id = useId();
  const locale = useLocale();
  const theme = useThemeChoice();
  return (
    <section className={styles.card}>
      <h2>{t('looks.title')}</h2>
      <p className={styles.lead}>{t('looks.lead')}</p>
      <div className={styles.pair}>
        <div className={form.field}>
          <label htmlFor={`${id}-language`}>{t('looks.language')}</label>
          <select
            id={`${id}-language`}
            value={locale}
            onChange={({ target }) => chooseLocale(target.value === 'th' ? 'th' : 'en')}
          >
            {LOCALES.map((one) => (
              <option key={one} value={one}>
                {shell(`locales.${one}`)}
              </option>
            ))}
          </select>
        </div>
        <div className={form.field}>
          <label htmlFor={`${id}-theme`}>{t('looks.theme')}</label>
          <select
            id={`${id}-theme`}
            value={theme}
            onChange={({ target }) => chooseTheme(target.value as ThemeChoice)}
          >
            {THEME_CHOICES.map((one) => (
              <option key={one} value={one}>
                {shell(`settings.${one}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
    </section>
  );
}
