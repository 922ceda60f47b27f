import { bangkokDate } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { DatePicker, Input } from '@boxyard/shared/ui';
import classes from './bidding.module.css';

const OFFSET = '+07:00';
/** Offices close then, unless somebody says otherwise. */
const EVENING = '17:00';

/** The day and the time in Bangkok of an instant; what cannot be read is no day. */
export function bangkokMoment(value: unknown): { day: string | null; time: string } {
  const instant = typeof value === 'string' ? new Date(value) : null;
  if (instant === null || Number.isNaN(instant.getTime())) {
    return { day: typeof value === 'string' && value !== '' ? value : null, time: EVENING };
  }
  const time = new Date(instant.getTime() + 7 * 3_600_000).toISOString().slice(11, 16);
  return { day: bangkokDate(instant), time };
}

/** The instant of a day and a time in Bangkok; as typed while it is none. */
export function instantOf(day: string | null, time: string): string | null {
  if (day === null) return null;
  const instant = new Date(`${day}T${time || EVENING}:00${OFFSET}`);
  return Number.isNaN(instant.getTime()) ? day : instant.toISOString();
}

/** When a round closes: a day in the visitor's calendar, and a time. */
export function ClosesAt({ id, value, onChange, onBlur, disabled }: CustomFieldProps) {
  const t = useT('remote-warehouse');
  const { day, time } = bangkokMoment(value);
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
        aria-label={t('biddings.time')}
        value={time}
        disabled={disabled || day === null}
        onChange={(event) => onChange(instantOf(day, event.target.value))}
      />
    </div>
  );
}
