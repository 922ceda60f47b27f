import { listOptions } from '@boxyard/shared/client';
import { bangkokDate, daysBetween } from '@boxyard/shared/domain';
import { movingContainerTransferStatuses } from '@boxyard/shared/domain/containers/containerTransferMachine.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn, PageLink, PieceRows, ToneTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './containerTransfers.resource.tsx';

/** Containers that are longer on the road than this are marked (docs/domain/containers.md). */
const LONG_DAYS = 3;
const SHOWN = 5;

/** Transfers under way, the longest first. */
export function Widget() {
  const t = useT('remote-inventory');
  const locale = useLocale();
  const status = [...movingContainerTransferStatuses];
  const query = useQuery(
    listOptions('containerTransfers.list', {
      query: { filters: { status }, sort: 'transferDate' },
      loading: false,
    }),
  );
  return (
    <PieceRows
      query={query}
      shown={SHOWN}
      empty={t('pieces.nothingUnderWay')}
      rowOf={(row) => {
        const days = Math.max(0, daysBetween(row.transferDate, bangkokDate(new Date())));
        return {
          key: row.id,
          name: row.documentNo,
          to: { page: 'container-transfer-detail', params: { id: row.id } },
          detail: `${nameIn(row.fromWarehouse, locale)} → ${nameIn(row.toWarehouse, locale)}`,
          aside: (
            <ToneTag tone={row.isLate || days > LONG_DAYS ? 'error' : 'processing'}>
              {t('pieces.daysUnderWay', { count: days })}
            </ToneTag>
          ),
        };
      }}
      all={(count) => (
        <PageLink
          page="container-transfer"
          query={{ status: status.join(','), sort: 'transferDate' }}
        >
          {t('pieces.allUnderWay', { count })}
        </PageLink>
      )}
    />
  );
}
