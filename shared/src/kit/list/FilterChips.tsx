import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useLocale } from '../../runtime/i18n.ts';
import { formatDate } from '../../ui/format/dates.ts';
import { CloseIcon } from '../../ui/icons.ts';
import { useKitText } from '../../ui/useKitText.ts';
import { fieldKeys } from '../resource/useResourceText.ts';
import { conditionText } from './Conditions.tsx';
import { FailsAlone } from './FailsAlone.tsx';
import { type FilterBarProps, flagText, labelOf, settingOf, valueText } from './filterWords.ts';
import classes from './list.module.css';
import { activeFilters } from './listState.ts';
import { RecordNames } from './RecordName.tsx';

/**
 * What narrows the list now, each with its own way out, and one for all. The search stands in its own
 * box: a chip for it would push the rows down under whoever is about to press one.
 */
export function FilterChips(props: FilterBarProps): ReactNode {
  const { resource, def, query, text, onChange } = props;
  const t = useKitText();
  const locale = useLocale();
  const names = activeFilters(def, query).filter(
    (name) => !props.without.has(name) && name !== 'conditions' && name !== 'search',
  );
  const conditions = query.conditions ?? [];
  if (names.length + conditions.length === 0) return null;
  const content = (name: string): ReactNode => {
    if (name === 'dates') {
      const start = query.startDate ? formatDate(query.startDate, locale) : '';
      const end = query.endDate ? formatDate(query.endDate, locale) : '';
      return start === end ? start : `${start} – ${end}`;
    }
    const filter = def.filters[name];
    const value = query.filters[name];
    const label = labelOf(name, { text, setting: settingOf(resource, name) });
    // A record of a kind that nothing looks up is said to be one.
    if (filter?.kind === 'id' && filter.lookup === undefined) return label;
    if (filter?.kind === 'id') {
      return (
        <>
          {label}:{' '}
          <FailsAlone label={label} waiting="…">
            <RecordNames lookup={filter.lookup ?? ''} ids={value as string[]} />
          </FailsAlone>
        </>
      );
    }
    if (filter?.kind === 'flag') return flagText(name, value === true, { label, t });
    if (filter?.kind === 'enum') {
      const values = (value as string[]).map((one) =>
        valueText(name, one, { machine: resource.machine, text, t }),
      );
      return `${label}: ${values.join(', ')}`;
    }
    return `${label}: ${String(value)}`;
  };
  const drop = (name: string) => {
    if (name === 'dates') onChange({ kind: 'dates' });
    else onChange({ kind: 'filter', name, value: undefined });
  };
  const nameOf = (name: string): string =>
    name === 'dates'
      ? text(fieldKeys(def.dateField ?? ''))
      : labelOf(name, { text, setting: settingOf(resource, name) });
  const chip = (
    key: string,
    { shown, name, onDrop }: { shown: ReactNode; name: string; onDrop: () => void },
  ): ReactNode => (
    <span key={key} className={classes.chip}>
      <span className={classes.chipText}>{shown}</span>
      <button
        type="button"
        className={classes.chipClose}
        aria-label={t('list.dropFilter', { name })}
        onClick={onDrop}
      >
        <CloseIcon aria-hidden />
      </button>
    </span>
  );
  return (
    <div className={classes.chips}>
      {names.map((name) =>
        chip(name, { shown: content(name), name: nameOf(name), onDrop: () => drop(name) }),
      )}
      {conditions.map((condition) => {
        const { field, operator } = condition;
        return chip(`${field}.${operator}`, {
          shown: conditionText(condition, { ...props, t, locale }),
          name: `${nameOf(field)} ${t(`list.operator.${operator}`)}`,
          onDrop: () => onChange({ kind: 'dropCondition', field, operator }),
        });
      })}
      <Button size="small" type="link" onClick={() => onChange({ kind: 'clear' })}>
        {t('list.clear')}
      </Button>
    </div>
  );
}
