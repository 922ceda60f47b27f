import { bangkokDate } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { DatePicker, Space } from '@boxyard/shared/ui';
import { instantAt, timeOf } from '../../bangkokTime.ts';
import { TimeSelect } from '../../TimeSelect.tsx';

const instantIn = (value: unknown): Date | null =>
  typeof value === 'string' ? new Date(value) : null;

/** The day of an appointment with its hours, in Bangkok time; both instants go to the server. */
export function AppointmentField({ values, patch, id, disabled, errors }: CustomFieldProps) {
  const t = useT('remote-repair-maintenance');
  const [start, end] = [instantIn(values.appointmentStart), instantIn(values.appointmentEnd)];
  const day = start && bangkokDate(start);
  const [from, until] = [start && timeOf(start), end && timeOf(end)];
  const change = (next: { day?: string | null; from?: string; until?: string }) => {
    const on = next.day === undefined ? day : next.day;
    if (on === null) return patch({ appointmentStart: null, appointmentEnd: null });
    patch({
      appointmentStart: instantAt(on, next.from ?? from ?? '09:00'),
      appointmentEnd: instantAt(on, next.until ?? until ?? '10:00'),
    });
  };
  const error = errors.appointmentEnd ?? errors.appointmentStart;
  const isTimeless = disabled || day === null;
  return (
    <>
      <Space wrap>
        <DatePicker
          id={id}
          value={day}
          disabled={disabled}
          onChange={(value) => change({ day: value })}
        />
        <TimeSelect
          label={t('jobs.appointmentFrom')}
          value={from}
          disabled={isTimeless}
          onChange={(time) => change({ from: time })}
        />
        –
        <TimeSelect
          label={t('jobs.appointmentUntil')}
          value={until}
          disabled={isTimeless}
          onChange={(time) => change({ until: time })}
        />
      </Space>
      {error ? <div role="alert">{error}</div> : null}
    </>
  );
}
