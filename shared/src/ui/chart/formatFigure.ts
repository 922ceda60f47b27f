import type { ChartUnit } from '../../domain/charts/figures.ts';
import { formatDecimal, formatPercent, formatQuantity } from '../format/numbers.ts';

export type { ChartUnit };

/** A figure of a chart in words: exact in the table and the tooltip. */
export function formatFigure(value: string | number, unit: ChartUnit): string {
  if (unit === 'money') return `฿${formatDecimal(value, 2)}`;
  return unit === 'percent' ? formatPercent(value) : formatQuantity(Number(value));
}
