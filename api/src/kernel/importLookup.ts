import { decimal, legible, normalisePhone, withArabicDigits } from '@boxyard/shared/domain';
import type { FieldFault } from './errors.ts';

/** Words of a spreadsheet's cells, for the areas that import. */

/** As words are compared. */
export const normalisedText = (text: string): string => legible(text).trim().toLowerCase();

/** One thing at a time is said of a cell. */
export const firstFaultPerField = (faults: readonly FieldFault[]): FieldFault[] =>
  faults.filter(({ field }, index) => faults.findIndex((other) => other.field === field) === index);

/** Records by the words that they may be called in a cell. */
export function groupByText<R>(
  rows: readonly R[],
  wordsOf: (row: R) => readonly (string | null)[],
) {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const words = wordsOf(row).flatMap((word) => (word === null ? [] : [normalisedText(word)]));
    for (const word of new Set(words)) groups.set(word, [...(groups.get(word) ?? []), row]);
  }
  return groups;
}

/** The one that a word means, or what is wrong with the word. */
export function findByText<R>(
  groups: ReadonlyMap<string, readonly R[]>,
  { field, word }: { readonly field: string; readonly word: string },
): { readonly row?: R; readonly faults: FieldFault[] } {
  const [first, ...others] = groups.get(normalisedText(word)) ?? [];
  if (first === undefined)
    return { faults: [{ field, code: 'UNKNOWN_VALUE', params: { value: word } }] };
  return others.length > 0
    ? { row: first, faults: [{ field, code: 'AMBIGUOUS_VALUE', params: { value: word } }] }
    : { row: first, faults: [] };
}

/** Words for "yes" and "no" in either language. */
export const YES_NO: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  '1': true,
  ใช่: true,
  no: false,
  false: false,
  '0': false,
  ไม่ใช่: false,
};

/**
 * A figure as forms take it, without what groups its thousands and without its unit: `฿1,250.50` and
 * `๑,๒๕๐.๕ บาท`. What is no figure stays as it was, so that it is refused.
 */
export function figureOf(cell: string): string {
  const bare = withArabicDigits(cell).replace(/^฿\s*|\s*(?:บาท|THB)$/gi, '');
  return decimal.ungrouped(bare) ?? cell;
}

/** The same of a percentage, with its sign or without. */
export const percentOf = (cell: string): string => figureOf(cell.replace(/\s*%$/, ''));

/** A phone number, with the leading zero that spreadsheets take of what looks like a number. */
export const phoneOf = (cell: string): string =>
  normalisePhone(cell).replace(/^(?=[1-9]\d{7,8}$)/, '0');
