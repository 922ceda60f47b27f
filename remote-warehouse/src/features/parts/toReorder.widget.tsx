import { oneOptions } from '@boxyard/shared/client';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn, PageLink, PieceRows, RefText } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { StockQuantity } from '../../StockQuantity.tsx';
import { StockLevel } from './StockLevel.tsx';

const SHOWN = 5;

/** Parts to be ordered again, those that are out first, and how many there are of each. */
export function Widget() {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const { data: found, isError, refetch } = useQuery(oneOptions('parts.reorder'));
  const counts = [
    ['out', found?.out],
    ['low', found?.low],
  ] as const;
  return (
    <PieceRows
      query={{
        data: found && { data: found.parts, meta: { totalItems: found.out + found.low } },
        isError,
        refetch,
      }}
      shown={SHOWN}
      empty={t('pieces.noReorder')}
      rowOf={(part) => ({
        key: part.id,
        name: part.partNo,
        to: { page: 'parts-warehouse-tracking', params: { id: part.id } },
        detail: nameIn(part, locale),
        aside: (
          <>
            <StockLevel level={part.stockLevel} companies={part.levelCompanies} />
            <StockQuantity
              value={part.stock.available}
              unit={<RefText value={part.unit} show="name" />}
            />
          </>
        ),
      })}
      all={() =>
        counts.map(([level, count], index) => (
          <span key={level}>
            {index === 0 ? null : ' · '}
            <PageLink page="parts-warehouse" query={{ stock: level }}>
              {t(`pieces.${level}`, { count })}
            </PageLink>
          </span>
        ))
      }
    />
  );
}
