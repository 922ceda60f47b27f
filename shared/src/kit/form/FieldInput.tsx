import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import type { ReactNode } from 'react';
import type { ListName } from '../../contract/index.ts';
import { DatePicker } from '../../ui/inputs/DatePicker.tsx';
import {
  IntegerInput,
  MoneyInput,
  PercentInput,
  QuantityInput,
} from '../../ui/inputs/FigureInput.tsx';
import { Input } from '../../ui/inputs/Input.ts';
import { RecordSelect } from '../../ui/inputs/RecordSelect.tsx';

export interface FieldInputProps {
  readonly kind: string;
  readonly id: string;
  readonly value: unknown;
  readonly onChange: (value: unknown, row?: unknown) => void;
  readonly onBlur: () => void;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy?: string | undefined;
  /** Spoken name where no label stands beside it: cells of a grid. */
  readonly label?: string | undefined;
  readonly required: boolean;
  readonly lookup?: ListName | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly choices?: readonly { readonly value: string; readonly label: string }[] | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly whole?: boolean;
}

/** The control of a field by its kind; the same in forms, grids and dialogs. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { kind, id, value, onChange, onBlur, disabled, invalid, required, lookup } = props;
  const common = {
    id,
    disabled,
    onBlur,
    'aria-invalid': invalid,
    'aria-required': required,
    ...(props.label ? { 'aria-label': props.label } : {}),
    ...(props.describedBy ? { 'aria-describedby': props.describedBy } : {}),
    ...(props.autoFocus ? { autoFocus: true } : {}),
  };
  const status = invalid ? { status: 'error' as const } : {};
  switch (kind) {
    case 'longText':
      return (
        <Input.TextArea
          {...common}
          {...status}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={(value as string | null) ?? ''}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'money':
      return <MoneyInput {...common} {...status} value={value as string} onChange={onChange} />;
    case 'price':
      return (
        <MoneyInput
          {...common}
          {...status}
          places={4}
          value={value as string}
          onChange={onChange}
        />
      );
    case 'percent':
      return <PercentInput {...common} {...status} value={value as string} onChange={onChange} />;
    case 'quantity':
      return props.whole ? (
        <IntegerInput {...common} {...status} value={value as number} onChange={onChange} />
      ) : (
        <QuantityInput {...common} {...status} value={value as number} onChange={onChange} />
      );
    case 'integer':
      return <IntegerInput {...common} {...status} value={value as number} onChange={onChange} />;
    case 'date':
      return <DatePicker {...common} value={value as string} onChange={onChange} />;
    case 'flag':
      return (
        <Switch
          id={id}
          disabled={disabled}
          checked={value === true}
          {...(props.label ? { 'aria-label': props.label } : {})}
          onChange={(next) => onChange(next)}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          {...status}
          style={{ width: '100%' }}
          value={(value as string | undefined) ?? null}
          allowClear={!required}
          options={[...(props.choices ?? [])]}
          popupMatchSelectWidth={false}
          onChange={(next) => onChange(next ?? null)}
        />
      );
    case 'record':
    case 'records':
      return lookup ? (
        <RecordSelect
          {...common}
          lookup={lookup}
          multiple={kind === 'records'}
          allowClear={!required}
          {...(props.query ? { query: props.query } : {})}
          value={value as string | string[] | null}
          onChange={(next, row) => onChange(next, row)}
        />
      ) : null;
    default:
      return (
        <Input
          {...common}
          {...status}
          autoComplete="off"
          value={(value as string | null) ?? ''}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
