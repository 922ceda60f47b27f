import type { Reference } from '@boxyard/shared/ui';
import { Quantity, RefText } from '@boxyard/shared/ui';
import classes from './lines.module.css';

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
    figure: (of: (item: I) => number) => (line: object) => <Quantity value={of(labelOf(line))} />,
  };
}
