import type { TeamDetail } from '@boxyard/shared/contract';
import { useT } from '@boxyard/shared/runtime';
import { RefText, Tabs, Timeline } from '@boxyard/shared/ui';
import { useState } from 'react';
import { TeamPeople } from './TeamPeople.tsx';
import { TeamRequests } from './TeamRequests.tsx';
import classes from './teams.module.css';

/** Under the names of a team: its people, the moves that concern it, and what happened. */
export function TeamParts({ team }: { readonly team: TeamDetail }) {
  const t = useT('remote-admin');
  const [tab, setTab] = useState('people');
  const counted = (key: string, count: number) => `${t(`teams.tab.${key}`)} (${count})`;
  return (
    <section className={classes.parts} aria-label={team.name}>
      {team.zones.length > 0 ? (
        <p className={classes.zones}>
          {t('teams.zones')}{' '}
          {team.zones.map((zone, index) => (
            <span key={zone.id}>
              {index > 0 ? ', ' : null}
              <RefText value={zone} />
            </span>
          ))}
        </p>
      ) : null}
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'people',
            label: counted('people', team.memberCount),
            children: <TeamPeople team={team} />,
          },
          {
            key: 'requests',
            label: counted('requests', team.openRequests),
            children: <TeamRequests team={team} />,
          },
          {
            key: 'history',
            label: t('teams.tab.history'),
            children: (
              <Timeline
                entries={team.history}
                labelOf={(field) => t(`teams.history.${field}`, { defaultValue: field })}
              />
            ),
          },
        ]}
      />
    </section>
  );
}
