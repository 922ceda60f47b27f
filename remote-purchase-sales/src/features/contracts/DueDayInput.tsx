import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Select } from '@boxyard/shared/ui';

/** The last day that every month has. */
const LAST_COMMON_DAY = 28;

/** The day of the month on which is paid: 1 to 28, or the last one. */
export function DueDayInput({ id, value, onChange, onBlur, disabled }: CustomFieldProps) {
  const t = useT('remote-purchase-sales');
  const days = Array.from({ length: LAST_COMMON_DAY }, (_, index) => String(index + 1));
  return (
    <Select
      id={id}
      value={(value as string | null) ?? null}
      disabled={disabled}
      onChange={onChange}
      onBlur={onBlur}
      options={[
        ...days.map((day) => ({ value: day, label: day })),
        { value: 'last', label: t('contracts.lastDay') },
      ]}
    />
  );
}
