import { useT } from '@boxyard/shared/runtime';
import classes from './software.module.css';

interface Counts {
  readonly total: number;
  readonly waiting: number;
  readonly queued: number;
  readonly inProgress: number;
  readonly applied: number;
  readonly failed: number;
  readonly rolledBack: number;
}

const PARTS = ['applied', 'failed', 'rolledBack', 'inProgress'] as const;

/** How far a rollout is, as a bar and in words. */
export function RolloutProgress({ rollout }: { readonly rollout: Counts }) {
  const t = useT('remote-inventory');
  const text =
    rollout.waiting > 0
      ? t('rollouts.preparing', { done: rollout.total - rollout.waiting, total: rollout.total })
      : t('rollouts.applied', { done: rollout.applied, total: rollout.total });
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        {PARTS.map((part) => (
          <span
            key={part}
            className={classes[part]}
            style={{ width: `${(rollout[part] / rollout.total) * 100}%` }}
          />
        ))}
      </div>
      <span className={classes.words}>{text}</span>
    </div>
  );
}
