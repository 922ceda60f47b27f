import Form from 'antd/es/form';
import type { ReactNode } from 'react';
import { useCan } from '../../runtime/ability.tsx';
import type { ResourceText } from '../resource/useResourceText.ts';
import { fieldKeys } from '../resource/useResourceText.ts';
import { isRequired, parsePath } from './bodyRules.ts';
import { useErrorText } from './errorText.ts';
import { FieldInput } from './FieldInput.tsx';
import type { Field, FormValues } from './fields.tsx';
import classes from './form.module.css';
import { LineItems } from './LineItems.tsx';
import type { FormModel } from './useFormModel.ts';

interface FormFieldProps {
  readonly field: Field;
  readonly model: FormModel;
  readonly schema: Parameters<typeof isRequired>[0];
  readonly text: ResourceText;
  readonly mode: 'create' | 'edit';
  readonly disabled: boolean;
  /** The record as it is stored, where there is one. */
  readonly stored?: FormValues | undefined;
}

const NOTHING_STORED: FormValues = {};

const SPANS: Readonly<Record<number, string | undefined>> = {
  1: classes.span1,
  3: classes.span3,
  4: classes.span4,
  6: classes.span6,
};

/** A field with its label, its rule and its error. */
export function FormField(props: FormFieldProps): ReactNode {
  const { field, model, schema, text, mode } = props;
  const { name, kind, options } = field;
  const errorText = useErrorText();
  const allowed = useCan(options.ability ?? 'all:view');
  if (options.only !== undefined && options.only !== mode) return null;
  if (options.ability !== undefined && !allowed) return null;
  if (options.show?.(model.values) === false) return null;
  const span = SPANS[options.span ?? 2] ?? '';
  if (field.lines) {
    return (
      <div className={classes.span6}>
        {options.help ? <p>{text(options.help)}</p> : null}
        <LineItems
          name={name}
          def={field.lines}
          model={model}
          schema={schema}
          text={text}
          disabled={props.disabled}
        />
      </div>
    );
  }
  const error = model.errors[name];
  const required =
    isRequired(schema, parsePath(name)) || (options.required?.(model.values) ?? false);
  const label = text(options.label ?? fieldKeys(name));
  const disabled = props.disabled || (options.disabled?.(model.values) ?? false);
  const change = (value: unknown, row?: unknown) => {
    model.change({
      [name]: value,
      ...(row ? options.onPick?.(row as never, model.values, model.values) : undefined),
    });
    if (!row) return;
    // A failed call has said so itself; what would have been filled in is typed.
    const { values } = model;
    options.follow?.(row as never, values, values).then(model.follow, () => undefined);
  };
  return (
    <Form.Item
      className={span}
      label={label}
      htmlFor={name}
      required={required}
      validateStatus={error ? 'error' : ''}
      extra={options.help ? text(options.help) : undefined}
    >
      {field.render ? (
        field.render({
          value: model.values[name],
          onChange: change,
          patch: model.change,
          id: name,
          disabled,
          required,
          values: model.values,
          stored: props.stored ?? NOTHING_STORED,
          errors: Object.fromEntries(
            Object.entries(model.errors)
              .filter(([path]) => path.startsWith(`${name}.`) || path.startsWith(`${name}[`))
              .map(([path, inner]) => [path, errorText(inner)]),
          ),
          onBlur: () => model.leave(name),
        })
      ) : (
        <FieldInput
          kind={kind}
          id={name}
          value={model.values[name]}
          onChange={change}
          onBlur={() => model.leave(name)}
          disabled={disabled}
          invalid={error !== undefined}
          describedBy={error ? `${name}-error` : undefined}
          required={required}
          lookup={field.lookup}
          query={options.query?.(model.values)}
          autoFocus={options.autoFocus}
          choices={field.values?.map((value) => ({
            value,
            label: text(`choice.${name}.${value}`),
          }))}
        />
      )}
      {error ? (
        <div id={`${name}-error`} className={classes.fieldError}>
          {errorText(error)}
        </div>
      ) : null}
    </Form.Item>
  );
}
