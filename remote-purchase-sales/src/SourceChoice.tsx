import type { ReactNode } from 'react';
import classes from './source.module.css';

interface Props {
  readonly label: string;
  /** The control, whose id is `source`. */
  readonly children: ReactNode;
}

/** Above a form: the documents whose lines it takes over. */
export function SourceChoice({ label, children }: Props) {
  return (
    <div className={classes.source}>
      <label htmlFor="source">{label}</label>
      {children}
    </div>
  );
}
