import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import type { ReactNode } from 'react';
import type { ListAnswer } from '../../contract/endpoint.ts';
import { PageLink, type PageTarget } from '../text/PageLink.tsx';
import { useKitText } from '../useKitText.ts';
import classes from './pieces.module.css';

/** A record in a widget or a panel: one line. */
export interface PieceRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly to: PageTarget;
  readonly detail?: ReactNode;
  readonly aside?: ReactNode;
}

interface AnswerProps<D> {
  readonly query: {
    readonly data: D | undefined;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  readonly children: (data: D) => ReactNode;
}

/** What a widget or a panel has asked for: quiet while it comes, and when it does not. */
export function PieceAnswer<D>({ query, children }: AnswerProps<D>): ReactNode {
  const t = useKitText();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <p className={classes.quiet} role="status">
      {t('error.page.failed.title')}{' '}
      <Button size="small" onClick={() => query.refetch()}>
        {t('error.page.retry')}
      </Button>
    </p>
  );
}

/** The rows of a list, or of a call that names the first of several lists. */
interface Rows<R> {
  readonly data: readonly R[];
  readonly meta: Pick<ListAnswer<R>['meta'], 'totalItems'>;
}

interface RowsProps<R> {
  readonly query: AnswerProps<Rows<R>>['query'];
  readonly rowOf: (row: R) => PieceRow;
  /** How many there is room for; a list answers no fewer than ten. */
  readonly shown: number;
  /** Said where there is nothing. */
  readonly empty: string;
  /** Under the rows: the way to all of them. */
  readonly all?: (total: number) => ReactNode;
}

/** The first records of a list, a line each. */
export function PieceRows<R>({ query, rowOf, shown, empty, all }: RowsProps<R>): ReactNode {
  return (
    <PieceAnswer query={query}>
      {({ data, meta }) =>
        data.length === 0 ? (
          <p className={classes.quiet} data-empty="true">
            {empty}
          </p>
        ) : (
          <>
            <ul className={classes.rows}>
              {data
                .slice(0, shown)
                .map(rowOf)
                .map(({ key, name, to, detail, aside }) => (
                  <li key={key}>
                    <PageLink {...to} className={classes.name}>
                      {name}
                    </PageLink>
                    <span
                      className={classes.detail}
                      {...(typeof detail === 'string' ? { title: detail } : {})}
                    >
                      {detail}
                    </span>
                    <span className={classes.aside}>{aside}</span>
                  </li>
                ))}
            </ul>
            {all ? <p className={classes.all}>{all(meta.totalItems)}</p> : null}
          </>
        )
      }
    </PieceAnswer>
  );
}

/** A key figure of a widget: the list behind it is one click away. */
export interface PieceFigure {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: string | undefined;
  /** An address of this application, or a page by name. */
  readonly to: PageTarget;
}

/** Key figures in one line. */
export function PieceFigures({ figures }: { readonly figures: readonly PieceFigure[] }): ReactNode {
  return (
    <dl className={classes.figures}>
      {figures.map(({ key, label, value, note, to }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            <PageLink {...to}>{value}</PageLink>
            {note ? <small>{note}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
