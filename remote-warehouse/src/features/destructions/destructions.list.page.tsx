import { pathOf } from '@boxyard/shared/runtime';
import { AskBesideList } from '../../AskBesideList.tsx';
import { freshDestruction } from './destructionForm.ts';
import { destructions } from './destructions.resource.tsx';

/** Destructions; a new one is asked for beside the list, from here or from a part's own page. */
export const Page = () => (
  <AskBesideList
    resource={destructions}
    fresh={freshDestruction}
    pathOf={(id) => pathOf('destruction-update', { id })}
    bulk={[
      {
        key: 'approve',
        ability: 'destruction:approve',
        endpoint: 'destructions.approve',
        body: (row) => ({ version: row.version }),
      },
      {
        key: 'reject',
        ability: 'destruction:approve',
        danger: true,
        reason: true,
        endpoint: 'destructions.reject',
        body: (row, reason) => ({ version: row.version, reason }),
      },
    ]}
  />
);
