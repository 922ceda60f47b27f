import { oneOptions } from '@boxyard/shared/client';
import { type PieceRecord, useT } from '@boxyard/shared/runtime';
import { Money, PieceAnswer, PieceFigures, Quantity } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './sold.resource.tsx';

/** What a container has sold in the last 30 days. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-purchase-sales');
  const query = useQuery(
    oneOptions('productTransactions.totals', { query: { productId: record.id } }),
  );
  return (
    <PieceAnswer query={query}>
      {({ total, startDate, endDate }) => {
        const to = {
          page: 'product-transactions',
          query: { productId: record.id, startDate, endDate },
        };
        const figure = (key: 'amount' | 'margin') =>
          total[key] === null
            ? []
            : [
                {
                  key,
                  label: t(`transactions.figure.${key}`),
                  value: <Money value={total[key]} />,
                  to,
                },
              ];
        return (
          <PieceFigures
            figures={[
              ...figure('amount'),
              ...figure('margin'),
              {
                key: 'count',
                label: t('transactions.figure.count'),
                value: <Quantity value={total.count} />,
                to,
              },
            ]}
          />
        );
      }}
    </PieceAnswer>
  );
}
