import type { CustomFieldProps } from '@boxyard/shared/kit';
import { Checkbox } from '@boxyard/shared/ui';
import classes from '../../scan/scan.module.css';

interface Choice {
  readonly id: string;
  readonly serialNumber: string;
  readonly about: string;
}

/** Which of the containers that are out come back. */
export function ReturnChoice({ value, onChange, disabled, values }: CustomFieldProps) {
  const chosen = (value ?? []) as readonly string[];
  const choices = (values.choices ?? []) as readonly Choice[];
  return (
    <ul className={classes.lines}>
      {choices.map(({ id, serialNumber, about }) => (
        <li key={id} className={classes.line}>
          <Checkbox
            checked={chosen.includes(id)}
            disabled={disabled}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
              )
            }
          >
            {serialNumber} <span className={classes.quiet}>{about}</span>
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}
