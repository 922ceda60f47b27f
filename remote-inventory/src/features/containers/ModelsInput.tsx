import type { CustomFieldProps } from '@boxyard/shared/kit';
import { RecordSelect } from '@boxyard/shared/ui';

/** Several models; they travel beside a file, as ids with commas between them. */
export function ModelsInput({ value, onChange, onBlur, id, disabled }: CustomFieldProps) {
  const ids = typeof value === 'string' && value !== '' ? value.split(',') : [];
  return (
    <RecordSelect
      id={id}
      lookup="productModels.all"
      multiple
      value={ids}
      disabled={disabled}
      onBlur={onBlur}
      onChange={(chosen) => onChange(Array.isArray(chosen) ? chosen.join(',') : '')}
    />
  );
}
