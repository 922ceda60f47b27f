import { call } from '@boxyard/shared/client';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Button, Input } from '@boxyard/shared/ui';
import { useState } from 'react';
import classes from './containers.module.css';

/** The serial number of a new container: reserved from the model's sequence, or typed off its plate. */
export function SerialInput({ value, onChange, values, id, disabled, onBlur }: CustomFieldProps) {
  const t = useT('remote-inventory');
  const [busy, setBusy] = useState(false);
  const { productModelId } = values;
  const reserve = async () => {
    setBusy(true);
    try {
      const { data } = await call('products.serials', {
        body: { productModelId: String(productModelId) },
      });
      onChange(data.serialNumbers[0] ?? '');
    } catch {
      // The client has told what is wrong.
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className={classes.serial}>
      <Input
        id={id}
        value={typeof value === 'string' ? value : ''}
        disabled={disabled}
        maxLength={30}
        spellCheck={false}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value.toUpperCase())}
      />
      <Button
        loading={busy}
        disabled={disabled || typeof productModelId !== 'string'}
        onClick={() => void reserve()}
      >
        {t('containers.reserveSerial')}
      </Button>
    </span>
  );
}
