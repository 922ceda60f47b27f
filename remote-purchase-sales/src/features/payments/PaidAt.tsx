import { bangkokDate } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { DatePicker, Input } from '@boxyard/shared/ui';
import classes from './payments.module.css';

const SEVEN_HOURS = 7 * 3_600_000;

const NOON = '12:00';

/** The day and the time in Bangkok of an instant; what cannot be read stands where it was typed. */
export function momentOf(value: unknown): { readonly day: string | null; readonly time: string } {
  const instant = typeof value === 'string' ? new Date(value) : null;
  if (instant === null || Number.isNaN(instant.getTime())) {
    return { day: typeof value === 'string' && value !== '' ? value : null, time: NOON };
  }
  return {
    day: bangkokDate(instant),
    time: new Date(instant.getTime() + SEVEN_HOURS).toISOString().slice(11, 16),
  };
}

/** The instant of a day and a time in Bangkok; as typed while it is none. */
export function instantOf(day: string | null, time: string): string | null {
  if (day === null) return null;
  const instant = new Date(`${day}T${time || NOON}:00+07:00`);
  return Number.isNaN(instant.getTime()) ? day : instant.toISOString();
}

/** When the money was paid, as the slip says: a day, and a time in Bangkok. */
export function PaidAt({ id, value, onChange, onBlur, disabled }: CustomFieldProps) {
  const t = useT('remote-purchase-sales');
  const { day, time } = momentOf(value);
  return (
    <div className={classes.moment}>
      <DatePicker
        id={id}
        value={day}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(next) => onChange(instantOf(next, time))}
      />
      <Input
        type="time"
        aria-label={t('payments.time')}
        value={time}
        disabled={disabled || day === null}
        onChange={(event) => onChange(instantOf(day, event.target.value))}
      />
    </div>
  );
}
