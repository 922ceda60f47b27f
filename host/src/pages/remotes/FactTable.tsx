import { type ReactNode, useId } from 'react';
import styles from './RemotesPage.module.css';
import { useRemotesText } from './texts.ts';

export interface Column<R> {
  readonly key: string;
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (row: R) => ReactNode;
}

interface Props<R> {
  readonly title: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
  readonly empty: string;
}

/** A titled table; on a phone each row is a card whose cells say which column they are. */
export function FactTable<R>({ title, columns, rows, keyOf, empty }: Props<R>) {
  const t = useRemotesText();
  const id = useId();
  return (
    <section className={styles.card}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className={styles.empty}>
          <strong>{t('emptyData')}</strong> {empty}
        </p>
      ) : (
        // Scrolled by keyboard as well, where the columns do not fit.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region takes the focus
        <section className={styles.scroll} aria-labelledby={id} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map(({ key, title: head, isNumber }) => (
                  <th key={key} scope="col" data-number={isNumber}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)}>
                  {columns.map(({ key, title: head, isNumber, cell }) => (
                    <td key={key} data-title={head} data-number={isNumber}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
