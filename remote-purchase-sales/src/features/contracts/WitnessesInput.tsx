import type { CustomFieldProps } from '@boxyard/shared/kit';
import { Select } from '@boxyard/shared/ui';

/** Names of the witnesses, each ended by Enter or a comma. */
export function WitnessesInput({ id, value, onChange, onBlur, disabled }: CustomFieldProps) {
  return (
    <Select
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '\n']}
      value={[...((value as readonly string[] | null) ?? [])]}
      disabled={disabled}
      onChange={(names: string[]) => onChange(names.map((name) => name.trim()).filter(Boolean))}
      onBlur={onBlur}
    />
  );
}
