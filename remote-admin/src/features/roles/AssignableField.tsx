import { listOptions } from '@boxyard/shared/client';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useLocale } from '@boxyard/shared/runtime';
import { nameIn } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './roles.module.css';

/** Roles whose holders may give this one although they do not have all of it (domain-conventions "Granting"). */
export function AssignableField({ field }: { readonly field: CustomFieldProps }) {
  const locale = useLocale();
  const found = useQuery(listOptions('roles.all', { query: { limit: 1000 } }));
  const chosen = (field.value ?? []) as readonly string[];
  const toggle = (name: string, isChosen: boolean) =>
    field.onChange(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name));
  return (
    <div id={field.id} className={classes.scopes}>
      {(found.data?.data ?? []).flatMap((role) =>
        role.code === null
          ? []
          : [
              <label key={role.id} className={classes.scope}>
                <input
                  type="checkbox"
                  checked={chosen.includes(role.code)}
                  disabled={field.disabled}
                  onChange={(event) => toggle(role.code ?? '', event.target.checked)}
                />
                <span className={classes.scopeName}>{nameIn(role, locale)}</span>
              </label>,
            ],
      )}
    </div>
  );
}
