import { oneOptions } from '@boxyard/shared/client';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { ErrorState, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { AccessMatrix } from './AccessMatrix.tsx';
import { Changes } from './Changes.tsx';
import { type Access, changesBetween } from './grants.ts';
import classes from './roles.module.css';

const accessIn = (values: CustomFieldProps['values']): Access => ({
  menuIds: (values.menuIds ?? []) as readonly string[],
  permissionNames: (values.permissionNames ?? []) as readonly string[],
});

/** Pages and actions of a role in its form, and what saving would change. */
export function AccessField({ field }: { readonly field: CustomFieldProps }) {
  const t = useT('remote-admin');
  const found = useQuery(oneOptions('permissions.groups', { loading: false }));
  const access = accessIn(field.values);
  const before = accessIn(field.stored);
  if (!found.data) {
    if (found.isError)
      return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
    return <Skeleton active paragraph={{ rows: 8 }} />;
  }
  const groups = found.data;
  const faults = [...new Set(Object.values(field.errors))];
  return (
    <div id={field.id} className={classes.access}>
      <AccessMatrix
        groups={groups}
        before={before}
        access={access}
        disabled={field.disabled}
        onChange={({ menuIds, permissionNames }) => field.patch({ menuIds, permissionNames })}
      >
        <Changes groups={groups} changes={changesBetween(groups, before, access)} />
        {faults.length > 0 ? (
          <ul className={classes.faults} aria-label={t('roles.matrix.refused')}>
            {faults.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : null}
      </AccessMatrix>
    </div>
  );
}
