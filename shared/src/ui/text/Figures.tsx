import type { ReactNode } from 'react';
import { formatDecimal, formatPercent, formatQuantity, MINUS } from '../format/numbers.ts';
import classes from './text.module.css';

/** What stands where there is nothing to show; never an empty cell. */
export const NONE = '–';

export const None = (): ReactNode => <span className={classes.none}>{NONE}</span>;

export interface MoneyProps {
  readonly value: string | null | undefined;
  /** 2 for amounts, 4 for unit prices and costs (domain-conventions "Money and quantities"). */
  readonly places?: 2 | 4;
  /** Without the sign where a column or a heading already says baht. */
  readonly bare?: boolean;
}

/** `฿1,070.00`: tabular, true minus, the sign lighter than the figure (design, "Type"). */
export function Money({ value, places = 2, bare = false }: MoneyProps): ReactNode {
  if (value === null || value === undefined || value === '') return <None />;
  const figure = formatDecimal(value, places);
  if (bare) return <span className={classes.figure}>{figure}</span>;
  // The minus is the whole amount's and stands before the sign.
  const digits = figure.replace(MINUS, '');
  return (
    <span className={classes.figure}>
      {digits === figure ? null : MINUS}
      <span className={classes.unit}>฿</span>
      {digits}
    </span>
  );
}

export interface QuantityProps {
  readonly value: number | null | undefined;
  readonly unit?: ReactNode;
}

/** `1,250 pcs`: up to three decimals, the unit lighter than the figure. */
export function Quantity({ value, unit }: QuantityProps): ReactNode {
  if (value === null || value === undefined) return <None />;
  return (
    <span className={classes.figure}>
      {formatQuantity(value)}
      {unit ? <span className={classes.unit}> {unit}</span> : null}
    </span>
  );
}

/** `7%`. */
export function Percent({
  value,
}: {
  readonly value: string | number | null | undefined;
}): ReactNode {
  if (value === null || value === undefined || value === '') return <None />;
  return <span className={classes.figure}>{formatPercent(value)}</span>;
}
