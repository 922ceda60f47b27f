import type { ListDef, ListQuery } from '../../contract/list.ts';
import type { Machine } from '../../domain/index.ts';
import type { Translate } from '../../runtime/i18n.ts';
import { statusKey } from '../../ui/status/StatusTag.tsx';
import type { FilterSetting, Resource } from '../resource/defineResource.ts';
import { fieldKeys, type ResourceText } from '../resource/useResourceText.ts';
import type { ListChange } from './listState.ts';

/** What the bar and the chips of a list's filters are drawn from. */
export interface FilterBarProps {
  readonly resource: Pick<Resource, 'machine' | 'filters'>;
  readonly def: ListDef;
  readonly query: ListQuery;
  readonly text: ResourceText;
  readonly onChange: (change: ListChange) => void;
  /** Filters that the tabs or the page itself decide. */
  readonly without: ReadonlySet<string>;
}

/** What a filter or a compared column is called. */
export const labelOf = (
  name: string,
  { text, setting }: { text: ResourceText; setting?: FilterSetting | undefined },
) =>
  // As the column of the tags is called: "Active" in an empty field would look like a choice.
  text(setting?.label ?? fieldKeys(name === 'isActive' ? 'status' : name));

/** What the resource says of a filter beside the contract. */
export const settingOf = (resource: FilterBarProps['resource'], name: string) =>
  (resource.filters as Readonly<Record<string, FilterSetting>> | undefined)?.[name];

/** The text of one value of a fixed set: the machine's word for a status, else the resource's. */
export const valueText = (
  name: string,
  value: string,
  { machine, text, t }: { machine: Machine | undefined; text: ResourceText; t: Translate },
): string =>
  machine && name === 'status' && machine.states[value] !== undefined
    ? t(statusKey(machine, value))
    : text(`choice.${name}.${value}`);

/** Records in use and out of use have words of their own. */
export const flagText = (
  name: string,
  value: boolean,
  { label, t }: { label: string; t: (key: string) => string },
): string =>
  name === 'isActive' ? t(value ? 'active' : 'inactive') : `${label}: ${t(value ? 'yes' : 'no')}`;
