import type { RequisitionItem } from '@boxyard/shared/contract';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Checkbox, Input, IntegerInput, QuantityInput, RefText } from '@boxyard/shared/ui';
import classes from '../../lines.module.css';

interface CancelledLine {
  readonly id: string;
  readonly quantity: number | null;
  readonly reason: string;
}

/** Lines of which something is still open. */
export const openLines = (items: readonly RequisitionItem[]) =>
  items.filter((item) => item.openQty > 0);

/** Which lines are given up, how much of each, and why: one reason for all of them. */
export function CancelChoice({ value, onChange, disabled, values, errors }: CustomFieldProps) {
  const t = useT('remote-warehouse');
  const open = (values.lines ?? []) as readonly RequisitionItem[];
  const chosen = (value ?? []) as readonly CancelledLine[];
  const reason = chosen[0]?.reason ?? '';
  const write = (next: readonly CancelledLine[]) => onChange(next);
  const [wrong] = Object.values(errors);
  if (open.length === 0)
    return <span className={classes.quiet}>{t('requisitions.cancelNone')}</span>;
  return (
    <div className={classes.choices}>
      {open.map((line) => {
        const given = chosen.find(({ id }) => id === line.id);
        const Field = line.unitAllowsFraction ? QuantityInput : IntegerInput;
        return (
          <div key={line.id} className={classes.choice}>
            <Checkbox
              disabled={disabled}
              checked={given !== undefined}
              onChange={(event) =>
                write(
                  event.target.checked
                    ? [...chosen, { id: line.id, quantity: line.openQty, reason }]
                    : chosen.filter(({ id }) => id !== line.id),
                )
              }
            >
              {`${line.lineNo}. `}
              <RefText value={line.substitute ?? line.part} />
            </Checkbox>
            <div className={classes.figure}>
              <Field
                aria-label={t('requisitions.cancelOf', { line: line.lineNo })}
                disabled={disabled || given === undefined}
                value={given ? given.quantity : line.openQty}
                onChange={(typed) =>
                  write(
                    chosen.map((one) =>
                      one.id === line.id
                        ? { ...one, quantity: typeof typed === 'number' ? typed : null }
                        : one,
                    ),
                  )
                }
              />
            </div>
          </div>
        );
      })}
      <Input.TextArea
        aria-label={t('requisitions.cancelReason')}
        placeholder={t('requisitions.cancelReason')}
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 6 }}
        disabled={disabled || chosen.length === 0}
        value={reason}
        onChange={(event) => write(chosen.map((one) => ({ ...one, reason: event.target.value })))}
      />
      {wrong ? <span className={classes.error}>{wrong}</span> : null}
    </div>
  );
}
