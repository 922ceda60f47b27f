/** Thai identifiers and names (domain-containers 0). */

/**
 * Any kind of dash or space, and marks that nobody sees: text copied from a PDF, a letter or a list of
 * contacts has others than a keyboard.
 */
const BETWEEN_DIGITS = /[\s\p{Cf}\p{Pd}\u2212]/gu;

/** Arabic digits for Thai ones. */
export const withArabicDigits = (value: string): string =>
  value.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - '๐'.charCodeAt(0)));

/** A number of a person or company without spaces and dashes, in Arabic digits: the one form of it. */
export const normaliseDigits = (value: string): string =>
  withArabicDigits(value).replace(BETWEEN_DIGITS, '');

/**
 * The one form of a phone number: as it is dialled within Thailand. `+66 (0) 2.123.4567` keeps the zero
 * that is not dialled from abroad.
 */
export const normalisePhone = (value: string): string =>
  normaliseDigits(value)
    .replace(/[().]/g, '')
    .replace(/^(?:\+|00)?660?(?=\d{8,9}$)/, '0');

/** 13 digits with the mod-11 check digit. */
export function isTaxId(value: string): boolean {
  const digits = normaliseDigits(value);
  if (!/^\d{13}$/.test(digits)) return false;
  const sum = [...digits.slice(0, 12)].reduce(
    (total, digit, index) => total + Number(digit) * (13 - index),
    0,
  );
  return (11 - (sum % 11)) % 10 === Number(digits[12]);
}

/** `00000` is the head office (domain-warehouse 1.7). */
export const isBranchCode = (value: string): boolean => /^\d{5}$/.test(value);

/** A Thai phone number of 9 or 10 digits with its leading zero. */
export const isPhone = (value: string): boolean => /^0\d{8,9}$/.test(normalisePhone(value));

/** Marks that turn the direction of what follows: they make a text look like another one. */
const withoutDirections = (value: string): string =>
  value.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '');

/**
 * What looks the same in one spelling: ำ as one character (text copied from a PDF has it in two, with a
 * tone before, between or after), and แ for two เ.
 */
const inOneSpelling = (value: string): string =>
  value
    .replace(/\u0E4D([\u0E48-\u0E4B]?)\u0E32/g, '$1\u0E33')
    .replace(/\u0E33([\u0E48-\u0E4B])/g, '$1\u0E33')
    .replace(/\u0E40\u0E40/g, '\u0E41');

/** No script piles more marks on one letter; a run of them takes a PDF seconds to lay out. */
const withoutPiles = (value: string): string => value.replace(/(\p{M}{4})\p{M}+/gu, '$1');

/** A text as it is kept: it looks like what it is, and what looks the same is the same. */
export const legible = (value: string): string =>
  inOneSpelling(withoutPiles(withoutDirections(value)));

/** Without characters that nobody sees. */
export const withoutMarks = (value: string): string =>
  legible(value).replace(/[\u200B-\u200D\u2060\uFEFF]/g, '');

/** NFC, nothing that cannot be seen, runs of space folded: how names are stored. */
export const normaliseName = (value: string): string =>
  legible(withoutMarks(value).normalize('NFC')).replace(/\s+/g, ' ').trim();
