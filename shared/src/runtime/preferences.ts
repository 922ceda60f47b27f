import { ACCENTS, type AccentName, type ThemeName } from '../domain/theme/tokens.ts';

/** Stores that must be readable before any framework runs (specification 3, 4). */
export const THEME_KEY = 'theme';
export const LOCALE_KEY = 'locale';

export type Locale = 'en' | 'th';

/** A persisted store's `state`, or nothing when it is missing, broken or storage is refused. */
function persisted(key: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    const state = (parsed as { state?: unknown } | null)?.state;
    return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export const DEVICE_IS_DARK = '(prefers-color-scheme: dark)';

/** The theme that the device itself has. */
export const deviceTheme = (): ThemeName => (matchMedia(DEVICE_IS_DARK).matches ? 'dark' : 'light');

/**
 * Theme and language as last chosen, for what runs before the stores exist: boot (no flash of the
 * other theme) and the sign-in entry. Locales are en, the default, and th (specification 9).
 */
export function readPreferences(): { theme: ThemeName; accent: AccentName; locale: Locale } {
  const theme = persisted(THEME_KEY);
  const accent = (theme.colors as { primary?: unknown } | undefined)?.primary;
  return {
    theme: theme.follows === true ? deviceTheme() : theme.name === 'dark' ? 'dark' : 'light',
    accent: typeof accent === 'string' && accent in ACCENTS ? (accent as AccentName) : 'blue',
    locale: persisted(LOCALE_KEY).locale === 'th' ? 'th' : 'en',
  };
}
