import i18next, { type TFunction } from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Locale } from './preferences.ts';
import { localeStore } from './stores.ts';

export type Texts = Readonly<Record<string, unknown>>;
export type BothTexts = { readonly en: Texts; readonly th: Texts };

/** Locales en (default) and th (specification 9). */
export const LOCALES: readonly Locale[] = ['en', 'th'];

const mark = (locale: string) => {
  document.documentElement.lang = locale;
};

/** Starts i18next once, in the language last chosen. Texts come by `addTexts`. */
export async function startI18n(): Promise<void> {
  if (i18next.isInitialized) return;
  const { locale } = localeStore.getState();
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: 'en',
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  mark(locale);
  i18next.on('languageChanged', mark);
}

/** Adds a namespace in both languages: the shell's, the kit's, a remote's. */
export function addTexts(namespace: string, texts: BothTexts): void {
  const add = () => {
    for (const locale of LOCALES)
      i18next.addResourceBundle(locale, namespace, texts[locale], true, true);
  };
  // A layer may be loaded before the language is started; the store exists from then on.
  if (i18next.isInitialized) add();
  else i18next.on('initialized', add);
}

/** Changes the language of everything on screen and keeps it. */
export async function setLocale(locale: Locale): Promise<void> {
  localeStore.setState({ locale });
  await i18next.changeLanguage(locale);
}

export const useLocale = (): Locale => localeStore((state) => state.locale);

export type Translate = TFunction;

/** Texts of a namespace: `const t = useT('shell'); t('header.profile')`. */
export function useT(namespace: string): Translate {
  return useTranslation(namespace).t;
}

/** Outside components, in the language now shown. */
export const translate = (
  namespace: string,
  key: string,
  params?: Record<string, unknown>,
): string => i18next.t(key, { ns: namespace, ...params });

/** Picks the text of the language now shown from a pair, e.g. a page's title. */
export function usePick(): (pair: { readonly en: string; readonly th: string }) => string {
  const locale = useLocale();
  return useCallback((pair) => pair[locale], [locale]);
}
