import Checkbox from 'antd/es/checkbox';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link, type To } from 'react-router-dom';
import type { Sort } from '../../contract/list.ts';
import { EmptyState, type EmptyStateProps } from '../feedback/States.tsx';
import { ArrowDownIcon, ArrowUpIcon, DownIcon, UpIcon } from '../icons.ts';
import { useKitText } from '../useKitText.ts';
import classes from './table.module.css';
import { useNarrow } from './useNarrow.ts';

/** Row heights (domain-conventions "Pages"): 32, 40 and 48 px. */
export type Density = 'compact' | 'middle' | 'roomy';

export interface TableColumn<R> {
  readonly key: string;
  readonly title: ReactNode;
  readonly render: (row: R, index: number) => ReactNode;
  readonly align?: 'left' | 'right' | 'center';
  readonly width?: CSSProperties['width'];
  /** Field of the query's sort that a click on the heading sets. */
  readonly sort?: string | undefined;
  /** Place on a card under 700 px; the first column is its title unless another says so. */
  readonly card?: 'title' | 'corner' | 'body' | 'hidden';
}

export interface TableSelection<R> {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  readonly label: (row: R) => string;
}

interface RowLink {
  readonly to: To;
  readonly state?: unknown;
}

export interface TableProps<R> {
  /** What the table holds, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R, index: number) => string;
  readonly density?: Density;
  readonly sort?: readonly Sort[];
  /** `add` when shift was held: a further sort beside the first. */
  readonly onSort?: (field: string, add: boolean) => void;
  readonly selection?: TableSelection<R>;
  /** Where a row leads, if anywhere; its first cell becomes the link. */
  readonly rowLink?: (row: R, index: number) => RowLink | null;
  /** Instead of a link: opens a drawer, for instance. */
  readonly onOpen?: (row: R, index: number) => void;
  /** Told before a row is opened either way. */
  readonly beforeOpen?: (row: R, index: number) => void;
  /** Rows to draw as bones while nothing is known yet. */
  readonly skeleton?: number;
  /** The rows are of an earlier query and will change. */
  readonly stale?: boolean;
  /** What stands below "Empty Data" where there are no rows: what this is for, and the first step. */
  readonly empty?: Omit<EmptyStateProps, 'title'>;
  /** Totals by column key; the first column says that they are totals where it has none itself. */
  readonly footer?: Readonly<Record<string, ReactNode>>;
  /** Row to focus once it is drawn: where the visitor came back from. */
  readonly focusKey?: string | undefined;
  /** Tables inside a document stay tables on a phone and scroll sideways. */
  readonly keepTable?: boolean;
}

/** The opening element of a row: where its keyboard focus lives. */
const OPENERS = '[data-row-opener]';

interface RowShared<R> {
  readonly columns: readonly TableColumn<R>[];
  readonly rowLink?: TableProps<R>['rowLink'];
  readonly onOpen?: TableProps<R>['onOpen'];
  readonly beforeOpen?: TableProps<R>['beforeOpen'];
  readonly onToggle?: ((key: string) => void) | undefined;
  readonly selectLabel?: ((row: R) => string) | undefined;
}

interface RowProps<R> extends RowShared<R> {
  readonly row: R;
  readonly rowKey: string;
  readonly index: number;
  readonly active: boolean;
  readonly chosen: boolean;
}

function Opener<R>(props: RowProps<R> & { readonly children: ReactNode }): ReactNode {
  const { row, index, rowLink, onOpen, beforeOpen, active, children } = props;
  const common = {
    className: classes.key,
    'data-row-opener': props.rowKey,
    tabIndex: active ? 0 : -1,
  };
  const link = rowLink?.(row, index);
  if (link) {
    return (
      <Link {...common} to={link.to} state={link.state} onClick={() => beforeOpen?.(row, index)}>
        {children}
      </Link>
    );
  }
  if (!onOpen) return children;
  return (
    <button
      {...common}
      type="button"
      onClick={() => {
        beforeOpen?.(row, index);
        onOpen(row, index);
      }}
    >
      {children}
    </button>
  );
}

/** A click anywhere on the row opens it, unless it was meant for something inside. */
function openFromRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  if (target.closest('a, button, input, label, [role="button"]')) return;
  if (window.getSelection()?.toString()) return;
  event.currentTarget.querySelector<HTMLElement>(OPENERS)?.click();
}

function TableRow<R>(props: RowProps<R>): ReactNode {
  const { columns, row, rowKey, index, chosen, onToggle, selectLabel } = props;
  const opens = props.rowLink?.(row, index) != null || props.onOpen !== undefined;
  const className = [classes.row, chosen ? classes.chosen : '', opens ? classes.opens : ''].join(
    ' ',
  );
  return (
    // The link inside is what the keyboard and a screen reader use; the row only widens its target.
    <tr className={className} onClick={opens ? openFromRow : undefined}>
      {onToggle ? (
        <td className={classes.select}>
          <Checkbox
            checked={chosen}
            aria-label={selectLabel?.(row) ?? rowKey}
            onChange={() => onToggle(rowKey)}
          />
        </td>
      ) : null}
      {columns.map((column, position) => {
        const content = column.render(row, index);
        return (
          <td key={column.key} className={column.align ? classes[column.align] : undefined}>
            {position === 0 ? <Opener {...props}>{content}</Opener> : content}
          </td>
        );
      })}
    </tr>
  );
}

/** Facts of a card that is not unfolded. */
const FACTS = 3;

function CardRow<R>(props: RowProps<R>): ReactNode {
  const { columns, row, rowKey, index, chosen, onToggle, selectLabel } = props;
  const title = columns.find((column) => column.card === 'title') ?? columns[0];
  const corner = columns.filter((column) => column.card === 'corner' && column !== title);
  const t = useKitText();
  const [open, setOpen] = useState(false);
  const facts = columns.filter(
    (column) => column !== title && (column.card === undefined || column.card === 'body'),
  );
  // What is named for the card comes first, then the columns in their order.
  const important = [
    ...facts.filter(({ card }) => card === 'body'),
    ...facts.filter(({ card }) => card !== 'body'),
  ].slice(0, FACTS);
  // One more is shown rather than hidden behind a button.
  const folds = facts.length > FACTS + 1;
  const body = folds && !open ? facts.filter((column) => important.includes(column)) : facts;
  return (
    <li className={`${classes.card} ${chosen ? classes.chosen : ''}`}>
      <div className={classes.cardHead}>
        {onToggle ? (
          <Checkbox
            checked={chosen}
            aria-label={selectLabel?.(row) ?? rowKey}
            onChange={() => onToggle(rowKey)}
          />
        ) : null}
        <div className={classes.cardTitle} style={{ flex: 1 }}>
          {title ? <Opener {...props}>{title.render(row, index)}</Opener> : null}
        </div>
        {corner.map((column) => (
          <div key={column.key}>{column.render(row, index)}</div>
        ))}
      </div>
      <dl className={classes.cardBody}>
        {body.map((column) => (
          <CardField key={column.key} title={column.title}>
            {column.render(row, index)}
          </CardField>
        ))}
      </dl>
      {folds ? (
        <button
          type="button"
          className={classes.cardMore}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'list.less' : 'list.more')}
          {open ? <UpIcon aria-hidden /> : <DownIcon aria-hidden />}
        </button>
      ) : null}
    </li>
  );
}

const CardField = ({ title, children }: { title: ReactNode; children: ReactNode }): ReactNode => (
  <>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </>
);

// A hundred rows are drawn: only those whose props changed are drawn again (quality "Fast").
const MemoRow = memo(TableRow) as typeof TableRow;
const MemoCard = memo(CardRow) as typeof CardRow;

function Heading<R>({
  column,
  sort,
  onSort,
}: {
  readonly column: TableColumn<R>;
  readonly sort: readonly Sort[];
  readonly onSort: TableProps<R>['onSort'];
}): ReactNode {
  const current = sort.find(({ field }) => field === column.sort);
  const sortable = column.sort !== undefined && onSort !== undefined;
  const direction = current?.descending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      className={column.align ? classes[column.align] : undefined}
      style={column.width === undefined ? undefined : { width: column.width }}
      {...(sortable ? { 'aria-sort': current ? direction : 'none' } : {})}
    >
      {sortable ? (
        <button
          type="button"
          className={`${classes.sort} ${current ? classes.sorted : ''}`}
          onClick={(event) => onSort(column.sort ?? '', event.shiftKey)}
        >
          {column.title}
          {current?.descending ? <ArrowDownIcon aria-hidden /> : <ArrowUpIcon aria-hidden />}
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

const BONES = ['62%', '84%', '46%', '72%', '54%'];

const Skeletons = ({ rows, columns }: { rows: number; columns: number }): ReactNode =>
  Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (__, column) => (
        <td key={column}>
          <span className={classes.bone} style={{ width: BONES[(row + column) % BONES.length] }} />
        </td>
      ))}
    </tr>
  ));

/** ↑ and ↓ walk the rows, Home and End jump; Enter is the link's own. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  const from = (event.target as HTMLElement).closest<HTMLElement>('[data-row-opener]');
  if (step === undefined || !from) return;
  const openers = [...event.currentTarget.querySelectorAll<HTMLElement>(OPENERS)];
  const index = Math.min(Math.max(openers.indexOf(from) + step, 0), openers.length - 1);
  event.preventDefault();
  openers[index]?.focus();
}

/**
 * The product's table: sortable headings, roving row focus, selection, totals, bones while loading,
 * and cards under 700 px. It draws; what is in it is the caller's (anchors 2: own table).
 */
export function Table<R>(props: TableProps<R>): ReactNode {
  const { columns, rows, rowKey, selection, sort = [], density = 'middle', focusKey } = props;
  const t = useKitText();
  const narrow = useNarrow() && props.keepTable !== true;
  const container = useRef<HTMLDivElement>(null);
  const keys = rows.map(rowKey);
  const [activeKey, setActiveKey] = useState<string | undefined>(focusKey);
  const active = activeKey !== undefined && keys.includes(activeKey) ? activeKey : keys[0];

  const selected = selection?.selected;
  const changeSelection = selection?.onChange;
  // Kept in refs so that a row's props stay the same when another row is chosen.
  const latest = useRef({ selected, changeSelection, selection, ...props });
  latest.current = { ...props, selected, changeSelection, selection };
  const toggle = useCallback((key: string) => {
    const next = new Set(latest.current.selected);
    if (!next.delete(key)) next.add(key);
    latest.current.changeSelection?.(next);
  }, []);

  const hasFocusRow = focusKey !== undefined && keys.includes(focusKey);
  useEffect(() => {
    if (!hasFocusRow || focusKey === undefined) return;
    container.current
      ?.querySelector<HTMLElement>(`[data-row-opener="${CSS.escape(focusKey)}"]`)
      ?.focus({ preventScroll: false });
  }, [hasFocusRow, focusKey]);

  // Wider than its place and with nothing inside that takes the focus: the keyboard scrolls it itself.
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const box = container.current;
    setWide(!!box && box.scrollWidth > box.clientWidth && !box.querySelector('a, button, input'));
  });

  const open = useCallback((row: R, index: number) => latest.current.onOpen?.(row, index), []);
  const notifyBeforeOpen = useCallback(
    (row: R, at: number) => latest.current.beforeOpen?.(row, at),
    [],
  );
  const labelOf = useCallback((row: R) => latest.current.selection?.label(row) ?? '', []);
  const shared: RowShared<R> = {
    columns,
    ...(props.rowLink ? { rowLink: props.rowLink } : {}),
    ...(props.onOpen ? { onOpen: open } : {}),
    ...(props.beforeOpen ? { beforeOpen: notifyBeforeOpen } : {}),
    ...(selection ? { onToggle: toggle, selectLabel: labelOf } : {}),
  };
  const draw = (Row: typeof TableRow): ReactNode =>
    rows.map((row, index) => {
      const key = keys[index] ?? String(index);
      return (
        <Row
          key={key}
          {...shared}
          row={row}
          rowKey={key}
          index={index}
          active={key === active}
          chosen={selected?.has(key) ?? false}
        />
      );
    });

  const listen = {
    ref: container,
    onKeyDown: walkRows,
    onFocus: (event: { target: EventTarget }) => {
      const opener = (event.target as HTMLElement).closest<HTMLElement>('[data-row-opener]');
      if (opener) setActiveKey(opener.dataset.rowOpener);
    },
    'aria-busy': props.stale === true || props.skeleton !== undefined,
    ...(wide ? { role: 'group', tabIndex: 0, 'aria-label': props.label } : {}),
  };
  const stale = props.stale ? (classes.stale ?? '') : '';
  // A row that totals nothing, because its columns are hidden or have no figure, is none.
  const totals = columns.some(({ key }) => props.footer?.[key] != null) ? props.footer : undefined;
  // The number of a line stands at the right and is too narrow for a word.
  const totalsAt = columns.find(
    ({ key, align }) => align !== 'right' && totals?.[key] == null,
  )?.key;

  // Every table says it in the same words (specification 2).
  const empty = <EmptyState title={t('list.empty')} {...props.empty} />;

  if (narrow) {
    return (
      <div {...listen} className={stale}>
        {rows.length === 0 && props.skeleton === undefined ? (
          <div className={classes.empty}>{empty}</div>
        ) : (
          <ul className={classes.cards} aria-label={props.label}>
            {props.skeleton === undefined
              ? draw(MemoCard)
              : Array.from({ length: props.skeleton }, (_, index) => (
                  <li key={index} className={classes.card} aria-hidden="true">
                    <span className={classes.bone} style={{ width: '50%' }} />
                    <span className={classes.bone} />
                    <span className={classes.bone} style={{ width: '70%' }} />
                  </li>
                ))}
            {totals && rows.length > 0 ? (
              <li className={`${classes.card} ${classes.totals}`}>
                <div className={classes.cardTitle}>{t('list.totals')}</div>
                <dl className={classes.cardBody}>
                  {columns
                    .filter(({ key }) => key !== totalsAt && totals[key] != null)
                    .map((column) => (
                      <CardField key={column.key} title={column.title}>
                        {totals[column.key]}
                      </CardField>
                    ))}
                </dl>
              </li>
            ) : null}
          </ul>
        )}
      </div>
    );
  }

  const width = columns.length + (selection ? 1 : 0);
  const chosenHere = selected ? keys.filter((key) => selected.has(key)).length : 0;
  const toggleAll = () => {
    const next = new Set(selected);
    for (const key of keys) {
      if (chosenHere === keys.length) next.delete(key);
      else next.add(key);
    }
    changeSelection?.(next);
  };

  return (
    <div {...listen} className={`${classes.scroll} ${classes[density]}`}>
      <table className={`${classes.table} ${stale}`} aria-label={props.label}>
        <thead>
          <tr>
            {selection ? (
              <th className={classes.select}>
                <Checkbox
                  aria-label={t('list.selectPage')}
                  checked={rows.length > 0 && chosenHere === keys.length}
                  indeterminate={chosenHere > 0 && chosenHere < keys.length}
                  disabled={rows.length === 0}
                  onChange={toggleAll}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {props.skeleton !== undefined ? (
            <Skeletons rows={props.skeleton} columns={width} />
          ) : rows.length === 0 ? (
            <tr>
              <td colSpan={width} className={classes.empty}>
                {empty}
              </td>
            </tr>
          ) : (
            draw(MemoRow)
          )}
        </tbody>
        {totals && rows.length > 0 ? (
          <tfoot>
            <tr className={classes.foot}>
              {selection ? <td /> : null}
              {columns.map((column) => (
                <td key={column.key} className={column.align ? classes[column.align] : undefined}>
                  {column.key === totalsAt ? t('list.totals') : totals[column.key]}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}
