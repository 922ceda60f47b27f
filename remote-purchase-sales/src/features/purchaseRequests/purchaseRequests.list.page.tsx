import { ListPage } from '@boxyard/shared/kit';
import { Money } from '@boxyard/shared/ui';
import { purchaseRequests } from './purchaseRequests.resource.tsx';

export function Page() {
  return (
    <ListPage
      resource={purchaseRequests}
      bulk={[
        {
          key: 'approve',
          ability: 'purchase-requests:approve',
          endpoint: 'purchaseRequests.approve',
          body: (row) => ({ version: row.version }),
        },
        {
          key: 'reject',
          ability: 'purchase-requests:approve',
          danger: true,
          reason: true,
          endpoint: 'purchaseRequests.reject',
          body: (row, reason) => ({ version: row.version, reason }),
        },
      ]}
      totals={(summary) => ({ estimatedTotal: <Money value={summary.estimatedTotal} /> })}
    />
  );
}
