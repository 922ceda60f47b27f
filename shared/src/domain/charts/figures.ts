export type ChartUnit = 'money' | 'quantity' | 'percent';

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });

/** `1,250,000` → `1.25M`: what fits beside an axis or a bar. */
export const shortFigure = (value: number, unit: ChartUnit): string =>
  (unit === 'money' ? '฿' : '') + short.format(value) + (unit === 'percent' ? '%' : '');

/** Round figures for an axis from at most `low` to at least `high`. */
export function niceTicks(low: number, high: number, count = 4): number[] {
  const span = high - low || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
