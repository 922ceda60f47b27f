import { oneOptions } from '@boxyard/shared/client';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { Chart, PieceAnswer } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './sold.resource.tsx';

const SHOWN = 10;

/** The containers that brought most in the last 30 days. */
export function Widget() {
  const t = useT('remote-purchase-sales');
  const query = useQuery(oneOptions('productTransactions.totals', { query: {} }));
  return (
    <PieceAnswer query={query}>
      {({ byProduct, startDate, endDate }) => {
        const rows = byProduct.slice(0, SHOWN);
        return (
          <Chart
            plain
            title={t('pieces.topContainers')}
            kind="ranking"
            unit="money"
            series={[t('transactions.figure.amount')]}
            points={rows.map((row) => ({
              label: row.product.serialNumber,
              values: [row.amount ?? '0'],
            }))}
            linkOf={(index) =>
              pathOf(
                'product-transactions',
                {},
                { startDate, endDate, productId: rows[index]?.product.id ?? '' },
              )
            }
          />
        );
      }}
    </PieceAnswer>
  );
}
