import { listOptions } from '@boxyard/shared/client';
import { decimal } from '@boxyard/shared/domain';
import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { Money, PieceAnswer, PieceFigures } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './money.resource.tsx';

/** What the customer owes today, how much of it is late, and what they have to their credit. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  const query = useQuery(
    listOptions('receivables.ageing', {
      query: { filters: { customerId: [record.id] } },
      loading: false,
    }),
  );
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
            figures={Object.entries(figures).map(([key, value]) => ({
              key,
              label: t(`pieces.account.${key}`),
              value: <Money value={value ?? '0.00'} />,
              to,
            }))}
          />
        );
      }}
    </PieceAnswer>
  );
}
