import type { DecimalInput } from '../values/decimal.ts';
import * as decimal from '../values/decimal.ts';
import { type Disposition, isKept } from './transformationMachine.ts';

/** All of the cost, in percent. */
const WHOLE = '100.00';

interface Share {
  readonly costShare: string;
  readonly disposition: Disposition;
}

/** What the shares of the lines that come out add up to, in percent. */
export const sumOfShares = (outputs: readonly Pick<Share, 'costShare'>[]): string =>
  decimal.round(decimal.add(...outputs.map(({ costShare }) => costShare)));

/** Whether shares say where all of the cost goes, and nothing twice (domain-warehouse 1.12). */
export const areSharesWhole = (outputs: readonly Pick<Share, 'costShare'>[]): boolean =>
  decimal.compare(sumOfShares(outputs), WHOLE) === 0;

/** Percent shares of 2 places by weights, all of them together the whole. */
export const sharesBy = (weights: readonly DecimalInput[]): string[] => {
  const isEven = weights.every((weight) => decimal.isZero(weight));
  return decimal.allocate(WHOLE, isEven ? weights.map(() => 1) : weights);
};

/** What goes in and what is worked on it becomes what comes out (matrix 3.2, I10). */
export interface TransformValue {
  /** Of each line, in their order; what a scrapped one bears is lost. */
  readonly values: readonly string[];
  readonly kept: string;
  readonly lost: string;
}

/**
 * Spreads the value of what went in, and the labour, over what came out by its shares: kept and lost
 * together are all of it, to the satang. A share of what is scrapped is the loss, by name; without one
 * what is kept bears everything (domain-warehouse 1.12, 3.2).
 */
export function spreadValue(
  {
    inputValue,
    laborCost,
  }: { readonly inputValue: DecimalInput; readonly laborCost: DecimalInput },
  outputs: readonly Share[],
): TransformValue {
  const values = decimal.allocate(
    decimal.add(inputValue, laborCost),
    outputs.map(({ costShare }) => costShare),
  );
  const sum = (wanted: boolean) =>
    decimal.round(
      decimal.add(
        '0',
        ...values.filter((_value, index) => {
          const output = outputs[index];
          return output !== undefined && isKept(output.disposition) === wanted;
        }),
      ),
    );
  return { values, kept: sum(true), lost: sum(false) };
}
