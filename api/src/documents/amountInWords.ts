import { parseDecimal } from './decimal.ts';

/** The languages every document is printed in. */
export type DocumentLang = 'en' | 'th';

const THAI_DIGITS = ['', 'หนึ่ง', 'สอง', 'สาม', 'สี่', 'ห้า', 'หก', 'เจ็ด', 'แปด', 'เก้า'] as const;
const THAI_PLACES = ['', 'สิบ', 'ร้อย', 'พัน', 'หมื่น', 'แสน'] as const;

/** Up to six digits; `follows` says that higher digits were already spoken. */
function thaiBelowMillion(digits: string, follows: boolean): string {
  let text = '';
  let spoken = follows;
  const last = digits.length - 1;
  for (let index = 0; index <= last; index += 1) {
    const digit = Number(digits.charAt(index));
    if (digit === 0) continue;
    const place = last - index;
    if (place === 0) {
      // "เอ็ด" for a one that closes a longer number: สิบเอ็ด, หนึ่งร้อยเอ็ด, หนึ่งล้านเอ็ด.
      text += digit === 1 && spoken ? 'เอ็ด' : (THAI_DIGITS[digit] ?? '');
    } else if (place === 1) {
      const tens = digit === 1 ? '' : digit === 2 ? 'ยี่' : (THAI_DIGITS[digit] ?? '');
      text += `${tens}สิบ`;
    } else {
      text += `${THAI_DIGITS[digit] ?? ''}${THAI_PLACES[place] ?? ''}`;
    }
    spoken = true;
  }
  return text;
}

/** Thai counts in millions of millions, so "ล้าน" repeats for every six digits. */
function thaiInteger(digits: string): string {
  if (/^0*$/.test(digits)) return '';
  if (digits.length <= 6) return thaiBelowMillion(digits, false);
  const high = thaiInteger(digits.slice(0, -6));
  const low = thaiBelowMillion(digits.slice(-6), high !== '');
  return high === '' ? low : `${high}ล้าน${low}`;
}

const ONES = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
] as const;
const TENS = [
  '',
  '',
  'twenty',
  'thirty',
  'forty',
  'fifty',
  'sixty',
  'seventy',
  'eighty',
  'ninety',
] as const;
const SCALES = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion'] as const;

function englishBelowHundred(value: number): string {
  if (value < 20) return ONES[value] ?? '';
  const ones = ONES[value % 10] ?? '';
  const tens = TENS[Math.floor(value / 10)] ?? '';
  return ones === '' ? tens : `${tens}-${ones}`;
}

function englishBelowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = englishBelowHundred(value % 100);
  if (hundreds === 0) return rest;
  const head = `${ONES[hundreds] ?? ''} hundred`;
  return rest === '' ? head : `${head} and ${rest}`;
}

function englishInteger(digits: string): string {
  const groups: number[] = [];
  for (let end = digits.length; end > 0; end -= 3) {
    groups.push(Number(digits.slice(Math.max(0, end - 3), end)));
  }
  const parts: string[] = [];
  for (let index = groups.length - 1; index >= 0; index -= 1) {
    const group = groups[index] ?? 0;
    if (group === 0) continue;
    const words = englishBelowThousand(group);
    const scale = SCALES[index] ?? '';
    // British use, as cheques are written in Thailand: "one thousand and seventy".
    const and = index === 0 && parts.length > 0 && group < 100 ? 'and ' : '';
    parts.push(scale === '' ? `${and}${words}` : `${words} ${scale}`);
  }
  return parts.join(' ');
}

/**
 * Writes an amount of baht in words, as it stands under the total of a document:
 * `1070.00` is `หนึ่งพันเจ็ดสิบบาทถ้วน` and `One thousand and seventy baht only`.
 * @param amount a decimal string with at most two places that count
 * @throws TypeError if it is not one; RangeError above 18 digits of baht
 */
export function amountInWords(amount: string, lang: DocumentLang): string {
  const { negative, integer, fraction } = parseDecimal(amount);
  if (!/^\d{0,2}0*$/.test(fraction)) {
    throw new TypeError(`Money has two places, not: ${amount}`);
  }
  if (integer.length > 18) throw new RangeError(`Too large for words: ${amount}`);
  const satang = fraction.slice(0, 2).padEnd(2, '0').replace(/^0/, '');
  return lang === 'th'
    ? thaiAmount(negative, integer, satang)
    : englishAmount(negative, integer, satang);
}

function thaiAmount(negative: boolean, integer: string, satang: string): string {
  const sign = negative ? 'ลบ' : '';
  const baht = thaiInteger(integer);
  const part = thaiInteger(satang);
  if (part === '') return `${sign}${baht === '' ? 'ศูนย์' : baht}บาทถ้วน`;
  return `${sign}${baht === '' ? '' : `${baht}บาท`}${part}สตางค์`;
}

function englishAmount(negative: boolean, integer: string, satang: string): string {
  const baht = englishInteger(integer);
  const part = englishInteger(satang);
  const pieces: string[] = [];
  if (baht !== '' || part === '') pieces.push(`${baht === '' ? 'zero' : baht} baht`);
  if (part !== '') pieces.push(`${part} satang`);
  const text = `${negative ? 'minus ' : ''}${pieces.join(' and ')} only`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
