import { bangkokDate, isDate, startOfBangkokDay } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { DatePicker, Input, Space } from '@boxyard/shared/ui';
import { useState } from 'react';

const MINUTE_MS = 60_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

/** The time of day of an instant in Bangkok, `HH:MM`. */
const timeOf = (instant: Date): string => {
  const minutes =
    (instant.getTime() - startOfBangkokDay(bangkokDate(instant)).getTime()) / MINUTE_MS;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(minutes / 60)}:${two(minutes % 60)}`;
};

const instantOf = (day: string, time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const start = startOfBangkokDay(day).getTime();
  return new Date(start + (hours * 60 + minutes) * MINUTE_MS).toISOString();
};

interface Props extends CustomFieldProps {
  /** The time of day that a new one begins with. */
  readonly usual: string;
}

/** A day and a time of day in Bangkok; its value is an instant, or null without a day. */
export function InstantInput({ id, value, onChange, onBlur, disabled, usual }: Props) {
  const t = useT('remote-repair-maintenance');
  const [chosen, setChosen] = useState(usual);
  // Anything but an instant is a day as it was typed, which the rules refuse.
  const instant = typeof value === 'string' && INSTANT.test(value) ? new Date(value) : null;
  const time = instant ? timeOf(instant) : chosen;
  const day = instant ? bangkokDate(instant) : ((value as string | null | undefined) ?? null);
  const change = (nextDay: string | null, nextTime: string) =>
    onChange(nextDay !== null && isDate(nextDay) ? instantOf(nextDay, nextTime) : nextDay);
  return (
    <Space wrap>
      <DatePicker
        id={id}
        value={day}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(next) => change(next, time)}
      />
      <Input
        type="time"
        aria-label={t('technicianAbsences.time')}
        value={time}
        disabled={disabled}
        onBlur={onBlur}
        onChange={({ target }) => {
          if (target.value === '') return;
          setChosen(target.value);
          if (instant) change(day, target.value);
        }}
      />
    </Space>
  );
}
