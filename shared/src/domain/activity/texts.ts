import { DOCUMENT_FAMILIES, type FamilyDeclaration } from '../documents/families.ts';
import en from './texts.en.json' with { type: 'json' };
import th from './texts.th.json' with { type: 'json' };

type Locale = 'en' | 'th';
type Kind = keyof typeof en;
type Spoken = Exclude<Kind, 'value'>;

/** Families of documents are called as their declarations say. */
const withFamilies = (locale: Locale, texts: typeof en) => ({
  ...texts,
  subject: {
    ...texts.subject,
    ...Object.fromEntries(
      Object.entries<FamilyDeclaration>(DOCUMENT_FAMILIES).map(([family, { label }]) => [
        family,
        label[locale],
      ]),
    ),
  },
});

/**
 * What subjects, actions and fields of the activity log are called: one table for the page and the
 * exports, loaded by these alone.
 */
export const ACTIVITY_TEXTS: Readonly<
  Record<Locale, Readonly<Record<Kind, Readonly<Record<string, string>>>>>
> = { en: withFamilies('en', en), th: withFamilies('th', th) };

/** `leadTimeDays` → `Lead time days`: of a field that nobody has named yet. */
const spoken = (name: string): string => {
  const words = name.replace(/[-_]/g, ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
};

/** The word for a subject, an action or a field: of a value with parts, the part's own. */
export function activityText(locale: Locale, kind: Spoken, key: string): string {
  const words = ACTIVITY_TEXTS[locale][kind];
  const last = key.slice(key.lastIndexOf('.') + 1);
  const bare = last.replace(/Ids?$/, '');
  return words[key] ?? words[last] ?? words[bare] ?? spoken(bare || last);
}

/** The word for a value of a fixed set (`vatMode.inclusive`); null for any other value. */
export const activityValue = (locale: Locale, field: string, value: string): string | null =>
  ACTIVITY_TEXTS[locale].value[`${field}.${value}`] ?? null;
