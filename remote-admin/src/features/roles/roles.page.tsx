import { TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { CompareTab } from './CompareTab.tsx';
import { GroupsTab } from './GroupsTab.tsx';
import { RolesTab } from './RolesTab.tsx';
import { WhoTab } from './WhoTab.tsx';

/** Roles, their groups, two of them side by side, and who may do what. */
export function Page() {
  const t = useT('remote-admin');
  const [tab, setTab] = useTabParam(['roles', 'groups', 'compare', 'who']);
  return (
    <TabbedPage
      title={t('roles.title')}
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'roles', label: t('roles.title'), children: <RolesTab /> },
        { key: 'groups', label: t('roles.groups.title'), children: <GroupsTab /> },
        { key: 'compare', label: t('roles.compare.title'), children: <CompareTab /> },
        { key: 'who', label: t('roles.who.title'), children: <WhoTab /> },
      ]}
    />
  );
}
