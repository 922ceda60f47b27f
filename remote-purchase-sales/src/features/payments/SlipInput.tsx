import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Button, formatBytes, UploadIcon } from '@boxyard/shared/ui';
import { useRef } from 'react';

interface SlipInputProps extends CustomFieldProps {
  /** The slip itself, or the certificate of withheld tax that came with it. */
  readonly of?: 'Slip' | 'Certificate';
}

/** What proves a payment; what was chosen stands beside the button until it is sent. */
export function SlipInput({ value, onChange, id, disabled, of = 'Slip' }: SlipInputProps) {
  const t = useT('remote-purchase-sales');
  const input = useRef<HTMLInputElement>(null);
  const file = value instanceof File ? value : null;
  return (
    <div>
      <Button icon={<UploadIcon />} disabled={disabled} onClick={() => input.current?.click()}>
        {t(`payments.choose${of}`)}
      </Button>{' '}
      {file ? `${file.name} · ${formatBytes(file.size)}` : t(`payments.no${of}`)}
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/png,image/jpeg,application/pdf"
        hidden
        aria-label={t(`payments.field.${id}`)}
        onChange={(event) => {
          onChange(event.target.files?.[0] ?? null);
          event.target.value = '';
        }}
      />
    </div>
  );
}
