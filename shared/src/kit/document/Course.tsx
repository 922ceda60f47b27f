import type { ReactNode } from 'react';
import type { Machine } from '../../domain/index.ts';
import { StatusTag, statusKey } from '../../ui/status/StatusTag.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import classes from './document.module.css';
import { courseOf } from './documentActions.ts';

interface CourseProps {
  readonly machine: Machine;
  readonly status: string;
  readonly history: readonly { readonly to: string | null }[];
}

/** Where the document is in its course, at one glance (design, "Document"). */
export function Course({ machine, status, history }: CourseProps): ReactNode {
  const t = useKitText();
  const { steps, aside } = courseOf(machine, status, history);
  return (
    <div>
      <ol className={classes.course} aria-label={t('document.progress')}>
        {steps.map((step) => (
          <li
            key={step.status}
            className={`${classes.step} ${classes[step.state] ?? ''}`}
            {...(step.state === 'current' ? { 'aria-current': 'step' as const } : {})}
          >
            {t(statusKey(machine, step.status))}
          </li>
        ))}
      </ol>
      {aside ? (
        <div style={{ marginTop: 8 }}>
          <StatusTag machine={machine} status={aside} />
        </div>
      ) : null}
    </div>
  );
}
