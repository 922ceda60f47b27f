import { listOptions } from '@boxyard/shared/client';
import { goodsImportMachine } from '@boxyard/shared/domain';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn, PageLink, PieceRows, StatusTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';

const SHOWN = 5;
/** Where counting goes on. */
const WAITING = goodsImportMachine.actions.update.from;

/** What came longest ago and is not put away. */
export function Widget() {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const query = useQuery(
    listOptions('goodsImports.list', {
      query: { sort: 'createdAt', filters: { status: [...WAITING] } },
      loading: false,
    }),
  );
  return (
    <PieceRows
      query={query}
      shown={SHOWN}
      empty={t('pieces.noGoods')}
      rowOf={(one) => ({
        key: one.id,
        name: one.documentNo,
        to: { page: 'import-warehouse-detail', params: { id: one.id } },
        detail: nameIn(one.warehouse, locale),
        aside: <StatusTag machine={goodsImportMachine} status={one.status} />,
      })}
      all={(count) => (
        <PageLink page="import-warehouse" query={{ status: WAITING.join(',') }}>
          {t('pieces.allGoods', { count })}
        </PageLink>
      )}
    />
  );
}
