import { listOptions } from '@boxyard/shared/client';
import type { Contract, RowOf } from '@boxyard/shared/contract';
import { FormPage } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { ErrorState, RecordSelect, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { amountsOf } from '../../amounts.ts';
import { SourceChoice } from '../../SourceChoice.tsx';
import { purchaseOrders } from './purchaseOrders.resource.tsx';

type OpenRequest = RowOf<Contract['purchaseRequests.all']>;

/** What is still to be ordered of the chosen requests, as lines of a new order. */
function fromRequests(requests: readonly OpenRequest[]) {
  const items = requests.flatMap((request) => request.items.filter((item) => item.openQty > 0));
  return {
    warehouseId: requests[0]?.warehouse.id ?? null,
    supplierId: items.find((item) => item.suggestedSupplier)?.suggestedSupplier?.id ?? null,
    items: items.map((item) => ({
      partId: item.part?.id ?? null,
      description: item.freeText,
      isService: item.part === null,
      quantity: item.openQty,
      unitId: item.unit.id,
      unitPrice: item.estimatedPrice,
      requestItemId: item.id,
    })),
  };
}

/** A new order, free or from approved requests (`?requests=<id>,<id>`), at a supplier (`?supplierId=`). */
export function Page() {
  const t = useT('remote-purchase-sales');
  const [search, setSearch] = useSearchParams();
  const ids = (search.get('requests') ?? '').split(',').filter((id) => id !== '');
  const requests = useQuery({
    ...listOptions('purchaseRequests.all', { query: { ids, limit: 100 } }),
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (requests.isError) {
    return <ErrorState error={requests.error} onRetry={() => void requests.refetch()} />;
  }
  if (ids.length > 0 && !requests.data) return <Skeleton active />;
  const source =
    ids.length > 0
      ? fromRequests(requests.data?.data ?? [])
      : { supplierId: search.get('supplierId'), items: [{ isService: false }] };
  return (
    <FormPage
      key={ids.join()}
      resource={purchaseOrders}
      mode="create"
      initialValues={{ paymentType: 'cash', vatMode: 'exclusive', ...source }}
      toBody={(values) => ({ ...values, expectedGrandTotal: amountsOf(values).grandTotal })}
      alternatives={[{ key: 'saveDraft', body: { isDraft: true } }]}
    >
      <SourceChoice label={t('orders.fromRequests')}>
        <RecordSelect
          id="source"
          lookup="purchaseRequests.all"
          multiple
          value={ids}
          onChange={(next) =>
            setSearch(Array.isArray(next) && next.length > 0 ? { requests: next.join(',') } : {}, {
              replace: true,
            })
          }
        />
      </SourceChoice>
    </FormPage>
  );
}
