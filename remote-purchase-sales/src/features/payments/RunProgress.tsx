import type { InvoiceRun } from '@boxyard/shared/contract/areas/money.ts';
import { useT } from '@boxyard/shared/runtime';
import classes from './payments.module.css';

type Counts = Pick<InvoiceRun, 'status' | 'total' | 'done' | 'billed' | 'failed' | 'skipped'>;

const PARTS = ['billed', 'failed', 'skipped'] as const;

/** How far a run is, as a bar and in words. */
export function RunProgress({ run }: { readonly run: Counts }) {
  const t = useT('remote-purchase-sales');
  return (
    <div className={classes.progress}>
      <div className={classes.bar} aria-hidden>
        {PARTS.map((part) => (
          <span
            key={part}
            className={classes[part]}
            style={{ width: `${(run[part] / run.total) * 100}%` }}
          />
        ))}
      </div>
      <span className={classes.words}>
        {t(`invoiceRuns.choice.status.${run.status}`)} ·{' '}
        {t('invoiceRuns.progress', { done: run.done, total: run.total })}
        {run.failed > 0 ? ` · ${t('invoiceRuns.failures', { count: run.failed })}` : ''}
      </span>
    </div>
  );
}
