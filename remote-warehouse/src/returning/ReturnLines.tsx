import { CONDITIONS, type Condition } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { IntegerInput, Quantity, QuantityInput, RefText, Select } from '@boxyard/shared/ui';
import classes from '../lines.module.css';
import { givenBack, lotsOut, mostOf, type ReturnLine, serialsOut } from './giving.ts';

/** What comes back of each line, and in which condition: damaged goods go to quarantine (2.7). */
export function ReturnLines({ value, onChange, disabled, errors }: CustomFieldProps) {
  const lines = (value ?? []) as readonly ReturnLine[];
  const sent = givenBack(lines);
  return (
    <ol className={classes.lines}>
      {lines.map((line) => (
        <ReturnRow
          key={line.id}
          line={line}
          disabled={disabled}
          error={
            Object.entries(errors).find(([field]) =>
              field.startsWith(`items[${sent.indexOf(line)}]`),
            )?.[1]
          }
          onChange={(next) => onChange(lines.map((one) => (one.id === next.id ? next : one)))}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  readonly line: ReturnLine;
  readonly disabled: boolean;
  readonly error: string | undefined;
  readonly onChange: (line: ReturnLine) => void;
}

function ReturnRow({ line, disabled, error, onChange }: RowProps) {
  const t = useT('remote-warehouse');
  const { source } = line;
  const id = (name: string) => `return-${line.id}-${name}`;
  const isSerial = source.trackingType === 'serial';
  const lots = lotsOut(source);
  const Field = source.unitAllowsFraction ? QuantityInput : IntegerInput;
  return (
    <li className={classes.back}>
      <div className={classes.about}>
        <span>
          {`${source.lineNo}. `}
          <RefText value={source.substitute ?? source.part} />
        </span>
        <span className={classes.quiet}>
          {t('requisitions.out')}{' '}
          <Quantity value={mostOf(source)} unit={<RefText value={source.unit} show="name" />} />
        </span>
      </div>
      <div className={classes.cell}>
        <label htmlFor={id('quantity')}>{t('requisitions.field.returnQty')}</label>
        <Field
          id={id('quantity')}
          disabled={disabled || isSerial}
          value={line.quantity}
          onChange={(typed) =>
            onChange({ ...line, quantity: typeof typed === 'number' ? typed : 0 })
          }
        />
      </div>
      <div className={classes.cell}>
        <label htmlFor={id('condition')}>{t('requisitions.field.condition')}</label>
        <Select<Condition>
          id={id('condition')}
          disabled={disabled}
          value={line.condition}
          popupMatchSelectWidth={false}
          options={CONDITIONS.map((one) => ({ value: one, label: t(`condition.${one}`) }))}
          onChange={(condition: Condition) => onChange({ ...line, condition })}
        />
      </div>
      {isSerial ? (
        <div className={`${classes.cell} ${classes.whole}`}>
          <label htmlFor={id('serials')}>{t('requisitions.field.serials')}</label>
          <Select
            id={id('serials')}
            mode="multiple"
            disabled={disabled}
            value={[...line.serials]}
            options={serialsOut(source).map((serialNo) => ({ value: serialNo, label: serialNo }))}
            onChange={(serials: string[]) =>
              onChange({ ...line, serials, quantity: serials.length })
            }
          />
        </div>
      ) : null}
      {lots.length > 1 ? (
        <div className={`${classes.cell} ${classes.whole}`}>
          <label htmlFor={id('lotNo')}>{t('requisitions.field.lotNo')}</label>
          <Select
            id={id('lotNo')}
            allowClear
            disabled={disabled}
            value={line.lotNo}
            options={lots.map((lotNo) => ({ value: lotNo, label: lotNo }))}
            onChange={(lotNo: string | null) => onChange({ ...line, lotNo: lotNo ?? null })}
          />
        </div>
      ) : null}
      {error ? <span className={`${classes.error} ${classes.whole}`}>{error}</span> : null}
    </li>
  );
}
