import type { DashboardFigure } from '@boxyard/shared/contract/areas/dashboard.ts';
import * as decimal from '@boxyard/shared/domain/values/decimal.ts';
import { formatDecimal } from '@boxyard/shared/ui/format/numbers.ts';

export interface Change {
  readonly text: string;
  readonly direction: 'up' | 'down' | 'same';
}

const positive = (value: string): string => value.replace('-', '');

/**
 * Change of a figure: money in per cent, a count as a difference, a share in points. null where there
 * is nothing to compare with.
 */
export function changeOf({
  unit,
  value,
  previous,
}: Pick<DashboardFigure, 'unit' | 'value' | 'previous'>): Change | null {
  if (value === null || previous === null) return null;
  const difference = decimal.subtract(value, previous);
  if (decimal.isZero(difference)) return { text: '', direction: 'same' };
  const direction = decimal.isNegative(difference) ? 'down' : 'up';
  if (unit !== 'money') {
    const text =
      unit === 'percent'
        ? formatDecimal(positive(difference), 1)
        : formatDecimal(positive(difference), 0);
    return { text, direction };
  }
  if (decimal.isZero(previous)) return null;
  const share = decimal.divide(decimal.multiply(positive(difference), 100), positive(previous));
  // A rise from next to nothing is told as no number of four digits.
  if (decimal.compare(share, 999) > 0) return { text: '> 999%', direction };
  return { text: `${formatDecimal(share, 0)}%`, direction };
}
