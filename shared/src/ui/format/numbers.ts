import { decimal } from '../../domain/index.ts';

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

/** Digits, sign and point of what was typed or pasted: `฿ 1,234.50` → `1234.50`, else null. */
export function parseTypedNumber(typed: string): string | null {
  const text = typed.replace(/[\s,฿]/g, '').replace(MINUS, '-');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? text.replace(/\.$/, '') : null;
}

/** `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${Math.round(kilobytes)} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}
