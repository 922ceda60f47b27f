import type { RoleDetail } from '@boxyard/shared/contract';
import { ListPage, RecordDrawer, useQueryKey } from '@boxyard/shared/kit';
import { Can, mayDo, useCan, useProfile, useT } from '@boxyard/shared/runtime';
import { Alert, Button } from '@boxyard/shared/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RolePeople } from './RolePeople.tsx';
import { roles } from './roles.resource.tsx';

const EMPTY = {
  dataScope: 'own',
  menuIds: [],
  permissionNames: [],
  approvalLimit: null,
  discountLimitPercent: null,
};

/** A role as its form starts with it, or as a copy does. */
const formOf = (role: RoleDetail) => ({
  labelEn: role.labelEn,
  labelTh: role.labelTh,
  roleGroupId: role.roleGroup?.id ?? null,
  dataScope: role.dataScope,
  approvalLimit: role.approvalLimit,
  discountLimitPercent: role.discountLimitPercent,
  // Only whoever manages everything says who may give it; absent, it stays as it is.
  ...(mayDo('all:manage') ? { assignableBy: role.assignableBy } : {}),
  menuIds: role.menuIds,
  permissionNames: role.permissionNames,
  isActive: role.isActive,
});

/** The roles, and one of them in a drawer whose address can be passed on (`?role=`). */
export function RolesTab() {
  const t = useT('remote-admin');
  const [opened, open] = useQueryKey('role');
  const [fresh, setFresh] = useState<Readonly<Record<string, unknown>> | null>(null);
  const copy = (role: RoleDetail) => {
    const { isActive: _, ...values } = formOf(role);
    open(null);
    setFresh({
      ...values,
      labelEn: `${role.labelEn} (copy)`,
      labelTh: `${role.labelTh} (สำเนา)`,
    });
  };
  const target = fresh ? 'new' : opened === null ? null : { id: opened };
  return (
    <>
      <ListPage
        resource={roles}
        embedded
        onOpen={({ id }) => open(id)}
        onCreate={() => setFresh(EMPTY)}
      />
      <RecordDrawer
        resource={roles}
        target={target}
        size="wide"
        onClose={() => {
          setFresh(null);
          open(null);
        }}
        initialValues={fresh ?? EMPTY}
        toForm={formOf}
        actions={(role) => <RoleActions role={role} onCopy={() => copy(role)} />}
        banner={(role) => <WhyLocked role={role} />}
        tabs={(role) => [
          {
            key: 'people',
            label: t('roles.people.tab', { count: role.usersCount }),
            children: <RolePeople key={role.id} role={role} />,
          },
        ]}
      />
    </>
  );
}

function RoleActions({ role, onCopy }: { readonly role: RoleDetail; readonly onCopy: () => void }) {
  const t = useT('remote-admin');
  const [, setSearch] = useSearchParams();
  return (
    <>
      <Button size="small" onClick={() => setSearch({ tab: 'compare', a: role.id })}>
        {t('roles.action.compare')}
      </Button>
      <Can I="roles:create">
        <Button size="small" onClick={onCopy}>
          {t('roles.action.copy')}
        </Button>
      </Can>
    </>
  );
}

/** Why a role cannot be changed by whoever looks at it. */
function WhyLocked({ role }: { readonly role: RoleDetail }) {
  const t = useT('remote-admin');
  const own = useProfile()?.role?.name === role.name;
  if (!useCan('roles:update') || role.allowedActions.includes('update')) return null;
  return <Alert type="info" showIcon title={t(own ? 'roles.locked.own' : 'roles.locked.rank')} />;
}
