import { call } from '@boxyard/shared/client';
import { type Locale, setLocale, themeStore } from '@boxyard/shared/runtime';
import { deviceTheme } from '@boxyard/shared/runtime/preferences.ts';

/** The choice also belongs to the person: it comes along to the next browser. */
function remember(choice: { locale: Locale } | { theme: 'light' | 'dark' }): void {
  call('auth.updateProfile', { body: choice, silent: true, loading: false }).catch(
    (error: unknown) => {
      console.warn('The choice is kept in this browser only', error);
    },
  );
}

export function chooseLocale(locale: Locale): void {
  void setLocale(locale);
  remember({ locale });
}

export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** What is chosen now; following the device is a choice of this browser's. */
export const useThemeChoice = (): ThemeChoice =>
  themeStore(({ name, follows }) => (follows ? 'system' : name));

export function chooseTheme(theme: ThemeChoice): void {
  if (theme === 'system') {
    themeStore.setState({ name: deviceTheme(), follows: true });
    return;
  }
  themeStore.setState({ name: theme, follows: false });
  remember({ theme });
}
