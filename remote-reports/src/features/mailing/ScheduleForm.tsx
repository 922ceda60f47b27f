import { oneOptions, useEndpointMutation } from '@boxyard/shared/client';
import {
  type ReportSchedule,
  SCHEDULE_FORMATS,
  SCHEDULE_INTERVALS,
} from '@boxyard/shared/contract/areas/reportSchedules.ts';
import { PERIODS } from '@boxyard/shared/domain/values/recurrence.ts';
import { useLocale } from '@boxyard/shared/runtime';
import { Button, Checkbox, Select } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import classes from './mailing.module.css';
import { hourText, useMailingText } from './texts.ts';

/** Initial values of the form. */
export type ScheduleDraft = Pick<
  ReportSchedule,
  | 'report'
  | 'viewId'
  | 'query'
  | 'period'
  | 'every'
  | 'weekday'
  | 'monthDay'
  | 'hour'
  | 'format'
  | 'sendsEmpty'
> & {
  readonly receivers: readonly { readonly id: string; readonly name: string }[];
  /** Id of the schedule that is changed; absent: a new one. */
  readonly id?: string;
  readonly version?: number;
};

/** Monday is day 1 of ISO weeks; 5 January 2026 was one. */
const weekdayName = (day: number, locale: 'en' | 'th'): string =>
  new Intl.DateTimeFormat(locale === 'th' ? 'th-TH' : 'en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  }).format(new Date(Date.UTC(2026, 0, 4 + day)));

/** When a schedule sends, in words. */
export function useTimingText(): (
  timing: Pick<ReportSchedule, 'every' | 'weekday' | 'monthDay' | 'hour'>,
) => string {
  const t = useMailingText();
  const locale = useLocale();
  return ({ every, weekday, monthDay, hour }) => {
    const time = hourText(hour);
    if (every === 'day') return t('timing.day', { time });
    if (every === 'week') return t('timing.week', { time, day: weekdayName(weekday ?? 1, locale) });
    return monthDay === 31
      ? t('timing.lastDay', { time })
      : t('timing.month', { time, day: monthDay ?? 1 });
  };
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly children: ReactNode;
}

function Field({ id, label, help, children }: FieldProps): ReactNode {
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {help ? <span className={classes.help}>{help}</span> : null}
    </div>
  );
}

/** Value of the choice that takes the query as it stands. */
const AS_SHOWN = '';

interface ScheduleFormProps {
  readonly draft: ScheduleDraft;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Form of a schedule: report, receivers and time. */
export function ScheduleForm({ draft, onDone, onCancel }: ScheduleFormProps): ReactNode {
  const t = useMailingText();
  const locale = useLocale();
  const id = useId();
  const [values, setValues] = useState(draft);
  const [isAsked, setAsked] = useState(false);
  const [search, setSearch] = useState('');
  const create = useEndpointMutation('reportSchedules.create');
  const update = useEndpointMutation('reportSchedules.update');
  const own = useQuery(
    oneOptions('savedViews.list', { query: { resource: draft.report }, loading: false }),
  );
  const shared = useQuery(
    oneOptions('sharedViews.list', { query: { resource: draft.report }, loading: false }),
  );
  const receiverIds = values.receivers.map((one) => one.id);
  const { data: found, isFetching } = useQuery({
    ...oneOptions('reportSchedules.receivers', {
      query: {
        report: draft.report,
        ...(search ? { search } : {}),
        ...(receiverIds.length > 0 ? { ids: receiverIds.join() } : {}),
      },
      loading: false,
    }),
    placeholderData: (before: unknown) => before as never,
  });
  const people = found?.people ?? [];
  const set = (change: Partial<ScheduleDraft>) => setValues((before) => ({ ...before, ...change }));
  const views = [...(own.data?.views ?? []), ...(shared.data?.views ?? [])];
  const refused = people.filter((one) => one.refusal !== null && receiverIds.includes(one.id));
  const save = () => {
    setAsked(true);
    if (receiverIds.length === 0) return;
    const { viewId, query, period, every, weekday, monthDay, hour, format, sendsEmpty } = values;
    const body = {
      viewId,
      query,
      period,
      every,
      weekday: every === 'week' ? (weekday ?? 1) : null,
      monthDay: every === 'month' ? (monthDay ?? 1) : null,
      hour,
      format,
      sendsEmpty,
      receiverIds,
    };
    const done = { onSuccess: onDone };
    if (draft.id === undefined) create.mutate({ body: { report: draft.report, ...body } }, done);
    else {
      update.mutate(
        { params: { id: draft.id }, body: { version: draft.version ?? 1, ...body } },
        done,
      );
    }
  };
  const options = (values: readonly string[], group: string) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }));
  const isMissing = isAsked && receiverIds.length === 0;
  return (
    <div className={classes.form}>
      <Field id={`${id}-view`} label={t('field.view')} help={t('viewHelp')}>
        <Select
          id={`${id}-view`}
          value={values.viewId ?? AS_SHOWN}
          onChange={(viewId) => set({ viewId: viewId === AS_SHOWN ? null : viewId })}
          options={[
            { value: AS_SHOWN, label: t(draft.id === undefined ? 'asShown' : 'asBefore') },
            ...views.map((view) => ({ value: view.id, label: t('view', { name: view.name }) })),
          ]}
        />
      </Field>
      <Field id={`${id}-period`} label={t('field.period')}>
        <Select
          id={`${id}-period`}
          value={values.period}
          onChange={(period) => set({ period })}
          options={options(PERIODS, 'period') as never}
        />
      </Field>
      <div className={classes.pair}>
        <Field id={`${id}-every`} label={t('field.every')}>
          <Select
            id={`${id}-every`}
            value={values.every}
            onChange={(every) => set({ every })}
            options={options(SCHEDULE_INTERVALS, 'every') as never}
          />
        </Field>
        <Field id={`${id}-hour`} label={t('field.hour')}>
          <Select
            id={`${id}-hour`}
            value={values.hour}
            onChange={(hour) => set({ hour })}
            options={Array.from({ length: 24 }, (_, hour) => ({
              value: hour,
              label: hourText(hour),
            }))}
          />
        </Field>
      </div>
      {values.every === 'week' ? (
        <Field id={`${id}-weekday`} label={t('field.weekday')}>
          <Select
            id={`${id}-weekday`}
            value={values.weekday ?? 1}
            onChange={(weekday) => set({ weekday })}
            options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({
              value: day,
              label: weekdayName(day, locale),
            }))}
          />
        </Field>
      ) : null}
      {values.every === 'month' ? (
        <Field
          id={`${id}-day`}
          label={t('field.monthDay')}
          help={(values.monthDay ?? 1) > 28 ? t('lastDayHelp') : undefined}
        >
          <Select
            id={`${id}-day`}
            value={values.monthDay ?? 1}
            onChange={(monthDay) => set({ monthDay })}
            options={Array.from({ length: 31 }, (_, index) => ({
              value: index + 1,
              label: index === 30 ? t('lastDay') : String(index + 1),
            }))}
          />
        </Field>
      ) : null}
      <Field id={`${id}-format`} label={t('field.format')}>
        <Select
          id={`${id}-format`}
          value={values.format}
          onChange={(format) => set({ format })}
          options={options(SCHEDULE_FORMATS, 'format') as never}
        />
      </Field>
      <Field id={`${id}-receivers`} label={t('field.receivers')} help={t('receiversHelp')}>
        <Select
          id={`${id}-receivers`}
          mode="multiple"
          {...(isMissing ? { status: 'error' as const, 'aria-invalid': true } : {})}
          aria-describedby={`${id}-refused`}
          placeholder={t('receiversPlaceholder')}
          showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
          loading={isFetching}
          value={receiverIds}
          onChange={(ids: string[]) => {
            const known = [...values.receivers, ...people];
            set({
              receivers: ids.flatMap((one) => known.find((person) => person.id === one) ?? []),
            });
            setSearch('');
          }}
          options={[
            ...people,
            ...values.receivers.filter((one) => !people.some(({ id: other }) => other === one.id)),
          ].map((one) => ({ value: one.id, label: one.name }))}
        />
        <div id={`${id}-refused`} aria-live="polite">
          {isMissing ? <div className={classes.fault}>{t('missing')}</div> : null}
          {refused.map(({ id: key, name, refusal }) => (
            <div key={key} className={classes.warn}>
              {t('refused', { name, reason: t(`refusal.${refusal}`) })}
            </div>
          ))}
        </div>
      </Field>
      <Checkbox
        checked={values.sendsEmpty}
        onChange={(event) => set({ sendsEmpty: event.target.checked })}
      >
        {t('field.sendsEmpty')}
      </Checkbox>
      <div className={classes.buttons}>
        <Button type="primary" loading={create.isPending || update.isPending} onClick={save}>
          {t('save')}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </div>
  );
}
