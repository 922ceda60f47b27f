import { ACTIVITY_TEXTS } from '@boxyard/shared/domain/activity/texts.ts';

interface Texts {
  readonly activityLog: object;
}

/** The remote's texts with what the filters of the log offer: one table with its exports. */
export function withActivityChoices<T extends Texts>(texts: T, locale: 'en' | 'th'): T {
  const { subject, action } = ACTIVITY_TEXTS[locale];
  return { ...texts, activityLog: { ...texts.activityLog, choice: { subject, action } } };
}
