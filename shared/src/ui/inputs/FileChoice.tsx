import Button from 'antd/es/button';
import { type ReactNode, useRef } from 'react';
import { formatBytes } from '../format/numbers.ts';
import { UploadIcon } from '../icons.ts';

interface FileChoiceProps {
  readonly id: string;
  /** The chosen file; anything else counts as none. */
  readonly value: unknown;
  readonly disabled: boolean;
  readonly onChange: (file: File | null) => void;
  /** The page's own words: the button, the state without a file, and the field to screen readers. */
  readonly words: { readonly choose: string; readonly none: string; readonly label: string };
}

/** One picture or PDF that is sent with a form; what was chosen stands beside the button until then. */
export function FileChoice({ id, value, disabled, onChange, words }: FileChoiceProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const file = value instanceof File ? value : null;
  return (
    <div>
      <Button icon={<UploadIcon />} disabled={disabled} onClick={() => input.current?.click()}>
        {words.choose}
      </Button>{' '}
      {file ? `${file.name} · ${formatBytes(file.size)}` : words.none}
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/png,image/jpeg,application/pdf"
        hidden
        aria-label={words.label}
        onChange={(event) => {
          onChange(event.target.files?.[0] ?? null);
          event.target.value = '';
        }}
      />
    </div>
  );
}
