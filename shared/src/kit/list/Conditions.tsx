import type { ReactNode } from 'react';
import { type Condition, operatorsOf } from '../../contract/list.ts';
import type { Translate } from '../../runtime/i18n.ts';
import type { Locale } from '../../runtime/preferences.ts';
import { formatDate } from '../../ui/format/dates.ts';
import { type FilterBarProps, labelOf, settingOf, valueText } from './filterWords.ts';
import { RecordNames } from './RecordName.tsx';

export type Known = Pick<FilterBarProps, 'resource' | 'def' | 'text'>;

export const fieldLabel = (field: string, { resource, text }: Known): string =>
  labelOf(field, { text, setting: settingOf(resource, field) });

/** What a condition can be laid on: columns that compare, and filters that can be turned round. */
export function conditionFields({
  def,
  resource,
  without,
}: Pick<FilterBarProps, 'def' | 'resource' | 'without'>): readonly string[] {
  const fields = [...new Set([...Object.keys(def.compared ?? {}), ...Object.keys(def.filters)])];
  return fields.filter((field) => {
    const filter = def.filters[field];
    if (operatorsOf(def, field).length === 0) return false;
    if (filter === undefined) return true;
    // What the tabs choose one of can still be turned round here.
    if (without.has(field) && field !== def.counts) return false;
    if (settingOf(resource, field)?.hidden === true) return false;
    return filter.kind !== 'id' || filter.lookup !== undefined;
  });
}

/** A condition in words, for its chip. */
export function conditionText(
  { field, operator, value }: Condition,
  known: Known & { readonly t: Translate; readonly locale: Locale },
): ReactNode {
  const { def, resource, text, t, locale } = known;
  const label = fieldLabel(field, known);
  if (operator === 'empty')
    return `${label} ${t(value === true ? 'list.isEmpty' : 'list.isFilled')}`;
  const words = `${label} ${t(`list.operator.${operator}`)}`;
  if (operator === 'not') {
    const values = value as readonly string[];
    const filter = def.filters[field];
    if (filter?.kind === 'id') {
      return (
        <>
          {words} <RecordNames lookup={filter.lookup ?? ''} ids={values} />
        </>
      );
    }
    const { machine } = resource;
    return `${words} ${values.map((one) => valueText(field, one, { machine, text, t })).join(', ')}`;
  }
  if (operator === 'before' || operator === 'after') {
    return `${words} ${formatDate(String(value), locale)}`;
  }
  return `${words} ${String(value)}`;
}
