import { listOptions } from '@boxyard/shared/client';
import type { Contract, QueryIn, RowOf } from '@boxyard/shared/contract';
import { partSaleMachine } from '@boxyard/shared/domain/sales/partSaleMachine.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn, PageLink, PieceRows, StatusTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import './partSales.resource.tsx';

type Sale = RowOf<Contract['partSales.list']>;

interface Props {
  readonly shown: number;
  readonly sort: string;
  readonly filters: NonNullable<QueryIn<Contract['partSales.list']>>['filters'] & object;
  readonly empty: string;
  /** Whose sale it is, by default. */
  readonly detail?: (sale: Sale) => ReactNode;
  readonly aside?: (sale: Sale) => ReactNode;
}

const statusOf = ({ status }: Sale) => <StatusTag machine={partSaleMachine} status={status} />;

/** The first sales of a query, each a line, and the way to all of them. */
export function SaleRows({ shown, sort, filters, empty, detail, aside = statusOf }: Props) {
  const t = useT('remote-purchase-sales');
  const locale = useLocale();
  const query = useQuery(
    listOptions('partSales.list', { query: { sort, filters }, loading: false }),
  );
  const asQuery = Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [name, (values as string[]).join(',')]),
  );
  return (
    <PieceRows
      query={query}
      shown={shown}
      empty={empty}
      rowOf={(sale) => ({
        key: sale.id,
        name: sale.documentNo ?? t('pieces.draft'),
        to: { page: 'part-sale-detail', params: { id: sale.id } },
        detail: detail ? detail(sale) : nameIn(sale.customer, locale),
        aside: aside(sale),
      })}
      all={(count) => (
        <PageLink page="parts-sales" query={{ ...asQuery, sort }}>
          {t('pieces.allSales', { count })}
        </PageLink>
      )}
    />
  );
}
