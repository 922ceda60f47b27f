import { call } from '@boxyard/shared/client';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Alert, Button, Input, PageLink } from '@boxyard/shared/ui';
import { useState } from 'react';
import classes from './containers.module.css';

interface Taken {
  readonly serialNumber: string;
  /** The container that has it, where this person may see it. */
  readonly by: { readonly id: string; readonly name: string } | null;
}

/** Who has a serial number already; a question that fails finds nobody, and saving asks again. */
async function whoHas(serialNumber: string): Promise<Taken | null> {
  try {
    const { data } = await call('products.exist', {
      body: { serialNumber },
      silent: true,
      loading: false,
    });
    return data.exists ? { serialNumber, by: data.matches[0] ?? null } : null;
  } catch {
    return null;
  }
}

/** The serial number of a new container: reserved from the model's sequence, or typed off its plate. */
export function SerialInput({ value, onChange, values, id, disabled, onBlur }: CustomFieldProps) {
  const t = useT('remote-inventory');
  const [busy, setBusy] = useState(false);
  const [taken, setTaken] = useState<Taken | null>(null);
  const typed = typeof value === 'string' ? value : '';
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
  const left = async () => {
    onBlur();
    setTaken(typed === '' ? null : await whoHas(typed));
  };
  return (
    <div className={classes.serial}>
      <Input
        id={id}
        value={typed}
        disabled={disabled}
        maxLength={30}
        spellCheck={false}
        onBlur={() => void left()}
        onChange={(event) => onChange(event.target.value.toUpperCase())}
      />
      <Button
        loading={busy}
        disabled={disabled || typeof productModelId !== 'string'}
        onClick={() => void reserve()}
      >
        {t('containers.reserveSerial')}
      </Button>
      {taken?.serialNumber === typed ? (
        <div className={classes.taken}>
          <Alert
            type="warning"
            showIcon
            title={
              <>
                {t('containers.serialTaken')}{' '}
                {taken.by ? (
                  <PageLink page="container-warehouse-tracking-info" params={{ id: taken.by.id }}>
                    {taken.by.name}
                  </PageLink>
                ) : null}
              </>
            }
          />
        </div>
      ) : null}
    </div>
  );
}
