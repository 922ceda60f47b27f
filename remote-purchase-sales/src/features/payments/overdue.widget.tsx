import { listOptions } from '@boxyard/shared/client';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { DateText, Money, nameIn, PageLink, PieceRows } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './money.resource.tsx';

const LATE = { status: ['overdue' as const] };

/** Invoices that are not paid though they are due, the longest first. */
export function Widget() {
  const t = useT('remote-purchase-sales');
  const locale = useLocale();
  const query = useQuery(
    listOptions('invoices.list', { query: { sort: 'dueDate', filters: LATE }, loading: false }),
  );
  return (
    <PieceRows
      query={query}
      shown={5}
      empty={t('pieces.noInvoiceLate')}
      rowOf={(row) => ({
        key: row.id,
        name: row.documentNo ?? t('pieces.draft'),
        to: { page: 'payment-data', query: { record: row.id } },
        detail: nameIn(row.customer, locale),
        aside: (
          <>
            <Money value={row.balance} /> · <DateText value={row.dueDate} />
          </>
        ),
      })}
      all={(count) => (
        <PageLink page="payment-data" query={{ status: 'overdue', sort: 'dueDate' }}>
          {t('pieces.allInvoices', { count })}
        </PageLink>
      )}
    />
  );
}
