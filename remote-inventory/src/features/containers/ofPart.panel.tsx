import { listOptions, registerContract } from '@boxyard/shared/client';
import { productsArea } from '@boxyard/shared/contract/areas/products.ts';
import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { DateText, PageLink, PieceRows, ToneTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';

registerContract(productsArea);

/** Containers that hold or held a part, the latest first. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-inventory');
  const query = useQuery(
    listOptions('containerParts.list', {
      query: { sort: '-installedAt', filters: { partId: [record.id] } },
      loading: false,
    }),
  );
  return (
    <PieceRows
      query={query}
      shown={3}
      empty={t('pieces.noneOfPart')}
      rowOf={(row) => ({
        key: row.id,
        name: row.product.code,
        to: { page: 'container-warehouse-tracking-info', params: { id: row.product.id } },
        detail: row.serialNo ?? row.lotNo ?? row.product.name,
        aside: (
          <>
            <DateText value={row.removedAt ?? row.installedAt} />{' '}
            <ToneTag tone={row.removedAt === null ? 'success' : 'neutral'}>
              {t(row.removedAt === null ? 'pieces.inside' : 'pieces.takenOut')}
            </ToneTag>
          </>
        ),
      })}
      all={(count) => (
        <PageLink page="container-warehouse" query={{ tab: 'builtIn', partId: record.id }}>
          {t('pieces.allOfPart', { count })}
        </PageLink>
      )}
    />
  );
}
