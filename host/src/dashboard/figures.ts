import { formatDecimal } from '@boxyard/shared/ui/format/numbers.ts';

export type Unit = 'count' | 'money' | 'percent';

/** A figure as people read it; the unit stands lighter beside it (design, Type). */
export function figureOf(
  value: string,
  unit: Unit,
): { text: string; before: string; after: string } {
  return {
    text: formatDecimal(value, unit === 'money' ? 2 : unit === 'percent' ? 1 : 0),
    before: unit === 'money' ? '฿' : '',
    after: unit === 'percent' ? '%' : '',
  };
}

/** Change against the period before in percent, null where there was nothing to compare with. */
export function changeOf(value: string, previous: string | null): number | null {
  const before = Number(previous);
  if (previous === null || before === 0 || !Number.isFinite(before)) return null;
  return Math.round(((Number(value) - before) / Math.abs(before)) * 100);
}
