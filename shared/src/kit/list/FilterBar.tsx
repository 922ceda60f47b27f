import Button from 'antd/es/button';
import Popover from 'antd/es/popover';
import Select from 'antd/es/select';
import { type ReactNode, Suspense, useState } from 'react';
import type { ListName } from '../../contract/index.ts';
import type { FilterDef } from '../../contract/list.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { useNarrow } from '../../ui/data/useNarrow.ts';
import { DateRangePicker } from '../../ui/inputs/DatePicker.tsx';
import { Input } from '../../ui/inputs/Input.ts';
import { RecordSelect } from '../../ui/inputs/RecordSelect.tsx';
import { FilterIcon } from '../../ui/moreIcons.ts';
import { useKitText } from '../../ui/useKitText.ts';
import { fieldKeys } from '../resource/useResourceText.ts';
import { conditionFields } from './Conditions.tsx';
import { FailsAlone } from './FailsAlone.tsx';
import { type FilterBarProps, flagText, labelOf, settingOf, valueText } from './filterWords.ts';
import classes from './list.module.css';

// Comes with the first look behind the button.
const ConditionEditor = retryingLazy(async () => ({
  default: (await import('./ConditionEditor.tsx')).ConditionEditor,
}));

/** How many filters stand in the line itself; the others wait behind the button. */
const IN_LINE = 3;

function FilterField({
  name,
  def,
  ...props
}: FilterBarProps & { readonly name: string; readonly filter: FilterDef }): ReactNode {
  const { resource, query, text, onChange, filter } = props;
  const t = useKitText();
  const label = labelOf(name, { text, setting: settingOf(resource, name) });
  const value = query.filters[name];
  const set = (next: unknown) => onChange({ kind: 'filter', name, value: next });
  const common = { 'aria-label': label, placeholder: label, allowClear: true } as const;
  switch (filter.kind) {
    case 'enum':
      return (
        <Select
          {...common}
          className={classes.filter ?? ''}
          mode="multiple"
          maxTagCount={0}
          maxTagPlaceholder={(chosen) => `${label} · ${chosen.length}`}
          showSearch={false}
          popupMatchSelectWidth={false}
          value={(value as string[] | undefined) ?? []}
          onChange={set}
          options={filter.values.map((one) => ({
            value: one,
            label: valueText(name, one, { machine: resource.machine, text, t }),
          }))}
        />
      );
    case 'id':
      return filter.lookup ? (
        <div className={`${classes.filter} ${classes.lookup}`}>
          <FailsAlone label={label} waiting={<Select {...common} disabled />}>
            <RecordSelect
              lookup={filter.lookup as ListName}
              placeholder={label}
              aria-label={label}
              value={(value as string[] | undefined)?.[0] ?? null}
              onChange={(id) => set(id === null ? undefined : [id])}
            />
          </FailsAlone>
        </div>
      ) : null;
    case 'flag':
      return (
        <Select
          {...common}
          className={classes.filter ?? ''}
          value={value === undefined ? null : String(value)}
          onChange={(next) =>
            set(next === null || next === undefined ? undefined : next === 'true')
          }
          options={[
            { value: 'true', label: flagText(name, true, { label, t }) },
            { value: 'false', label: flagText(name, false, { label, t }) },
          ]}
        />
      );
    case 'text':
      return (
        <Input
          {...common}
          key={String(value ?? '')}
          className={classes.filter ?? ''}
          defaultValue={String(value ?? '')}
          onBlur={(event) => set(event.target.value.trim())}
          onPressEnter={(event) => set(event.currentTarget.value.trim())}
        />
      );
  }
}

/** Filters as the contract defines them: the bar cannot offer what the server refuses. */
export function FilterBar(props: FilterBarProps): ReactNode {
  const { def, query, text, onChange, without, resource } = props;
  const t = useKitText();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const fields = Object.entries(def.filters).filter(
    ([name, filter]) =>
      !without.has(name) &&
      settingOf(resource, name)?.hidden !== true &&
      (filter.kind !== 'id' || filter.lookup !== undefined),
  );
  const inLine = narrow ? 0 : fields.length <= IN_LINE ? fields.length : IN_LINE - 1;
  const field = ([name, filter]: (typeof fields)[number]): ReactNode => (
    <FilterField key={name} {...props} name={name} filter={filter} />
  );
  const dates =
    def.dateField === undefined ? null : (
      <DateRangePicker
        label={text(fieldKeys(def.dateField))}
        value={{ start: query.startDate, end: query.endDate }}
        onChange={({ start, end }) => onChange({ kind: 'dates', start, end })}
      />
    );
  const hasConditions = conditionFields(props).length > 0;
  const behind = fields.slice(inLine);
  const isEmpty = behind.length === 0 && !hasConditions && !(narrow && dates);
  return (
    <>
      {narrow ? null : dates}
      {fields.slice(0, inLine).map(field)}
      {isEmpty ? null : (
        <Popover
          trigger="click"
          placement="bottomLeft"
          arrow={false}
          open={open}
          onOpenChange={setOpen}
          content={
            <div className={classes.menu}>
              {narrow ? dates : null}
              {behind.map(field)}
              {hasConditions ? (
                <Suspense fallback={null}>
                  <ConditionEditor {...props} onDone={() => setOpen(false)} />
                </Suspense>
              ) : null}
            </div>
          }
        >
          <Button icon={<FilterIcon />}>{t('list.moreFilters')}</Button>
        </Popover>
      )}
    </>
  );
}
