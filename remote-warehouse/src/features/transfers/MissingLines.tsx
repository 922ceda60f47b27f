import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Checkbox, IntegerInput, QuantityInput, RefText } from '@boxyard/shared/ui';
import classes from '../../lines.module.css';
import type { MissingLine } from './settling.ts';

/** Which of the missing goods are settled now, and how much of each. */
export function MissingLines({ value, onChange, disabled, errors }: CustomFieldProps) {
  const t = useT('remote-warehouse');
  const lines = (value ?? []) as readonly MissingLine[];
  const write = (key: string, quantity: number) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, quantity } : line)));
  const [wrong] = Object.values(errors);
  return (
    <div className={classes.choices}>
      {lines.map(({ key, source, lotNo, serialNo, most, quantity }) => {
        const Field = source.unitAllowsFraction ? QuantityInput : IntegerInput;
        const trace = serialNo ?? lotNo;
        return (
          <div key={key} className={classes.choice}>
            <Checkbox
              disabled={disabled}
              checked={quantity > 0}
              onChange={(event) => write(key, event.target.checked ? most : 0)}
            >
              {`${source.lineNo}. `}
              <RefText value={source.part} />
              {trace ? <span className={classes.note}>{trace}</span> : null}
            </Checkbox>
            {serialNo === null ? (
              <div className={classes.figure}>
                <Field
                  aria-label={t('transfers.settleOf', { line: source.lineNo })}
                  disabled={disabled}
                  value={quantity}
                  onChange={(typed) => write(key, typeof typed === 'number' ? typed : 0)}
                />
              </div>
            ) : null}
          </div>
        );
      })}
      {wrong ? <span className={classes.error}>{wrong}</span> : null}
    </div>
  );
}
