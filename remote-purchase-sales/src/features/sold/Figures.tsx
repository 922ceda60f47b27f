import type { ReactNode } from 'react';
import classes from './sold.module.css';

/** Key figures in one line. */
export function Figures({
  figures,
}: {
  readonly figures: readonly (readonly [label: string, value: ReactNode])[];
}) {
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
