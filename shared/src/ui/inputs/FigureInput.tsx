import { type ComponentProps, type ReactNode, useState } from 'react';
import { decimal } from '../../domain/index.ts';
import { figureText, formatDecimal, formatQuantity, parseTypedNumber } from '../format/numbers.ts';
import { Input } from './Input.ts';
import classes from './inputs.module.css';

type InputProps = ComponentProps<typeof Input>;

export interface FigureInputProps<V>
  extends Omit<InputProps, 'value' | 'onChange' | 'defaultValue' | 'prefix' | 'suffix'> {
  readonly value?: V | string | null | undefined;
  /**
   * The figure, or null. What is no number, or has its comma elsewhere than between thousands, comes as it
   * was typed, so that it is refused and not changed in size.
   */
  readonly onChange?: (value: V | string | null) => void;
}

interface Codec {
  /** While nobody types in it. */
  readonly show: (value: string | number) => string;
  readonly read: (typed: string) => string | number;
  readonly sign?: ReactNode;
  readonly unit?: ReactNode;
}

function FigureField({
  codec,
  value,
  onChange,
  ...rest
}: FigureInputProps<string | number> & { readonly codec: Codec }): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = (): string => {
    if (value === null || value === undefined || value === '') return '';
    const plain = parseTypedNumber(String(value));
    return plain === null ? String(value) : codec.show(plain);
  };
  return (
    <Input
      {...rest}
      className={`${classes.figure} ${rest.className ?? ''}`}
      inputMode="decimal"
      autoComplete="off"
      prefix={codec.sign ? <span className={classes.unit}>{codec.sign}</span> : undefined}
      suffix={codec.unit ? <span className={classes.unit}>{codec.unit}</span> : undefined}
      value={typed ?? shown()}
      onFocus={(event) => {
        const field = event.target;
        const plain = parseTypedNumber(shown()) ?? shown();
        // In the field at once, before React draws it, and chosen: whatever is typed next replaces it,
        // however fast it comes.
        field.value = plain;
        field.select();
        setTyped(plain);
        // A pointer sets its cursor after the focus.
        requestAnimationFrame(() => {
          if (field.value === plain) field.select();
        });
        rest.onFocus?.(event);
      }}
      onChange={(event) => {
        const text = figureText(event.target.value, codec.unit === '%');
        setTyped(text);
        // A sign or a point alone is not a figure yet.
        if (parseTypedNumber(text) !== null) onChange?.(codec.read(text));
        else onChange?.(/[^-.]/.test(text) ? text : null);
      }}
      onBlur={(event) => {
        setTyped(null);
        rest.onBlur?.(event);
      }}
    />
  );
}

const decimals = (places: number, extra: Pick<Codec, 'sign' | 'unit'> = {}): Codec => ({
  show: (value) => formatDecimal(value, places),
  read: (typed) => decimal.round(parseTypedNumber(typed) ?? '0', places),
  ...extra,
});
const PLAIN = decimals(2);
const MONEY = decimals(2, { sign: '฿' });
const PRICE = decimals(4, { sign: '฿' });
const PERCENT = decimals(2, { unit: '%' });
const QUANTITY: Codec = {
  show: (value) => formatQuantity(Number(value)),
  read: (typed) => Number(parseTypedNumber(typed)),
};

/** An amount in baht; its value is a decimal string of 2 places (4 with `places`). */
export const MoneyInput = ({
  places = 2,
  ...props
}: FigureInputProps<string> & { readonly places?: 2 | 4 }): ReactNode => (
  <FigureField
    {...(props as FigureInputProps<string | number>)}
    codec={places === 4 ? PRICE : MONEY}
  />
);

/** A figure of 2 places whose sign stands in a control beside it; its value is a decimal string. */
export const DecimalInput = (props: FigureInputProps<string>): ReactNode => (
  <FigureField {...(props as FigureInputProps<string | number>)} codec={PLAIN} />
);

/** A percentage; its value is a decimal string of 2 places. */
export const PercentInput = (props: FigureInputProps<string>): ReactNode => (
  <FigureField {...(props as FigureInputProps<string | number>)} codec={PERCENT} />
);

export interface QuantityInputProps extends FigureInputProps<number> {
  readonly unit?: ReactNode;
}

/** A quantity of at most three decimals; its value is a number. */
export const QuantityInput = ({ unit, ...props }: QuantityInputProps): ReactNode => (
  <FigureField
    {...(props as FigureInputProps<string | number>)}
    codec={unit ? { ...QUANTITY, unit } : QUANTITY}
  />
);

/** A whole number. */
export const IntegerInput = (props: FigureInputProps<number>): ReactNode => (
  <FigureField
    {...(props as FigureInputProps<string | number>)}
    inputMode="numeric"
    codec={QUANTITY}
  />
);
