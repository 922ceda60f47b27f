import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Button, formatBytes, UploadIcon } from '@boxyard/shared/ui';
import { useRef } from 'react';

/** The file of a release; what was chosen stands beside the button until it is sent. */
export function PackageInput({ value, onChange, id, disabled }: CustomFieldProps) {
  const t = useT('remote-inventory');
  const input = useRef<HTMLInputElement>(null);
  const file = value instanceof File ? value : null;
  return (
    <div>
      <Button icon={<UploadIcon />} disabled={disabled} onClick={() => input.current?.click()}>
        {t('software.chooseFile')}
      </Button>{' '}
      {file ? `${file.name} · ${formatBytes(file.size)}` : t('software.noFile')}
      <input
        ref={input}
        id={id}
        type="file"
        accept=".zip,.gz,.tgz"
        hidden
        aria-label={t('software.chooseFile')}
        onChange={(event) => {
          onChange(event.target.files?.[0] ?? null);
          event.target.value = '';
        }}
      />
    </div>
  );
}
