import { oneOptions } from '@boxyard/shared/client';
import { ListPage, RecordDrawer } from '@boxyard/shared/kit';
import { useQuery } from '@tanstack/react-query';
import { useCreateDrawer } from '../../useCreateDrawer.ts';
import { claims } from './claims.resource.tsx';

/** What a new claim begins with; the tracking page of a part names it (`?part=`). */
const freshClaim = (partId: string | null) => ({
  items: [partId === null ? { quantity: 1 } : { partId, quantity: 1 }],
});

/** What a claim of goods that a delivery brought damaged begins with (domain-warehouse 2.6). */
function useDamaged(importId: string | null) {
  const { data, isLoading } = useQuery({
    ...oneOptions('goodsImports.get', { params: { id: importId ?? '' } }),
    enabled: importId !== null,
  });
  const begun = data?.claimable ? { ...data.claimable, warehouseId: data.warehouse.id } : undefined;
  return { begun, isLoading };
}

/** Claims; a new one is opened beside the list. */
export function Page() {
  const { partId, importId, open, drawer } = useCreateDrawer('claim-detail');
  const { begun, isLoading } = useDamaged(importId);
  return (
    <ListPage resource={claims} onCreate={open}>
      <RecordDrawer
        resource={claims}
        size="wide"
        initialValues={begun ?? freshClaim(partId)}
        {...drawer}
        // What it begins with is known before it is opened.
        target={isLoading ? null : drawer.target}
      />
    </ListPage>
  );
}
