import { ListPage } from '@boxyard/shared/kit';
import { requisitions } from './requisitions.resource.tsx';

export function Page() {
  return (
    <ListPage
      resource={requisitions}
      bulk={[
        {
          key: 'approve',
          ability: 'parts-requisition:approve',
          endpoint: 'requisitions.approve',
          body: (row) => ({ version: row.version }),
        },
        {
          key: 'reject',
          ability: 'parts-requisition:approve',
          danger: true,
          reason: true,
          endpoint: 'requisitions.reject',
          body: (row, reason) => ({ version: row.version, reason }),
        },
      ]}
    />
  );
}
