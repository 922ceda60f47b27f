import { listOptions } from '@boxyard/shared/client';
import { type PieceRecord, useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn, PageLink, PieceRows } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './sold.resource.tsx';

/** Containers that the customer holds now: bought, on hire purchase or leased. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  const locale = useLocale();
  const query = useQuery(
    listOptions('productContracts.list', {
      query: { sort: 'serialNumber', filters: { customerId: [record.id] } },
      loading: false,
    }),
  );
  return (
    <PieceRows
      query={query}
      shown={3}
      empty={t('pieces.noContainerOfCustomer')}
      rowOf={(row) => ({
        key: row.id,
        name: row.serialNumber,
        to: { page: 'products', query: { record: row.id } },
        detail: nameIn(row.productModel, locale),
        aside: t(`sold.choice.saleStatus.${row.saleStatus}`),
      })}
      all={(count) => (
        <PageLink page="products" query={{ customerId: record.id }}>
          {t('pieces.allContainers', { count })}
        </PageLink>
      )}
    />
  );
}
