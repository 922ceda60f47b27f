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

/** Brings texts of a language that come by the network. */
export type TextLoader = (locale: Locale) => Promise<unknown>;
const loaders = new Set<TextLoader>();

/** Calls `load` before each change of language, so that no page is drawn with the names of its texts. */
export function loadTextsBefore(load: TextLoader): void {
  loaders.add(load);
}

/** A remote that is slow or gone must not keep the rest from changing its language. */
const LONGEST_WAIT_MS = 3_000;
let wanted: Locale | null = null;

/**
 * Changes the language of everything on screen and keeps it. Texts that are still on the way are waited
 * for, 3 seconds at most; of two choices the later one counts.
 */
export async function setLocale(locale: Locale): Promise<void> {
  wanted = locale;
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([
    Promise.allSettled([...loaders].map((load) => load(locale))),
    new Promise((resolve) => {
      timer = setTimeout(resolve, LONGEST_WAIT_MS);
    }),
  ]);
  clearTimeout(timer);
  if (wanted !== locale) return;
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
