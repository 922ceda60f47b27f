const THAI_ZERO = '๐'.charCodeAt(0);

/**
 * The number of a paper that others wrote, in one spelling: people type its letters, digits, widths and spaces
 * each in their own way. The database's `paper_key` says the same.
 */
export const paperKey = (number: string): string =>
  number
    .normalize('NFKC')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO))
    .replace(/\s/g, '')
    .toLowerCase();
