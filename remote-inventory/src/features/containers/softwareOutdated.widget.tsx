import { listOptions } from '@boxyard/shared/client';
import { useT } from '@boxyard/shared/runtime';
import { PageLink, PieceRows } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './containers.resource.tsx';
import { Place } from './Place.tsx';
import { SoftwareTag } from './SoftwareTag.tsx';

const SHOWN = 5;

/** Containers whose software is behind or recalled. */
export function Widget() {
  const t = useT('remote-inventory');
  const query = useQuery(
    listOptions('products.list', {
      query: { filters: { softwareOutdated: true }, sort: 'serialNumber' },
      loading: false,
    }),
  );
  return (
    <PieceRows
      query={query}
      shown={SHOWN}
      empty={t('pieces.noneOutdated')}
      rowOf={(row) => ({
        key: row.id,
        name: row.serialNumber,
        to: { page: 'container-warehouse-tracking-info', params: { id: row.id } },
        detail: <Place row={row} />,
        aside: <SoftwareTag row={row} />,
      })}
      all={(count) => (
        <PageLink page="container-warehouse" query={{ softwareOutdated: 'true' }}>
          {t('pieces.allOutdated', { count })}
        </PageLink>
      )}
    />
  );
}
