import { ListPage } from '@boxyard/shared/kit';
import { Money } from '@boxyard/shared/ui';
import { purchaseRequests } from './purchaseRequests.resource.tsx';

export function Page() {
  return (
    <ListPage
      resource={purchaseRequests}
      bulk={['approve', 'reject']}
      totals={(summary) => ({ estimatedTotal: <Money value={summary.estimatedTotal} /> })}
    />
  );
}
