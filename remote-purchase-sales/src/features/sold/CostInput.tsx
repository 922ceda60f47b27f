import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { MoneyInput, PercentInput } from '@boxyard/shared/ui';
import { Part } from './Parts.tsx';
import classes from './sold.module.css';

type Cost = Readonly<Record<'fixedPerMonth' | 'perUnit' | 'revenueSharePercent', string | null>>;

/** What a container costs: each month, for each unit, and as a share of what it brings. */
export function CostInput({ value, onChange, id, disabled, errors }: CustomFieldProps) {
  const t = useT('remote-purchase-sales');
  const cost = (value ?? {}) as Partial<Cost>;
  return (
    <div className={classes.parts}>
      {(['fixedPerMonth', 'perUnit', 'revenueSharePercent'] as const).map((name) => {
        const Input = name === 'revenueSharePercent' ? PercentInput : MoneyInput;
        return (
          <Part key={name} id={`${id}.${name}`} label={t(`sold.field.${name}`)} errors={errors}>
            {(given) => (
              <Input
                id={given.id}
                {...given.invalid}
                disabled={disabled}
                value={cost[name] ?? null}
                onChange={(next) => onChange({ ...cost, [name]: next })}
              />
            )}
          </Part>
        );
      })}
    </div>
  );
}
