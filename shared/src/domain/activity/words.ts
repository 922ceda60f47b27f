import en from './words.en.json' with { type: 'json' };
import th from './words.th.json' with { type: 'json' };

/**
 * What subjects, actions and fields of the activity log are called: one table for the page and the
 * exports, loaded by these alone.
 */
type Locale = 'en' | 'th';
type Kind = keyof typeof en;
type Spoken = Exclude<Kind, 'value'>;

export const ACTIVITY_WORDS: Readonly<
  Record<Locale, Readonly<Record<Kind, Readonly<Record<string, string>>>>>
> = { en, th };

/** `leadTimeDays` → `Lead time days`: of a field that nobody has named yet. */
const spoken = (name: string): string => {
  const words = name.replace(/[-_]/g, ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
};

/** The word for a subject, an action or a field: of a value with parts, the part's own. */
export function activityWord(locale: Locale, kind: Spoken, key: string): string {
  const words = ACTIVITY_WORDS[locale][kind];
  const last = key.slice(key.lastIndexOf('.') + 1);
  const bare = last.replace(/Ids?$/, '');
  return words[key] ?? words[last] ?? words[bare] ?? spoken(bare || last);
}

/** The word for a value of a fixed set (`vatMode.inclusive`); null for any other value. */
export const activityValue = (locale: Locale, field: string, value: string): string | null =>
  ACTIVITY_WORDS[locale].value[`${field}.${value}`] ?? null;
