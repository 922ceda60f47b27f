import type { TeamType } from '@boxyard/shared/domain';
import { PageTitle, useTabParam } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Tabs } from '@boxyard/shared/ui';
import { MovesTab } from './MovesTab.tsx';
import { TeamsTab } from './TeamsTab.tsx';

/** Sales groups and engineer teams: the teams of a type, and the moves of people into them. */
export function TeamsPage({ type }: { readonly type: TeamType }) {
  const t = useT('remote-admin');
  const [tab, setTab] = useTabParam(['teams', 'requests']);
  return (
    <>
      <PageTitle>{t(`teams.${type}.title`)}</PageTitle>
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'teams', label: t(`teams.${type}.title`), children: <TeamsTab type={type} /> },
          { key: 'requests', label: t('teamMoves.title'), children: <MovesTab type={type} /> },
        ]}
      />
    </>
  );
}
