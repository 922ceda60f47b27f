import { listOptions } from '@boxyard/shared/client';
import type { Contract, DataOf, RowOf } from '@boxyard/shared/contract';
import { FormPage } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { ErrorState, RecordSelect, Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { SourceChoice } from '../../SourceChoice.tsx';
import { purchaseOrders } from './purchaseOrders.resource.tsx';
import { fromSupplier, promisedBy, termsOptions } from './supplierTerms.ts';
import { useExpectedTotal } from './useExpectedTotal.ts';

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

type Begun = ReturnType<typeof fromRequests>;
type Terms = DataOf<Contract['supplierParts.terms']>;

/** The order with the supplier's prices and days in place of the requester's estimates. */
function offered(begun: Begun, terms: Terms | undefined) {
  if (!terms) return begun;
  const preferred = terms.parts.find(({ preferredSupplier }) => preferredSupplier !== null);
  const supplierId = begun.supplierId ?? preferred?.preferredSupplier?.id ?? null;
  const own = terms.parts.filter(
    ({ preferredSupplier }) => begun.supplierId !== null || preferredSupplier?.id === supplierId,
  );
  return {
    ...begun,
    supplierId,
    items: fromSupplier(begun.items, { ...terms, parts: own }),
    promisedDate: promisedBy(own),
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
  const withTotal = useExpectedTotal();
  const begun = fromRequests(requests.data?.data ?? []);
  // As the suggested supplier sells them, else as the preferred one of each part does.
  const terms = useQuery({
    ...termsOptions({ ...begun, warehouseId: null }),
    enabled: ids.length > 0 && requests.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (requests.isError) {
    return <ErrorState error={requests.error} onRetry={() => void requests.refetch()} />;
  }
  const isReady = requests.data && (terms.data || terms.isError);
  if (ids.length > 0 && !isReady) return <Skeleton active />;
  const source =
    ids.length > 0
      ? offered(begun, terms.data)
      : { supplierId: search.get('supplierId'), items: [{ isService: false }] };
  return (
    <FormPage
      key={ids.join()}
      resource={purchaseOrders}
      mode="create"
      initialValues={{ paymentType: 'cash', vatMode: 'exclusive', ...source }}
      toBody={withTotal}
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
