import { listOptions } from '@boxyard/shared/client';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import { type PieceRecord, useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn, PageLink, PieceRows, StatusTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './containers.resource.tsx';

/** Containers that stand in a warehouse, the latest first. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-inventory');
  const locale = useLocale();
  const query = useQuery(
    listOptions('products.list', {
      query: { filters: { warehouseId: [record.id], status: ['inWarehouse'] } },
      loading: false,
    }),
  );
  return (
    <PieceRows
      query={query}
      shown={3}
      empty={t('pieces.noneHere')}
      rowOf={(row) => ({
        key: row.id,
        name: row.serialNumber,
        to: { page: 'container-warehouse-tracking-info', params: { id: row.id } },
        detail: nameIn(row.productModel, locale),
        aside: <StatusTag machine={productMachine} status={row.status} />,
      })}
      all={(count) => (
        <PageLink
          page="container-warehouse"
          query={{ warehouseId: record.id, status: 'inWarehouse' }}
        >
          {t('pieces.allHere', { count })}
        </PageLink>
      )}
    />
  );
}
