import { useEndpointMutation } from '@boxyard/shared/client';
import type { RoleGroupDetail } from '@boxyard/shared/contract';
import { MasterPage } from '@boxyard/shared/kit';
import { Can, useT } from '@boxyard/shared/runtime';
import { Button, RefText } from '@boxyard/shared/ui';
import classes from './roles.module.css';
import { roleGroups } from './roles.resource.tsx';

/** Groups of roles; a role leaves its group here and joins one in its own form. */
export function GroupsTab() {
  return (
    <MasterPage
      resource={roleGroups}
      embedded
      drawerExtra={(group) => <RolesOfGroup group={group} />}
    />
  );
}

function RolesOfGroup({ group }: { readonly group: RoleGroupDetail }) {
  const t = useT('remote-admin');
  const unassign = useEndpointMutation('roleGroups.unassignRole');
  return (
    <section className={classes.panel} aria-label={t('roles.groups.roles')}>
      <h2 className={classes.panelTitle}>
        {t('roles.groups.roles')} · {group.roles.length}
      </h2>
      {group.roles.length === 0 ? (
        <p className={classes.hint}>{t('roles.groups.noRoles')}</p>
      ) : (
        <ul className={classes.people}>
          {group.roles.map((role) => (
            <li key={role.id}>
              <RefText value={role} show="name" />
              <Can I="roles:update-group">
                <Button
                  size="small"
                  loading={unassign.isPending}
                  aria-label={t('roles.groups.unassignOne', { name: role.name })}
                  onClick={() =>
                    unassign.mutate({ params: { id: group.id }, body: { roleId: role.id } })
                  }
                >
                  {t('roles.groups.unassign')}
                </Button>
              </Can>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
