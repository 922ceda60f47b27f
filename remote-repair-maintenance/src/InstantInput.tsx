import { bangkokDate, isDate } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { DatePicker, Space } from '@boxyard/shared/ui';
import { useState } from 'react';
import { instantAt, timeOf } from './bangkokTime.ts';
import { TimeSelect } from './TimeSelect.tsx';

const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

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
    onChange(nextDay !== null && isDate(nextDay) ? instantAt(nextDay, nextTime) : nextDay);
  return (
    <Space wrap>
      <DatePicker
        id={id}
        value={day}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(next) => change(next, time)}
      />
      <TimeSelect
        label={t('technicianAbsences.time')}
        value={time}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(next) => {
          setChosen(next);
          if (instant) change(day, next);
        }}
      />
    </Space>
  );
}
