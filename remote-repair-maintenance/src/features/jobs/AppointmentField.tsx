import { bangkokDate } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { DatePicker, Select, Space } from '@boxyard/shared/ui';
import classes from './jobs.module.css';

/** Quarters of an hour of a day: `08:30`. */
const TIMES = Array.from({ length: 96 }, (_, index) => {
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${two(Math.floor(index / 4))}:${two((index % 4) * 15)}`;
}).map((value) => ({ value, label: value }));

/** An instant of a Bangkok day and time. */
const instantAt = (day: string, time: string): string =>
  new Date(`${day}T${time}:00+07:00`).toISOString();

const timeOf = (instant: unknown): string | null =>
  typeof instant === 'string'
    ? new Date(Date.parse(instant) + 7 * 3_600_000).toISOString().slice(11, 16)
    : null;

/** The day of an appointment with its hours, in Bangkok time; both instants go to the server. */
export function AppointmentField({ values, patch, id, disabled, errors }: CustomFieldProps) {
  const t = useT('remote-repair-maintenance');
  const { appointmentStart, appointmentEnd } = values;
  const day = typeof appointmentStart === 'string' ? bangkokDate(new Date(appointmentStart)) : null;
  const [from, until] = [timeOf(appointmentStart), timeOf(appointmentEnd)];
  const change = (next: { day?: string | null; from?: string; until?: string }) => {
    const on = next.day === undefined ? day : next.day;
    if (on === null) return patch({ appointmentStart: null, appointmentEnd: null });
    patch({
      appointmentStart: instantAt(on, next.from ?? from ?? '09:00'),
      appointmentEnd: instantAt(on, next.until ?? until ?? '10:00'),
    });
  };
  const error = errors.appointmentEnd ?? errors.appointmentStart;
  return (
    <>
      <Space wrap>
        <DatePicker
          id={id}
          value={day}
          disabled={disabled}
          onChange={(value) => change({ day: value })}
        />
        <Select
          aria-label={t('jobs.appointmentFrom')}
          showSearch
          className={classes.time ?? ''}
          disabled={disabled || day === null}
          value={from}
          options={TIMES}
          onChange={(value: string) => change({ from: value })}
        />
        –
        <Select
          aria-label={t('jobs.appointmentUntil')}
          showSearch
          className={classes.time ?? ''}
          disabled={disabled || day === null}
          value={until}
          options={TIMES}
          onChange={(value: string) => change({ until: value })}
        />
      </Space>
      {error ? <div role="alert">{error}</div> : null}
    </>
  );
}
