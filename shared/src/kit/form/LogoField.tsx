import Button from 'antd/es/button';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { LOGO_BYTES } from '../../domain/documents/headers.ts';
import { UploadIcon } from '../../ui/icons.ts';
import { DeleteIcon } from '../../ui/moreIcons.ts';
import { useKitText } from '../../ui/useKitText.ts';
import type { CustomFieldProps } from './fields.tsx';
import classes from './logo.module.css';
import '../../ui/remainingTexts.ts';

const KINDS = ['image/png', 'image/jpeg'];

/** `data:image/png;base64,…`, as a record carries its logo. */
const readAsUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** A picture from the person's disk, or none. The server looks inside; here it is only weighed. */
export function LogoField({ field }: { readonly field: CustomFieldProps }): ReactNode {
  const t = useKitText();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<'kind' | 'size' | null>(null);
  const logo = typeof field.value === 'string' ? field.value : null;
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (!file) return;
    const fault = !KINDS.includes(file.type) ? 'kind' : file.size > LOGO_BYTES ? 'size' : null;
    setRefused(fault);
    const url = fault === null ? await readAsUrl(file) : null;
    // The same file may be chosen again after it was taken away.
    if (input.current) input.current.value = '';
    if (url !== null) field.onChange(url);
  };
  return (
    <div className={classes.logo}>
      {logo ? <img src={logo} alt={t('logo.alt')} className={classes.picture} /> : null}
      <Button
        id={field.id}
        // The field's label would take the place of what the button does.
        aria-label={t(logo ? 'logo.replace' : 'logo.choose')}
        icon={<UploadIcon />}
        disabled={field.disabled}
        onClick={() => input.current?.click()}
      >
        {t(logo ? 'logo.replace' : 'logo.choose')}
      </Button>
      {logo ? (
        <Button
          type="text"
          danger
          icon={<DeleteIcon />}
          disabled={field.disabled}
          onClick={() => {
            setRefused(null);
            field.onChange(null);
          }}
        >
          {t('logo.remove')}
        </Button>
      ) : null}
      <input
        ref={input}
        type="file"
        hidden
        accept={KINDS.join(',')}
        aria-label={t('logo.choose')}
        onChange={(event) => void choose(event)}
      />
      {refused ? (
        <span role="alert" className={classes.refused}>
          {t(`logo.refused.${refused}`)}
        </span>
      ) : null}
    </div>
  );
}
