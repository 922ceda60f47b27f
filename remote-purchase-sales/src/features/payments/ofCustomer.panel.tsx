import { listOptions } from '@boxyard/shared/client';
import { decimal } from '@boxyard/shared/domain';
import { onTimeStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { DateText, Money, PieceAnswer, PieceFigures } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './money.resource.tsx';

/** What the customer owes today, how much of it is late, their credit, and what is due next. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  const query = useQuery(
    listOptions('receivables.ageing', {
      query: { filters: { customerId: [record.id] } },
      loading: false,
    }),
  );
  const due = useQuery(
    listOptions('invoices.list', {
      query: {
        sort: 'dueDate',
        limit: 10,
        filters: { customerId: [record.id], status: [...onTimeStatuses] },
      },
      loading: false,
    }),
  );
  const [next] = due.data?.data ?? [];
  const to = { page: 'payment-data', query: { tab: 'ageing', customerId: record.id } };
  return (
    <PieceAnswer query={query}>
      {({ data: [account] }) => {
        const late = account
          ? decimal.round(
              decimal.add(account.days30, account.days60, account.days90, account.over90),
            )
          : '0.00';
        const figures = { owed: account?.balance, overdue: late, credit: account?.credit };
        return (
          <PieceFigures
            figures={[
              ...Object.entries(figures).map(([key, value]) => ({
                key,
                label: t(`pieces.account.${key}`),
                value: <Money value={value ?? '0.00'} />,
                to,
              })),
              ...(next
                ? [
                    {
                      key: 'nextDue',
                      label: t('pieces.account.nextDue'),
                      value: (
                        <>
                          <Money value={next.balance} /> · <DateText value={next.dueDate} />
                        </>
                      ),
                      to: { page: 'payment-data', query: { record: next.id } },
                    },
                  ]
                : []),
            ]}
          />
        );
      }}
    </PieceAnswer>
  );
}
