import type { ReactNode } from 'react';
import type { Machine } from '../../domain/index.ts';
import { statusKey } from '../status/StatusTag.tsx';
import { RelativeTime } from '../text/Dates.tsx';
import { useKitText } from '../useKitText.ts';
import { DiffTable, differencesOf } from './DiffTable.tsx';
import classes from './history.module.css';
import { useValueTexts } from './useValueTexts.ts';

/** `contract/common.ts` historyEntry. */
export interface HistoryEntry {
  readonly id: string;
  readonly at: string;
  readonly by: { readonly name: string } | null;
  readonly action: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: string | null;
  readonly diff: Readonly<Record<string, unknown>> | null;
}

export interface TimelineProps {
  readonly entries: readonly HistoryEntry[];
  readonly machine?: Machine | undefined;
  readonly labelOf?: (field: string) => ReactNode;
}

/** Who did what, when and why; newest first, the exact time on hover. */
export function Timeline({
  entries,
  machine,
  labelOf = (field) => field,
}: TimelineProps): ReactNode {
  const t = useKitText();
  const words = useValueTexts();
  // What one call does has one time: the order in which it was written decides there.
  const newestFirst = [...entries].reverse().sort((a, b) => b.at.localeCompare(a.at));
  return (
    <ol className={classes.timeline} aria-label={t('timeline.title')}>
      {newestFirst.map((entry) => {
        const tone = entry.to === null ? 'neutral' : (machine?.states[entry.to]?.tone ?? 'neutral');
        const changed =
          machine !== undefined && entry.to !== null && entry.from !== entry.to
            ? t(statusKey(machine, entry.to))
            : null;
        const id = machine?.id ?? 'record';
        const did = t([
          `did.${id}.${entry.action}`,
          `did.record.${entry.action}`,
          `action.${id}.${entry.action}`,
          entry.action,
        ]);
        const rows = entry.diff ? differencesOf(entry.diff, { labelOf, words }) : [];
        return (
          <li key={entry.id} className={`${classes.event} ${classes[tone] ?? ''}`}>
            <div className={classes.what}>
              {changed === null || changed === did
                ? did
                : t('timeline.became', { did, status: changed })}
            </div>
            <div className={classes.who}>
              {entry.by?.name ?? t('timeline.system')} · <RelativeTime value={entry.at} />
            </div>
            {entry.reason ? <p className={classes.why}>{entry.reason}</p> : null}
            {rows.length > 0 ? (
              <details>
                <summary>{t('timeline.changes', { count: rows.length })}</summary>
                <DiffTable rows={rows} />
              </details>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
