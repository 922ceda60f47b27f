import { listOptions } from '@boxyard/shared/client';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn, PageLink, PieceRows, Quantity, RefText } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { StockLevel } from './StockLevel.tsx';

const SHOWN = 5;
const LEVELS = ['low', 'out'] as const;

/** The first parts to be ordered again, and how many there are. */
export function Widget() {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const query = useQuery(
    listOptions('parts.list', {
      query: { filters: { stock: [...LEVELS] } },
      loading: false,
    }),
  );
  return (
    <PieceRows
      query={query}
      shown={SHOWN}
      empty={t('pieces.noReorder')}
      rowOf={(part) => ({
        key: part.id,
        name: part.partNo,
        to: { page: 'parts-warehouse-tracking', params: { id: part.id } },
        detail: nameIn(part, locale),
        aside: (
          <>
            <Quantity
              value={part.stock.available}
              unit={<RefText value={part.unit} show="name" />}
            />{' '}
            <StockLevel level={part.stockLevel} />
          </>
        ),
      })}
      all={(count) => (
        <PageLink page="parts-warehouse" query={{ stock: LEVELS.join(',') }}>
          {t('pieces.allParts', { count })}
        </PageLink>
      )}
    />
  );
}
