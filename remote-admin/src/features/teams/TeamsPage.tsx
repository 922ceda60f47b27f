import type { TeamType } from '@boxyard/shared/domain';
import { TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { MovesTab } from './MovesTab.tsx';
import { TeamsTab } from './TeamsTab.tsx';

/** Sales groups and engineer teams: the teams of a type, and the moves of people into them. */
export function TeamsPage({ type }: { readonly type: TeamType }) {
  const t = useT('remote-admin');
  const [tab, setTab] = useTabParam(['teams', 'requests']);
  return (
    <TabbedPage
      title={t(`teams.${type}.title`)}
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'teams', label: t(`teams.${type}.title`), children: <TeamsTab type={type} /> },
        { key: 'requests', label: t('teamMoves.title'), children: <MovesTab type={type} /> },
      ]}
    />
  );
}
