/** Thai identifiers and names (domain-containers 0, "Thai primitives"). */

/** Strips spaces and dashes; what is stored and compared. */
export const normaliseDigits = (value: string): string => value.replace(/[\s-]/g, '');

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
export const isPhone = (value: string): boolean => /^0\d{8,9}$/.test(normaliseDigits(value));

/** NFC, zero-width characters removed, runs of space folded: how names are stored. */
export const normaliseName = (value: string): string =>
  value
    .normalize('NFC')
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
