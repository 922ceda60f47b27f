import {
  DOWNTIME_REASONS,
  isResolvedBy,
  JOB_RESULTS,
  type JobResult,
  PAUSE_REASONS,
  type PauseReason,
} from '@boxyard/shared/domain/service/jobs.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { Button, Input, Select } from '@boxyard/shared/ui';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type AnsweredCheck, ChecksField, checksBody, checksOf } from '../ChecksField.tsx';
import { type HandLine, handLinesOf, settledBody } from '../handLines.ts';
import { PartsInHand } from '../PartsInHand.tsx';
import { Signature } from '../Signature.tsx';
import classes from './day.module.css';
import type { DayCode } from './dayStore.ts';
import type { ProjectedJob } from './projectJob.ts';

interface FormProps {
  readonly onCancel: () => void;
  readonly onDone: (body: Readonly<Record<string, unknown>>) => Promise<void>;
}

interface FrameProps {
  readonly name: string;
  readonly done: string;
  /** Says why it cannot be done yet. */
  readonly fault: string | null;
  readonly onCancel: () => void;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

function Frame({ name, done, fault, onCancel, onSubmit, children }: FrameProps) {
  const t = useT('remote-repair-maintenance');
  const [isTold, setIsTold] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTold(true);
    if (fault !== null || isBusy) return;
    setIsBusy(true);
    void onSubmit().finally(() => setIsBusy(false));
  };
  return (
    <form className={classes.form} aria-label={name} onSubmit={submit}>
      {children}
      {isTold && fault !== null ? (
        <div role="alert" className={classes.fault}>
          {fault}
        </div>
      ) : null}
      <div className={classes.buttons}>
        <Button size="large" onClick={onCancel}>
          {t('day.cancel')}
        </Button>
        <Button size="large" type="primary" htmlType="submit" loading={isBusy}>
          {done}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}

function Field({ label, children }: FieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** Asks for the reason of a pause. */
export function PauseForm({ onCancel, onDone }: FormProps) {
  const t = useT('remote-repair-maintenance');
  const [pauseReason, setPauseReason] = useState<PauseReason | null>(null);
  const [note, setNote] = useState('');
  return (
    <Frame
      name={t('day.do.pause')}
      done={t('day.do.pause')}
      fault={pauseReason === null ? t('day.fault.reason') : null}
      onCancel={onCancel}
      onSubmit={() => onDone({ pauseReason, note: note || null })}
    >
      <Field label={t('jobs.field.pauseReason')}>
        {(id) => (
          <Select<PauseReason>
            id={id}
            value={pauseReason}
            options={PAUSE_REASONS.map((value) => ({
              value,
              label: t(`jobs.choice.pauseReason.${value}`),
            }))}
            onChange={setPauseReason}
          />
        )}
      </Field>
      <Field label={t('jobs.field.note')}>
        {(id) => (
          <Input
            id={id}
            value={note}
            maxLength={500}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </Frame>
  );
}

/** Answers to the checklist; one that failed says why. */
export function ChecksForm({ job, onCancel, onDone }: FormProps & { readonly job: ProjectedJob }) {
  const t = useT('remote-repair-maintenance');
  const [checks, setChecks] = useState<readonly AnsweredCheck[]>(() => checksOf(job.checklist));
  const id = useId();
  const isMissing = checks.every(({ answer }) => answer === null);
  const isUnsaid = checks.some(({ answer, note }) => answer === 'failed' && !note);
  return (
    <Frame
      name={t('day.do.answerChecks')}
      done={t('day.saveChecks')}
      fault={isMissing ? t('day.fault.checks') : isUnsaid ? t('day.fault.failedNote') : null}
      onCancel={onCancel}
      onSubmit={() => onDone({ checks: checksBody(checks) })}
    >
      <ChecksField
        id={id}
        value={checks}
        disabled={false}
        errors={{}}
        onChange={(value) => setChecks(value as readonly AnsweredCheck[])}
      />
    </Frame>
  );
}

interface Report {
  readonly result: JobResult;
  readonly causeCodeId: string | null;
  readonly actionCodeId: string | null;
  readonly workDone: string;
  readonly downtimeReason: string | null;
  readonly meter: string;
  readonly used: readonly HandLine[];
  readonly signedBy: string;
  readonly signature: string | null;
}

/** Asks for the work, its result and the customer's signature. */
export function ReportForm({
  job,
  codes,
  onCancel,
  onDone,
}: FormProps & { readonly job: ProjectedJob; readonly codes: readonly DayCode[] }) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const [report, setReport] = useState<Report>(() => ({
    result: 'fixed',
    causeCodeId: job.causeCode?.id ?? null,
    actionCodeId: job.actionCode?.id ?? null,
    workDone: job.workDone ?? '',
    downtimeReason: null,
    meter: job.meter === null ? '' : String(job.meter),
    used: handLinesOf(job, true),
    signedBy: '',
    signature: null,
  }));
  const change = (next: Partial<Report>) => setReport((before) => ({ ...before, ...next }));
  const isSolved = isResolvedBy(report.result);
  const isOpen = job.checklist.some(({ answer }) => answer === null);
  const fault =
    report.workDone.trim() === ''
      ? t('day.fault.workDone')
      : report.meter !== '' && !/^\d{1,9}$/.test(report.meter)
        ? t('day.fault.meter')
        : isSolved && job.photoCount === 0
          ? t('day.fault.photo')
          : isSolved && isOpen
            ? t('day.fault.openChecks')
            : report.signature !== null && report.signedBy.trim() === ''
              ? t('day.fault.signedBy')
              : null;
  const codeOptions = (kind: DayCode['kind']) =>
    codes
      .filter((one) => one.kind === kind)
      .map(({ id, code, name, nameTh }) => ({
        value: id,
        label: `${code} ${locale === 'th' && nameTh ? nameTh : name}`,
      }));
  const codeField = (kind: DayCode['kind'], name: 'causeCodeId' | 'actionCodeId') => (
    <Field label={t(`jobs.field.${name}`)}>
      {(id) => (
        <Select<string | null>
          id={id}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={report[name]}
          options={codeOptions(kind)}
          onChange={(value) => change({ [name]: value ?? null })}
        />
      )}
    </Field>
  );
  const submit = () =>
    onDone({
      result: report.result,
      causeCodeId: report.causeCodeId,
      actionCodeId: report.actionCodeId,
      workDone: report.workDone.trim(),
      downtimeReason: report.downtimeReason,
      meter: report.meter === '' ? null : Number(report.meter),
      ...(isSolved && report.signedBy.trim() !== ''
        ? { signedBy: report.signedBy.trim(), signature: report.signature }
        : {}),
      ...settledBody(report.used, isSolved),
    });
  return (
    <Frame
      name={t('day.do.technicianSummary')}
      done={t('day.saveReport')}
      fault={fault}
      onCancel={onCancel}
      onSubmit={submit}
    >
      <Field label={t('jobs.field.result')}>
        {(id) => (
          <Select<JobResult>
            id={id}
            value={report.result}
            options={JOB_RESULTS.map((value) => ({
              value,
              label: t(`jobs.choice.result.${value}`),
            }))}
            onChange={(result) => change({ result })}
          />
        )}
      </Field>
      {codeField('cause', 'causeCodeId')}
      {codeField('action', 'actionCodeId')}
      <Field label={t('jobs.field.workDone')}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={2000}
            value={report.workDone}
            onChange={({ target }) => change({ workDone: target.value })}
          />
        )}
      </Field>
      {job.isDown ? (
        <Field label={t('jobs.field.downtimeReason')}>
          {(id) => (
            <Select<string | null>
              id={id}
              allowClear
              value={report.downtimeReason}
              options={DOWNTIME_REASONS.map((value) => ({
                value,
                label: t(`jobs.choice.downtimeReason.${value}`),
              }))}
              onChange={(downtimeReason) => change({ downtimeReason: downtimeReason ?? null })}
            />
          )}
        </Field>
      ) : null}
      <Field label={t('jobs.field.meter')}>
        {(id) => (
          <Input
            id={id}
            inputMode="numeric"
            value={report.meter}
            onChange={({ target }) => change({ meter: target.value })}
          />
        )}
      </Field>
      {report.used.length === 0 ? null : (
        <PartsInHand
          isUsed
          value={report.used}
          disabled={false}
          errors={{}}
          onChange={(used) => change({ used: used as readonly HandLine[] })}
        />
      )}
      {isSolved ? (
        <>
          <Field label={t('jobs.field.signedBy')}>
            {(id) => (
              <Input
                id={id}
                maxLength={200}
                value={report.signedBy}
                onChange={({ target }) => change({ signedBy: target.value })}
              />
            )}
          </Field>
          <Field label={t('jobs.field.signature')}>
            {(id) => (
              <Signature
                id={id}
                value={report.signature}
                values={{ signedBy: report.signedBy }}
                disabled={false}
                onChange={(signature) => change({ signature: (signature as string) || null })}
              />
            )}
          </Field>
        </>
      ) : null}
    </Frame>
  );
}
