import type { DocumentLang } from './amountInWords.ts';
import { roundDecimal } from './decimal.ts';

/** How many digits after the point are always shown, and how many at most. */
export interface DecimalPlaces {
  readonly min: number;
  readonly max: number;
}

/** Money two places; unit prices up to four; quantities up to three (domain-conventions "Money and quantities"). */
export const PLACES = {
  money: { min: 2, max: 2 },
  price: { min: 2, max: 4 },
  quantity: { min: 0, max: 3 },
} as const satisfies Record<string, DecimalPlaces>;

const TRUE_MINUS = '\u2212';

/** Writes a decimal with thousands separators and a true minus: `−1,070.00`. */
export function formatDecimal(value: string | number, places: DecimalPlaces): string {
  const { negative, integer, fraction } = roundDecimal(value, places.max);
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ',');
  let shown = fraction;
  while (shown.length > places.min && shown.endsWith('0')) shown = shown.slice(0, -1);
  const text = shown === '' ? grouped : `${grouped}.${shown}`;
  return negative ? `${TRUE_MINUS}${text}` : text;
}

/** `1,070.00` */
export function formatMoney(value: string | number): string {
  return formatDecimal(value, PLACES.money);
}

/** `12.50`, `0.1275` */
export function formatUnitPrice(value: string | number): string {
  return formatDecimal(value, PLACES.price);
}

/** `1,200`, `2.5` */
export function formatQuantity(value: string | number): string {
  return formatDecimal(value, PLACES.quantity);
}

const BUSINESS_DAY = /^\d{4}-\d{2}-\d{2}$/;

const CALENDAR = { en: 'en-US', th: 'th-TH-u-ca-buddhist-nu-latn' } as const;
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(lang: DocumentLang, timeZone: string): Intl.DateTimeFormat {
  const key = `${lang} ${timeZone}`;
  let format = dayFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(CALENDAR[lang], {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
    dayFormats.set(key, format);
  }
  return format;
}

/**
 * Reads a business day (`2026-11-21`) or an instant (ISO 8601, or a Date).
 * @throws TypeError if it is neither
 */
function readDate(value: string | Date): { readonly at: Date; readonly timeZone: string } {
  const isDay = typeof value === 'string' && BUSINESS_DAY.test(value);
  const at = value instanceof Date ? value : new Date(isDay ? `${value}T00:00:00Z` : value);
  if (Number.isNaN(at.getTime())) throw new TypeError(`Not a date: ${String(value)}`);
  // A business day has no zone; an instant is shown where the business is.
  return { at, timeZone: isDay ? 'UTC' : 'Asia/Bangkok' };
}

/** `21 Nov 2026`, `21 พ.ย. 2569`; the Buddhist era exists only here, in the showing. */
export function formatDate(value: string | Date, lang: DocumentLang): string {
  const { at, timeZone } = readDate(value);
  const part = new Map(
    dayFormat(lang, timeZone)
      .formatToParts(at)
      .map((piece) => [piece.type, piece.value]),
  );
  return `${part.get('day')} ${part.get('month')} ${part.get('year')}`;
}

/** `2026-11` → `Nov 2026`, `พ.ย. 2569`; any other text stays as it is. */
export const formatMonth = (text: string, lang: DocumentLang): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? formatDate(`${text}-01`, lang).replace(/^1 /, '') : text;

/** `21 Nov 2026 14:05`, `21 พ.ย. 2569 14:05 น.` */
export function formatDateTime(value: string | Date, lang: DocumentLang): string {
  const { at, timeZone } = readDate(value);
  const part = new Map(
    dayFormat(lang, timeZone)
      .formatToParts(at)
      .map((piece) => [piece.type, piece.value]),
  );
  const time = `${part.get('hour')}:${part.get('minute')}`;
  return `${formatDate(value, lang)} ${time}${lang === 'th' ? ' น.' : ''}`;
}
