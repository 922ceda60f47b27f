import { MAX_INSTALL_ADDRESSES } from '@boxyard/shared/domain/sales/customers.ts';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { AddressInput, Button, Input } from '@boxyard/shared/ui';
import classes from './customers.module.css';

interface Place {
  readonly name?: string;
  readonly address?: unknown;
  readonly contactName?: string | null;
  readonly contactPhone?: string | null;
}
const TEXTS = ['name', 'contactName', 'contactPhone'] as const;

/** Places at which containers of the customer stand or may stand; contracts propose them. */
export function InstallAddresses({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  errors,
}: CustomFieldProps) {
  const t = useT('remote-purchase-sales');
  const places = (value ?? []) as readonly Place[];
  const patch = (index: number, change: Partial<Place>) =>
    onChange(places.map((place, at) => (at === index ? { ...place, ...change } : place)));
  return (
    <>
      {places.map((place, index) => {
        const path = `${id}[${index}]`;
        const called = t('customers.place.one', { number: index + 1 });
        return (
          // A place has no id, and none is moved.
          <fieldset key={index} className={classes.place} disabled={disabled}>
            <legend>{called}</legend>
            <div className={classes.placeTexts}>
              {TEXTS.map((name) => {
                const fault = errors[`${path}.${name}`];
                const inputId = `${path}.${name}`;
                return (
                  <div key={name}>
                    <label htmlFor={inputId}>{t(`customers.place.${name}`)}</label>
                    <Input
                      id={inputId}
                      value={place[name] ?? ''}
                      disabled={disabled}
                      autoComplete="off"
                      aria-invalid={fault !== undefined}
                      aria-describedby={fault ? `${inputId}-error` : undefined}
                      onBlur={onBlur}
                      onChange={(event) =>
                        patch(index, {
                          [name]: event.target.value || (name === 'name' ? '' : null),
                        })
                      }
                    />
                    {fault ? (
                      <span id={`${inputId}-error`} className={classes.fault}>
                        {fault}
                      </span>
                    ) : null}
                  </div>
                );
              })}
            </div>
            <AddressInput
              id={`${path}.address`}
              value={place.address}
              disabled={disabled}
              errors={errors}
              onChange={(address) => patch(index, { address })}
            />
            <Button
              size="small"
              danger
              disabled={disabled}
              onClick={() => onChange(places.filter((_, at) => at !== index))}
            >
              {t('customers.place.remove', { name: place.name || called })}
            </Button>
          </fieldset>
        );
      })}
      {places.length < MAX_INSTALL_ADDRESSES ? (
        <Button
          {...(places.length === 0 ? { id } : {})}
          disabled={disabled}
          onClick={() => onChange([...places, { name: '', address: {} }])}
        >
          {t('customers.place.add')}
        </Button>
      ) : null}
    </>
  );
}
