import type { ReactNode } from 'react';
import type { ListName } from '../../contract/index.ts';
import type { Difference } from '../../ui/history/DiffTable.tsx';
import { useValueTexts } from '../../ui/history/useValueTexts.ts';
import { StatusTag } from '../../ui/status/StatusTag.tsx';
import type { Resource } from '../resource/defineResource.ts';
import { fieldKeys, useResourceText } from '../resource/useResourceText.ts';
import { changesOf } from './differences.ts';
import { isSection } from './fields.tsx';

type Values = Readonly<Record<string, unknown>>;

/**
 * What somebody else has changed in a record, in the words of its pages. What no page has a word for,
 * such as who endorsed it so far, is no difference to a reader.
 */
export function useDifferences<L extends ListName>(
  resource: Resource<L>,
): (before: Values, after: Values) => Difference[] {
  const text = useResourceText(resource);
  const words = useValueTexts();
  const fields = resource.form.flatMap((item) => (isSection(item) ? item.fields : [item]));
  const shown = (name: string, value: unknown, other: unknown): ReactNode => {
    const field = fields.find((one) => one.name === name);
    const Differs = field?.options.differs;
    if (Differs) return <Differs value={value} other={other} />;
    if (name === 'status' && resource.machine && typeof value === 'string')
      return <StatusTag machine={resource.machine} status={value} />;
    const said = words(value);
    return typeof value === 'string' && said !== null
      ? text(`choice.${name}.${value}`, { defaultValue: said })
      : said;
  };
  return (before, after) =>
    changesOf(before, after).flatMap((name) => {
      const label = text(fieldKeys(name), { defaultValue: '' });
      const was = shown(name, before[name], after[name]);
      const is = shown(name, after[name], before[name]);
      return label === '' || was === is ? [] : [{ key: name, label, before: was, after: is }];
    });
}
