import {
  type SettingKey,
  type SettingValue,
  settingOfKey,
  type WorkingCalendar,
} from '@boxyard/shared/domain/settings/settings.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { Money, None, Percent, Quantity, weekdayNames } from '@boxyard/shared/ui';
import type { ReactNode } from 'react';

interface Props {
  readonly settingKey: SettingKey;
  readonly value: SettingValue;
}

/** A value as people read it: with its sign, its unit, its days. */
export function SettingText({ settingKey, value }: Props): ReactNode {
  const t = useT('remote-admin');
  const locale = useLocale();
  const { kind, unit } = settingOfKey(settingKey);
  if (value === null) return <None />;
  switch (kind) {
    case 'percent':
      return <Percent value={String(value)} />;
    case 'money':
      return <Money value={String(value)} />;
    case 'integer':
      return <Quantity value={Number(value)} unit={unit?.[locale]} />;
    case 'flag':
      return t(value === true ? 'settings.yes' : 'settings.no');
    case 'calendar': {
      const { days, from, to, holidays } = value as WorkingCalendar;
      const names = weekdayNames(locale);
      const shown = [...days].sort().map((day) => names[day - 1]);
      return [
        `${shown.join(' ')} ${from}–${to}`,
        ...(holidays.length > 0 ? [t('settings.holidays', { count: holidays.length })] : []),
      ].join(', ');
    }
  }
}
