import { listOptions } from '@boxyard/shared/client';
import { inspectionMachine } from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { DateText, PageLink, PieceRows, StatusTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './inspections.resource.ts';

/** Inspections of the customer's containers, the latest first. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  const sort = '-dueOn';
  const query = useQuery(
    listOptions('inspections.list', {
      query: { sort, filters: { customerId: [record.id] } },
      loading: false,
    }),
  );
  return (
    <PieceRows
      query={query}
      shown={3}
      empty={t('pieces.noInspectionOfCustomer')}
      rowOf={(row) => ({
        key: row.id,
        name: row.documentNo ?? '',
        to: { page: 'inspection-detail', params: { id: row.id } },
        detail: (
          <>
            {row.product.serialNumber} · <DateText value={row.dueOn} />
          </>
        ),
        aside: <StatusTag machine={inspectionMachine} status={row.status} />,
      })}
      all={(count) => (
        <PageLink
          page="container-inspection"
          query={{ customerId: record.id, status: 'all', sort }}
        >
          {t('pieces.allInspections', { count })}
        </PageLink>
      )}
    />
  );
}
