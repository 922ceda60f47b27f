import type { Localised } from './record.ts';
import type { Locale } from './types.ts';

/** Texts of both languages, in the shape of their files. */
export type Words<T> = T extends string ? Localised : { readonly [K in keyof T]: Words<T[K]> };

type Texts = { readonly [key: string]: string | Texts };

function paired(en: Texts, th: Texts, path: string): unknown {
  return Object.fromEntries(
    Object.entries(en).map(([key, english]) => {
      const [thai, at] = [th[key], `${path}.${key}`];
      if (typeof english === 'object' && typeof thai === 'object')
        return [key, paired(english, thai, at)];
      if (typeof english !== 'string' || typeof thai !== 'string')
        throw new Error(`Only one language has the text "${at.slice(1)}"`);
      return [key, { en: english, th: thai }];
    }),
  );
}

/** Words that pages say too, for exports, PDFs and mails (ADR 0087): `words.choice.method.cash.th`. */
export const bothLanguages = <const T extends object>(texts: {
  readonly en: T;
  readonly th: object;
}): Words<T> => paired(texts.en as Texts, texts.th as Texts, '') as Words<T>;

type Pair = Readonly<Record<Locale, unknown>>;

/** The same words language by language, for what is written in one of them: `WORDS[locale].total`. */
export const byLanguage = <const T extends Readonly<Record<string, Pair>>>(pairs: T) => {
  const inOne = (locale: Locale) =>
    Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[locale]]));
  return { en: inOne('en'), th: inOne('th') } as Readonly<
    Record<Locale, { readonly [K in keyof T]: T[K][Locale] }>
  >;
};
