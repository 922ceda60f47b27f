import { useLocale } from '../../runtime/i18n.ts';
import type { Locale } from '../../runtime/preferences.ts';
import { formatDate, formatDateTime } from '../format/dates.ts';
import { nameIn } from '../text/RefText.tsx';
import { useKitText } from '../useKitText.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What a linked record is called: its number, code or name. */
function labelOf(record: object, locale: Locale): string | null {
  const { documentNo, code, name, nameTh, labelEn, labelTh } = record as Record<string, string>;
  if (isText(documentNo)) return documentNo;
  if (isText(code)) return code;
  if (isText(name)) return nameIn({ name, nameTh }, locale);
  return isText(labelEn) ? nameIn({ name: labelEn, nameTh: labelTh }, locale) : null;
}

/** Says a value of a record in a few words; null where there is nothing that a person could read. */
export function useValueTexts(): (value: unknown) => string | null {
  const t = useKitText();
  const locale = useLocale();
  const words = (value: unknown): string | null => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (isText(value)) {
      if (UUID.test(value)) return null;
      if (DATE.test(value)) return formatDate(value, locale);
      return INSTANT.test(value) ? formatDateTime(value, locale) : value;
    }
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'object' || value === null) return null;
    if (Array.isArray(value)) {
      if (value.length === 0) return null;
      const each = value.map((item) =>
        typeof item === 'object' && item !== null ? labelOf(item, locale) : words(item),
      );
      return each.includes(null) ? t('diff.entries', { count: value.length }) : each.join(', ');
    }
    const parts = Object.values(value).map(words).filter(isText);
    return labelOf(value, locale) ?? (parts.join(' ') || null);
  };
  return words;
}
