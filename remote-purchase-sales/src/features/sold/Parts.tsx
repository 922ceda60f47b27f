import type { ReactNode } from 'react';
import classes from './sold.module.css';

interface PartProps {
  readonly id: string;
  readonly label: string;
  /** Sentences of what is wrong inside the field, by path. */
  readonly errors: Readonly<Record<string, string>>;
  readonly children: (given: { readonly id: string; readonly invalid: object }) => ReactNode;
}

/** One input of a field that has several, with its label and what is wrong with it. */
export function Part({ id, label, errors, children }: PartProps) {
  const error = errors[id];
  const inner = id.replaceAll('.', '-');
  const invalid = error
    ? { status: 'error', 'aria-invalid': true, 'aria-describedby': `${inner}-error` }
    : {};
  return (
    <div className={classes.part}>
      <label htmlFor={inner}>{label}</label>
      {children({ id: inner, invalid })}
      {error ? (
        <span className={classes.error} id={`${inner}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  );
}
