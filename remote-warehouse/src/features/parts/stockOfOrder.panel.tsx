import { listOptions } from '@boxyard/shared/client';
import { type PieceRecord, useLocale, useT } from '@boxyard/shared/runtime';
import { formatQuantity, nameIn, PieceRows, RefText } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { StockQuantity } from '../../StockQuantity.tsx';

/** All parts of most documents: whoever decides needs each of them. */
const SHOWN = 20;

/** What is available of the parts that a document of another area is about. */
export function Panel({ record }: { readonly record: PieceRecord }) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const ids = record.refs?.part ?? [];
  const query = useQuery({
    ...listOptions('parts.list', {
      query: { ids: ids.slice(0, SHOWN) },
      loading: false,
    }),
    enabled: ids.length > 0,
  });
  if (ids.length === 0) return t('pieces.noParts');
  return (
    <PieceRows
      query={query}
      shown={SHOWN}
      empty={t('pieces.noParts')}
      rowOf={(part) => ({
        key: part.id,
        name: part.partNo,
        to: { page: 'parts-warehouse-tracking', params: { id: part.id } },
        detail: nameIn(part, locale),
        aside: (
          <>
            <StockQuantity
              value={part.stock.available}
              unit={<RefText value={part.unit} show="name" />}
            />
            {part.stock.onOrder > 0 ? (
              <small>
                {' '}
                {t('pieces.onOrder', { quantity: formatQuantity(part.stock.onOrder) })}
              </small>
            ) : null}
          </>
        ),
      })}
      {...(ids.length > SHOWN
        ? { all: () => t('pieces.someParts', { shown: SHOWN, count: ids.length }) }
        : {})}
    />
  );
}
