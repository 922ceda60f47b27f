import { decimal, withArabicDigits, withoutMarks } from '../../domain/index.ts';

/** Figures as people read them: grouped, a true minus, always the same places (design, "Type"). */
export const MINUS = '\u2212';

const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `-1234.5` → `−1,234.50`. Works on the decimal's digits: no float is ever involved. */
export function formatDecimal(value: string | number, places: number): string {
  const fixed = decimal.round(value, places);
  const negative = fixed.startsWith('-');
  const [whole = '0', rest] = fixed.replace('-', '').split('.');
  const zero = /^[0.]*$/.test(fixed.replace('-', ''));
  return `${negative && !zero ? MINUS : ''}${group(whole)}${rest === undefined ? '' : `.${rest}`}`;
}

/** Up to three decimals, without trailing zeros: `1,250`, `0.125`. */
export function formatQuantity(value: number): string {
  const fixed = formatDecimal(value, 3);
  return fixed.replace(/\.?0+$/, '') || '0';
}

export const formatPercent = (value: string | number): string =>
  `${formatDecimal(value, 2).replace(/\.?0+$/, '') || '0'}%`;

const AROUND = /^\s*฿?\s*|\s+$/g;

/**
 * Digits, sign and point of what was typed or pasted: `฿ 1,234.50` → `1234.50`, else null. A comma
 * stands between thousands: `12,50` is no number here, since it may be twelve and a half.
 */
export function parseTypedNumber(typed: string): string | null {
  const text = decimal.ungrouped(typed.replace(AROUND, '').replace(MINUS, '-'));
  if (text === null || !/^-?(\d+\.?\d*|\.\d+)$/.test(text)) return null;
  return text.replace(/\.$/, '').replace(/^(-?)\./, '$10.');
}

/** More digits than any figure of the business has; beyond it arithmetic has no number any more. */
const LONGEST = 24;

/**
 * What a field for figures keeps of a text: a number in Arabic digits, without its unit, `๑,๐๙๐ บาท` →
 * `1,090`; what is no number as it was typed, so that it is refused and not made another one. A share is
 * the unit of percentages alone: `12.5%` is no price.
 */
export function figureText(typed: string, isPercent = false): string {
  const text = withArabicDigits(withoutMarks(typed)).replaceAll(MINUS, '-');
  const bare = text
    .replace(isPercent ? /%\s*$/ : /(บาท|ชิ้น|THB)\s*$/i, '')
    .replace(AROUND, '')
    .replace(/(\d)\s(?=\d{3}(?!\d))/g, '$1');
  return (/^-?[\d.,]*$/.test(bare) ? bare : text).slice(0, LONGEST);
}

/** Whether arithmetic can take it: a form holds what was typed or pasted, right or wrong. */
export const isFigure = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);

/** `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${Math.round(kilobytes)} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}
