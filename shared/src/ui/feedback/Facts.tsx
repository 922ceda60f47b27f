import type { ReactNode } from 'react';
import classes from './feedback.module.css';

export interface FactItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Over the whole width: addresses, remarks. */
  readonly wide?: boolean;
}

/** Labelled facts side by side: the details of a record. */
export function Facts({ items }: { readonly items: readonly FactItem[] }): ReactNode {
  return (
    <dl className={classes.facts}>
      {items.map(({ key, label, value, wide }) => (
        <div key={key} className={wide ? classes.wide : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A key of the keyboard, in help and hints. */
export function KeyHint({ children }: { readonly children: ReactNode }): ReactNode {
  return <kbd className={classes.key}>{children}</kbd>;
}
