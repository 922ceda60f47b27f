import { type ReactNode, Suspense } from 'react';
import type { ListDef, ListQuery } from '../../contract/list.ts';
import type { Machine } from '../../domain/index.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { formatQuantity } from '../../ui/format/numbers.ts';
import { statusKey } from '../../ui/status/StatusTag.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import type { ResourceText } from '../resource/useResourceText.ts';
import { ongoingOf } from './firstTab.ts';
import classes from './list.module.css';
import { tabOf } from './listState.ts';

/** Counts are capped like totals (domain-conventions "Totals"). */
export const COUNT_CAP = 10_000;
export const formatCount = (count: number): string =>
  count >= COUNT_CAP ? `${formatQuantity(COUNT_CAP)}+` : formatQuantity(count);

interface StatusTabsProps {
  readonly def: ListDef;
  readonly query: ListQuery;
  readonly counts: Readonly<Record<string, number>> | undefined;
  readonly machine: Machine | undefined;
  readonly text: ResourceText;
  /** One value, several, or all. */
  readonly onPick: (value: readonly string[] | null) => void;
  /** Filters that the tabs may be; a choice stands before them where there is more than one. */
  readonly axes?: readonly string[];
  readonly onAxis?: (axis: string) => void;
}

/** With the few lists that have more than one axis. */
const AxisChoice = retryingLazy(async () => ({
  default: (await import('./AxisChoice.tsx')).AxisChoice,
}));

/** One tab for each value (or those that `tabs` names) that occurs, with its count, and All (specification 2: "tabs Pending and All"). */
export function StatusTabs(props: StatusTabsProps): ReactNode {
  const { def, query, counts, machine, text, onPick, axes = [], onAxis } = props;
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
  const sum = (values: readonly string[]) =>
    values.reduce((sofar, value) => sofar + (counts?.[value] ?? 0), 0);
  const hasBoth = ongoing.length > 1 && shown.some((value) => !ongoing.includes(value));
  const total = counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : undefined;
  const tab = (value: string | null, title: string, count: number | undefined): ReactNode => (
    <button
      key={value ?? ''}
      type="button"
      className={classes.tab}
      aria-pressed={value === open && !several}
      onClick={() => onPick(value === null ? null : [value])}
    >
      {title}
      {count === undefined ? null : <span className={classes.count}>{formatCount(count)}</span>}
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
          {counts ? <span className={classes.count}>{formatCount(sum(ongoing))}</span> : null}
        </button>
      ) : null}
      {shown.map((value) => tab(value, label(value), counts?.[value] ?? 0))}
      {tab(null, t('list.all'), total)}
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
