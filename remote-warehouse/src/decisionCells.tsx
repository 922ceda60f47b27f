import type { Reference } from '@boxyard/shared/ui';
import { RefText } from '@boxyard/shared/ui';
import classes from './lines.module.css';
import { StockQuantity } from './StockQuantity.tsx';

/**
 * Cells of lines that are decided on: what is entered stands beside the line as it is shown, which
 * the form carries as `label`.
 */
export function decisionCells<I>(partOf: (item: I) => Reference) {
  const labelOf = (line: object) => (line as { readonly label: I }).label;
  return {
    part: (line: object) => (
      <span className={classes.cellText}>
        <RefText value={partOf(labelOf(line))} />
      </span>
    ),
    figure: (of: (item: I) => number | null) => (line: object) => (
      <StockQuantity value={of(labelOf(line))} />
    ),
  };
}
