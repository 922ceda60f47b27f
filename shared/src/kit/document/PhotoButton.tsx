import Button from 'antd/es/button';
import { type ReactNode, useRef } from 'react';
import { UploadIcon } from '../../ui/icons.ts';

/** Takes photographs of something named by `label`; on a phone it opens the camera. */
export function PhotoButton({
  label,
  loading,
  disabled,
  onFiles,
  children,
}: {
  readonly label: string;
  readonly loading: boolean;
  readonly disabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        icon={<UploadIcon />}
        loading={loading}
        disabled={disabled}
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
