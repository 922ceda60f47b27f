import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { Alert, Button, formatDateTime, StatusTag } from '@boxyard/shared/ui';
import { useState } from 'react';
import classes from './day.module.css';
import type { JobChange, Step } from './steps.ts';
import type { DayWork } from './useDay.ts';

/** Steps that the server did not take, each with its reason, and those that were set aside with their words. */
export function ConflictList({ work }: { readonly work: DayWork }) {
  const t = useT('remote-repair-maintenance');
  const refused = work.steps.filter(({ state }) => state === 'refused');
  const aside = work.steps.filter(({ state }) => state === 'aside');
  return (
    <>
      {refused.map((step) => (
        <Conflict key={step.id} step={step} work={work} />
      ))}
      {aside.length === 0 ? null : (
        <details className={classes.aside}>
          <summary>{t('day.aside', { count: aside.length })}</summary>
          <ul>
            {aside.map((step) => (
              <li key={step.id}>
                <StepWords step={step} />
                <Button size="small" onClick={() => void work.forget(step)}>
                  {t('day.forget')}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Codes of refusals after which the same step can never be taken. */
const GONE = ['NOT_FOUND', 'FORBIDDEN', 'NOT_OWNER'];

function Conflict({ step, work }: { readonly step: Step; readonly work: DayWork }) {
  const t = useT('remote-repair-maintenance');
  const [isFailed, setIsFailed] = useState(false);
  const { problem, documentNo } = step;
  if (problem === null) return null;
  const isGone = GONE.includes(problem.code);
  const reason = isGone
    ? t('day.conflict.gone')
    : problem.code === 'VERSION_CONFLICT'
      ? t('day.conflict.changed')
      : problem.message;
  return (
    <Alert
      type="error"
      showIcon
      title={t('day.conflict.title', { no: documentNo, step: t(`day.action.${step.action}`) })}
      description={
        <div className={classes.conflict}>
          <p>{reason}</p>
          {problem.errors.map(({ field, message }) => (
            <p key={field}>{message}</p>
          ))}
          <Changes changes={problem.changes ?? []} />
          <StepWords step={step} />
          <p>{t(isGone ? 'day.conflict.whenGone' : 'day.conflict.whatToDo')}</p>
          {isFailed ? <p>{t('day.conflict.needsNetwork')}</p> : null}
          <div className={classes.buttons}>
            {isGone ? null : (
              <Button
                type="primary"
                disabled={!work.online}
                onClick={() => void work.retry(step).catch(() => setIsFailed(true))}
              >
                {t('day.conflict.retry')}
              </Button>
            )}
            <Button onClick={() => void work.setAside(step)}>{t('day.conflict.setAside')}</Button>
          </div>
        </div>
      }
    />
  );
}

/** Changes by somebody else, before and after. */
function Changes({ changes }: { readonly changes: readonly JobChange[] }) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const shown = (field: JobChange['field'], value: string) => {
    if (value === '') return '–';
    if (field === 'status') return <StatusTag machine={jobMachine} status={value} />;
    if (field === 'appointmentStart') return formatDateTime(value, locale);
    if (field === 'priority') return t(`jobs.choice.priority.${value}`);
    return value;
  };
  if (changes.length === 0) return null;
  return (
    <ul>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {t(`day.changed.${field}`)}: {shown(field, from)} → {shown(field, to)}
        </li>
      ))}
    </ul>
  );
}

/** A step with its time and the words that were typed for it. */
function StepWords({ step }: { readonly step: Step }) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const { action, at, body, documentNo } = step;
  const words = [body.workDone, body.note, body.signedBy].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  return (
    <p>
      {documentNo} · {t(`day.action.${action}`)} ·{' '}
      {formatDateTime(new Date(at).toISOString(), locale)}
      {words.map((one) => (
        <span key={one} className={classes.words}>
          {one}
        </span>
      ))}
    </p>
  );
}
