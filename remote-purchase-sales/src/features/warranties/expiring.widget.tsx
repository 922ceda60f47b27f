import { listOptions } from '@boxyard/shared/client';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn, PageLink, PieceRows } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { DaysLeft } from './DaysLeft.tsx';
import './warranties.resource.tsx';

const WITHIN = '60';
const SHOWN = 5;

/** Warranties that end soon, the soonest first: their renewal is to be offered. */
export function Widget() {
  const t = useT('remote-purchase-sales');
  const locale = useLocale();
  const query = useQuery(
    listOptions('warranties.list', {
      query: { filters: { expiringWithinDays: [WITHIN] }, sort: 'endDate' },
      loading: false,
    }),
  );
  return (
    <PieceRows
      query={query}
      shown={SHOWN}
      empty={t('pieces.noWarrantyEnds')}
      rowOf={(row) => ({
        key: row.id,
        name: row.product.serialNumber,
        to: { page: 'warranty', query: { tab: 'warranties', record: row.id } },
        detail: nameIn(row.customer, locale),
        aside: <DaysLeft value={row.daysLeft} />,
      })}
      all={(count) => (
        <PageLink page="warranty" query={{ expiringWithinDays: WITHIN, sort: 'endDate' }}>
          {t('pieces.allWarranties', { count })}
        </PageLink>
      )}
    />
  );
}
