import type { ReactNode } from 'react';
import { None } from '../text/Figures.tsx';
import { useKitText } from '../useKitText.ts';
import classes from './history.module.css';

export interface Difference {
  readonly key: string;
  readonly label: ReactNode;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

/** What changed from one state of a record to another: one row a field. */
export function DiffTable({
  rows,
  beforeTitle,
  afterTitle,
}: {
  readonly rows: readonly Difference[];
  readonly beforeTitle?: string;
  readonly afterTitle?: string;
}): ReactNode {
  const t = useKitText();
  return (
    <table className={classes.diff}>
      <thead>
        <tr>
          <th scope="col">{t('diff.field')}</th>
          <th scope="col">{beforeTitle ?? t('diff.before')}</th>
          <th scope="col">{afterTitle ?? t('diff.after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, before, after }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td className={classes.before}>{before ?? <None />}</td>
            <td>{after ?? <None />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Differences of a history entry's `diff` (`{field: {from, to}}`). What else it holds is for the activity
 * log, and what nobody could read, such as one id in place of another, is no difference to a reader.
 */
export function differencesOf(
  diff: Readonly<Record<string, unknown>>,
  {
    labelOf,
    words,
  }: {
    readonly labelOf: (field: string) => ReactNode;
    readonly words: (value: unknown) => ReactNode;
  },
): Difference[] {
  return Object.entries(diff).flatMap(([key, change]) => {
    if (typeof change !== 'object' || change === null || !('to' in change)) return [];
    const before = words((change as { from?: unknown }).from);
    const after = words(change.to);
    return before === after ? [] : [{ key, label: labelOf(key), before, after }];
  });
}
