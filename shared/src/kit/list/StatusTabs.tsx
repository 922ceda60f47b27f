import { type ReactNode, Suspense } from 'react';
import { COUNT_CAP, type ListDef, type ListQuery, TOTAL_CAP } from '../../contract/list.ts';
import type { Machine } from '../../domain/index.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { formatQuantity } from '../../ui/format/numbers.ts';
import { statusKey } from '../../ui/status/StatusTag.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import type { ResourceText } from '../resource/useResourceText.ts';
import { ongoingOf } from './firstTab.ts';
import classes from './list.module.css';
import { tabOf } from './listState.ts';

/** What has been counted, and whether there is more of it (domain-conventions "Totals"). */
interface Counted {
  readonly count: number;
  readonly isMore: boolean;
}

export const formatCount = ({ count, isMore }: Counted): string =>
  isMore ? `${formatQuantity(count)}+` : formatQuantity(count);

/** Tabs that are not open are counted to `COUNT_CAP`, the open one as far as the total. */
const isCapped = (count: number): boolean => count === COUNT_CAP || count >= TOTAL_CAP;

const sumOf = (counts: readonly number[]): Counted => {
  const sum = counts.reduce((sofar, count) => sofar + count, 0);
  return { count: Math.min(sum, TOTAL_CAP), isMore: counts.some(isCapped) || sum > TOTAL_CAP };
};

interface StatusTabsProps {
  readonly def: ListDef;
  readonly query: ListQuery;
  readonly counts: Readonly<Record<string, number>> | undefined;
  /** What the open tab has, once that is known. */
  readonly total?: Counted | undefined;
  readonly machine: Machine | undefined;
  readonly text: ResourceText;
  /** One value, several, or all. */
  readonly onPick: (value: readonly string[] | null) => void;
  /** Filters that the tabs may be; a choice stands before them where there is more than one. */
  readonly axes?: readonly string[];
  readonly onAxis?: (axis: string) => void;
}

const countSpan = (count: Counted | undefined): ReactNode =>
  count === undefined ? null : <span className={classes.count}>{formatCount(count)}</span>;

/** With the few lists that have more than one axis. */
const AxisChoice = retryingLazy(async () => ({
  default: (await import('./AxisChoice.tsx')).AxisChoice,
}));

/** One tab for each value (or those that `tabs` names) that occurs, with its count, and All (specification 2: "tabs Pending and All"). */
export function StatusTabs(props: StatusTabsProps): ReactNode {
  const { def, query, counts, total, machine, text, onPick, axes = [], onAxis } = props;
  const t = useKitText();
  const name = def.counts;
  const filter = name === undefined ? undefined : def.filters[name];
  if (name === undefined || filter?.kind !== 'enum') return null;
  const open = tabOf(def, query);
  const several = query.filters[name] !== undefined && open === null;
  const tabs = def.tabs ?? filter.values;
  const shown = tabs.filter((value) => value === open || (counts?.[value] ?? 0) > 0);
  const label = (value: string): string =>
    machine && machine.states[value] !== undefined
      ? t(statusKey(machine, value))
      : text(`choice.${name}.${value}`);
  const ongoing = ongoingOf(def, machine);
  const chosen = query.filters[name];
  const isOngoing =
    several && Array.isArray(chosen) && [...chosen].sort().join() === [...ongoing].sort().join();
  /** The total of the open tab is exact where its parts are not. */
  const countOf = (values: readonly string[], isOpen: boolean): Counted | undefined => {
    if (counts === undefined) return undefined;
    const sum = sumOf(values.map((value) => counts[value] ?? 0));
    return sum.isMore && isOpen && total ? total : sum;
  };
  const hasBoth = ongoing.length > 1 && shown.some((value) => !ongoing.includes(value));
  const tab = (value: string | null, title: string, count: Counted | undefined): ReactNode => (
    <button
      key={value ?? ''}
      type="button"
      className={classes.tab}
      aria-pressed={value === open && !several}
      onClick={() => onPick(value === null ? null : [value])}
    >
      {title}
      {countSpan(count)}
    </button>
  );
  const row = (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and a legend
    <div className={classes.tabs} role="group" aria-label={text(`field.${name}`)}>
      {hasBoth || isOngoing ? (
        <button
          type="button"
          className={classes.tab}
          aria-pressed={isOngoing}
          onClick={() => onPick(ongoing)}
        >
          {t('list.ongoing')}
          {countSpan(countOf(ongoing, isOngoing))}
        </button>
      ) : null}
      {shown.map((value) => tab(value, label(value), countOf([value], value === open && !several)))}
      {tab(null, t('list.all'), countOf(Object.keys(counts ?? {}), open === null && !several))}
    </div>
  );
  if (axes.length < 2 || onAxis === undefined) return row;
  return (
    <Suspense fallback={row}>
      <AxisChoice axes={axes} open={name} text={text} onAxis={onAxis}>
        {row}
      </AxisChoice>
    </Suspense>
  );
}
