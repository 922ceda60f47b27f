import { pathOf } from '@boxyard/shared/runtime';
import { AskBesideList } from '../../AskBesideList.tsx';
import { freshTransformation } from './transformationForm.ts';
import { transformations } from './transformations.resource.tsx';

/** Transformations; a new one is asked for beside the list, from here or from a part's own page. */
export const Page = () => (
  <AskBesideList
    resource={transformations}
    fresh={freshTransformation}
    pathOf={(id) => pathOf('transformation-detail', { id })}
    bulk={[
      {
        key: 'approve',
        ability: 'transformation:approve',
        endpoint: 'transformations.approve',
        body: (row) => ({ version: row.version }),
      },
      {
        key: 'reject',
        ability: 'transformation:approve',
        danger: true,
        reason: true,
        endpoint: 'transformations.reject',
        body: (row, reason) => ({ version: row.version, reason }),
      },
    ]}
  />
);
