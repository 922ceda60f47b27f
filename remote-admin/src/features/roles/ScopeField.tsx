import type { DataScopeName } from '@boxyard/shared/domain/people/dataScope.ts';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import classes from './roles.module.css';

interface Props {
  readonly field: CustomFieldProps;
  readonly values: readonly DataScopeName[];
}

/** Whose records a role sees; each choice says what it means. */
export function ScopeField({ field, values }: Props) {
  const t = useT('remote-admin');
  return (
    <div
      id={field.id}
      role="radiogroup"
      aria-label={t('roles.field.dataScope')}
      className={classes.scopes}
    >
      {values.map((scope) => (
        <label key={scope} className={classes.scope}>
          <input
            type="radio"
            name={field.id}
            value={scope}
            checked={field.value === scope}
            disabled={field.disabled}
            onChange={() => field.onChange(scope)}
          />
          <span>
            <span className={classes.scopeName}>{t(`roles.choice.dataScope.${scope}`)}</span>
            <span className={classes.hint}>{t(`roles.scope.${scope}`)}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
