import type { ReactNode } from 'react';
import classes from './figures.module.css';

/** Key figures in one line, apart by hairlines. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.figures}>{children}</dl>;
}

interface FigureProps {
  readonly label: string;
  readonly children: ReactNode;
  /** The figure that the page is about. */
  readonly strong?: boolean;
}

export function Figure({ label, children, strong = false }: FigureProps) {
  return (
    <div className={strong ? `${classes.figure} ${classes.strong}` : classes.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
