import { oneOptions } from '@boxyard/shared/client';
import { LIFECYCLE_STATUSES } from '@boxyard/shared/domain/containers/statuses.ts';
import { useT } from '@boxyard/shared/runtime';
import { PieceAnswer, PieceFigures, Quantity } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import './containers.resource.tsx';

/** Where containers may be that somebody still answers for. */
const SHOWN = LIFECYCLE_STATUSES.filter((status) =>
  ['inProduction', 'inWarehouse', 'inTransit', 'installed', 'lost'].includes(status),
);

/** How many containers there are in each place of their life. */
export function Widget() {
  const t = useT('remote-inventory');
  const kit = useT('kit');
  const query = useQuery(oneOptions('products.counting', { loading: false }));
  return (
    <PieceAnswer query={query}>
      {({ total, byLifecycle, awayUnderContract }) => (
        <PieceFigures
          figures={[
            {
              key: 'total',
              label: t('pieces.allContainers'),
              value: <Quantity value={total} />,
              to: { page: 'container-warehouse', query: {} },
            },
            ...SHOWN.map((status) => ({
              key: status,
              label: kit(`status.product.${status}`),
              value: <Quantity value={byLifecycle[status] ?? 0} />,
              to: { page: 'container-warehouse', query: { status } },
            })),
            {
              key: 'awayUnderContract',
              label: t('pieces.awayUnderContract'),
              value: <Quantity value={awayUnderContract} />,
              to: { page: 'container-warehouse', query: { awayUnderContract: 'true' } },
            },
          ]}
        />
      )}
    </PieceAnswer>
  );
}
