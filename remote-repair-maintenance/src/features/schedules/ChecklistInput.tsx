import type { CustomFieldProps } from '@boxyard/shared/kit';
import { Input } from '@boxyard/shared/ui';
import { useState } from 'react';

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const textOf = (value: unknown): string =>
  Array.isArray(value) ? (value as readonly string[]).join('\n') : '';

/** Items of a checklist, one on each line, so that a list can be pasted; its value is the items. */
export function ChecklistInput({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  errors,
}: CustomFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const faults = Object.entries(errors).filter(([field]) => field.startsWith('checklist['));
  return (
    <>
      <Input.TextArea
        id={id}
        value={typed ?? textOf(value)}
        disabled={disabled}
        rows={6}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(linesOf(event.target.value));
        }}
        onBlur={() => {
          setTyped(null);
          onBlur();
        }}
      />
      {faults.map(([field, text]) => (
        <div key={field} role="alert">
          {linesOf(textOf(value))[Number(/\d+/.exec(field)?.[0])]}: {text}
        </div>
      ))}
    </>
  );
}
