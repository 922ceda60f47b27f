import { listOptions } from '@boxyard/shared/client';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { DateText, PageLink, PieceRows, StatusTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './warranties.resource.tsx';

const SHOWN = 3;

/** The warranties of a container, the latest first. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  const query = useQuery(
    listOptions('warranties.list', {
      query: { filters: { productId: [record.id] }, sort: '-endDate' },
      loading: false,
    }),
  );
  return (
    <PieceRows
      query={query}
      shown={SHOWN}
      empty={t('pieces.noWarranty')}
      rowOf={(row) => ({
        key: row.id,
        name: row.documentNo,
        to: { page: 'warranty', query: { tab: 'warranties', record: row.id } },
        detail: (
          <>
            <DateText value={row.startDate} /> – <DateText value={row.endDate} />
          </>
        ),
        aside: <StatusTag machine={warrantyMachine} status={row.status} />,
      })}
      all={(count) => (
        <PageLink page="warranty" query={{ productId: record.id, status: 'all' }}>
          {t('pieces.allWarranties', { count })}
        </PageLink>
      )}
    />
  );
}
