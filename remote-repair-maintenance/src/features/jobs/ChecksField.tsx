import type { JobCheck } from '@boxyard/shared/contract/areas/jobs.ts';
import { CHECK_ANSWERS, type CheckAnswer } from '@boxyard/shared/domain/service/jobs.ts';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Checkbox, Input, Select } from '@boxyard/shared/ui';
import classes from './jobs.module.css';

/** An item as it is being answered. */
export type AnsweredCheck = Pick<JobCheck, 'id' | 'name' | 'answer' | 'note'> & {
  readonly hasRepair: boolean;
  readonly repair: boolean;
};

const isAnswered = ({ answer }: AnsweredCheck): boolean => answer !== null;

/** Answers begin as they are stored. */
export const checksOf = (checklist: readonly JobCheck[]): readonly AnsweredCheck[] =>
  checklist.map(({ id, name, answer, note, repair }) => ({
    id,
    name,
    answer,
    note,
    hasRepair: repair !== null,
    repair: false,
  }));

/** Keeps the answered items of the checklist for the body of the call. */
export const checksBody = (value: unknown) =>
  (value as readonly AnsweredCheck[])
    .filter(isAnswered)
    .map(({ id, answer, note, repair }) => ({ id, answer, note, ...(repair ? { repair } : {}) }));

/** The items of a checklist, each with its answer; one that failed says why and may be repaired. */
export function ChecksField({
  id,
  value,
  onChange,
  disabled,
  errors,
}: Pick<CustomFieldProps, 'id' | 'value' | 'onChange' | 'disabled' | 'errors'>) {
  const t = useT('remote-repair-maintenance');
  const checks = value as readonly AnsweredCheck[];
  const sent = checks.filter(isAnswered);
  const change = (of: AnsweredCheck, next: Partial<AnsweredCheck>) =>
    onChange(checks.map((check) => (check.id === of.id ? { ...check, ...next } : check)));
  return (
    <ol id={id} className={classes.checks}>
      {checks.map((check) => {
        const at = `checks[${sent.indexOf(check)}]`;
        const fault = ['answer', 'note', 'repair', 'id']
          .map((name) => errors[`${at}.${name}`])
          .find(Boolean);
        const hasFailed = check.answer === 'failed';
        return (
          <li key={check.id}>
            <div>{check.name}</div>
            <div className={classes.check}>
              <Select
                aria-label={check.name}
                value={check.answer}
                disabled={disabled}
                placeholder={t('jobs.notAnswered')}
                options={CHECK_ANSWERS.map((answer) => ({
                  value: answer,
                  label: t(`jobs.choice.answer.${answer}`),
                }))}
                onChange={(answer: CheckAnswer) =>
                  change(check, { answer, repair: answer === 'failed' && !check.hasRepair })
                }
              />
              <Input
                aria-label={t('jobs.noteOf', { name: check.name })}
                value={check.note ?? ''}
                disabled={disabled}
                placeholder={t('jobs.field.note')}
                onChange={(event) => change(check, { note: event.target.value })}
              />
              {hasFailed && !check.hasRepair ? (
                <Checkbox
                  checked={check.repair}
                  disabled={disabled}
                  onChange={(event) => change(check, { repair: event.target.checked })}
                >
                  {t('jobs.reportRepair')}
                </Checkbox>
              ) : null}
            </div>
            {fault ? <div role="alert">{fault}</div> : null}
          </li>
        );
      })}
    </ol>
  );
}
