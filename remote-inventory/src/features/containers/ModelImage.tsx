import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Button, DeleteIcon, picturesOf } from '@boxyard/shared/ui';
import { useRef, useState } from 'react';
import classes from './containers.module.css';

/** As it was chosen, or as it is stored. */
type Picture = { readonly picture: string; readonly thumbnail: string } | string | null | undefined;

/** What a form says of the picture: a new one, none, or nothing where it is the stored one. */
export const imageBody = (value: unknown): object =>
  typeof value === 'string' || value === undefined ? {} : { image: value };

/** The picture of a model, drawn small enough before it is sent. */
export function ModelImage({ value, onChange, id, disabled }: CustomFieldProps) {
  const t = useT('remote-inventory');
  const input = useRef<HTMLInputElement>(null);
  const [unread, setUnread] = useState(false);
  const image = value as Picture;
  const shown = typeof image === 'string' ? image : image?.picture;
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const pictures = await picturesOf(file).catch(() => null);
    setUnread(pictures === null);
    if (pictures) onChange(pictures);
  };
  return (
    <div className={classes.modelImage}>
      {shown ? <img src={shown} alt={t('productModels.field.image')} /> : null}
      <Button id={id} disabled={disabled} onClick={() => input.current?.click()}>
        {t(shown ? 'productModels.image.replace' : 'productModels.image.choose')}
      </Button>
      {shown ? (
        <Button
          type="text"
          danger
          icon={<DeleteIcon />}
          disabled={disabled}
          onClick={() => onChange(null)}
        >
          {t('productModels.image.remove')}
        </Button>
      ) : null}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('productModels.image.choose')}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {unread ? (
        <span role="alert" className={classes.unread}>
          {t('productModels.image.notRead')}
        </span>
      ) : null}
    </div>
  );
}
