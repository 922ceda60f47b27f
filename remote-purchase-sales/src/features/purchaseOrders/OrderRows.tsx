import { listOptions } from '@boxyard/shared/client';
import type { Contract, QueryIn, RowOf } from '@boxyard/shared/contract';
import { purchaseOrderMachine } from '@boxyard/shared/domain';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn, PageLink, PieceRows, StatusTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

type Order = RowOf<Contract['purchaseOrders.list']>;

interface Props {
  readonly shown: number;
  readonly sort: string;
  readonly filters: NonNullable<QueryIn<Contract['purchaseOrders.list']>>['filters'] & object;
  readonly empty: string;
  /** Whose order it is, by default. */
  readonly detail?: (order: Order) => ReactNode;
  readonly aside?: (order: Order) => ReactNode;
}

const statusOf = ({ status }: Order) => (
  <StatusTag machine={purchaseOrderMachine} status={status} />
);

/** The first orders of a query, each a line, and the way to all of them. */
export function OrderRows({ shown, sort, filters, empty, detail, aside = statusOf }: Props) {
  const t = useT('remote-purchase-sales');
  const locale = useLocale();
  const query = useQuery(
    listOptions('purchaseOrders.list', { query: { sort, filters }, loading: false }),
  );
  const asQuery = Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [name, (values as string[]).join(',')]),
  );
  return (
    <PieceRows
      query={query}
      shown={shown}
      empty={empty}
      rowOf={(order) => ({
        key: order.id,
        name: order.documentNo ?? t('pieces.draft'),
        to: { page: 'purchase-order-detail', params: { id: order.id } },
        detail: detail ? detail(order) : nameIn(order.supplier, locale),
        aside: aside(order),
      })}
      all={(count) => (
        <PageLink page="purchase-orders" query={{ ...asQuery, sort }}>
          {t('pieces.allOrders', { count })}
        </PageLink>
      )}
    />
  );
}
