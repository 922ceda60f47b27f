import type { TeamDetail } from '@boxyard/shared/contract';
import type { TeamType } from '@boxyard/shared/domain';
import { ListPage, RecordDrawer, useQueryKey } from '@boxyard/shared/kit';
import { useState } from 'react';
import { TeamParts } from './TeamParts.tsx';
import { teamResources } from './teams.resource.ts';

/** Teams of a type, and one of them in a drawer whose address can be passed on (`?team=`). */
export function TeamsTab({ type }: { readonly type: TeamType }) {
  const resource = teamResources[type];
  const [opened, open] = useQueryKey('team');
  const [fresh, setFresh] = useState(false);
  return (
    <>
      <ListPage
        resource={resource}
        embedded
        query={{ filters: { type: [type] } }}
        onOpen={({ id }) => open(id)}
        onCreate={() => setFresh(true)}
      />
      <RecordDrawer
        resource={resource}
        target={fresh ? 'new' : opened === null ? null : { id: opened }}
        size="wide"
        onClose={() => {
          setFresh(false);
          open(null);
        }}
        toForm={(team: TeamDetail) => ({ name: team.name, nameTh: team.nameTh })}
        toBody={(values) => ({ ...values, ...(fresh ? { type } : {}) })}
        extra={(team) => <TeamParts team={team} />}
        // A new team goes on to its people: it takes the place of the form that made it.
        onSaved={(team) => {
          if (fresh) open(team.id);
        }}
      />
    </>
  );
}
