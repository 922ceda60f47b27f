import {
  type SettingKey,
  type SettingValue,
  settingOfKey,
  type WorkingCalendar,
} from '@boxyard/shared/domain/settings/settings.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  Checkbox,
  DatePicker,
  DateText,
  DeleteIcon,
  Input,
  IntegerInput,
  MoneyInput,
  PercentInput,
  Space,
  Switch,
  weekdayNames,
} from '@boxyard/shared/ui';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

interface Props {
  readonly id?: string;
  readonly settingKey: SettingKey;
  readonly value?: SettingValue | undefined;
  readonly onChange?: (value: SettingValue) => void;
  readonly disabled: boolean;
}

/** The control of a setting by its kind. */
export function SettingInput({ id, settingKey, value, onChange, disabled }: Props): ReactNode {
  const locale = useLocale();
  const { kind, unit } = settingOfKey(settingKey);
  const common = { ...(id ? { id } : {}), disabled };
  const change = (next: unknown) => onChange?.(next as SettingValue);
  switch (kind) {
    case 'percent':
      return <PercentInput {...common} value={value as string} onChange={change} />;
    case 'money':
      return <MoneyInput {...common} value={value as string} onChange={change} />;
    case 'integer':
      return (
        <Space>
          <IntegerInput {...common} value={value as number} onChange={change} />
          {unit?.[locale]}
        </Space>
      );
    case 'flag':
      return <Switch {...common} checked={value === true} onChange={change} />;
    case 'calendar':
      return (
        <CalendarInput
          id={id}
          value={value as WorkingCalendar}
          onChange={change}
          disabled={disabled}
        />
      );
  }
}

interface CalendarProps {
  readonly id: string | undefined;
  readonly value: WorkingCalendar;
  readonly onChange: (value: WorkingCalendar) => void;
  readonly disabled: boolean;
}

function CalendarInput({ id, value, onChange, disabled }: CalendarProps): ReactNode {
  const t = useT('remote-admin');
  const locale = useLocale();
  const change = (patch: Partial<WorkingCalendar>) => onChange({ ...value, ...patch });
  const holidays = [...value.holidays].sort();
  return (
    <div id={id} className={classes.calendar}>
      <fieldset className={classes.days}>
        <legend>{t('settings.calendar.days')}</legend>
        {weekdayNames(locale).map((name, index) => {
          const day = index + 1;
          const isChosen = value.days.includes(day);
          return (
            <Checkbox
              key={day}
              checked={isChosen}
              disabled={disabled}
              onChange={() =>
                change({
                  days: isChosen
                    ? value.days.filter((one) => one !== day)
                    : [...value.days, day].sort(),
                })
              }
            >
              {name}
            </Checkbox>
          );
        })}
      </fieldset>
      <Space wrap>
        <Input
          type="time"
          aria-label={t('settings.calendar.from')}
          value={value.from}
          disabled={disabled}
          onChange={(event) => change({ from: event.target.value })}
        />
        –
        <Input
          type="time"
          aria-label={t('settings.calendar.to')}
          value={value.to}
          disabled={disabled}
          onChange={(event) => change({ to: event.target.value })}
        />
      </Space>
      <div>
        <div className={classes.label}>{t('settings.calendar.holidays')}</div>
        <ul className={classes.holidays}>
          {holidays.map((day) => (
            <li key={day}>
              <DateText value={day} />
              <Button
                type="text"
                size="small"
                icon={<DeleteIcon />}
                disabled={disabled}
                aria-label={t('settings.calendar.remove', { day })}
                onClick={() => change({ holidays: holidays.filter((one) => one !== day) })}
              />
            </li>
          ))}
        </ul>
        <DatePicker
          aria-label={t('settings.calendar.add')}
          placeholder={t('settings.calendar.add')}
          value={null}
          disabled={disabled}
          onChange={(day) => {
            if (day && /^\d{4}-\d{2}-\d{2}$/.test(day)) {
              change({ holidays: [...new Set([...holidays, day])].sort() });
            }
          }}
        />
      </div>
    </div>
  );
}
