import {
  addDays,
  bangkokDate,
  isDate,
  withArabicDigits,
  withoutMarks,
} from '../../domain/index.ts';
import type { Locale } from '../../runtime/preferences.ts';

/**
 * Dates as people read them: `21 Nov 2026` and `21 พ.ย. 2569` (design, "Words"). The Buddhist era
 * exists here and nowhere else: what is stored and sent is ISO (domain-conventions "Time").
 */
const ERA_OFFSET = 543;
/** A typed four-digit year from here on is Buddhist in either language: 2400 BE is 1857. */
const FIRST_BUDDHIST_YEAR = 2400;
const TIME_ZONE = 'Asia/Bangkok';

const monthNames = (locale: Locale, style: 'short' | 'long'): readonly string[] => {
  const format = new Intl.DateTimeFormat(locale === 'th' ? 'th-TH' : 'en-US', {
    month: style,
    timeZone: 'UTC',
  });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 1)));
};

const MONTHS: Record<Locale, Record<'short' | 'long', readonly string[]>> = {
  en: { short: monthNames('en', 'short'), long: monthNames('en', 'long') },
  th: { short: monthNames('th', 'short'), long: monthNames('th', 'long') },
};

/** The year as shown: Buddhist in Thai. */
export const displayYear = (year: number, locale: Locale): number =>
  locale === 'th' ? year + ERA_OFFSET : year;

export const monthName = (month: number, locale: Locale, style: 'short' | 'long'): string =>
  MONTHS[locale][style][month - 1] ?? '';

/** Monday first, as short as a calendar's head needs: `Mon`, `จ`. */
export const weekdayNames = (locale: Locale): readonly string[] => {
  const format = new Intl.DateTimeFormat(locale === 'th' ? 'th-TH' : 'en-US', {
    weekday: locale === 'th' ? 'narrow' : 'short',
    timeZone: 'UTC',
  });
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)));
};

export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const dateParts = (date: string): DateParts => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
  day: Number(date.slice(8, 10)),
});

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** ISO of the parts, or null when no such day exists. */
export function isoDate({ year, month, day }: DateParts): string | null {
  const iso = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return isDate(iso) ? iso : null;
}

/** `2026-11-21` → `21 Nov 2026` / `21 พ.ย. 2569`. */
export function formatDate(date: string, locale: Locale): string {
  const { year, month, day } = dateParts(date);
  return `${day} ${monthName(month, locale, 'short')} ${displayYear(year, locale)}`;
}

/** `2026-11` → `Nov 2026` / `พ.ย. 2569`; anything else is left as it is (labels of charts). */
export function formatMonth(month: string, locale: Locale): string {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(month) ?? [];
  if (year === undefined || number === undefined) return month;
  return `${monthName(Number(number), locale, 'short')} ${displayYear(Number(year), locale)}`;
}

/** An instant on the Bangkok clock: `21 Nov 2026 14:05`. */
export function formatDateTime(instant: string, locale: Locale): string {
  const time = new Date(instant);
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: TIME_ZONE,
  }).format(time);
  return `${formatDate(bangkokDate(time), locale)} ${clock}`;
}

const STEPS: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
];

/** "3 hours ago": timelines only, always with the exact time on hover (design, "Words"). */
export function formatRelative(instant: string, now: Date, locale: Locale): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  return step
    ? format.format(Math.trunc(seconds / step.seconds), step.unit)
    : format.format(0, 'second');
}

/** `20/11/2569` in Thai, `20/11/2026` in English: what a date field holds while it is typed in. */
export function formatTypedDate(date: string, locale: Locale): string {
  const { year, month, day } = dateParts(date);
  return `${pad(day, 2)}/${pad(month, 2)}/${displayYear(year, locale)}`;
}

/** Two figures of a year are of the calendar in which they are nearer to this year. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year >= FIRST_BUDDHIST_YEAR ? year - ERA_OFFSET : year;
  const now = new Date().getFullYear();
  const [common, buddhist] = [2000 + year, 2500 + year - ERA_OFFSET];
  return Math.abs(buddhist - now) < Math.abs(common - now) ? buddhist : common;
}

const fold = (word: string): string => word.toLowerCase().replaceAll('.', '');

function monthOf(word: string): number | null {
  const wanted = fold(word);
  if (wanted.length < 2) return null;
  for (const locale of ['en', 'th'] as const) {
    for (const style of ['short', 'long'] as const) {
      const index = MONTHS[locale][style].findIndex((name) => fold(name) === wanted);
      if (index >= 0) return index + 1;
    }
  }
  return null;
}

const WRITTEN = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const ORDERED = /^(\d{1,2})[\s/.-]+(\d{1,2})[\s/.-]+(\d{4}|\d{2})$/;
const NAMED = /^(\d{1,2})[\s/.-]*([^\d\s/-]+)[\s/.-]*(\d{4}|\d{2})$/;
const DIGITS = /^(\d{2})(\d{2})(\d{4})$/;

/**
 * Reads a day as a person types it, as ISO; null when it is no day. Either calendar is understood in both languages,
 * so the era is never added twice.
 */
export function parseTypedDate(typed: string): string | null {
  const text = withArabicDigits(withoutMarks(typed.normalize('NFC'))).trim();
  const written = WRITTEN.exec(text);
  if (written) {
    const [, year = '', month = '', day = ''] = written;
    return isoDate({ year: fullYear(year), month: Number(month), day: Number(day) });
  }
  const numeric = ORDERED.exec(text) ?? DIGITS.exec(text);
  const found = numeric ?? NAMED.exec(text);
  if (!found) return null;
  const month = numeric ? Number(found[2]) : monthOf(found[2] ?? '');
  if (month === null) return null;
  return isoDate({ year: fullYear(found[3] ?? ''), month, day: Number(found[1]) });
}

/** Six weeks of days that show `month`, Monday first. */
export function calendarDays({ year, month }: { year: number; month: number }): string[] {
  const first = `${pad(year, 4)}-${pad(month, 2)}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 42 }, (_, index) => addDays(first, index - weekday));
}

/** The same day of another month, or its last day. */
export function addMonths(date: string, months: number): string {
  const { year, month, day } = dateParts(date);
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  for (let last = day; last > 28; last -= 1) {
    const iso = isoDate({ ...target, day: last });
    if (iso) return iso;
  }
  return isoDate({ ...target, day: Math.min(day, 28) }) ?? date;
}

export type DatePreset = 'today' | 'last7' | 'thisMonth' | 'lastMonth' | 'thisYear';

/** Ready-made ranges, both days inclusive. */
export function presetRange(preset: DatePreset, today: string): { start: string; end: string } {
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  switch (preset) {
    case 'today':
      return { start: today, end: today };
    case 'last7':
      return { start: addDays(today, -6), end: today };
    case 'thisMonth':
      return { start: firstOfMonth, end: today };
    case 'lastMonth':
      return { start: addMonths(firstOfMonth, -1), end: addDays(firstOfMonth, -1) };
    case 'thisYear':
      return { start: `${today.slice(0, 4)}-01-01`, end: today };
  }
}
