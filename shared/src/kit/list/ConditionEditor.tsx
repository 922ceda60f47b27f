import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { type ReactNode, useState } from 'react';
import type { ListName } from '../../contract/index.ts';
import { type Condition, type Operator, operatorsOf } from '../../contract/list.ts';
import { DatePicker } from '../../ui/inputs/DatePicker.tsx';
import { DecimalInput } from '../../ui/inputs/FigureInput.tsx';
import { RecordSelect } from '../../ui/inputs/RecordSelect.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import { conditionFields, fieldLabel, type Known } from './Conditions.tsx';
import { type FilterBarProps, valueText } from './filterWords.ts';
import classes from './list.module.css';

type Draft = Condition['value'] | null;

const isComplete = (value: Draft): value is Condition['value'] =>
  value !== null && value !== '' && (!Array.isArray(value) || value.length > 0);

/** The value of a condition, by its operator. */
function ValueField({
  field,
  operator,
  value,
  onChange,
  ...known
}: Known & {
  readonly field: string;
  readonly operator: Operator;
  readonly value: Draft;
  readonly onChange: (value: Draft) => void;
}): ReactNode {
  const t = useKitText();
  const label = t('list.value');
  const { def, resource, text } = known;
  const filter = def.filters[field];
  switch (operator) {
    case 'empty':
      return null;
    case 'before':
    case 'after':
      return (
        <DatePicker
          aria-label={label}
          value={typeof value === 'string' ? value : null}
          onChange={(day) => onChange(day)}
        />
      );
    case 'less':
    case 'greater':
      return (
        <DecimalInput
          aria-label={label}
          placeholder={label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
    case 'not':
      return filter?.kind === 'id' ? (
        <RecordSelect
          lookup={(filter.lookup ?? '') as ListName}
          placeholder={label}
          aria-label={label}
          value={Array.isArray(value) ? (value[0] ?? null) : null}
          onChange={(id) => onChange(id === null ? null : [id])}
        />
      ) : filter?.kind === 'enum' ? (
        <Select
          aria-label={label}
          placeholder={label}
          mode="multiple"
          showSearch={false}
          value={Array.isArray(value) ? [...value] : []}
          onChange={(next: string[]) => onChange(next)}
          options={filter.values.map((one) => ({
            value: one,
            label: valueText(field, one, { machine: resource.machine, text, t }),
          }))}
        />
      ) : null;
  }
}

/** "Is empty" and its opposite are chosen like operators: they have no value. */
type Choice = Exclude<Operator, 'empty'> | 'isEmpty' | 'isFilled';
const choicesOf = (operators: readonly Operator[]): Choice[] =>
  operators.flatMap((one): Choice[] => (one === 'empty' ? ['isEmpty', 'isFilled'] : [one]));

/** Adds a condition: a field, how it compares, and with what. */
export function ConditionEditor(
  props: FilterBarProps & { readonly onDone: () => void },
): ReactNode {
  const { def, onChange, onDone } = props;
  const t = useKitText();
  const fields = conditionFields(props);
  const [field, setField] = useState<string | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [value, setValue] = useState<Draft>(null);
  const choices = field === null ? [] : choicesOf(operatorsOf(def, field));
  const chosen = choice !== null && choices.includes(choice) ? choice : (choices[0] ?? null);
  const operator: Operator | null =
    chosen === 'isEmpty' || chosen === 'isFilled' ? 'empty' : chosen;
  const draft: Draft = operator === 'empty' ? chosen === 'isEmpty' : value;
  const add = () => {
    if (field === null || operator === null || !isComplete(draft)) return;
    onChange({ kind: 'condition', condition: { field, operator, value: draft } });
    setField(null);
    setValue(null);
    setChoice(null);
    onDone();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and a legend
    <div className={classes.condition} role="group" aria-label={t('list.condition')}>
      <span className={classes.menuTitle}>{t('list.condition')}</span>
      <Select
        aria-label={t('list.field')}
        placeholder={t('list.field')}
        showSearch={false}
        value={field}
        onChange={(next) => {
          setField(next);
          setChoice(null);
          setValue(null);
        }}
        options={fields.map((one) => ({ value: one, label: fieldLabel(one, props) }))}
      />
      {field !== null && chosen !== null && operator !== null ? (
        <>
          <Select
            aria-label={t('list.comparison')}
            showSearch={false}
            value={chosen}
            onChange={(next) => {
              setChoice(next);
              setValue(null);
            }}
            options={choices.map((one) => ({
              value: one,
              label:
                one === 'isEmpty' || one === 'isFilled'
                  ? t(`list.${one}`)
                  : t(`list.operator.${one}`),
            }))}
          />
          <ValueField
            {...props}
            field={field}
            operator={operator}
            value={value}
            onChange={setValue}
          />
          <Button type="primary" disabled={!isComplete(draft)} onClick={add}>
            {t('list.addCondition')}
          </Button>
        </>
      ) : null}
    </div>
  );
}
