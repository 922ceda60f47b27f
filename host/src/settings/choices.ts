import { call } from '@boxyard/shared/client';
import { type Locale, setLocale, themeStore } from '@boxyard/shared/runtime';

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

export function chooseTheme(theme: 'light' | 'dark'): void {
  themeStore.setState({ name: theme });
  remember({ theme });
}
