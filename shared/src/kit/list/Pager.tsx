import Button from 'antd/es/button';
import Pagination from 'antd/es/pagination';
import Select from 'antd/es/select';
import type { ReactNode } from 'react';
import { setTablePageSize } from '../../runtime/tablePreferences.ts';
import { useKitText } from '../../ui/useKitText.ts';
import { PAGE_SIZES } from './pageSizes.ts';

type Turn =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'limit'; readonly limit: number };

interface PagerProps {
  /** Of a list's model, what its pages are made of. */
  readonly model: {
    readonly data: { readonly meta: { readonly totalItems: number } } | undefined;
    readonly query: { readonly limit: number };
    readonly state: {
      readonly query: { readonly page: number };
      readonly change: (turn: Turn) => void;
    };
    readonly total: { readonly isMore: boolean } | undefined;
    readonly countAll: { readonly run: () => void; readonly isRunning: boolean };
  };
  readonly narrow: boolean;
  /** Sums of the list are shown. */
  readonly hasSums: boolean;
}

/** The pages of a list and their sizes; a way to the whole total where it was counted in part. */
export function Pager({ model, narrow, hasSums }: PagerProps): ReactNode {
  const t = useKitText();
  const { data, state, query, countAll } = model;
  const resize = (limit: number) => {
    setTablePageSize(limit);
    state.change({ kind: 'limit', limit });
  };
  return (
    <>
      {model.total?.isMore ? (
        <Button type="link" size="small" loading={countAll.isRunning} onClick={countAll.run}>
          {t(hasSums ? 'list.sumAll' : 'list.countAll')}
        </Button>
      ) : null}
      <Pagination
        size={narrow ? 'small' : 'medium'}
        simple={narrow}
        current={state.query.page}
        pageSize={query.limit}
        total={data?.meta.totalItems ?? 0}
        showSizeChanger={!narrow}
        pageSizeOptions={PAGE_SIZES}
        showLessItems
        onChange={(page, limit) =>
          limit === query.limit ? state.change({ kind: 'page', page }) : resize(limit)
        }
      />
      {/* The short form of the pages has no choice of their size. */}
      {narrow ? (
        <Select
          size="small"
          aria-label={t('list.pageSize')}
          value={query.limit}
          options={PAGE_SIZES.map((limit) => ({
            value: limit,
            label: t('list.perPage', { limit }),
          }))}
          onChange={resize}
        />
      ) : null}
    </>
  );
}
