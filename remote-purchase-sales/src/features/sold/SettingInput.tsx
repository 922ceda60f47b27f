import { TRANSACTION_CHANNELS } from '@boxyard/shared/domain/sales/soldContainers.ts';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Input, Select } from '@boxyard/shared/ui';
import { Part } from './Parts.tsx';
import classes from './sold.module.css';

type Setting = Readonly<Record<string, unknown>>;

const NUMBERS = ['temperatureC', 'lowStockPercent'] as const;
const TIMES = ['opensAt', 'closesAt'] as const;

/** How a container is to behave; what is left empty stays as the machine has it. */
export function SettingInput({ value, onChange, id, disabled, errors }: CustomFieldProps) {
  const t = useT('remote-purchase-sales');
  const setting = (value ?? {}) as Setting;
  const set = (name: string, next: unknown) => {
    const { [name]: _old, ...rest } = setting;
    onChange(next === null || next === '' ? rest : { ...rest, [name]: next });
  };
  const part = (name: string) => ({
    id: `${id}.${name}`,
    label: t(`sold.field.${name}`),
    errors,
  });
  return (
    <div className={classes.parts}>
      {NUMBERS.map((name) => (
        <Part key={name} {...part(name)}>
          {(given) => (
            <Input
              id={given.id}
              {...given.invalid}
              inputMode="numeric"
              disabled={disabled}
              value={setting[name] === undefined ? '' : String(setting[name])}
              onChange={({ target }) => {
                const text = target.value.replace(/[^\d-]/g, '');
                set(name, /^-?\d+$/.test(text) ? Number(text) : text);
              }}
            />
          )}
        </Part>
      ))}
      {TIMES.map((name) => (
        <Part key={name} {...part(name)}>
          {(given) => (
            <Input
              id={given.id}
              {...given.invalid}
              placeholder="08:00"
              maxLength={5}
              disabled={disabled}
              value={String(setting[name] ?? '')}
              onChange={({ target }) => set(name, target.value)}
            />
          )}
        </Part>
      ))}
      <Part {...part('screenLanguage')}>
        {(given) => (
          <Select
            id={given.id}
            {...given.invalid}
            allowClear
            disabled={disabled}
            value={(setting.screenLanguage as string | undefined) ?? null}
            options={(['th', 'en'] as const).map((language) => ({
              value: language,
              label: t(`sold.language.${language}`),
            }))}
            onChange={(next: string | null | undefined) => set('screenLanguage', next ?? null)}
          />
        )}
      </Part>
      <Part {...part('screenText')}>
        {(given) => (
          <Input
            id={given.id}
            {...given.invalid}
            maxLength={160}
            disabled={disabled}
            value={String(setting.screenText ?? '')}
            onChange={({ target }) => set('screenText', target.value)}
          />
        )}
      </Part>
      <Part {...part('acceptedChannels')}>
        {(given) => (
          <Select
            id={given.id}
            {...given.invalid}
            mode="multiple"
            disabled={disabled}
            value={(setting.acceptedChannels as string[] | undefined) ?? []}
            options={TRANSACTION_CHANNELS.map((channel) => ({
              value: channel as string,
              label: t(`transactions.choice.channel.${channel}`),
            }))}
            onChange={(next: string[]) => set('acceptedChannels', next.length > 0 ? next : null)}
          />
        )}
      </Part>
    </div>
  );
}
