import { ListPage } from '@boxyard/shared/kit';
import { Money } from '@boxyard/shared/ui';
import { purchaseOrders } from './purchaseOrders.resource.tsx';

export function Page() {
  return (
    <ListPage
      resource={purchaseOrders}
      bulk={[
        {
          key: 'approve',
          ability: 'purchase-orders:approve',
          endpoint: 'purchaseOrders.approve',
          body: (row) => ({ version: row.version, decision: 'approve' }),
        },
      ]}
      totals={(summary) => ({ grandTotal: <Money value={summary.grandTotal} /> })}
    />
  );
}
