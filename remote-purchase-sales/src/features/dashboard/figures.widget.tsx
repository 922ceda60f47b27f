import { oneOptions } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { useT } from '@boxyard/shared/runtime';
import { Money, PieceAnswer, PieceFigures, Quantity } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { changeOf } from './change.ts';

type Tile = DataOf<Contract['dashboard.summary']>['tiles'][number];

/** Which list is behind a figure; its address is the figure's own. */
const PAGES: Readonly<Record<string, string>> = {
  requestsPending: 'purchase-requests',
  ordersPending: 'purchase-orders',
  ordersOpen: 'purchase-orders',
  orderedThisMonth: 'purchase-orders',
  receivedThisMonth: 'receipt',
};

const queryOf = ({ path }: Tile): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(path.split('?')[1]));

/** Key figures of purchasing with their change: part of what the dashboard has asked for anyway. */
export function Widget() {
  const t = useT('remote-purchase-sales');
  const query = useQuery(oneOptions('dashboard.summary'));
  const noteOf = ({ value, previous }: Tile): string | undefined => {
    const change = changeOf(value, previous);
    if (change === null) return undefined;
    if (change === 0) return t('pieces.same');
    return t('pieces.change', { change: `${change > 0 ? '+' : '−'}${Math.abs(change)}%` });
  };
  return (
    <PieceAnswer query={query}>
      {({ tiles }) => (
        <PieceFigures
          figures={tiles.flatMap((tile) => {
            const page = PAGES[tile.key];
            if (page === undefined) return [];
            const value =
              tile.unit === 'money' ? (
                <Money value={tile.value} />
              ) : (
                <Quantity value={Number(tile.value)} />
              );
            return {
              key: tile.key,
              label: t(`pieces.figure.${tile.key}`),
              value,
              note: noteOf(tile),
              to: { page, query: queryOf(tile) },
            };
          })}
        />
      )}
    </PieceAnswer>
  );
}
