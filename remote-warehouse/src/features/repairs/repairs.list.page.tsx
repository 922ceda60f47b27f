import { ListPage } from '@boxyard/shared/kit';
import { repairs } from './repairs.resource.tsx';

export function Page() {
  return (
    <ListPage
      resource={repairs}
      bulk={[
        {
          key: 'approve',
          ability: 'repair:approve',
          endpoint: 'repairs.approve',
          body: (row) => ({ version: row.version }),
        },
        {
          key: 'reject',
          ability: 'repair:approve',
          danger: true,
          reason: true,
          endpoint: 'repairs.reject',
          body: (row, reason) => ({ version: row.version, reason }),
        },
      ]}
    />
  );
}
