import { listOptions } from '@boxyard/shared/client';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { DateTimeText, Money, nameIn, PageLink, PieceRows } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './money.resource.tsx';
import { moneyQuery } from '../../moneyTabs.ts';

const WAITING = { status: ['pending' as const] };

/** Payments that a second person has still to verify, the oldest first. */
export function Widget() {
  const t = useT('remote-purchase-sales');
  const locale = useLocale();
  const query = useQuery(
    listOptions('payments.list', {
      query: { sort: 'createdAt', filters: WAITING },
      loading: false,
    }),
  );
  return (
    <PieceRows
      query={query}
      shown={5}
      empty={t('pieces.noPaymentWaits')}
      rowOf={(row) => ({
        key: row.id,
        name: row.documentNo ?? t('pieces.payment'),
        to: { page: 'payment-data', query: moneyQuery('payments', row.id) },
        detail: nameIn(row.customer, locale),
        aside: (
          <>
            <Money value={row.amount} /> · <DateTimeText value={row.paidAt} />
          </>
        ),
      })}
      all={(count) => (
        <PageLink page="payment-data" query={{ tab: 'payments', status: 'pending' }}>
          {t('pieces.allPayments', { count })}
        </PageLink>
      )}
    />
  );
}
