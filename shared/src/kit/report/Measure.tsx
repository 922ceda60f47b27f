import type { ReactNode } from 'react';
import type { MeasureKind, ReportMeasure } from '../../contract/report.ts';
import { formatPercent } from '../../ui/format/numbers.ts';
import { Money, None, Percent, Quantity } from '../../ui/text/Figures.tsx';
import type { ResourceText } from '../resource/useResourceText.ts';
import classes from './report.module.css';

/** A figure of a report as its kind is written. */
export function Measure({
  kind,
  value,
}: {
  readonly kind: MeasureKind;
  readonly value: string | null | undefined;
}): ReactNode {
  if (value === null || value === undefined) return <None />;
  if (kind === 'money') return <Money value={value} />;
  if (kind === 'percent') return <Percent value={value} />;
  return <Quantity value={Number(value)} />;
}

/** How far a figure is from another: in points where both are per cent. Null where that says nothing. */
export function changeOf(
  kind: MeasureKind,
  value: string | null | undefined,
  before: string | null | undefined,
): number | null {
  if (value == null || before == null) return null;
  if (kind === 'percent') return Number(value) - Number(before);
  return Number(before) === 0
    ? null
    : (100 * (Number(value) - Number(before))) / Math.abs(Number(before));
}

/** The change of a figure against another time, coloured by whether more of it is better. */
export function Change({
  measure,
  value,
  before,
  against,
  text,
}: {
  readonly measure: ReportMeasure;
  readonly value: string | null | undefined;
  readonly before: string | null | undefined;
  /** `period` or `year`. */
  readonly against: string;
  readonly text: ResourceText;
}): ReactNode {
  const change = changeOf(measure.kind, value, before);
  if (change === null) return null;
  const isSame = Math.abs(change) < 0.05;
  const isBetter = measure.more === 'worse' ? change < 0 : change > 0;
  const tone = measure.more === 'neutral' || isSame ? 'neutral' : isBetter ? 'better' : 'worse';
  const sign = isSame ? '=' : change > 0 ? '▲' : '▼';
  return (
    <dd className={`${classes.change} ${classes[tone]}`}>
      {sign} {formatPercent(Math.abs(change).toFixed(1))}{' '}
      <span className={classes.against}>{text(`page.against.${against}`)}</span>
    </dd>
  );
}
