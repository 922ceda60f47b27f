import type { DestructionItem } from '@boxyard/shared/contract';
import { subtractQuantities } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Checkbox, IntegerInput, QuantityInput, RefText, Select } from '@boxyard/shared/ui';
import classes from './destructions.module.css';

interface Found {
  readonly id: string;
  readonly quantity: number;
  readonly serials?: readonly string[];
}

/** What may still be found of a line. */
const openOf = (item: DestructionItem): number =>
  subtractQuantities(item.quantity, item.correctedQty);

/** Which goods were never destroyed, and how many of them. */
export function CorrectionChoice({ value, onChange, values, disabled, errors }: CustomFieldProps) {
  const t = useT('remote-warehouse');
  const lines = ((values.lines ?? []) as readonly DestructionItem[]).filter(
    (line) => openOf(line) > 0,
  );
  const found = (value ?? []) as readonly Found[];
  const put = (next: Found) => onChange(found.map((one) => (one.id === next.id ? next : one)));
  const [wrong] = Object.values(errors);
  return (
    <div className={classes.choices}>
      {lines.map((line) => {
        const given = found.find(({ id }) => id === line.id);
        const left = line.serials.filter((one) => !line.correctedSerials.includes(one));
        const first = left.slice(0, 1);
        const Field = line.unitAllowsFraction ? QuantityInput : IntegerInput;
        return (
          <div key={line.id} className={classes.choice}>
            <Checkbox
              disabled={disabled}
              checked={given !== undefined}
              onChange={(event) =>
                onChange(
                  event.target.checked
                    ? [
                        ...found,
                        left.length > 0
                          ? { id: line.id, quantity: 1, serials: first }
                          : { id: line.id, quantity: openOf(line) },
                      ]
                    : found.filter(({ id }) => id !== line.id),
                )
              }
            >
              {`${line.lineNo}. `}
              <RefText value={line.part} />
            </Checkbox>
            {left.length > 0 ? (
              <Select
                aria-label={t('destructions.foundSerials', { line: line.lineNo })}
                mode="multiple"
                disabled={disabled || given === undefined}
                value={[...(given?.serials ?? [])]}
                options={left.map((serialNo) => ({ value: serialNo, label: serialNo }))}
                onChange={(serials: string[]) =>
                  put({ id: line.id, serials, quantity: serials.length })
                }
              />
            ) : (
              <Field
                aria-label={t('destructions.foundQty', { line: line.lineNo })}
                disabled={disabled || given === undefined}
                value={given ? given.quantity : openOf(line)}
                onChange={(typed) =>
                  put({ id: line.id, quantity: typeof typed === 'number' ? typed : 0 })
                }
              />
            )}
          </div>
        );
      })}
      {wrong ? <span className={classes.error}>{wrong}</span> : null}
    </div>
  );
}
