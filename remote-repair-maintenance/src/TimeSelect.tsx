import { Select } from '@boxyard/shared/ui';
import { TIMES } from './bangkokTime.ts';

interface Props {
  readonly label: string;
  /** `HH:MM`; a time between the quarters of an hour stays as it is. */
  readonly value: string | null;
  readonly disabled: boolean;
  readonly onChange: (time: string) => void;
  readonly onBlur?: () => void;
}

/** A time of day in 24 hours, whatever the clock of the browser's language is. */
export function TimeSelect({ label, value, ...select }: Props) {
  const times = value === null || TIMES.includes(value) ? TIMES : [value, ...TIMES];
  return (
    <Select
      {...select}
      aria-label={label}
      showSearch
      style={{ width: 96 }}
      value={value}
      options={times.map((time) => ({ value: time, label: time }))}
    />
  );
}
