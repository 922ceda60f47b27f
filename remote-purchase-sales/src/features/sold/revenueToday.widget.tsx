import { oneOptions } from '@boxyard/shared/client';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { Money, PieceAnswer, PieceFigures, Quantity } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './sold.resource.tsx';

/** What containers have brought today, and yesterday beside it. */
export function Widget() {
  const t = useT('remote-purchase-sales');
  const endDate = bangkokDate(new Date());
  const startDate = addDays(endDate, -1);
  const query = useQuery(
    oneOptions('productTransactions.totals', { query: { startDate, endDate } }),
  );
  return (
    <PieceAnswer query={query}>
      {({ byDay }) => {
        const on = (day: string) => byDay.find((row) => row.day === day);
        const to = (day: string) => ({
          page: 'product-transactions',
          query: { startDate: day, endDate: day },
        });
        return (
          <PieceFigures
            figures={[
              {
                key: 'today',
                label: t('pieces.revenueToday'),
                value: <Money value={on(endDate)?.amount ?? '0.00'} />,
                to: to(endDate),
              },
              {
                key: 'yesterday',
                label: t('pieces.revenueYesterday'),
                value: <Money value={on(startDate)?.amount ?? '0.00'} />,
                to: to(startDate),
              },
              {
                key: 'sales',
                label: t('pieces.salesToday'),
                value: <Quantity value={on(endDate)?.count ?? 0} />,
                to: to(endDate),
              },
            ]}
          />
        );
      }}
    </PieceAnswer>
  );
}
